#include <codes/calculix-shell/ccx_trial.h>

#include <fmt/format.h>

namespace codes {

double young_at(const judge::Scenario& scenario, const judge::Load& load) {
  const auto stated = load.find("young");
  return stated == load.end() ? scenario.scales.young : stated->second;
}

judge::Quantities reach_and_drop(const Displacement& u, double length) {
  return {{"reach", 1 + u[0] / length}, {"drop", -u[2] / length}};
}

judge::Reply CcxTrial::advance(const judge::Load& load) {
  seen_.clear();
  const LoadedDeck deck = writer_(scenario_, load);
  const CcxDisplacement answer = displacement_by_ccx(deck.text, deck.time);
  if (answer.reply.status == plumb::Status::ok) seen_ = deck.observables(answer.u);
  return answer.reply;
}

judge::Quantities CcxTrial::observe(const std::vector<std::string>& names) {
  judge::Quantities wanted;
  for (const auto& name : names) {
    if (!seen_.contains(name)) throw plumb::UserError(fmt::format("CalculiX cannot observe '{}' here", name));
    wanted[name] = seen_.at(name);
  }
  return wanted;
}

}  // namespace codes
