// Plates of triangles against closed forms.

#include <array>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/shell/pick_points.h>
#include <plumb/model/shell/shell.h>
#include <plumb/solve/continuation.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr double kNear = 1e-9;

/// D = 1, so thin that stretching plays no part.
SheetMaterial unit_plate(double poisson) {
  constexpr double t = 1e-3;
  return {t, 12 * (1 - poisson * poisson) / (t * t * t), poisson};
}

Pose plane(const Vector3d& position, const Vector3d& normal) { return {position, normal, any_perpendicular(normal)}; }

State loaded(const Model& model, const Loads& loads) {
  State state = model.initial;
  const Outcome outcome = Continuation(model).advance(state, loads);
  EXPECT_EQ(outcome.status, Status::ok);
  EXPECT_EQ(outcome.negative_modes, 0);
  return state;
}

/// The unit square held all around, or its quarter next to the origin with planes of symmetry.
struct Square {
  ShellBending bending = ShellBending::tan;
  int n = 16;  ///< cells along the whole side
  bool quarter = false;
  Hold rim = Hold::hinged;

  ShellSpec spec() const {
    const double side = quarter ? 0.5 : 1;
    ShellSpec s;
    const int cells = quarter ? n / 2 : n;
    s.rest =
        rectangle_mesh({.length = side, .width = side, .nx = cells, .ny = cells, .pattern = CellPattern::alternating});
    s.material = unit_plate(0.3);
    s.bending = bending;
    const auto on_rim = [&](const Vector3d& p) {
      return p.head<2>().minCoeff() < kNear || (!quarter && p.head<2>().maxCoeff() > 1 - kNear);
    };
    s.supports = {{rim, pick_points(s.rest, on_rim), {}}};
    for (int axis = 0; quarter && axis < 2; ++axis) {
      const auto on_plane = [&](const Vector3d& p) { return p[axis] > 0.5 - kNear; };
      s.supports.push_back(
          {Hold::symmetric, pick_points(s.rest, on_plane), plane({0.5, 0.5, 0}, Vector3d::Unit(axis))});
    }
    return s;
  }

  /// Returns the deflection of the middle over pressure a^4 / D.
  double deflection() const {
    constexpr double kLittle = 1e-4;
    const Model model = shell(spec());
    Loads loads = model.initial.loads;
    loads.pressures = {kLittle};
    const State state = loaded(model, loads);
    const auto middle =
        pick_points(spec().rest, [](const Vector3d& p) { return (p - Vector3d(0.5, 0.5, 0)).norm() < kNear; });
    return state.q[3 * middle.at(0) + 2] / kLittle;
  }
};

// Timoshenko and Woinowsky-Krieger, Theory of Plates and Shells: tables 8 and 35, nu = 0.3, with more digits from
// Navier's series and from Taylor, Govindjee 2004.
constexpr double kHingedSquare = 0.00406235, kClampedSquare = 0.00126532;

TEST(ShellPlate, a_hinged_square_bends_as_naviers_series_at_second_order) {
  for (const auto bending : {ShellBending::sin, ShellBending::tan, ShellBending::theta}) {
    const double coarse = Square{bending, 8}.deflection() / kHingedSquare - 1;
    const double fine = Square{bending, 16}.deflection() / kHingedSquare - 1;
    EXPECT_NEAR(fine, 0, 0.015);
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.15);
  }
}

TEST(ShellPlate, a_square_clamped_by_a_single_row_of_points_converges_at_second_order) {
  for (const auto bending : {ShellBending::tan, ShellBending::theta}) {
    const double coarse = Square{bending, 16, false, Hold::clamped}.deflection() / kClampedSquare - 1;
    const double fine = Square{bending, 32, false, Hold::clamped}.deflection() / kClampedSquare - 1;
    EXPECT_NEAR(fine, 0, 0.025);
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.15);
  }
}

// Mirror images are exact: the quarter is the whole, whatever the normals and the support.
TEST(ShellPlate, a_quarter_with_planes_of_symmetry_is_the_whole) {
  for (const auto bending : {ShellBending::average, ShellBending::tan, ShellBending::theta, ShellBending::hinge}) {
    for (const Hold rim : {Hold::hinged, Hold::clamped}) {
      const double whole = Square{bending, 8, false, rim}.deflection(),
                   quarter = Square{bending, 8, true, rim}.deflection();
      EXPECT_NEAR(quarter / whole, 1, 1e-7) << static_cast<int>(bending);
    }
  }
}

/// A strip of unit length and width 0.2 along x, clamped at x = 0 by its single row of points there.
ShellSpec strip(ShellBending bending, int n, int across = 2) {
  ShellSpec s;
  s.rest = rectangle_mesh({.length = 1, .width = 0.2, .nx = n, .ny = across, .pattern = CellPattern::alternating});
  s.material = unit_plate(0);
  s.density = 1 / s.material.thickness;
  s.bending = bending;
  s.supports = {{Hold::clamped, pick_points(s.rest, [](const Vector3d& p) { return p.x() < kNear; }), {}}};
  s.loads = {{pick_points(s.rest, [](const Vector3d& p) { return p.x() > 1 - kNear; })}};
  return s;
}

Vector3d mean_tip(const ShellSpec& spec, const State& state) {
  Vector3d sum = Vector3d::Zero();
  for (const int p : spec.loads[0].points) sum += state.q.segment<3>(3 * p);
  return sum / static_cast<double>(spec.loads[0].points.size());
}

// H/W of the elastica under rho g h L^3 / D = 10, from 'plumb curve cantilever --at 10'.
TEST(ShellPlate, a_heavy_strip_tends_to_the_elastica_at_second_order) {
  constexpr double kAspect = 1.06680232;
  for (const auto bending : {ShellBending::sin, ShellBending::tan, ShellBending::theta}) {
    const auto error = [&](int n) {
      const ShellSpec s = strip(bending, n, n / 5);
      const Model model = shell(s);
      Loads loads = model.initial.loads;
      loads.gravity = {0, 0, -10};
      const Vector3d tip = mean_tip(s, loaded(model, loads));
      return -tip.z() / tip.x() / kAspect - 1;
    };
    const double coarse = error(10), fine = error(20);
    EXPECT_NEAR(fine, 0, bending == ShellBending::tan ? 1e-3 : 7e-3) << static_cast<int>(bending);
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.25) << static_cast<int>(bending);
  }
}

// M = 2 pi D w / L, nu = 0: the end is back at the clamp, the middle is a diameter away. With `theta` the angle is
// exact on any mesh, and what is left of the gap is the stretch of a plate of finite thickness.
TEST(ShellPlate, an_edge_moment_rolls_a_plate_into_a_circle) {
  constexpr double kDiameter = std::numbers::inv_pi;
  for (const auto bending : {ShellBending::tan, ShellBending::theta}) {
    std::array<double, 2> gap{};
    for (std::size_t i = 0; i < 2; ++i) {
      ShellSpec s = strip(bending, i == 0 ? 16 : 32);
      s.material = {0.01, 12e6, 0};
      const Model model = shell(s);
      Loads loads = model.initial.loads;
      loads.wrenches[0].moment = {0, -2 * std::numbers::pi * 0.2, 0};
      const State state = loaded(model, loads);
      gap[i] = (mean_tip(s, state) - Vector3d(0, 0.1, 0)).norm();
      for (const int p : pick_points(s.rest, [](const Vector3d& x) { return std::abs(x.x() - 0.5) < kNear; })) {
        EXPECT_NEAR(state.q[3 * p + 2], kDiameter, (i == 0 ? 0.05 : 0.0125) * kDiameter);
      }
    }
    if (bending == ShellBending::theta) {
      EXPECT_LT(std::max(gap[0], gap[1]), 1e-3);
    } else {
      EXPECT_LT(gap[1], 0.012);
      EXPECT_NEAR(std::log2(gap[0] / gap[1]), 2, 0.2);
    }
  }
}

}  // namespace
}  // namespace plumb
