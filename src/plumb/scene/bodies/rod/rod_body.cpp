#include <plumb/scene/bodies/rod/rod_body.h>

#include <cmath>

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

void RodBody::draw(const BodyView& view, Shape& shape) const {
  const RodSamples s = samples(view.model, view.state);
  std::vector<double> curvature;
  for (std::size_t i = 0; i < s.kappa_1.size(); ++i) curvature.push_back(std::hypot(s.kappa_1[i], s.kappa_2[i]));
  shape.curves.push_back(
      {rod_.name, static_cast<int>(shape.points.size()), static_cast<int>(s.positions.size()), rod_.draw_radius});
  add_points(s.positions,
             {{"curvature", "1/m", 1, std::move(curvature)},
              {"curvature 1", "1/m", 1, s.kappa_1},
              {"curvature 2", "1/m", 1, s.kappa_2},
              {"twist", "1/m", 1, s.twist},
              {"arc length", "m", 1, s.arc_length}},
             shape);
}

void RodBody::observe(const BodyView& view, Observations& out) const {
  const RodSamples s = samples(view.model, view.state);
  out.add("tip", "m", s.positions.back());
  out.add("middle", "m", s.positions[s.positions.size() / 2]);
  double elastic = 0, external = 0;
  for (const auto& energy : view.model.energies) {
    (energy->role() == Role::load ? external : elastic) += value_of(*energy, view.state);
  }
  out.add("elastic energy", "J", elastic);
  out.add("energy of loads", "J", external);
  if (view.kinetic_energy) {
    out.add("kinetic energy", "J", *view.kinetic_energy);
    out.add("total energy", "J", elastic + external + *view.kinetic_energy);
  }
  if (view.gradient == nullptr) return;
  const auto wrenches = reactions(view.model, view.state, *view.gradient);
  for (std::size_t i = 0; i < wrenches.size(); ++i) {
    const std::string clamp = wrenches.size() > 1 ? fmt::format("clamp {}", i + 1) : "clamp";
    out.add(clamp + " force", "N", wrenches[i].force);
    out.add(clamp + " moment", "N m", wrenches[i].moment);
  }
}

std::vector<Warning> RodBody::doubts(const BodyView& view) const {
  return doubts_of(rod_, samples(view.model, view.state), view.state.time);
}

std::unique_ptr<Body> rod_body(const SceneRod& rod) {
  switch (rod.kind) {
    case RodKind::discrete_elastic_rod:
      return discrete_body(rod);
    case RodKind::super_helix:
    case RodKind::super_clothoid:
      return curved_body(rod);
    case RodKind::timoshenko_beam:
      return beam_body(rod);
  }
  bug("a kind of rod has a body", __FILE__, __LINE__);
}

}  // namespace plumb
