#include <Eigen/LU>

#include <codes/static-coulomb/static_push.h>
#include <plumb/model/spline_shell/spline_shell.h>

namespace codes {
namespace {

using Eigen::MatrixXd, Eigen::Vector3d;

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

PushedBody spline_strip(const StripToPush& strip) {
  plumb::SplineShellSpec spec;
  spec.length = strip.length;
  spec.width = strip.width;
  spec.n_along = strip.n();
  spec.material = {strip.thickness, strip.young, 0};
  spec.density = strip.density;
  PushedBody body;
  body.upright = {{0, 0, strip.height}, -Vector3d::UnitZ(), Vector3d::UnitY()};
  const plumb::SplinePatch patch = plumb::spline_patch(spec);
  const int n_along = patch.along.n_functions(), n_across = patch.across.n_functions();
  plumb::ModelBuilder builder;
  const plumb::SplineShellParts plate = plumb::add_spline_shell(builder, spec, body.upright);
  for (int i = 2; i < n_along; ++i) {  // the clamp holds the first two rows
    for (int j = 0; j < n_across; ++j) builder.fix({plate.first + 3 * patch.point(i, j) + 1});
  }
  body.model = builder.finish();
  body.clearance = 0.5 * strip.thickness;
  body.bent = body.model.initial;

  std::vector<Vector3d> places;
  for (const double s : patch.along.greville()) places.push_back(strip.place(s / strip.length));
  const MatrixXd curve = interpolated(patch.along, places);
  for (int i = 2; i < n_along; ++i) {
    for (int j = 0; j < n_across; ++j) {
      auto x = body.bent.q.segment<3>(plate.first + 3 * patch.point(i, j));
      x = Vector3d(curve(i, 0), x.y(), strip.height + curve(i, 2));
    }
  }
  for (int j = 0; j < n_across; ++j) body.tip.push_back(patch.point(n_along - 1, j));
  for (int i = 0; i < n_along; ++i) body.line.push_back(patch.point(i, 0));
  return body;
}

}  // namespace codes
