#pragma once

// Functions of one variable, piecewise polynomial and once continuously differentiable, made from their second
// derivatives: phi'' is a Legendre polynomial on one element and zero elsewhere, and phi its double integral from one
// end of the interval, where phi = phi' = 0. A clamped end costs nothing, the integrals of phi_i'' phi_j'' are the
// identity, and 1 and z are functions of their own: so a strip a hundred times longer than wide stays well conditioned.

#include <Eigen/Dense>
#include <vector>

namespace judge {

/// Gauss points of every element of an interval, from left to right.
struct GaussGrid {
  std::vector<double> breaks;  ///< ends of the elements, rising
  int per_element = 0;
  Eigen::VectorXd at, weight;
};

GaussGrid gauss_grid(std::vector<double> breaks, int per_element);

/// Functions as columns, tabulated at the points of a grid.
struct Basis {
  Eigen::MatrixXd value, slope, curvature;

  Eigen::Index size() const { return value.cols(); }
};

/// All piecewise polynomials of this degree with phi = phi' = 0 at the left (right) end.
Basis clamped_left(const GaussGrid& grid, int degree);
Basis clamped_right(const GaussGrid& grid, int degree);

/// One function more: 1, or the distance from the left end.
Basis with_constant(const Basis& basis);
Basis with_distance(const Basis& basis, const GaussGrid& grid);

/// Those combinations of functions clamped at the right that vanish at the left end.
Basis pinned_left(const Basis& clamped_right, const GaussGrid& grid);

}  // namespace judge
