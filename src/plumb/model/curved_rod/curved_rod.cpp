#include <plumb/model/curved_rod/curved_rod.h>

#include <algorithm>
#include <cmath>

#include <plumb/core/status.h>
#include <plumb/dissipation/rod_damping.h>
#include <plumb/inertia/curved_inertia.h>
#include <plumb/mechanics/size.h>
#include <plumb/model/curved_rod/curved_embedding.h>

namespace plumb {
namespace {

void check(const CurvedRod& rod) {
  ENSURE(!rod.lengths.empty());
  // The Hessian is full: three rows of 3 n entries per element.
  const auto n_elements = static_cast<double>(rod.lengths.size());
  check_size("a rod of curvatures", n_elements, 9 * n_elements);
  for (const double length : rod.lengths) ENSURE(length > 0);
  ENSURE(static_cast<int>(rod.natural.size()) == rod.n_unknowns());
}

/// Returns the first of the rod's unknowns, which are in their natural shape.
int place_unknowns(ModelBuilder& builder, const CurvedRod& rod) {
  int first = -1;
  for (int i = 0; i < rod.n_unknowns(); i += 3) {
    // A radian per element: beyond, a Newton step says nothing.
    const int element = std::min(i / 3, rod.n_elements() - 1);
    const int triple = builder.unknowns(3, 1 / rod.lengths[static_cast<std::size_t>(element)]);
    if (i == 0) first = triple;
  }
  builder.initial().q.segment(first, rod.n_unknowns()) =
      Eigen::Map<const Eigen::VectorXd>(rod.natural.data(), rod.n_unknowns());
  return first;
}

}  // namespace

/// The clamp's pose is in the loads and not in q: there is no constraint.
CurvedRodParts add_curved_rod(ModelBuilder& builder, const CurvedRodSpec& spec, const Pose& start) {
  const CurvedRod& rod = spec.rod;
  check(rod);
  CurvedRodParts parts;
  parts.place = {place_unknowns(builder, rod), builder.clamp(start)};
  if (spec.planar) {
    for (int i = parts.place.first; i < parts.place.first + rod.n_unknowns(); i += 3) builder.fix({i + 1, i + 2});
  }
  builder.add(curved_rod_elasticity(rod, parts.place));
  builder.add(curved_rod_weight(rod, parts.place));
  for (const double at : spec.loaded) {
    const CurvedPoint point = curved_point(rod, at);
    parts.wrenches.push_back(builder.wrench());
    builder.add(curved_rod_force(rod, parts.place, point, parts.wrenches.back()));
    builder.add(curved_rod_moment(rod, parts.place, point, parts.wrenches.back()));
  }
  if (rod.spin_inertia > 0) builder.add(curved_rod_inertia(rod, parts.place));
  if (spec.relaxation > 0) builder.add(curved_rod_damping(rod, parts.place, spec.relaxation));
  builder.add(std::make_shared<CurvedEmbedding>(rod, parts.place, spec.points_per_element));
  return parts;
}

Model curved_rod(const CurvedRodSpec& spec, const Pose& start) {
  ModelBuilder builder;
  add_curved_rod(builder, spec, start);
  return builder.finish();
}

CurvedRodShape shape(const CurvedRod& rod, const State& state, int per_element, CurvedPlace place) {
  const CurvedEmbedding embedding(rod, place, per_element);
  CurvedRodShape s;
  s.positions.resize(static_cast<std::size_t>(embedding.n_points()));
  s.frames.resize(s.positions.size());
  embedding.frames(state.q, state.loads.clamps, s.positions, s.frames);
  return s;
}

double total_twist(const CurvedRod& rod, const State& state, CurvedPlace place) {
  double total = 0;
  for (int e = 0; e < rod.n_elements(); ++e) {
    const double length = rod.lengths[static_cast<std::size_t>(e)];
    const int twist = place.first + 3 * e + 2;
    const double a = state.q[twist];
    if (rod.shape == CurvatureShape::constant) {
      total += std::abs(a) * length;
      continue;
    }
    // A linear twist that changes its sign makes two triangles.
    const double b = state.q[twist + 3];
    total += length * (a * b >= 0 ? 0.5 * std::abs(a + b) : 0.5 * (a * a + b * b) / std::abs(a - b));
  }
  return total;
}

}  // namespace plumb
