#include <plumb/geometry/remesh/wrinkling_sheet_for_test.h>

#include <gtest/gtest.h>

#include <plumb/geometry/remesh/remesh_for_test.h>

namespace plumb {
namespace {

constexpr SizingOptions kSizing{.size_min = 0.01, .size_max = 0.1, .refine_angle = 0.2};

TEST(WrinklingSheet, over_a_thousand_splits_and_collapses_the_sheet_stays_what_it_is) {
  const MeshNow start = start_of_sheet();
  const KeptParts kept = kept_of_sheet(start);
  const double mass = total_mass(start);
  RemeshCounts sum;
  std::size_t fewest = SIZE_MAX, most = 0;
  run_wrinkling_sheet(60, 0.02, kSizing, [&](const SheetStep& step) {
    const MeshNow& mesh = step.remeshed.mesh;
    expect_same_plate(start, mesh);
    EXPECT_NEAR(total_mass(mesh) / mass, 1, 1e-12);
    for (const auto& [a, b] : kept.edges) EXPECT_EQ(edges_between(mesh, std::vector{a, b}).size(), 1u);
    const Eigen::Vector3d before = total_momentum(step.before, step.velocities);
    EXPECT_LT((total_momentum(mesh, step.momentum.velocities) - before).norm(), 1e-12 * before.norm());
    sum.splits += step.remeshed.counts.splits;
    sum.collapses += step.remeshed.counts.collapses;
    fewest = std::min(fewest, mesh.rest.size());
    most = std::max(most, mesh.rest.size());
  });
  EXPECT_GT(sum.splits, 1000);
  EXPECT_GT(sum.collapses, 1000);
  EXPECT_GT(most, 3 * fewest);
}

TEST(WrinklingSheet, the_same_run_gives_the_same_bits) {
  std::vector<MeshNow> last(2);
  for (MeshNow& mesh : last) {
    run_wrinkling_sheet(20, 0.02, kSizing, [&](const SheetStep& step) { mesh = step.remeshed.mesh; });
  }
  EXPECT_TRUE(last[0] == last[1]);
}

}  // namespace
}  // namespace plumb
