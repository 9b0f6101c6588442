#include <codes/rod_trial/curl_trial.h>

namespace codes {
namespace {

constexpr char kOneShape = '1', kTwoShapes = '2';

}  // namespace

CurlTrial::CurlTrial(std::string code, const judge::Scenario& scenario, const judge::HangingCurl& curl,
                     Discretisation discretise)
    : code_(std::move(code)),
      leaves_plane_(curl.leaves_plane),
      work_(scenario, scenario.scales.young, discretise),
      rival_(work_.rod(), discretise) {
  shown_.seen.state = work_.sweep().state();
}

judge::Reply CurlTrial::advance(const judge::Load& load) {
  const double x = load.at("x"), gamma = load.at("gamma");
  if (const plumb::State* nearest = waypoints_.nearest(x)) work_.sweep().start_from(*nearest);
  shown_ = rival_.compare(work_, work_.advance(gamma), gamma, load.approach);
  if (shown_.seen.outcome.status == plumb::Status::ok) {
    waypoints_.pass(x, work_.out_of_plane(shown_.seen.state) > leaves_plane_, work_.sweep().state());
  }
  judge::Reply reply = reply_of(shown_.seen.outcome);
  reply.iterations = shown_.iterations;
  return reply;
}

judge::Quantities CurlTrial::observe(const std::vector<std::string>& names) {
  return judge::pick_all(names, quantities(), code_);
}

judge::Quantities CurlTrial::also_observe(const std::vector<std::string>& names) {
  return judge::pick_known(names, quantities());
}

judge::Quantities CurlTrial::quantities() const {
  judge::Quantities known = work_.quantities(shown_.seen);
  if (shown_.other) {
    known["other_energy"] = work_.energy(*shown_.other);
    known["other_out_of_plane"] = work_.out_of_plane(shown_.other->state);
  }
  return known;
}

std::string CurlTrial::save() const {
  const std::string memory = (rival_.two_shapes() ? kTwoShapes : kOneShape) + waypoints_.save();
  return SavedPair{work_.sweep().save(), memory}.bytes();
}

void CurlTrial::load(const std::string& bytes) {
  const SavedPair saved = SavedPair::of(bytes);
  const std::string& memory = saved.second;
  if (memory.empty()) throw plumb::UserError("not a saved trial: too short");
  waypoints_ = Waypoints::load(memory.substr(1));
  work_.sweep().load(saved.first);
  rival_.set_two_shapes(memory.front() == kTwoShapes);
  shown_ = {};
  shown_.seen.state = work_.sweep().state();
}

}  // namespace codes
