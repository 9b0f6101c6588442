#pragma once

#include <array>
#include <vector>

#include <Eigen/Core>

namespace plumb {

/// Values of the functions that do not vanish at a point, with their first and second derivatives.
struct BSplineValues {
  static constexpr int kMost = 6;  ///< functions: degree + 1

  int first = 0;                                           ///< index of the first such function
  std::array<std::array<double, kMost>, 3> derivatives{};  ///< by order (0, 1, 2) and function
};

/// B-splines of one degree on an open knot vector: polynomials on each element, C^(degree - 1) where elements meet;
/// only the first function does not vanish at the start, only the first two have a slope there. de Boor 1978.
class BSplineBasis {
 public:
  /// breaks: where elements meet, increasing, the ends included. 1 <= degree < BSplineValues::kMost.
  BSplineBasis(int degree, std::vector<double> breaks);

  int degree() const { return degree_; }
  int n_elements() const { return static_cast<int>(breaks_.size()) - 1; }
  int n_functions() const { return n_elements() + degree_; }
  double start() const { return breaks_.front(); }
  double end() const { return breaks_.back(); }
  const std::vector<double>& breaks() const { return breaks_; }

  /// The element that a point lies in; the later one where two meet, the nearest one outside.
  int element(double at) const;
  /// The functions of an element, continued as polynomials beyond it.
  BSplineValues evaluate(int element, double at) const;
  BSplineValues evaluate(double at) const { return evaluate(element(at), at); }
  /// Coefficients of the function f(s) = s.
  std::vector<double> greville() const;
  /// Returns the integral of each function over the whole range.
  std::vector<double> integrals() const;

 private:
  double knot(int i) const { return knots_[static_cast<std::size_t>(i)]; }

  int degree_;
  std::vector<double> breaks_, knots_;
};

struct QuadraturePoint {
  double at = 0;
  double weight = 0;
};

/// Gauss-Legendre on each element, 1 to 5 points: exact for polynomials of degree 2 n - 1 on elements.
std::vector<QuadraturePoint> gauss_rule(const BSplineBasis& basis, int n_per_element);
/// As many points as splines one degree lower have functions, at their Greville abscissae; exact for these splines:
/// about one point per element. The values of a spline's derivative at the points determine it.
std::vector<QuadraturePoint> greville_rule(const BSplineBasis& basis);

/// Breaks of n elements on [0, length], s ~ (i/n)^grading: a grading above 1 crowds them at the start.
std::vector<double> graded_breaks(double length, int n, double grading = 1);

/// A tensor product of two bases. Its control points are numbered station by station: all of the width at the first
/// function of the length, then at the next, so that a matrix on them is a band.
struct SplinePatch {
  BSplineBasis along, across;

  int n_points() const { return along.n_functions() * across.n_functions(); }
  int point(int i, int j) const { return i * across.n_functions() + j; }
};

/// The functions of a patch that do not vanish at one place.
struct PatchValues {
  enum Row { kValue, kAlong, kAcross, kAlongAlong, kAlongAcross, kAcrossAcross };
  std::vector<int> points;                   ///< control points, ascending
  Eigen::Matrix<double, 6, -1> derivatives;  ///< a row for each of the enum, a column for each point
};
PatchValues evaluate(const SplinePatch& patch, double along, double across);

}  // namespace plumb
