#include <plumb/scene/bodies/rod/rod_body.h>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/scene/bodies/rod/rod_doubts.h>

namespace plumb {

Handling RodBody::handling() const {
  Handling handling;
  for (const SceneClamp& clamp : rod_.clamps) handling.holds.push_back({clamp, clamp.pose});
  for (const SceneForce& force : rod_.forces) handling.pulls.push_back(force);
  return handling;
}

void RodBody::draw(const State& state, Shape& shape) const {
  const std::vector<CurveSample> samples = view(state)->samples();
  std::vector<Eigen::Vector3d> positions;
  PointArray arc_length{"arc length", "m", 1, {}};
  for (const CurveSample& sample : samples) {
    positions.push_back(sample.position);
    arc_length.values.push_back(sample.arc_length);
  }
  std::vector<PointArray> arrays = strains_of(samples);
  arrays.push_back(std::move(arc_length));
  shape.curves.push_back(
      {rod_.name, static_cast<int>(shape.points.size()), static_cast<int>(samples.size()), rod_.draw_radius});
  add_points(positions, arrays, shape);
}

void RodBody::observe(const BodyAtInstant& now, Observations& out) const {
  const auto seen = view(now.state);
  const std::vector<Eigen::Vector3d> positions = seen->points();
  out.add("tip", "m", positions.back());
  out.add("middle", "m", positions[positions.size() / 2]);
  const EnergiesByRole energies = energies_by_role(model(), now.state);
  out.add("elastic energy", "J", energies.stored());
  out.add("energy of loads", "J", energies.load);
  if (now.kinetic_energy) {
    out.add("kinetic energy", "J", *now.kinetic_energy);
    out.add("total energy", "J", energies.stored() + energies.load + *now.kinetic_energy);
  }
  if (now.gradient == nullptr) return;
  const std::vector<Wrench> wrenches = reactions(*seen, now.state, *now.gradient);
  for (std::size_t i = 0; i < wrenches.size(); ++i) {
    const std::string clamp = wrenches.size() > 1 ? fmt::format("clamp {}", i + 1) : "clamp";
    out.add(clamp + " force", "N", wrenches[i].force);
    out.add(clamp + " moment", "N m", wrenches[i].moment);
  }
}

std::vector<Warning> RodBody::doubts(const State& state) const {
  const std::vector<CurveSample> now = view(state)->samples();
  std::vector<Warning> doubts = doubts_of(rod_, now, state.time);
  if (rod_.kind == RodKind::super_ribbon) {
    if (const auto flat = flat_doubt(rod_, now, state)) doubts.push_back(*flat);
  }
  return doubts;
}

std::shared_ptr<const RodBody> rod_body(const SceneRod& rod) {
  switch (rod.kind) {
    case RodKind::discrete_elastic_rod:
      return discrete_body(rod);
    case RodKind::super_helix:
    case RodKind::super_clothoid:
      return curved_body(rod);
    case RodKind::super_ribbon:
      return ribbon_body(rod);
    case RodKind::timoshenko_beam:
      return beam_body(rod);
  }
  bug("a kind of rod has a body", __FILE__, __LINE__);
}

}  // namespace plumb
