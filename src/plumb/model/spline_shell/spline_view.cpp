#include <plumb/model/spline_shell/spline_view.h>

#include <Eigen/Geometry>

#include <plumb/geometry/surface.h>

namespace plumb {

using Eigen::Vector3d;

Vector3d SplineShellView::at(double s, double y, PatchValues::Row row) const {
  const PatchValues values = evaluate(patch_, s, y);
  Vector3d sum = Vector3d::Zero();
  for (std::size_t k = 0; k < values.points.size(); ++k) {
    sum += values.derivatives(row, static_cast<Eigen::Index>(k)) * control_point(values.points[k]);
  }
  return sum;
}

Vector3d SplineShellView::normal(double s, double y) const {
  return at(s, y, PatchValues::kAlong).cross(at(s, y, PatchValues::kAcross)).normalized();
}

std::vector<Vector3d> SplineShellView::points() const {
  std::vector<Vector3d> all;
  for (const double s : patch_.along.breaks()) {
    for (const double y : patch_.across.breaks()) all.push_back(position(s, y));
  }
  return all;
}

std::vector<std::array<int, 3>> SplineShellView::triangles() const {
  return grid_triangles(patch_.along.n_elements() + 1, patch_.across.n_elements() + 1);
}

std::vector<PointArray> SplineShellView::strains() const {
  std::vector<PointArray> arrays{{"strain along", "", 1, {}}, {"strain across", "", 1, {}}, {"shear", "", 1, {}}};
  for (const double s : patch_.along.breaks()) {
    for (const double y : patch_.across.breaks()) {
      const Vector3d along = at(s, y, PatchValues::kAlong), across = at(s, y, PatchValues::kAcross);
      arrays[0].values.push_back(along.norm() - 1);
      arrays[1].values.push_back(across.norm() - 1);
      arrays[2].values.push_back(along.dot(across) / (along.norm() * across.norm()));
    }
  }
  return arrays;
}

std::vector<Wrench> SplineShellView::reactions(const Eigen::VectorXd& gradient) const {
  Wrench wrench;
  for (int i = 0; i < 2 * patch_.across.n_functions(); ++i) {
    const Vector3d force = gradient.segment<3>(parts_.first + 3 * i);
    wrench.force += force;
    wrench.moment += (control_point(i) - state_.loads.clamps[parts_.clamp].position).cross(force);
  }
  return {wrench};
}

}  // namespace plumb
