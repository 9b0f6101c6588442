// A strip rolled by a moment on its end. The moment is fixed in space: it has no potential, and its stiffness is not
// symmetric. On a mesh without symmetry the skew part matters.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/shell/pick_points.h>
#include <plumb/model/shell/shell.h>
#include <plumb/solve/arc_length.h>
#include <plumb/solve/continuation.h>

namespace plumb {
namespace {

constexpr double kLength = 0.2, kWidth = 0.02, kThickness = 5e-4, kYoung = 1e6;

double moment_of_turns(double turns) {
  return turns * 2 * std::numbers::pi * kYoung * kWidth * std::pow(kThickness, 3) / 12 / kLength;
}

/// Clamped at x = 0; the moment acts on the edge x = length, about -y.
Model strip(int nx, int ny, CellPattern pattern) {
  ShellSpec spec;
  spec.rest = rectangle_mesh({kLength, kWidth, nx, ny, pattern});
  spec.material = {kThickness, kYoung, 0};
  spec.density = 1000;
  spec.bending = ShellBending::tan;
  const auto at = [&](double x) {
    return pick_points(spec.rest, [x](const Eigen::Vector3d& p) { return std::abs(p.x() - x) < 1e-9; });
  };
  spec.supports = {{Hold::clamped, at(0), {}}};
  spec.loads = {{at(kLength)}};
  return shell(spec);
}

Loads rolled(const Model& model, double turns) {
  Loads loads = model.initial.loads;
  loads.wrenches[0].moment = {0, -moment_of_turns(turns), 0};
  return loads;
}

TEST(RolledPlate, closes_to_a_ring_on_a_mesh_without_symmetry) {
  const Model model = strip(20, 3, CellPattern::one_diagonal);
  Continuation continuation(model);
  State state = model.initial;
  int iterations = 0;
  for (int frame = 1; frame <= 20; ++frame) {
    const Outcome outcome = continuation.advance(state, rolled(model, 0.05 * frame));
    ASSERT_EQ(outcome.status, Status::ok) << frame;
    EXPECT_EQ(outcome.negative_modes, 0);
    iterations += outcome.iterations;
  }
  EXPECT_LE(iterations, 20 * 10) << "second order: without the skew part of the stiffness it takes thousands";
  constexpr int kCorner = 20 * 4;  // four points in each row across
  EXPECT_LT((state.q.segment<3>(3 * kCorner) - state.q.segment<3>(0)).norm(), 0.05 * kLength);
}

// Beyond one circle and a half the symmetric part of the stiffness certifies nothing: the search says so without
// creeping about, and the path goes on.
TEST(RolledPlate, two_circles_are_refused_soon_and_followed_by_arc_length) {
  const Model model = strip(20, 3, CellPattern::one_diagonal);
  Continuation continuation(model);
  State state = model.initial;
  Outcome outcome;
  for (int frame = 1; frame <= 40 && (frame == 1 || outcome.status == Status::ok); ++frame) {
    outcome = continuation.advance(state, rolled(model, 0.05 * frame));
  }
  EXPECT_EQ(outcome.status, Status::unstable);
  EXPECT_LT(outcome.iterations, 1000);

  State on_path = model.initial;
  const PathOutcome path = ArcLength(model).advance(on_path, model.initial.loads, rolled(model, 2), 1);
  ASSERT_EQ(path.status, Status::ok);
  EXPECT_GT(path.last().negative_modes, 0);
  EXPECT_LT(path.iterations, 1500);
}

}  // namespace
}  // namespace plumb
