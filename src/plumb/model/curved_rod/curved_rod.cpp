#include <plumb/model/curved_rod/curved_rod.h>

#include <algorithm>

#include <plumb/core/status.h>
#include <plumb/dissipation/rod_damping.h>
#include <plumb/energy/rod/curved_moment.h>
#include <plumb/energy/rod/curved_pull.h>
#include <plumb/inertia/curved_inertia.h>
#include <plumb/mechanics/size.h>
#include <plumb/model/curved_rod/curved_embedding.h>
#include <plumb/model/curved_rod/curved_points.h>
#include <plumb/model/curved_rod/planar_embedding.h>

namespace plumb {
namespace {

void check(const CurvedRod& rod) {
  ENSURE(!rod.lengths.empty() && rod.shape != CurvatureShape::ribbon);
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

/// A planar rod whose natural shape is flat has closed forms.
std::shared_ptr<const Embedding> embedding(const CurvedRodSpec& spec, CurvedPlace place) {
  if (spec.planar && spec.rod.shape == CurvatureShape::constant && is_flat(spec.rod)) {
    return std::make_shared<PlanarEmbedding>(spec.rod, place, spec.points_per_element);
  }
  return std::make_shared<CurvedEmbedding>(spec.rod, place, spec.points_per_element);
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
  builder.add(curved_weight(rod, parts.place));
  for (const double at : spec.loaded) {
    const CurvedPoint point = curved_point(rod, at);
    parts.wrenches.push_back(builder.wrench());
    builder.add(curved_force(rod, parts.place, point, parts.wrenches.back()));
    builder.add(curved_moment(rod, parts.place, point, parts.wrenches.back()));
  }
  if (rod.spin_inertia > 0) builder.add(curved_rod_inertia(rod, parts.place, spec.planar));
  if (spec.relaxation > 0) builder.add(curved_rod_damping(rod, parts.place, spec.relaxation));
  add_points(builder, embedding(spec, parts.place), spec.contact_radius);
  return parts;
}

Model curved_rod(const CurvedRodSpec& spec, const Pose& start) {
  ModelBuilder builder;
  add_curved_rod(builder, spec, start);
  return builder.finish();
}

}  // namespace plumb
