#include <codes/ccx/ccx_trial.h>

namespace codes {

judge::Quantities reach_and_drop(const Displacement& u) { return {{"reach", 1 + u[0]}, {"drop", -u[2]}}; }

judge::Reply CcxTrial::advance(const judge::Load& load) {
  seen_.clear();
  const LoadedDeck deck = writer_(scenario_, load);
  judge::Reply reply;
  int iterations = 0;
  for (const std::string& text : deck.texts) {
    const CcxDisplacement answer = displacement_by_ccx(text, deck.time);
    reply = answer.reply;
    reply.iterations = iterations += answer.reply.iterations;
    if (reply.status == plumb::Status::ok) seen_ = deck.observables(answer.u);
    if (reply.status != plumb::Status::not_converged) break;
  }
  return reply;
}

judge::Quantities CcxTrial::observe(const std::vector<std::string>& names) {
  return judge::pick_all(names, seen_, "CalculiX");
}

}  // namespace codes
