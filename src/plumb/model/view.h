#pragma once

#include <array>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/shape.h>
#include <plumb/mechanics/state.h>

namespace plumb {

struct Model;

/// A model in a state, shown to those who do not know its unknowns: files and pictures, observables, the codes of the
/// table. Each folder of model/ has one. A view refers to the model and the state that it was made from.
class View {
 public:
  virtual ~View() = default;
  /// Returns the places at which the model shows itself, m: along its curve, or the points of its mesh.
  virtual std::vector<Eigen::Vector3d> points() const = 0;
  /// Returns the strains at these points, with their names and units.
  virtual std::vector<PointArray> strains() const = 0;
  /// Returns what each clamp or support does to the body, about the position of its pose, in the order of the loads.
  /// `gradient` is that of the potential on all of q (gradient_on_all); the inertia of what is held is left out. Empty if the clamps hold
  /// no unknowns.
  virtual std::vector<Wrench> reactions(const Eigen::VectorXd& gradient) const = 0;
};

/// A place along a rod and what the rod does there.
struct CurveSample {
  double arc_length = 0;                       ///< m
  Eigen::Vector3d position;                    ///< m
  Eigen::Matrix3d frame;                       ///< columns: tangent, first and second director
  double kappa_1 = 0, kappa_2 = 0, twist = 0;  ///< 1/m
};

/// A rod in a state.
class CurveView : public View {
 public:
  /// Returns places from the start of the rod to its end.
  virtual std::vector<CurveSample> samples() const = 0;
  virtual Eigen::Vector3d tip() const = 0;
  /// Returns the integral of |twist|, rad, which is zero if the rod lies in a plane.
  virtual double total_twist() const = 0;
  /// Returns evenly spaced points from the clamp at the start to the end, close enough that loops look round.
  virtual std::vector<Eigen::Vector3d> centreline() const = 0;

  std::vector<Eigen::Vector3d> points() const final;
  std::vector<PointArray> strains() const final;
};

/// Returns curvature, its two components and twist as named arrays.
std::vector<PointArray> strains_of(const std::vector<CurveSample>& samples);

/// A plate or a shell in a state.
class SurfaceView : public View {
 public:
  /// Returns three points each.
  virtual std::vector<std::array<int, 3>> triangles() const = 0;
};

/// The potential energy of a state by the roles of its terms, J. What cannot be computed counts as zero.
struct EnergiesByRole {
  double stretch = 0, bend = 0, mirror = 0, elastic = 0, load = 0;
  /// Returns what is stored in the material.
  double stored() const { return stretch + bend + mirror + elastic; }
};
EnergiesByRole energies_by_role(const Model& model, const State& state);

/// Returns the gradient of the potential on all of q, held or free; none if a term is outside its domain.
std::optional<Eigen::VectorXd> gradient_on_all(const Model& model, const State& state);

}  // namespace plumb
