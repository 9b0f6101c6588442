// Rods of different kinds in one model move as they do alone.

#include <gtest/gtest.h>

#include <plumb/step/march.h>
#include <plumb/step/rods_for_test.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

struct Moved {
  std::vector<Vector3d> points;
  EnergyBooks books;
};

Moved moved(const Model& model, Method method) {
  // All clamps swing alike.
  const Programme one = swinging(model, 0.3, {0, -3, -9});
  const Pose start = model.initial.loads.clamps[0];
  const Programme all = [&](double t) {
    Loads loads = one(t);
    const Eigen::Matrix3d turn = loads.clamps[0].frame() * start.frame().transpose();
    const Vector3d way = loads.clamps[0].position - start.position;
    for (std::size_t i = 1; i < model.initial.loads.clamps.size(); ++i) {
      const Pose& pose = model.initial.loads.clamps[i];
      loads.clamps.push_back({pose.position + way, turn * pose.tangent, turn * pose.director});
      loads.clamp_rates.push_back(loads.clamp_rates[0]);
    }
    return loads;
  };
  const auto stepper = make_stepper(model, method);
  State state = model.initial;
  EXPECT_EQ(march(*stepper, state, all, 0.05, {.dt = 5e-4}).status, Status::ok) << name(method);
  return {model.embedding->points_at(state.q, state.loads.clamps), state.books};
}

TEST(JoinedMotion, is_that_of_the_parts) {
  RodForTest rod;
  rod.n = 3;
  rod.relaxation = 0.002;
  const CurvedRodSpec helix{.rod = curvatures(rod, CurvatureShape::constant), .relaxation = rod.relaxation};
  const CurvedRodSpec clothoid{.rod = curvatures(rod, CurvatureShape::linear), .relaxation = rod.relaxation};
  const Pose aslant{Vector3d(2, 1, 3), Vector3d(1, 2, 2) / 3, Vector3d(2, 1, -2) / 3};
  RodSpec discrete;
  discrete.nodes = clamped_nodes(rod.length, rod.n);
  discrete.stiffness = rod.stiffness();
  discrete.relaxation = rod.relaxation;
  discrete.clamped_edges = {0};

  ModelBuilder builder;
  add_elastic_rod(builder, discrete);
  add_curved_rod(builder, helix, aslant);
  add_exact_beam(builder, beam_spec(rod));
  add_curved_rod(builder, clothoid);
  const Model together = builder.finish();
  const std::vector<Model> alone{elastic_rod(discrete), curved_rod(helix, aslant), exact_beam(beam_spec(rod)),
                                 curved_rod(clothoid)};

  for (const Method method : {Method::energy_keeping, Method::implicit_midpoint, Method::bdf2}) {
    const Moved found = moved(together, method);
    Moved expected;
    for (const Model& model : alone) {
      const Moved part = moved(model, method);
      expected.points.insert(expected.points.end(), part.points.begin(), part.points.end());
      expected.books.work += part.books.work;
      expected.books.dissipated += part.books.dissipated;
    }
    ASSERT_EQ(found.points.size(), expected.points.size());
    for (std::size_t i = 0; i < found.points.size(); ++i) {
      EXPECT_LT((found.points[i] - expected.points[i]).norm(), 1e-8) << name(method) << ' ' << i;
    }
    const double in_play = found.books.in_play;
    EXPECT_NEAR(found.books.work, expected.books.work, 1e-7 * in_play) << name(method);
    EXPECT_NEAR(found.books.dissipated, expected.books.dissipated, 1e-7 * in_play) << name(method);
  }
}

}  // namespace
}  // namespace plumb
