#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <plumb/energy/shell/koiter_bending.h>
#include <plumb/mechanics/energy.h>

namespace plumb {

/// Rectangles cut by equal diagonals, by diagonals that alternate, or rows of equilateral triangles.
enum class TestPattern { right, crossed, equilateral };

/// A flat sheet of about unit size, its normals along z; unknowns are its nodes, then the directors of its edges.
struct TestSheet {
  struct Triangle {
    std::array<int, 3> corner, edge;
    std::array<int, 3> far{-1, -1, -1};   ///< corner across edge i, -1 on the boundary
    std::array<double, 3> sign{1, 1, 1};  ///< by which the director of edge i is seen
    bool inside() const { return far[0] >= 0 && far[1] >= 0 && far[2] >= 0; }
  };

  std::vector<Eigen::Vector3d> rest;
  std::vector<bool> on_boundary;
  std::vector<Triangle> triangles;
  int n_edges = 0;
  double cell = 0, row = 0;  ///< lengths of a side and between rows

  /// n cells along x; interior nodes are moved by up to `jitter` sides.
  TestSheet(int n, TestPattern pattern, double jitter = 0, unsigned seed = 1) : cell(1.0 / n) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-jitter, jitter);
    row = pattern == TestPattern::equilateral ? cell * std::numbers::sqrt3 / 2 : cell;
    for (int j = 0; j <= n; ++j) {
      for (int i = 0; i <= n; ++i) {
        const bool edge = i == 0 || j == 0 || i == n || j == n;
        const double shift = pattern == TestPattern::equilateral && j % 2 == 1 ? 0.5 : 0;
        rest.push_back({cell * (i + shift), row * j, 0});
        on_boundary.push_back(edge);
        if (!edge) rest.back() += cell * Eigen::Vector3d(uniform(random), uniform(random), 0);
      }
    }
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        const int a = j * (n + 1) + i, b = a + 1, c = a + n + 1, d = c + 1;
        const bool rising = pattern == TestPattern::right || (pattern == TestPattern::crossed && (i + j) % 2 == 0) ||
                            (pattern == TestPattern::equilateral && j % 2 == 1);
        add(rising ? std::array{a, b, d} : std::array{a, b, c});
        add(rising ? std::array{a, d, c} : std::array{b, d, c});
      }
    }
    connect();
  }

  int n_nodes() const { return static_cast<int>(rest.size()); }
  int n_q() const { return 3 * n_nodes() + n_edges; }
  const Eigen::Vector3d& at(int node) const { return rest[static_cast<std::size_t>(node)]; }

  double area(const Triangle& t) const {
    return 0.5 * (at(t.corner[1]) - at(t.corner[0])).cross(at(t.corner[2]) - at(t.corner[0])).norm();
  }

  /// Flat at rest; only triangles that `use` picks.
  KoiterBending bending(
      EdgeBend kind, bool directors, const SheetMaterial& material,
      const std::function<bool(const Triangle&)>& use = [](const Triangle&) { return true; }) const {
    std::vector<std::array<int, 21>> stencils;
    std::vector<BendingTriangle> laws;
    for (const Triangle& t : triangles) {
      if (!use(t)) continue;
      auto& dofs = stencils.emplace_back();
      BendingTriangle law{material, first_form<double>(at(t.corner[0]), at(t.corner[1]), at(t.corner[2])), {}, {}, {}};
      for (std::size_t i = 0; i < 3; ++i) {
        law.hinged[i] = t.far[i] >= 0;
        law.director[i] = directors ? t.sign[i] : 0;
        for (unsigned a = 0; a < 3; ++a) {
          dofs[3 * i + a] = 3 * t.corner[i] + static_cast<int>(a);
          dofs[9 + 3 * i + a] = 3 * (law.hinged[i] ? t.far[i] : t.corner[i]) + static_cast<int>(a);
        }
        dofs[18 + i] = directors ? 3 * n_nodes() + t.edge[i] : 3 * t.corner[i];
      }
      laws.push_back(law);
    }
    return {kind, stencils, laws};
  }

 private:
  void add(const std::array<int, 3>& corner) { triangles.push_back({corner, {}, {-1, -1, -1}, {1, 1, 1}}); }

  void connect() {
    std::map<std::pair<int, int>, std::pair<std::size_t, std::size_t>> first;  // triangle and edge in it
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      for (std::size_t i = 0; i < 3; ++i) {
        Triangle& own = triangles[t];
        const int p = own.corner[(i + 1) % 3], q = own.corner[(i + 2) % 3];
        const auto [entry, is_new] = first.try_emplace(std::minmax(p, q), std::pair{t, i});
        if (is_new) {
          own.edge[i] = n_edges++;
          continue;
        }
        Triangle& other = triangles[entry->second.first];
        const std::size_t k = entry->second.second;
        own.edge[i] = other.edge[k];
        own.sign[i] = -1;
        own.far[i] = other.corner[k];
        other.far[k] = own.corner[i];
      }
    }
  }
};

/// A smooth surface over the plane, with its normal.
struct TestSurface {
  std::function<Eigen::Vector3d(const Eigen::Vector3d&)> point, normal;
};

/// z = -(xx x^2 + 2 xy x y + yy y^2) / 2: curvatures xx, yy and xy where they are small.
inline TestSurface quadratic_surface(double xx, double yy, double xy) {
  return {[=](const Eigen::Vector3d& p) {
            return Eigen::Vector3d(p[0], p[1], -0.5 * (xx * p[0] * p[0] + yy * p[1] * p[1]) - xy * p[0] * p[1]);
          },
          [=](const Eigen::Vector3d& p) {
            return Eigen::Vector3d(xx * p[0] + xy * p[1], yy * p[1] + xy * p[0], 1).normalized();
          }};
}

/// Rolled up without stretch to curvature kappa, along the direction at `angle` to x.
inline TestSurface cylinder(double kappa, double angle) {
  const Eigen::Vector3d along(std::cos(angle), std::sin(angle), 0), across(-along[1], along[0], 0);
  return {[=](const Eigen::Vector3d& p) -> Eigen::Vector3d {
            const double turn = kappa * along.dot(p);
            return (along * std::sin(turn) + Eigen::Vector3d::UnitZ() * (std::cos(turn) - 1)) / kappa +
                   across * across.dot(p);
          },
          [=](const Eigen::Vector3d& p) -> Eigen::Vector3d {
            const double turn = kappa * along.dot(p);
            return along * std::sin(turn) + Eigen::Vector3d::UnitZ() * std::cos(turn);
          }};
}

/// Nodes on the surface; each director turns its mid-edge normal to the surface's, as far as it turns about the edge.
inline State on_surface(const TestSheet& sheet, const TestSurface& surface) {
  State state;
  state.q = Eigen::VectorXd::Zero(sheet.n_q());
  for (int i = 0; i < sheet.n_nodes(); ++i) state.q.segment<3>(3 * i) = surface.point(sheet.at(i));
  for (const TestSheet::Triangle& t : sheet.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      const auto x = [&](int node) -> Eigen::Vector3d { return state.q.segment<3>(3 * node); };
      const int p = t.corner[(i + 1) % 3], q = t.corner[(i + 2) % 3];
      const Eigen::Vector3d along = (x(q) - x(p)).normalized();
      const Eigen::Vector3d normal = along.cross(x(t.corner[i]) - x(p)).normalized(), out = along.cross(normal);
      const Eigen::Vector3d middle = surface.normal(0.5 * (sheet.at(p) + sheet.at(q)));
      double theta = 0;
      if (t.far[i] >= 0) {
        const Eigen::Vector3d far = (x(t.far[i]) - x(p)).cross(along).normalized();
        theta = std::atan2(far.dot(out), far.dot(normal));
      }
      const double gamma = std::atan2(middle.dot(out), middle.dot(normal));
      state.q[3 * sheet.n_nodes() + t.edge[i]] = t.sign[i] * (gamma - theta / 2);
    }
  }
  return state;
}

/// The sum of an energy's elements, in a given state.
inline double energy_of(const Energy& energy, const State& state) {
  ElementBuffer buffer;
  buffer.resize(energy.n_elements(), energy.stencil_size());
  if (energy.evaluate(state, {}, 0, energy.n_elements(), {.value = true}, buffer) != Status::ok) return HUGE_VAL;
  double sum = 0;
  for (int e = 0; e < energy.n_elements(); ++e) sum += buffer.value(e);
  return sum;
}

/// Every node and director anywhere near, by up to `size` sides or radians.
inline State crumpled(const TestSheet& sheet, double size, unsigned seed = 3) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-size, size);
  State state;
  state.q = Eigen::VectorXd::Zero(sheet.n_q());
  for (int i = 0; i < sheet.n_nodes(); ++i) state.q.segment<3>(3 * i) = sheet.at(i);
  for (int i = 0; i < state.q.size(); ++i) state.q[i] += (i < 3 * sheet.n_nodes() ? sheet.cell : 1) * uniform(random);
  return state;
}

inline ElementBuffer evaluated(const Energy& energy, const State& state, Want want = {true, true, true}) {
  ElementBuffer buffer;
  buffer.resize(energy.n_elements(), energy.stencil_size());
  EXPECT_EQ(energy.evaluate(state, {}, 0, energy.n_elements(), want, buffer), Status::ok);
  return buffer;
}

/// The closed form against dual numbers, relative to the largest entry of each element.
template <class Term>
void expect_duals(const Term& energy, const State& state, double tolerance) {
  const int n = energy.n_elements(), k = energy.stencil_size();
  ElementBuffer closed = evaluated(energy, state), duals;
  duals.resize(n, k);
  ASSERT_EQ(energy.evaluate_by_duals(state, {}, 0, n, {true, true, true}, duals), Status::ok);
  for (int e = 0; e < n; ++e) {
    double force = 0, stiffness = 0;
    for (int i = 0; i < k; ++i) force = std::max(force, std::abs(duals.gradient(e, i)));
    for (int h = 0; h < duals.packed(); ++h) stiffness = std::max(stiffness, std::abs(duals.hessian(e, h)));
    EXPECT_NEAR(closed.value(e), duals.value(e), tolerance * duals.value(e));
    for (int i = 0; i < k; ++i) EXPECT_NEAR(closed.gradient(e, i), duals.gradient(e, i), tolerance * force);
    for (int h = 0; h < duals.packed(); ++h) {
      EXPECT_NEAR(closed.hessian(e, h), duals.hessian(e, h), tolerance * stiffness)
          << "element " << e << " entry " << h;
    }
  }
}

/// Each element gives the same bits alone as among the others, and whatever else is wanted. alone(e) makes element e.
template <class Alone>
void expect_same_bits_in_any_company(const Energy& energy, const State& state, const Alone& alone) {
  ElementBuffer all = evaluated(energy, state);
  ElementBuffer forces = evaluated(energy, state, {.gradient = true});
  ElementBuffer values = evaluated(energy, state, {.value = true});
  for (int e = 0; e < energy.n_elements(); ++e) {
    ElementBuffer lonely = evaluated(alone(e), state);
    EXPECT_EQ(all.value(e), lonely.value(0));
    EXPECT_EQ(all.value(e), values.value(e));
    for (int i = 0; i < energy.stencil_size(); ++i) {
      EXPECT_EQ(all.gradient(e, i), lonely.gradient(0, i));
      EXPECT_EQ(all.gradient(e, i), forces.gradient(e, i));
    }
    for (int h = 0; h < all.packed(); ++h) EXPECT_EQ(all.hessian(e, h), lonely.hessian(0, h));
  }
}

}  // namespace plumb
