#include <plumb/energy/shell/naghdi_rule.h>

namespace plumb {
namespace {

void add_points(const std::vector<ReferencePoint>& points, double stretch_and_shear, double bend,
                std::vector<NaghdiPoint>& rule) {
  for (const ReferencePoint& p : points) rule.push_back({p, stretch_and_shear, bend});
}

}  // namespace

std::vector<NaghdiPoint> partly_reduced_triangle(double full) {
  std::vector<NaghdiPoint> rule;
  add_points(triangle_rule_4(), full, 1, rule);
  add_points(triangle_rule_2(), 1 - full, 0, rule);
  return rule;
}

std::vector<NaghdiPoint> reduced_quadrilateral(double) {
  std::vector<NaghdiPoint> rule;
  add_points(square_rule(2), 1, 1, rule);
  return rule;
}

std::vector<NaghdiPoint> full_triangle(double) {
  std::vector<NaghdiPoint> rule;
  add_points(triangle_rule_4(), 1, 1, rule);
  return rule;
}

std::vector<NaghdiPoint> full_quadrilateral(double) {
  std::vector<NaghdiPoint> rule;
  add_points(square_rule(3), 1, 1, rule);
  return rule;
}

}  // namespace plumb
