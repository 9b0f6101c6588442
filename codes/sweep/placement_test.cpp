#include <codes/sweep/placement.h>

#include <gtest/gtest.h>

namespace codes {
namespace {

judge::Scenario at(const judge::Place& place) {
  judge::Scenario s;
  s.scales.length = 0.3;
  s.place = place;
  return s;
}

TEST(Placement, brings_back_what_it_placed) {
  const plumb::Pose pose{{0.1, -0.2, 0.3}, Eigen::Vector3d::UnitX(), Eigen::Vector3d::UnitY()};
  for (const judge::Place& place :
       {judge::Place{}, {.azimuth = 0.7}, {.mirrored = true}, {.azimuth = 2, .mirrored = true, .shift = 10}}) {
    const Placement placement(at(place));
    const plumb::Pose placed = placement.placed(pose);
    EXPECT_NEAR((placement.seen(placed.position) - pose.position).norm(), 0, 1e-14);
    EXPECT_NEAR((placement.seen(placed.position + placed.tangent) - pose.position - pose.tangent).norm(), 0, 1e-14);
    EXPECT_NEAR(placed.tangent.z(), pose.tangent.z(), 1e-15) << "the vertical stays";
  }
}

TEST(Placement, of_the_plain_scene_changes_no_bit) {
  const plumb::Pose pose{{0.1, -0.2, 0.3}, {0.6, 0, -0.8}, Eigen::Vector3d::UnitY()};
  const Placement plain(at({}));
  EXPECT_EQ(plain.placed(pose).position, pose.position);
  EXPECT_EQ(plain.placed(pose).tangent, pose.tangent);
  EXPECT_EQ(plain.seen(pose.position), pose.position);
}

TEST(Placement, turns_to_the_left_mirrors_across_the_length_and_shifts_by_lengths) {
  const plumb::Pose pose{Eigen::Vector3d::Zero(), Eigen::Vector3d::UnitX(), Eigen::Vector3d::UnitY()};
  EXPECT_GT(Placement(at({.azimuth = 0.7})).placed(pose).tangent.y(), 0.6);
  const plumb::Pose mirrored = Placement(at({.mirrored = true})).placed(pose);
  EXPECT_EQ(mirrored.tangent, pose.tangent);
  EXPECT_EQ(mirrored.director, -pose.director);
  EXPECT_NEAR(Placement(at({.shift = 10})).placed(pose).position.z(), 3, 1e-15);
}

}  // namespace
}  // namespace codes
