#include <plumb/model/curved_rod/ribbon.h>

#include <algorithm>

#include <plumb/core/status.h>
#include <plumb/energy/rod/curved_moment.h>
#include <plumb/energy/rod/curved_pull.h>
#include <plumb/mechanics/size.h>
#include <plumb/model/curved_rod/curved_embedding.h>
#include <plumb/model/curved_rod/curved_points.h>

namespace plumb {
namespace {

void check(const Ribbon& ribbon) {
  ENSURE(!ribbon.lengths.empty() && ribbon.width > 0 && ribbon.bend > 0);
  for (const double length : ribbon.lengths) ENSURE(length > 0);
  // The Hessian is full: two rows of 2 n entries per element.
  const auto n_elements = static_cast<double>(ribbon.lengths.size());
  check_size("a ribbon", n_elements, 4 * n_elements);
}

/// Returns the first of the ribbon's unknowns, which are zero: it is flat.
int place_unknowns(ModelBuilder& builder, const Ribbon& ribbon) {
  int first = -1;
  for (int node = 0; node <= ribbon.n_elements(); ++node) {
    // A radian per element: beyond, a Newton step says nothing. A generator at 45 degrees.
    const int element = std::min(node, ribbon.n_elements() - 1);
    const int kappa = builder.unknowns(1, 1 / ribbon.lengths[static_cast<std::size_t>(element)]);
    builder.unknowns(1, 1);
    if (node == 0) first = kappa;
  }
  return first;
}

}  // namespace

RibbonParts add_ribbon(ModelBuilder& builder, const RibbonSpec& spec, const Pose& start) {
  const Ribbon& ribbon = spec.ribbon;
  check(ribbon);
  RibbonParts parts;
  parts.place = {place_unknowns(builder, ribbon), builder.clamp(start)};
  if (spec.clamp == RibbonClamp::edge) builder.fix({parts.place.first + 1});
  builder.add(ribbon_elasticity(ribbon, parts.place));
  builder.add(curved_weight(ribbon, parts.place));
  for (const double at : spec.loaded) {
    const CurvedPoint point = curved_point(ribbon, at);
    parts.wrenches.push_back(builder.wrench());
    builder.add(curved_force(ribbon, parts.place, point, parts.wrenches.back()));
    builder.add(curved_moment(ribbon, parts.place, point, parts.wrenches.back()));
  }
  add_points(builder, std::make_shared<CurvedEmbedding>(ribbon, parts.place, spec.points_per_element),
             spec.contact_radius);
  return parts;
}

Model ribbon(const RibbonSpec& spec, const Pose& start) {
  ModelBuilder builder;
  add_ribbon(builder, spec, start);
  return builder.finish();
}

}  // namespace plumb
