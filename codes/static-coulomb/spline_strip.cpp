#include <cmath>

#include <Eigen/LU>

#include <codes/static-coulomb/static_push.h>
#include <plumb/model/spline_shell/spline_shell.h>

namespace codes {
namespace {

using Eigen::MatrixXd, Eigen::Vector3d;

constexpr int kSimpson = 2000;  // intervals along the strip

/// Returns where the bent strip is at every s, in the plane: x to the side, z up from the clamp.
std::vector<Vector3d> bent_curve(const std::vector<double>& s, double length, double bent) {
  std::vector<Vector3d> places;
  for (const double to : s) {
    Vector3d sum = Vector3d::Zero();
    const double h = to / kSimpson;
    for (int i = 0; i <= kSimpson; ++i) {
      const double weight = h / 3 * (i == 0 || i == kSimpson ? 1 : i % 2 == 1 ? 4 : 2);
      const double theta = PushedStripSize::angle(i * h / length, bent);
      sum += weight * Vector3d(std::sin(theta), 0, -std::cos(theta));
    }
    places.push_back(sum);
  }
  return places;
}

/// Returns the control points of the spline that goes through these places at the Greville abscissae.
MatrixXd interpolated(const plumb::BSplineBasis& basis, const std::vector<Vector3d>& places) {
  const std::vector<double> at = basis.greville();
  const auto n = static_cast<Eigen::Index>(at.size());
  MatrixXd values = MatrixXd::Zero(n, n), right(n, 3);
  for (Eigen::Index i = 0; i < n; ++i) {
    const plumb::BSplineValues here = basis.evaluate(at[static_cast<std::size_t>(i)]);
    for (int k = 0; k <= basis.degree(); ++k) {
      values(i, here.first + k) = here.derivatives[0][static_cast<std::size_t>(k)];
    }
    right.row(i) = places[static_cast<std::size_t>(i)].transpose();
  }
  return values.partialPivLu().solve(right);
}

}  // namespace

/// A plate of one element across with Poisson's ratio zero, whose points do not move across: it bends as a strip does, to
/// a cylinder, and may twist. All points of its tip's edge touch the ground.
PushedBody spline_strip(const PushedStripSize& size, int n, double bent) {
  plumb::SplineShellSpec spec;
  spec.length = size.length;
  spec.width = size.width;
  spec.n_along = n;
  spec.material = {size.thickness, size.young, 0};
  spec.density = size.density;
  PushedBody body;
  body.upright = {{0, 0, size.length}, -Vector3d::UnitZ(), Vector3d::UnitY()};
  const plumb::SplinePatch patch = plumb::spline_patch(spec);
  const int n_along = patch.along.n_functions(), n_across = patch.across.n_functions();
  plumb::ModelBuilder builder;
  const plumb::SplineShellParts plate = plumb::add_spline_shell(builder, spec, body.upright);
  for (int i = 2; i < n_along; ++i) {  // the clamp holds the first two rows
    for (int j = 0; j < n_across; ++j) builder.fix({plate.first + 3 * patch.point(i, j) + 1});
  }
  body.model = builder.finish();
  body.clearance = 0.5 * size.thickness;
  body.bent = body.model.initial;

  const MatrixXd curve = interpolated(patch.along, bent_curve(patch.along.greville(), size.length, bent));
  for (int i = 2; i < n_along; ++i) {
    for (int j = 0; j < n_across; ++j) {
      auto x = body.bent.q.segment<3>(plate.first + 3 * patch.point(i, j));
      x = Vector3d(curve(i, 0), x.y(), size.length + curve(i, 2));
    }
  }
  for (int j = 0; j < n_across; ++j) body.tip.push_back(patch.point(n_along - 1, j));
  for (int i = 0; i < n_along; ++i) body.line.push_back(patch.point(i, 0));
  return body;
}

}  // namespace codes
