#include <plumb/scene/bodies/plate/plate_body.h>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/scene/bodies/plate/plate_doubts.h>
#include <plumb/scene/bodies/plate/plate_extent.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

int middle_index(const std::vector<Vector3d>& points) {
  Vector3d mean = Vector3d::Zero();
  for (const Vector3d& p : points) mean += p / static_cast<double>(points.size());
  const auto nearer = [&](const Vector3d& a, const Vector3d& b) { return (a - mean).norm() < (b - mean).norm(); };
  return static_cast<int>(std::min_element(points.begin(), points.end(), nearer) - points.begin());
}

ShellSpec shell_spec(const ScenePlate& plate) {
  ShellSpec spec;
  spec.rest = plate.rest;
  if (plate.initial != plate.rest.points) spec.start = plate.initial;
  spec.material = plate.material;
  spec.density = plate.density;
  spec.relaxation = plate.damping;
  spec.membrane = plate.membrane;
  spec.weave = plate.weave;
  spec.bending = plate.bending;
  for (const SceneSupport& s : plate.supports) spec.supports.push_back({s.hold, s.points, s.pose, s.axes});
  for (const SceneLoad& load : plate.loads) spec.loads.push_back({load.points});
  for (const SceneSpring& spring : plate.springs) spec.springs.push_back(spring.spring);
  return spec;
}

std::shared_ptr<const ShellSpec> put_on(const std::shared_ptr<const ShellSpec>& specified, const MeshNow* mesh) {
  return mesh == nullptr ? specified : std::make_shared<const ShellSpec>(on_mesh(*specified, *mesh));
}

/// A mesh of the plate always has the point.
int number_of(std::uint64_t name, const MeshNow* mesh) {
  if (mesh == nullptr) return static_cast<int>(name);
  const auto found = std::find(mesh->names.begin(), mesh->names.end(), name);
  if (found == mesh->names.end()) throw UserError("the middle of the plate is not in its mesh any more");
  return static_cast<int>(found - mesh->names.begin());
}

}  // namespace

PlateBody::PlateBody(std::shared_ptr<const ScenePlate> plate, std::shared_ptr<const MeshNow> mesh)
    : plate_(std::move(plate)),
      mesh_(std::move(mesh)),
      specified_(std::make_shared<const ShellSpec>(shell_spec(*plate_))),
      spec_(put_on(specified_, mesh_.get())),
      middle_name_(static_cast<std::uint64_t>(middle_index(plate_->initial))),
      middle_(number_of(middle_name_, mesh_.get())) {}

Model PlateBody::build() const {
  Model model = shell(*spec_);
  model.initial.mesh = mesh_;
  return model;
}

void PlateBody::check_remeshing() const {
  if (plate_->remesh) plumb::check_remeshing(*specified_);
}

std::optional<RemeshedBody> PlateBody::remeshed(const State& state, const ObstaclesNear& near) const {
  const SceneRemesh& remesh = *plate_->remesh;
  ShellRemeshing how{remesh.sizing, remesh.options, {middle_name_}};
  if (near && remesh.near_obstacles) {
    how.obstacles = *remesh.near_obstacles;
    // Corners of triangles that reach into the range are beyond it by an edge at most.
    const double range = how.obstacles.range + remesh.sizing.size_max;
    how.near = [&near, &state, range](std::span<const Vector3d> points) { return near(points, state.time, range); };
  }
  auto now = plumb::remeshed(*specified_, state, how);
  if (!now) return {};
  return RemeshedBody{std::move(now->state), std::move(now->successors)};
}

std::shared_ptr<const Body> PlateBody::on(std::shared_ptr<const MeshNow> mesh) const {
  return std::make_shared<const PlateBody>(plate_, std::move(mesh));
}

double PlateBody::size() const { return extent_of(plate_->initial).size(); }

Handling PlateBody::handling() const {
  Handling handling;
  handling.holder = "support";
  for (const SceneSupport& support : plate_->supports) handling.holds.push_back({support, support.pose});
  for (const SceneSpring& spring : plate_->springs) {
    if (spring.spring.other < 0) handling.holds.push_back({spring, spring.spring.place});
  }
  for (const SceneLoad& load : plate_->loads) handling.pulls.push_back(load);
  handling.pressure = plate_->pressure;
  handling.pressure_scale = plate_->pressure_scale;
  return handling;
}

BodyMeshes PlateBody::meshes() const { return {{plate_->rest, {plate_->initial, plate_->rest.triangles}}}; }

void PlateBody::draw(const State& state, Shape& shape) const {
  const ShellView seen = view(state);
  const std::vector<Vector3d> points = seen.points();
  PointArray moved{"displacement", "m", 3, {}};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vector3d by = points[i] - initial()[i];
    moved.values.insert(moved.values.end(), by.begin(), by.end());
  }
  PointArray membrane{"membrane energy", "J/m^2", 1, seen.energy_density({Role::stretch})};
  PointArray bending{"bending energy", "J/m^2", 1, seen.energy_density({Role::bend, Role::mirror, Role::elastic})};
  shape.surfaces.push_back({plate_->name, static_cast<int>(shape.points.size()), static_cast<int>(points.size()),
                            plate_->material.thickness, spec_->rest.triangles});
  add_points(points, {std::move(moved), std::move(membrane), std::move(bending)}, shape);
}

void PlateBody::observe(const BodyAtInstant& now, Observations& out) const {
  const ShellView seen = view(now.state);
  observe_places(seen, out);
  const EnergiesByRole energies = energies_by_role(model(), now.state);
  const double bending = energies.bend + energies.mirror + energies.elastic;
  out.add("membrane energy", "J", energies.stretch);
  out.add("bending energy", "J", bending);
  out.add("energy of loads", "J", energies.load);
  if (now.kinetic_energy) {
    out.add("kinetic energy", "J", *now.kinetic_energy);
    out.add("total energy", "J", energies.stretch + bending + energies.load + *now.kinetic_energy);
  }
  if (plate_->remesh) out.add("points", "", static_cast<double>(spec_->rest.points.size()));
  if (now.gradient != nullptr) observe_supports(seen.reactions(*now.gradient), out);
  observe_loads(seen, out);
}

std::vector<Warning> PlateBody::doubts(const State& state) const { return doubts_of(*plate_, view(state), state.time); }

void PlateBody::observe_places(const ShellView& seen, Observations& out) const {
  constexpr double kFar = std::numeric_limits<double>::max();
  double largest = 0, lowest = kFar, highest = -kFar;
  const std::vector<Vector3d> points = seen.points();
  for (std::size_t i = 0; i < points.size(); ++i) {
    largest = std::max(largest, (points[i] - initial()[i]).norm());
    lowest = std::min(lowest, points[i].z());
    highest = std::max(highest, points[i].z());
  }
  out.add("middle", "m", points[index(middle_)]);
  out.add("largest displacement", "m", largest);
  out.add("lowest z", "m", lowest);
  out.add("highest z", "m", highest);
}

void PlateBody::observe_supports(const std::vector<Wrench>& wrenches, Observations& out) const {
  for (std::size_t i = 0; i < wrenches.size(); ++i) {
    const std::string support = wrenches.size() > 1 ? fmt::format("support {}", i + 1) : "support";
    const auto& axes = plate_->supports[i].axes;
    const bool all = plate_->supports[i].hold != Hold::hinged;
    for (const std::size_t k : {0u, 1u, 2u}) {
      const auto component = static_cast<Eigen::Index>(k);
      if (all || axes[k]) out.add(support + " force " + "xyz"[k], "N", wrenches[i].force[component]);
    }
    // A force along one axis has moments about the other two.
    for (const std::size_t k : {0u, 1u, 2u}) {
      const auto component = static_cast<Eigen::Index>(k);
      const bool has = all || axes[(k + 1) % 3] || axes[(k + 2) % 3];
      if (has) out.add(support + " moment " + "xyz"[k], "N m", wrenches[i].moment[component]);
    }
  }
}

void PlateBody::observe_loads(const ShellView& seen, Observations& out) const {
  for (std::size_t k = 0; k < plate_->loads.size(); ++k) {
    const std::vector<int>& points = spec_->loads[k].points;
    Vector3d mean = Vector3d::Zero();
    for (const int p : points) mean += seen.point(p) - initial()[index(p)];
    const std::string force = plate_->loads.size() > 1 ? fmt::format("force {}", k + 1) : "force";
    out.add(force + " displacement", "m", Vector3d(mean / static_cast<double>(points.size())));
  }
}

}  // namespace plumb
