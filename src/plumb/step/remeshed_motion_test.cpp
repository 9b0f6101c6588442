// A short version of bench/remeshed_sheet_bench.cpp: a sheet that wrinkles and is pulled flat, with a mesh that
// follows.
#include <gtest/gtest.h>

#include <plumb/core/parallel.h>
#include <plumb/geometry/mesh_topology.h>
#include <plumb/step/remeshed_sheet_for_test.h>

namespace plumb {
namespace {

constexpr double kStep = 5e-3;

/// Coarser than the bench's.
RemeshedSheet quick_sheet() {
  RemeshedSheet sheet = remeshed_sheet();
  sheet.remeshing.sizing.size_min = 0.025;
  return sheet;
}

/// Conforming, and every triangle upright.
void expect_whole(const MeshNow& mesh) {
  const TriangleMesh rest{mesh.rest, mesh.triangles};
  check(rest);
  const MeshTopology topology = mesh_topology(rest);
  double boundary = 0;
  for (const MeshEdge& edge : topology.edges) {
    const auto x = [&](std::size_t i) { return rest.points[static_cast<std::size_t>(edge.points[i])]; };
    if (edge.boundary()) boundary += (x(1) - x(0)).norm();
  }
  EXPECT_NEAR(boundary, 2 * (0.4 + 0.3), 1e-12);
  EXPECT_EQ(rest.points.size() + rest.triangles.size(), topology.edges.size() + 1);
  double whole = 0;
  for (std::size_t t = 0; t < rest.triangles.size(); ++t) {
    EXPECT_GT(area_vector(rest, static_cast<int>(t)).z(), 0);
    whole += area_vector(rest, static_cast<int>(t)).z();
  }
  EXPECT_NEAR(whole, 0.4 * 0.3, 1e-12 * 0.4 * 0.3);
}

TEST(RemeshedMotion, the_mesh_follows_the_wrinkles_and_stays_whole) {
  MovingSheet moving(quick_sheet());
  int splits = 0, collapses = 0;
  Eigen::Index least = moving.state().q.size(), most = least;
  ASSERT_EQ(moving.go_to(0.7, kStep,
                         [&](const SheetRemeshing& now) {
                           splits += now.after.counts.splits;
                           collapses += now.after.counts.collapses;
                           least = std::min(least, now.after.state.q.size());
                           most = std::max(most, now.after.state.q.size());
                           expect_whole(*now.after.state.mesh);
                         }),
            Status::ok);
  EXPECT_GT(splits, 50);
  EXPECT_GT(collapses, 50);
  EXPECT_GT(most, 2 * least);
  const EnergyBalance balance = moving.meter().balance(moving.state());
  EXPECT_LT(remeshed_share(moving.state().books), 0.2);
  EXPECT_GT(balance.numerical, -0.01 * balance.in_play);
}

TEST(RemeshedMotion, a_restart_and_other_threads_give_the_same_bits) {
  MovingSheet whole(quick_sheet());
  for (const double until : {0.12, 0.24}) ASSERT_EQ(whole.go_to(until, kStep), Status::ok);
  const int before = threads();
  set_threads(before == 1 ? 2 : 1);
  MovingSheet first(quick_sheet());
  ASSERT_EQ(first.go_to(0.12, kStep), Status::ok);
  ASSERT_NE(first.state().mesh, nullptr);
  set_threads(before);
  MovingSheet second(quick_sheet(), load_state(save(first.state())));
  ASSERT_EQ(second.go_to(0.24, kStep), Status::ok);
  EXPECT_EQ(hash(second.state()), hash(whole.state()));
}

}  // namespace
}  // namespace plumb
