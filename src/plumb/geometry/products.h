#pragma once

// Integrals of the products of the functions that a body's points are interpolated by: times a mass per area, its mass
// matrix.

#include <vector>

#include <Eigen/SparseCore>

#include <plumb/geometry/bspline.h>
#include <plumb/geometry/director_mesh.h>

namespace plumb {

/// Returns the integrals of the products of every two functions of a basis over its whole range, m.
Eigen::SparseMatrix<double> products(const BSplineBasis& basis);
/// Returns the integrals of the products of every two functions of a patch, m^2.
Eigen::SparseMatrix<double> products(const SplinePatch& patch);
/// Returns the integrals of the products of every two position functions of a mesh, m^2.
template <class Element>
Eigen::SparseMatrix<double> point_products(const DirectorMesh<Element>& mesh);

/// Returns shares of the area for the directors of a mesh, m^2, all positive: those of an element are as the integrals
/// of the squares of their functions (Hinton, Rock and Zienkiewicz 1976).
template <class Element>
std::vector<double> director_areas(const DirectorMesh<Element>& mesh);

}  // namespace plumb
