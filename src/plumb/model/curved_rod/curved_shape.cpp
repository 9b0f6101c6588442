#include <plumb/model/curved_rod/curved_shape.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <plumb/energy/rod/curved_piece.h>
#include <plumb/model/curved_rod/curved_embedding.h>

namespace plumb {
namespace {

/// Returns where a linear function that is a and b at the ends of [0, 1] vanishes; an end if it does nowhere.
double root(double a, double b) { return a * b < 0 ? a / (a - b) : 0; }

/// Returns the integral over [0, 1] of |twist|, a polynomial of degree two at most that changes its sign at `roots`.
template <class Twist>
double integral_of_size(const Twist& twist, std::array<double, 2> roots) {
  std::sort(roots.begin(), roots.end());
  const std::array<double, 4> ends{0, roots[0], roots[1], 1};
  double sum = 0;
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const double a = ends[i], b = ends[i + 1];
    sum += std::abs(twist(a) + 4 * twist(0.5 * (a + b)) + twist(b)) * (b - a) / 6;  // Simpson's rule is exact
  }
  return sum;
}

}  // namespace

CurvedRodShape shape(const CurvedChain& rod, const State& state, int per_element, CurvedPlace place) {
  const CurvedEmbedding embedding(rod, place, per_element);
  CurvedRodShape s;
  s.positions.resize(static_cast<std::size_t>(embedding.n_points()));
  s.frames.resize(s.positions.size());
  embedding.frames(state.q, state.loads.clamps, s.positions, s.frames);
  return s;
}

Eigen::Vector3d curvatures_at(const CurvedChain& rod, const State& state, int element, double fraction,
                              CurvedPlace place) {
  return with_shape(rod.shape, [&](auto shape) {
    const double* own = state.q.data() + place.first + rod.stride() * element;
    const Eigen::Vector3d omega = part_of(darboux_curve<shape(), double>(own), fraction, 1)[0];
    return Eigen::Vector3d(omega[2], -omega[1], omega[0]);
  });
}

double total_twist(const CurvedChain& rod, const State& state, CurvedPlace place) {
  double total = 0;
  for (int e = 0; e < rod.n_elements(); ++e) {
    const double* own = state.q.data() + place.first + rod.stride() * e;
    std::array<double, 2> roots{0, 0};
    if (rod.shape == CurvatureShape::linear) roots[0] = root(own[2], own[5]);
    if (rod.shape == CurvatureShape::ribbon) roots = {root(own[0], own[2]), root(own[1], own[3])};
    const auto twist = [&](double at) { return curvatures_at(rod, state, e, at, place)[2]; };
    total += rod.lengths[static_cast<std::size_t>(e)] * integral_of_size(twist, roots);
  }
  return total;
}

}  // namespace plumb
