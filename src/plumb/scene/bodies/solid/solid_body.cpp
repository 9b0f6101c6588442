#include <plumb/scene/bodies/solid/solid_body.h>

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <plumb/scene/bodies/solid/solid_doubts.h>
#include <plumb/scene/read/body_extent.h>
#include <plumb/scene/read/copies.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

int middle_index(const std::vector<Vector3d>& points) {
  const Vector3d mean = middle_of(points);
  const auto nearer = [&](const Vector3d& a, const Vector3d& b) { return (a - mean).norm() < (b - mean).norm(); };
  return static_cast<int>(std::min_element(points.begin(), points.end(), nearer) - points.begin());
}

SolidSpec solid_spec(const SceneSolid& solid) {
  SolidSpec spec;
  spec.rest = solid.rest;
  if (solid.initial != solid.rest.points) spec.start = solid.initial;
  if (!solid.start.empty()) spec.start = solid.start;
  spec.material = solid.material;
  spec.density = solid.density;
  spec.relaxation = solid.damping;
  for (const SceneHold& s : solid.supports) spec.supports.push_back({s.points, s.pose, s.axes});
  for (const SceneLoad& load : solid.loads) spec.loads.push_back({load.points});
  spec.pressed = solid.pressed;
  spec.skin = solid.skin;
  return spec;
}

std::vector<double> of_points(const std::vector<double>& all, const std::vector<int>& points) {
  std::vector<double> some;
  for (const int p : points) some.push_back(all[index(p)]);
  return some;
}

}  // namespace

SolidBody::SolidBody(SceneSolid solid)
    : solid_(std::move(solid)),
      spec_(solid_spec(solid_)),
      outside_(outer_surface(solid_.rest)),
      middle_(middle_index(solid_.initial)) {}

Model SolidBody::build() const {
  Model model = plumb::solid(spec_);
  const Vector3d middle = middle_of(solid_.initial);
  for (std::size_t i = 0; i < solid_.initial.size(); ++i) {
    model.initial.v.segment<3>(3 * static_cast<Eigen::Index>(i)) =
        solid_.velocity + solid_.spin.cross(solid_.initial[i] - middle);
  }
  return model;
}

double SolidBody::size() const { return extent_of(solid_.initial).size(); }

Handling SolidBody::handling() const {
  Handling handling;
  handling.holder = "support";
  for (const SceneHold& support : solid_.supports) handling.holds.push_back({support, support.pose});
  for (const SceneLoad& load : solid_.loads) handling.pulls.push_back(load);
  handling.pressure = solid_.pressure;
  handling.pressure_scale = solid_.pressure_scale;
  return handling;
}

std::vector<Vector3d> SolidBody::points(const State& state) const {
  const SolidView seen = view(state);
  std::vector<Vector3d> all;
  for (const int p : outside_.points) all.push_back(seen.point(p));
  return all;
}

void SolidBody::draw(const State& state, Shape& shape) const {
  const SolidView seen = view(state);
  const std::vector<Vector3d> points = this->points(state);
  PointArray moved{"displacement", "m", 3, {}};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vector3d by = points[i] - solid_.initial[index(outside_.points[i])];
    moved.values.insert(moved.values.end(), by.begin(), by.end());
  }
  std::vector<double> least(solid_.rest.points.size(), HUGE_VAL);
  const std::vector<Vector3d> stretches = seen.stretches();
  for (std::size_t k = 0; k < stretches.size(); ++k) {
    for (const int p : solid_.rest.tetrahedra[k]) least[index(p)] = std::min(least[index(p)], stretches[k][2]);
  }
  PointArray stress{"von Mises stress", "Pa", 1, of_points(seen.mean_around(seen.von_mises()), outside_.points)};
  PointArray energy{"energy density", "J/m^3", 1, of_points(seen.energy_density(), outside_.points)};
  PointArray stretch{"least singular value", "", 1, of_points(least, outside_.points)};
  shape.surfaces.push_back({solid_.name, static_cast<int>(shape.points.size()), static_cast<int>(points.size()), 0,
                            outside_.mesh.triangles});
  add_points(points, {std::move(moved), std::move(stress), std::move(energy), std::move(stretch)}, shape);
}

void SolidBody::observe(const BodyAtInstant& now, Observations& out) const {
  const SolidView seen = view(now.state);
  observe_places(seen, out);
  out.add("volume", "m^3", seen.volume());
  double least = HUGE_VAL;
  for (const Vector3d& s : seen.stretches()) least = std::min(least, s[2]);
  out.add("least singular value", "", least);
  const std::vector<double> stress = seen.von_mises();
  out.add("largest von Mises stress", "Pa", *std::max_element(stress.begin(), stress.end()));
  const EnergiesByRole energies = energies_by_role(model(), now.state);
  out.add("elastic energy", "J", energies.stored());
  out.add("energy of loads", "J", energies.load);
  if (now.kinetic_energy) {
    out.add("kinetic energy", "J", *now.kinetic_energy);
    out.add("total energy", "J", energies.stored() + energies.load + *now.kinetic_energy);
  }
  if (now.gradient != nullptr) observe_supports(seen.reactions(*now.gradient), out);
  observe_loads(seen, out);
}

std::vector<Warning> SolidBody::doubts(const State& state) const { return doubts_of(solid_, view(state), state.time); }

void SolidBody::observe_places(const SolidView& seen, Observations& out) const {
  constexpr double kFar = std::numeric_limits<double>::max();
  double largest = 0, lowest = kFar, highest = -kFar;
  const std::vector<Vector3d> points = seen.points();
  for (std::size_t i = 0; i < points.size(); ++i) {
    largest = std::max(largest, (points[i] - solid_.initial[i]).norm());
    lowest = std::min(lowest, points[i].z());
    highest = std::max(highest, points[i].z());
  }
  out.add("middle", "m", points[index(middle_)]);
  out.add("largest displacement", "m", largest);
  out.add("lowest z", "m", lowest);
  out.add("highest z", "m", highest);
}

void SolidBody::observe_supports(const std::vector<Wrench>& wrenches, Observations& out) const {
  for (std::size_t i = 0; i < wrenches.size(); ++i) {
    const std::string support = wrenches.size() > 1 ? fmt::format("support {}", i + 1) : "support";
    const auto& axes = solid_.supports[i].axes;
    for (const std::size_t k : {0u, 1u, 2u}) {
      if (axes[k]) out.add(support + " force " + "xyz"[k], "N", wrenches[i].force[static_cast<Eigen::Index>(k)]);
    }
    // A force along one axis has moments about the other two.
    for (const std::size_t k : {0u, 1u, 2u}) {
      if (!axes[(k + 1) % 3] && !axes[(k + 2) % 3]) continue;
      out.add(support + " moment " + "xyz"[k], "N m", wrenches[i].moment[static_cast<Eigen::Index>(k)]);
    }
  }
}

void SolidBody::observe_loads(const SolidView& seen, Observations& out) const {
  for (std::size_t k = 0; k < solid_.loads.size(); ++k) {
    const std::vector<int>& points = solid_.loads[k].points;
    Vector3d mean = Vector3d::Zero();
    for (const int p : points) mean += seen.point(p) - solid_.initial[index(p)];
    const std::string force = solid_.loads.size() > 1 ? fmt::format("force {}", k + 1) : "force";
    out.add(force + " displacement", "m", Vector3d(mean / static_cast<double>(points.size())));
  }
}

}  // namespace plumb
