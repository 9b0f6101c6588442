#pragma once

#include <Eigen/Core>

#include <plumb/energy/shell/spline_shell.h>
#include <plumb/geometry/bspline.h>
#include <plumb/geometry/frame.h>
#include <plumb/model/model_builder.h>

namespace plumb {

/// A rectangular plate of one patch of B-splines (energy/shell/spline_shell.h), clamped along its edge s = 0.
///   s in [0, length] along, y in [-width / 2, width / 2] across; the unknowns are control points, three numbers each,
///   station by station along the length, so that the Hessian is a band about 3 degree (n_across + degree) wide.
struct SplineShellSpec {
  double length = 1, width = 0.1;  ///< m
  int n_along = 10, n_across = 1;  ///< elements
  int degree = 3;                  ///< 3 or 4: curvature, or its slope too, is continuous
  double grading = 1;              ///< elements end at s ~ (i/n)^grading: above 1 they crowd at the clamp; up to 2
  SheetMaterial material;
  double density = 1000;  ///< kg/m^3
};

/// The patch of a spec, y measured from -width / 2.
SplinePatch spline_patch(const SplineShellSpec& spec);

/// A plate in a model.
struct SplineShellParts {
  int first = 0;          ///< in q, of the control points
  std::size_t clamp = 0;  ///< its place in the loads
};

/// Adds a plate. The clamp holds the edge s = 0 in position and direction, exactly: its pose is the middle of the edge,
/// the tangent along the length and the director along the width. The plate starts flat at a pose. Its weight is that
/// of the exact integral, and so is its mass matrix, without the rotatory inertia of the normals: that changes the
/// frequency of a wave by (2 pi t / wavelength)^2 / 24. The embedding's points lie on the plate, one for each control
/// point, at the Greville abscissae. Throws UserError.
SplineShellParts add_spline_shell(ModelBuilder& builder, const SplineShellSpec& spec, const Pose& start = {});

/// Returns a model of one plate.
Model spline_shell(const SplineShellSpec& spec, const Pose& start = {});

}  // namespace plumb
