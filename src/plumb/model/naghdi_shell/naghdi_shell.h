#pragma once

#include <Eigen/Core>

#include <plumb/energy/shell/naghdi.h>
#include <plumb/energy/shell/sheet_material.h>
#include <plumb/geometry/frame.h>
#include <plumb/model/model_builder.h>

namespace plumb {

enum class NaghdiElement {
  triangle,       ///< quadratic plus bubble, directors quadratic; partly reduced integration
  quadrilateral,  ///< serendipity, eight nodes for both; reduced integration
};

/// A rectangular plate that stretches, shears and bends (energy/shell/naghdi.h), clamped along its edge s = 0.
///   s in [0, length] along, y in [-width / 2, width / 2] across; unknowns are the points of the nodes and the turns of
///   their directors, station by station along the length, so that the Hessian is a band.
struct NaghdiShellSpec {
  double length = 1, width = 0.1;  ///< m
  int n_along = 10, n_across = 1;  ///< cells; a cell is a quadrilateral or two triangles
  double grading = 1;              ///< cells end at s ~ (i/n)^grading: above 1 they crowd at the clamp; up to 2
  NaghdiElement element = NaghdiElement::triangle;
  SheetMaterial material;
  double density = 1000;  ///< kg/m^3
};

/// A plate in a model.
struct NaghdiShellParts {
  DirectorUnknowns unknowns;  ///< in q, of the nodes and their directors
  std::shared_ptr<const Directors> directors;
  std::size_t clamp = 0;  ///< its place in the loads
};

/// Adds a plate. The clamp holds the nodes of the edge s = 0 and their directors, as one rigid body: its pose is the
/// middle of the edge, the tangent along the length and the director along the width. Since a director is not tied to
/// the surface, this holds the cross-section, and the surface leaves it at a right angle up to its shear. The plate
/// starts flat at a pose. Its weight and the mass matrix of its positions are those of the exact integrals; the
/// directors resist turning by rho t^3/12 per area, lumped at the nodes. The embedding's points are the nodes. Throws
/// UserError.
NaghdiShellParts add_naghdi_shell(ModelBuilder& builder, const NaghdiShellSpec& spec, const Pose& start = {});

/// Returns a model of one plate.
Model naghdi_shell(const NaghdiShellSpec& spec, const Pose& start = {});

/// The middle of the free edge, where a node is.
Eigen::Vector3d naghdi_tip(const NaghdiShellSpec& spec, const Model& model, const State& state);

}  // namespace plumb
