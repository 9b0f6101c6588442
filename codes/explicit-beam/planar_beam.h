#pragma once

#include <vector>

#include <Eigen/Core>

namespace codes {

/// What a cross-section resists with, and its inertia.
struct BeamSection {
  double stretch = 0;  ///< EA, N
  double shear = 0;    ///< k GA, N
  double bend = 0;     ///< EI, N m^2
  double mass = 0;     ///< rho A, kg/m
  double rotary = 0;   ///< rho I, kg m
};

/// A planar beam with shear, geometrically exact (Reissner 1972; Simo and Vu-Quoc 1986): each cross-section has a place
/// (x, z) and an angle theta, with t = (sin theta, -cos theta) along the beam and n = (cos theta, sin theta) across it,
///   E = 1/2 int EA (t.r' - 1)^2 + k GA (n.r')^2 + EI theta'^2 ds.
/// Elements of equal length with three nodes, quadratic, two Gauss points each: as many strains as an element can have
/// shapes, so that nothing locks and nothing is left without energy. Masses are lumped, 1/6 - 4/6 - 1/6 of an element.
///
/// Nodes are counted corners first (0 to n), then middles (n + 1 to 2n); a vector like q has x of all nodes, then z of
/// all, then theta of all. Angles are accurate to rounding while |theta| < 4.
class PlanarBeam {
 public:
  PlanarBeam(int n_elements, double length, const BeamSection& section);

  int n_elements() const { return n_; }
  int n_nodes() const { return 2 * n_ + 1; }
  int x(int node) const { return node; }
  int z(int node) const { return n_nodes() + node; }
  int theta(int node) const { return 2 * n_nodes() + node; }
  int tip() const { return n_; }
  /// Returns the nodes in their order along the beam.
  std::vector<int> along() const;
  /// Returns the arc length of a node, m.
  double s(int node) const;

  /// Returns E, J.
  double energy(const Eigen::VectorXd& q) const;
  /// Computes -dE/dq, N and N m.
  void forces(const Eigen::VectorXd& q, Eigen::VectorXd& out) const;
  const Eigen::VectorXd& masses() const { return masses_; }
  /// Returns the largest frequency of small vibrations of the free beam about a shape, rad/s, from below to 1e-4: central
  /// differences are stable in steps below 2 over that.
  double fastest(const Eigen::VectorXd& q) const;
  /// Returns the straight beam from the clamp at (0, height) down.
  Eigen::VectorXd straight(double height) const;

  /// Returns the rho I that makes no vibration faster than stretching is, or the section's own where that is larger.
  static double rotary_not_faster_than_stretch(const BeamSection& section, double element_length);
  /// Returns 2/omega of the fastest stretching vibration of a mesh of elements, s: their length over sqrt(6) times the
  /// speed of waves.
  static double axial_step(const BeamSection& section, double element_length);

 private:
  int n_;
  double element_;  ///< m, the length of one
  BeamSection section_;
  Eigen::VectorXd masses_;
};

}  // namespace codes
