#include <plumb/model/curved_rod/curved_rod.h>

#include <cmath>

#include <plumb/core/status.h>
#include <plumb/dissipation/rod_damping.h>
#include <plumb/inertia/curved_inertia.h>
#include <plumb/mechanics/size.h>
#include <plumb/strain/curved_link.h>

namespace plumb {
namespace {

/// The Darboux vector at a fraction of an element.
Eigen::Vector3d darboux(const CurvedRod& rod, const Eigen::VectorXd& q, int element, double fraction) {
  Eigen::Vector3d k = q.segment<3>(3 * element);
  if (rod.shape == CurvatureShape::linear) k += fraction * (q.segment<3>(3 * element + 3) - k);
  return {k[2], -k[1], k[0]};
}

/// Where the clamp holds the rod is in the loads and not in q: nothing to fix, nothing to move.
void check(const CurvedRod& rod) {
  ENSURE(!rod.lengths.empty());
  // The Hessian is full: three rows of 3 n entries per element.
  const auto n_elements = static_cast<double>(rod.lengths.size());
  check_size("a rod of curvatures", n_elements, 9 * n_elements);
  for (const double length : rod.lengths) ENSURE(length > 0);
  ENSURE(static_cast<int>(rod.natural.size()) == rod.n_unknowns());
}

}  // namespace

Model curved_rod(const CurvedRod& rod, const Pose& start, bool planar, const std::vector<double>& loaded,
                 double relaxation) {
  check(rod);
  Model model;
  const int n = rod.n_unknowns();
  model.layout = Layout::all_free(n);
  // A radian per element: beyond, a Newton step says nothing.
  for (int i = 0; i < n; ++i) {
    const int element = std::min(i / 3, rod.n_elements() - 1);
    model.layout.scale[i] = 1 / rod.lengths[static_cast<std::size_t>(element)];
  }
  if (planar) {
    std::vector<int> flat;
    for (int i = 0; i < n; i += 3) {
      flat.push_back(i + 1);
      flat.push_back(i + 2);
    }
    model.layout.fix(flat);
  }
  model.energies = {curved_rod_elasticity(rod), curved_rod_weight(rod)};
  for (std::size_t i = 0; i < loaded.size(); ++i) {
    model.energies.push_back(curved_rod_force(rod, loaded[i], i));
    model.energies.push_back(curved_rod_moment(rod, loaded[i], i));
  }
  model.initial.loads.wrenches.resize(loaded.size());
  if (rod.spin_inertia > 0) model.inertia = curved_rod_inertia(rod);
  if (relaxation > 0) model.dissipations = {curved_rod_damping(rod, relaxation)};
  model.initial.q = Eigen::Map<const Eigen::VectorXd>(rod.natural.data(), n);
  model.initial.v = Eigen::VectorXd::Zero(n);
  model.initial.loads.clamps = {start};
  return model;
}

CurvedRodShape shape(const CurvedRod& rod, const State& state, int per_element) {
  CurvedRodShape s;
  const Pose& clamp = state.loads.clamps[0];
  s.positions.push_back(clamp.position);
  s.frames.push_back(clamp.frame());
  for (int e = 0; e < rod.n_elements(); ++e) {
    const double length = rod.lengths[static_cast<std::size_t>(e)] / per_element;
    for (int i = 0; i < per_element; ++i) {
      const auto omega = [&](int k) { return darboux(rod, state.q, e, static_cast<double>(k) / per_element); };
      const CurvedLink<double> link = rod.shape == CurvatureShape::constant
                                          ? helix<double>(omega(i), length)
                                          : clothoid<double>(omega(i), omega(i + 1), length);
      s.positions.push_back(s.positions.back() + s.frames.back() * link.chord);
      s.frames.push_back(s.frames.back() * link.turn);
    }
  }
  return s;
}

double total_twist(const CurvedRod& rod, const State& state) {
  double total = 0;
  for (int e = 0; e < rod.n_elements(); ++e) {
    const double length = rod.lengths[static_cast<std::size_t>(e)];
    const double a = state.q[3 * e + 2];
    if (rod.shape == CurvatureShape::constant) {
      total += std::abs(a) * length;
      continue;
    }
    // A linear twist that changes its sign makes two triangles.
    const double b = state.q[3 * e + 5];
    total += length * (a * b >= 0 ? 0.5 * std::abs(a + b) : 0.5 * (a * a + b * b) / std::abs(a - b));
  }
  return total;
}

}  // namespace plumb
