// Whatever stands in a file, it is read to finite numbers or answered in one line.
#include <cmath>

#include <gtest/gtest.h>

#include <plumb/core/status.h>
#include <plumb/scene/hostile_scenes_for_test.h>

namespace plumb {
namespace {

constexpr char kFile[] = "folder/hostile.toml";

/// Is the scene read? Fails the test where it is neither read soundly nor refused properly.
bool is_read(const std::string& text, const std::vector<Override>& overrides = {}) {
  try {
    const OpenScene scene = opened(read_scene(text, kFile, overrides));
    for (const double number : numbers_of(scene)) EXPECT_TRUE(std::isfinite(number)) << number;
    for (const SceneRod& rod : scene.rods) {
      EXPECT_NEAR(rod.start.tangent.norm(), 1, 1e-12);
      EXPECT_NEAR(rod.start.director.norm(), 1, 1e-12);
      EXPECT_NEAR(rod.start.director.dot(rod.start.tangent), 0, 1e-9);
      EXPECT_GT(rod.length / rod.n, 0);
    }
    for (const ScenePlate& plate : scene.plates) {
      EXPECT_EQ(plate.initial.size(), plate.rest.points.size());
      EXPECT_FALSE(plate.rest.triangles.empty());
      for (const SceneSupport& support : plate.supports) EXPECT_FALSE(support.points.empty());
    }
    for (const SceneSolid& solid : scene.solids) {
      EXPECT_EQ(solid.initial.size(), solid.rest.points.size());
      EXPECT_FALSE(solid.rest.tetrahedra.empty());
      for (const SceneHold& support : solid.supports) EXPECT_FALSE(support.points.empty());
    }
    EXPECT_FALSE(scene.rods.empty() && scene.plates.empty() && scene.solids.empty());
    return true;
  } catch (const UserError& error) {
    const std::string sentence = error.what();
    EXPECT_EQ(sentence.find_first_of("\n\r"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find(kFile), std::string::npos) << sentence;
    EXPECT_LT(sentence.size(), 600u) << sentence;
    return false;
  }
}

TEST(HostileScene, good_scenes_are_read) {
  for (const std::string& text : good_scenes()) EXPECT_TRUE(is_read(text)) << text;
}

TEST(HostileScene, is_read_to_finite_numbers_or_answered_in_one_line) {
  int n_read = 0;
  for (std::uint64_t seed = 0; seed < 2000 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    n_read += is_read(hostile_scene(seed)) ? 1 : 0;
  }
  EXPECT_GT(n_read, 300) << "spoilt too much to try what comes after the parser";
  EXPECT_LT(n_read, 1700) << "hardly spoilt";
}

TEST(HostileScene, so_it_is_with_hostile_overrides) {
  for (std::uint64_t seed = 0; seed < 1000 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Vandal vandal(seed);
    Override override{"rod.left.clamp.0.at", "[0, {a = 1.5}, \"12 cm\"]"};
    vandal.spoil(override.key);
    vandal.spoil(override.value);
    for (const std::string& text : good_scenes()) is_read(text, {override});
  }
}

}  // namespace
}  // namespace plumb
