#pragma once

// The buckling of the plate by a second formulation: finite elements on the whole plate, without use of its symmetry.
// The stress comes from displacements (biquadratic elements, least potential energy), the deflection from bicubic
// Hermite elements (Bogner, Fox and Schmit), the threshold from iteration with K^-1 G, whose eigenvalues come in pairs
// of opposite sign. Elements crowd at the clamp and at both long edges; halving them divides the error by about 16.

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <array>
#include <cmath>
#include <vector>

namespace judge {

class FinitePlate {
 public:
  FinitePlate(double width, double nu, int n_x, int n_z) : nu_(nu), n_x_(n_x), n_z_(n_z) {
    for (int i = 0; i <= n_x; ++i) x_.push_back(std::pow(double(i) / n_x, 2));
    for (int k = 0; k <= n_z; ++k) {
      const double s = double(k) / n_z;
      z_.push_back(width * (s * s * (3 - 2 * s) - 0.5));
    }
    solve_displacements();
  }

  double threshold() const {
    const int n = 2 * n_x_ * across_deflection();
    std::vector<Eigen::Triplet<double>> stiffness, geometric;
    for_each_point([&](const Place& place) { add_deflection(place, stiffness, geometric); });
    Sparse k(n, n), g(n, n);
    k.setFromTriplets(stiffness.begin(), stiffness.end());
    g.setFromTriplets(geometric.begin(), geometric.end());
    const Eigen::SimplicialLDLT<Sparse> factor(k);
    Eigen::VectorXd v = Eigen::VectorXd::LinSpaced(n, 1, 2).array().sin();
    double square = 0;
    for (int iteration = 0; iteration < 200; ++iteration) {
      v /= std::sqrt(v.dot(k * v));
      const Eigen::VectorXd next = factor.solve(g * v);
      const double before = square;
      square = next.dot(k * next);
      v = next;
      if (std::abs(square - before) < 1e-12 * square) break;
    }
    return 1 / std::sqrt(square);
  }

 private:
  using Sparse = Eigen::SparseMatrix<double>;
  static constexpr int n_gauss = 4;

  /// A Gauss point: its element, its place in it (from 0 to 1), and its share of the area.
  struct Place {
    int i, k;
    double s, t, h_x, h_z, area;
  };

  template <class Visit>
  void for_each_point(Visit visit) const {
    const double a = std::sqrt(3.0 / 7 - 2.0 / 7 * std::sqrt(1.2)), b = std::sqrt(3.0 / 7 + 2.0 / 7 * std::sqrt(1.2));
    const double more = (18 + std::sqrt(30.0)) / 72, less = (18 - std::sqrt(30.0)) / 72;
    const std::array<double, n_gauss> at{(1 - b) / 2, (1 - a) / 2, (1 + a) / 2, (1 + b) / 2};
    const std::array<double, n_gauss> weight{less, more, more, less};
    for (int i = 0; i < n_x_; ++i)
      for (int k = 0; k < n_z_; ++k)
        for (std::size_t p = 0; p < n_gauss; ++p)
          for (std::size_t q = 0; q < n_gauss; ++q) {
            const double h_x = x_[std::size_t(i) + 1] - x_[std::size_t(i)];
            const double h_z = z_[std::size_t(k) + 1] - z_[std::size_t(k)];
            visit(Place{i, k, at[p], at[q], h_x, h_z, weight[p] * weight[q] * h_x * h_z});
          }
  }

  /// Lagrange's parabolas through 0, 1/2, 1, and their slopes.
  static Eigen::Matrix<double, 3, 2> parabolas(double s, double h) {
    Eigen::Matrix<double, 3, 2> f;
    f << (1 - s) * (1 - 2 * s), (4 * s - 3) / h, 4 * s * (1 - s), (4 - 8 * s) / h, s * (2 * s - 1), (4 * s - 1) / h;
    return f;
  }

  /// Hermite's cubics (value and slope on the left, then on the right), with first and second derivative.
  static Eigen::Matrix<double, 4, 3> cubics(double s, double h) {
    Eigen::Matrix<double, 4, 3> f;
    f.row(0) << 1 - s * s * (3 - 2 * s), -6 * s * (1 - s) / h, (12 * s - 6) / (h * h);
    f.row(1) << h * s * (1 - s) * (1 - s), (1 - s) * (1 - 3 * s), (6 * s - 4) / h;
    f.row(2) << s * s * (3 - 2 * s), 6 * s * (1 - s) / h, (6 - 12 * s) / (h * h);
    f.row(3) << -h * s * s * (1 - s), s * (3 * s - 2), (6 * s - 2) / h;
    return f;
  }

  /// Number of an unknown displacement (0: along x, 1: along z) of a node; negative on the clamp.
  int displacement(int node_x, int node_z, int direction) const {
    return 2 * ((node_x - 1) * (2 * n_z_ + 1) + node_z) + direction;
  }
  int across_deflection() const { return 2 * (n_z_ + 1); }

  /// Strains (xx, zz, 2 xz) of the 18 displacements of an element, and their numbers.
  struct Strains {
    Eigen::Matrix<double, 3, 18> b;
    std::array<int, 18> number;
  };

  Strains strains(const Place& place) const {
    const auto f = parabolas(place.s, place.h_x), g = parabolas(place.t, place.h_z);
    Strains result;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        const double d_x = f(i, 1) * g(k, 0), d_z = f(i, 0) * g(k, 1);
        const int column = 2 * (3 * i + k);
        result.b.col(column) << d_x, 0, d_z;
        result.b.col(column + 1) << 0, d_z, d_x;
        for (int direction : {0, 1})
          result.number[std::size_t(column + direction)] = displacement(2 * place.i + i, 2 * place.k + k, direction);
      }
    return result;
  }

  /// Plane stress with E h/(1 - nu^2) = 1.
  Eigen::Matrix3d elasticity() const {
    Eigen::Matrix3d c;
    c << 1, nu_, 0, nu_, 1, 0, 0, 0, (1 - nu_) / 2;
    return c;
  }

  void solve_displacements() {
    const int n = displacement(2 * n_x_ + 1, 0, 0);
    std::vector<Eigen::Triplet<double>> entries;
    Eigen::VectorXd weight = Eigen::VectorXd::Zero(n);
    for_each_point([&](const Place& place) {
      const Strains e = strains(place);
      const Eigen::Matrix<double, 18, 18> stiffness = place.area * e.b.transpose() * elasticity() * e.b;
      const auto f = parabolas(place.s, place.h_x), g = parabolas(place.t, place.h_z);
      for (int a = 0; a < 18; ++a) {
        const int row = e.number[std::size_t(a)];
        if (row < 0) continue;
        if (a % 2 == 1) weight[row] -= place.area * f(a / 6, 0) * g(a / 2 % 3, 0);
        for (int b = 0; b < 18; ++b)
          if (e.number[std::size_t(b)] >= 0) entries.emplace_back(row, e.number[std::size_t(b)], stiffness(a, b));
      }
    });
    Sparse k(n, n);
    k.setFromTriplets(entries.begin(), entries.end());
    displacements_ = Eigen::SimplicialLDLT<Sparse>(k).solve(weight);
  }

  void add_deflection(const Place& place, std::vector<Eigen::Triplet<double>>& stiffness,
                      std::vector<Eigen::Triplet<double>>& geometric) const {
    const Strains e = strains(place);
    Eigen::Matrix<double, 18, 1> u;
    for (std::size_t a = 0; a < 18; ++a) u[Eigen::Index(a)] = e.number[a] < 0 ? 0 : displacements_[e.number[a]];
    const Eigen::Vector3d force = elasticity() * e.b * u;  // xx, zz, xz

    const auto f = cubics(place.s, place.h_x), g = cubics(place.t, place.h_z);
    const auto slopes = [&](int a, int b) { return Eigen::Vector2d(f(a, 1) * g(b, 0), f(a, 0) * g(b, 1)); };
    const auto curvatures = [&](int a, int b) {
      return Eigen::Vector3d(f(a, 2) * g(b, 0), f(a, 0) * g(b, 2), 2 * f(a, 1) * g(b, 1));
    };
    Eigen::Matrix2d tension;
    tension << force[0], force[2], force[2], force[1];
    for (int a = 0; a < 16; ++a)
      for (int b = 0; b < 16; ++b) {
        const int row = deflection(place, a), column = deflection(place, b);
        if (row < 0 || column < 0) continue;
        const double bending = curvatures(a / 4, a % 4).dot(elasticity() * curvatures(b / 4, b % 4));
        stiffness.emplace_back(row, column, place.area * bending);
        geometric.emplace_back(row, column, place.area * slopes(a / 4, a % 4).dot(tension * slopes(b / 4, b % 4)));
      }
  }

  /// Number of an unknown of the deflection; negative on the clamp, where all four of a node vanish.
  int deflection(const Place& place, int a) const {
    return (2 * (place.i - 1) + a / 4) * across_deflection() + 2 * place.k + a % 4;
  }

  double nu_;
  int n_x_, n_z_;
  std::vector<double> x_, z_;
  Eigen::VectorXd displacements_;
};

}  // namespace judge
