#include <codes/rod_trial/moving_rod.h>

#include <judge/question/statement.h>

namespace codes {
namespace {

/// Returns the point at a distance from the end, m.
Eigen::Vector3d point_before_end(const std::vector<plumb::CurveSample>& samples, double distance) {
  const double at = samples.back().arc_length - distance;
  std::size_t i = 1;
  while (i + 1 < samples.size() && samples[i].arc_length < at) ++i;
  const plumb::CurveSample &a = samples[i - 1], &b = samples[i];
  const double share = (at - a.arc_length) / (b.arc_length - a.arc_length);
  return (1 - share) * a.position + share * b.position;
}

void put(judge::Quantities& seen, const std::string& name, const Eigen::Vector3d& point) {
  seen[name + "_x"] = point.x();
  seen[name + "_y"] = point.y();
  seen[name + "_z"] = point.z();
}

/// All that protocols ask of the rod, in units of its length.
judge::Quantities seen_of(const plumb::CurveView& view, const Placement& placement, double length) {
  const std::vector<plumb::CurveSample> samples = view.samples();
  const auto place = [&](const Eigen::Vector3d& point) -> Eigen::Vector3d { return placement.seen(point) / length; };
  const Eigen::Vector3d start = place(samples.front().position), end = place(view.tip()),
                        middle = place(point_before_end(samples, 0.5 * length));
  judge::Quantities seen{{"reach", end.x()}, {"drop", -end.z()}, {"middle_drop", -middle.z()}};
  put(seen, "start", start);
  put(seen, "middle", middle);
  put(seen, "end", end);
  return seen;
}

}  // namespace

bool is_motion_of_rod(const judge::Question& question) {
  return std::holds_alternative<judge::ReleasedStrip>(question) ||
         std::holds_alternative<judge::HingedStrip>(question) || std::holds_alternative<judge::ThrownRod>(question);
}

MovingBody moving_rod(const judge::Scenario& scenario, const Discretisation& discretise) {
  const judge::Quantities si = judge::stated_in_si(scenario);
  const ScenarioRod rod(scenario, scenario.scales.young);
  const std::shared_ptr<const DiscreteRod> discrete = discretise(rod);
  MovingBody body{discrete->model(), si.at("g"), {}};
  if (std::holds_alternative<judge::ThrownRod>(scenario.question)) {
    const Placement& placement = rod.placement;
    const Eigen::Vector3d spin = placement.spin({0, si.at("spin_y"), si.at("spin_z")});
    set_in_motion(body.model, placement.placed({}).position,
                  placement.velocity({si.at("velocity_x"), 0, si.at("velocity_z")}), spin);
    discrete->spin(body.model, spin);
  }
  body.look = [discrete, placement = rod.placement, length = rod.length](const plumb::Model& model,
                                                                         const plumb::State& state) {
    return seen_of(*discrete->view(model, state), placement, length);
  };
  return body;
}

}  // namespace codes
