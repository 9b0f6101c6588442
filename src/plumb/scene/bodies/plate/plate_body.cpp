#include <plumb/scene/bodies/plate/plate_body.h>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <plumb/model/shell/shell.h>
#include <plumb/scene/bodies/plate/plate_doubts.h>
#include <plumb/scene/bodies/plate/plate_extent.h>
#include <plumb/scene/bodies/plate/plate_reactions.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// The point that is nearest to the middle of the plate at first.
int middle_of(const std::vector<Vector3d>& points) {
  Vector3d mean = Vector3d::Zero();
  for (const Vector3d& p : points) mean += p / static_cast<double>(points.size());
  const auto nearer = [&](const Vector3d& a, const Vector3d& b) { return (a - mean).norm() < (b - mean).norm(); };
  return static_cast<int>(std::min_element(points.begin(), points.end(), nearer) - points.begin());
}

bool is_membrane(const Energy& energy) { return energy.role() == Role::stretch; }

class PlateBody final : public Body {
 public:
  explicit PlateBody(const ScenePlate& plate) : plate_(plate), middle_(middle_of(plate.initial)) {
    areas_.resize(plate.rest.points.size(), 0.0);
    for (std::size_t k = 0; k < plate.rest.triangles.size(); ++k) {
      const double third = area(plate.rest, static_cast<int>(k)) / 3;
      for (const int p : plate.rest.triangles[k]) areas_[index(p)] += third;
    }
  }

  const std::string& name() const override { return plate_.name; }
  double size() const override { return extent_of(plate_.initial).size(); }

  Model model() const override {
    ShellSpec spec;
    spec.rest = plate_.rest;
    spec.start = plate_.initial;
    spec.material = plate_.material;
    spec.density = plate_.density;
    spec.relaxation = plate_.damping;
    spec.membrane = plate_.membrane;
    spec.bending = plate_.bending;
    for (const SceneSupport& s : plate_.supports) spec.supports.push_back({s.hold, s.points, s.pose, s.axes});
    for (const SceneLoad& load : plate_.loads) spec.loads.push_back({load.points});
    return shell(spec);
  }

  Handling handling() const override {
    Handling handling;
    for (const SceneSupport& support : plate_.supports) handling.holds.push_back({support, support.pose});
    for (const SceneLoad& load : plate_.loads) handling.pulls.push_back(load);
    handling.pressure = plate_.pressure;
    handling.pressure_scale = plate_.pressure_scale;
    return handling;
  }

  void draw(const BodyView& view, Shape& shape) const override {
    const std::vector<Vector3d> points = positions(view.state);
    PointArray moved{"displacement", "m", 3, {}};
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vector3d by = points[i] - plate_.initial[i];
      moved.values.insert(moved.values.end(), by.begin(), by.end());
    }
    shape.surfaces.push_back({plate_.name, static_cast<int>(shape.points.size()), static_cast<int>(points.size()),
                              plate_.material.thickness, plate_.rest.triangles});
    add_points(points, {std::move(moved), density(view, true), density(view, false)}, shape);
  }

  void observe(const BodyView& view, Observations& out) const override {
    observe_places(view.state, out);
    double membrane = 0, bending = 0, external = 0;
    for (const auto& energy : view.model.energies) {
      const double joules = value_of(*energy, view.state);
      (energy->role() == Role::load ? external : is_membrane(*energy) ? membrane : bending) += joules;
    }
    out.add("membrane energy", "J", membrane);
    out.add("bending energy", "J", bending);
    out.add("energy of loads", "J", external);
    if (view.kinetic_energy) {
      out.add("kinetic energy", "J", *view.kinetic_energy);
      out.add("total energy", "J", membrane + bending + external + *view.kinetic_energy);
    }
    if (view.gradient != nullptr) observe_supports(view, out);
    observe_loads(view.state, out);
  }

  std::vector<Warning> doubts(const BodyView& view) const override {
    return doubts_of(plate_, positions(view.state), view.state.time);
  }

 private:
  std::vector<Vector3d> positions(const State& state) const {
    std::vector<Vector3d> points;
    for (std::size_t i = 0; i < plate_.initial.size(); ++i) {
      points.push_back(state.q.segment<3>(3 * static_cast<Eigen::Index>(i)));
    }
    return points;
  }

  /// Energy per area; an element's is shared by the first three points of its stencil.
  PointArray density(const BodyView& view, bool of_membrane) const {
    PointArray array{of_membrane ? "membrane energy" : "bending energy", "J/m^2", 1, {}};
    array.values.resize(areas_.size(), 0.0);
    for (const auto& energy : view.model.energies) {
      if (energy->role() == Role::load || is_membrane(*energy) != of_membrane) continue;
      for_each_element(*energy, view.state, {.value = true}, [&](int element, int slot, ElementBuffer& buffer) {
        const auto stencil = energy->stencil(element);
        for (const std::size_t i : {0u, 3u, 6u}) {
          const std::size_t point = index(stencil[i] / 3);
          array.values[point] += buffer.value(slot) / 3 / areas_[point];
        }
      });
    }
    return array;
  }

  void observe_places(const State& state, Observations& out) const {
    constexpr double kFar = std::numeric_limits<double>::max();
    double largest = 0, lowest = kFar, highest = -kFar;
    const std::vector<Vector3d> points = positions(state);
    for (std::size_t i = 0; i < points.size(); ++i) {
      largest = std::max(largest, (points[i] - plate_.initial[i]).norm());
      lowest = std::min(lowest, points[i].z());
      highest = std::max(highest, points[i].z());
    }
    out.add("middle", "m", points[index(middle_)]);
    out.add("largest displacement", "m", largest);
    out.add("lowest z", "m", lowest);
    out.add("highest z", "m", highest);
  }

  void observe_supports(const BodyView& view, Observations& out) const {
    const auto wrenches = plate_reactions(plate_, view.model, view.state, *view.gradient);
    for (std::size_t i = 0; i < wrenches.size(); ++i) {
      const std::string support = wrenches.size() > 1 ? fmt::format("support {}", i + 1) : "support";
      const auto& axes = plate_.supports[i].axes;
      const bool all = plate_.supports[i].hold != Hold::hinged;
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

  void observe_loads(const State& state, Observations& out) const {
    for (std::size_t k = 0; k < plate_.loads.size(); ++k) {
      const std::vector<int>& points = plate_.loads[k].points;
      Vector3d mean = Vector3d::Zero();
      for (const int p : points) mean += state.q.segment<3>(3 * p) - plate_.initial[index(p)];
      const std::string force = plate_.loads.size() > 1 ? fmt::format("force {}", k + 1) : "force";
      out.add(force + " displacement", "m", mean / static_cast<double>(points.size()));
    }
  }

  ScenePlate plate_;
  int middle_;
  std::vector<double> areas_;  ///< m^2, around each point
};

}  // namespace

std::unique_ptr<Body> plate_body(const ScenePlate& plate) { return std::make_unique<PlateBody>(plate); }

}  // namespace plumb
