#include <plumb/geometry/remesh/momentum.h>

#include <algorithm>

#include <plumb/geometry/remesh/slots.h>
#include <plumb/geometry/remesh/transfer.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Masses on their way through the operations of a history, all in slots.
class Replay {
 public:
  Replay(const RemeshHistory& history, const MassesInMotion& start)
      : history_(history),
        velocities_(in_slots(start.velocities, history.old_points, history.rest.size(), Vector3d(Vector3d::Zero()))),
        density_(in_slots(start.mass_per_area, history.old_triangles, at(history.n_triangle_slots), 0.0)),
        held_(history.rest.size(), 0) {
    const std::vector<double> masses = lumped_masses(start.mesh, start.mass_per_area);
    mass_ = in_slots(std::span<const double>(masses), history.old_points, history.rest.size(), 0.0);
    for (std::size_t i = 0; i < history.old_points.size(); ++i) {
      total_ += mass_[i] * velocities_[i];
      if (!start.held.empty()) held_[i] = start.held[at(history.old_points[i])];
    }
  }

  StepMomentum apply(const RemeshStep& step) {
    StepMomentum momentum;
    momentum.before = total_;
    for (const Patch& patch : history_.patches_of(step)) {
      for (const Facet& facet : history_.before(patch)) add(facet, -1);
    }
    if (step.kind == RemeshKind::split) {
      velocities_[at(step.point)] = 0.5 * (velocities_[at(step.a)] + velocities_[at(step.b)]);
      held_[at(step.point)] = held_[at(step.a)] && held_[at(step.b)];
    }
    for (const Patch& patch : history_.patches_of(step)) {
      cover_anew(history_, patch, density_);
      for (const Facet& facet : history_.after(patch)) add(facet, 1);
    }
    momentum.interpolated = total_;
    if (step.kind != RemeshKind::split) make_good(step, momentum.before - momentum.interpolated);
    momentum.kept = total_;
    return momentum;
  }

  std::vector<Vector3d> result() const { return picked(std::span<const Vector3d>(velocities_), history_.new_points); }

 private:
  /// Adds a facet's mass to its corners, or takes it away, with its momentum.
  void add(const Facet& facet, double sign) {
    const double third = sign * density_[at(facet.slot)] * facet.area / 3;
    for (const int point : facet.points) {
      mass_[at(point)] += third;
      total_ += third * velocities_[at(point)];
    }
  }

  void make_good(const RemeshStep& step, const Vector3d& lost) {
    std::vector<int> points;
    for (const Patch& patch : history_.patches_of(step)) {
      for (const Facet& facet : history_.after(patch)) {
        points.insert(points.end(), facet.points.begin(), facet.points.end());
      }
    }
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    std::erase_if(points, [&](int point) { return held_[at(point)]; });
    double mass = 0;
    for (const int point : points) mass += mass_[at(point)];
    if (!(mass > 0)) return;
    for (const int point : points) {
      velocities_[at(point)] += lost / mass;
      total_ += mass_[at(point)] * (lost / mass);
    }
  }

  const RemeshHistory& history_;
  std::vector<Vector3d> velocities_;
  std::vector<double> density_, mass_;
  std::vector<char> held_;
  Vector3d total_ = Vector3d::Zero();  ///< momentum
};

}  // namespace

KeptMomentum momentum_keeping_velocities(const RemeshHistory& history, const MassesInMotion& masses) {
  Replay replay(history, masses);
  KeptMomentum result;
  result.steps.reserve(history.steps.size());
  for (const RemeshStep& step : history.steps) result.steps.push_back(replay.apply(step));
  result.velocities = replay.result();
  return result;
}

}  // namespace plumb
