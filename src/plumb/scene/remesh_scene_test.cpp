#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/scene/remeshed_plate_for_test.h>
#include <plumb/scene/simulation/simulation.h>
#include <plumb/scene/strip_for_test.h>

namespace plumb {
namespace {

using testing::HasSubstr;

struct Mistake {
  const char *from, *to, *sentence;
};

const Mistake kMistakes[] = {
    {"bending = \"hinge\"\n", "",
     "strip.toml:11: plate.remesh: the plate's bending has a director at every edge, which a new edge would have to "
     "guess; "
     "choose bending = \"hinge\", \"quadratic\" or \"average\""},
    {"size_min = \"15 mm\"\n", "",
     "strip.toml:12: plate.remesh.size_min: missing; the shortest edge that it may ask for, as size_min = \"5 mm\""},
    {"\"6 cm\"", "\"6 mm\"", "strip.toml:14: plate.remesh.size_max: must not be below size_min"},
    {"\"15 mm\"", "\"15 um\"",
     "strip.toml:13: plate.remesh.size_min: makes up to 3.08e+08 triangles, at most 1000000 are allowed"},
    {"every = 2", "every = 0", "strip.toml:15: plate.remesh.every: must be at least 1, got 0"},
    {"every = 2", "aspect_min = 2", "strip.toml:15: plate.remesh.aspect_min: at most 1, got 2"},
    {"every = 2", "refine = 2", "strip.toml:15: plate.remesh.refine: unknown key"},
    {"every = 2", "refine_velocity = \"1 m\"", "strip.toml:15: plate.remesh.refine_velocity = '1 m': expected a unit"},
};

TEST(RemeshScene, every_mistake_has_its_sentence) {
  EXPECT_EQ(sentence(kRemeshedPlate), "read");
  for (const Mistake& mistake : kMistakes) {
    EXPECT_THAT(sentence(changed(kRemeshedPlate, mistake.from, mistake.to)), HasSubstr(mistake.sentence));
  }
}

TEST(RemeshScene, a_static_plate_keeps_its_mesh) {
  const std::string still =
      changed(changed(kRemeshedPlate, "method = \"backward-euler\"", "method = \"static\""), "dt = \"5 ms\"\n", "");
  EXPECT_THAT(sentence(still), HasSubstr("plate.remesh: a mesh changes in motions only"));
}

TEST(RemeshScene, a_curved_rest_shape_of_a_plate_that_starts_flat_is_refused) {
  const std::string rolled = changed(kRemeshedPlate, "thickness", "rest = { curvature = \"3 1/m\" }\nthickness");
  EXPECT_THAT(sentence(rolled), HasSubstr("starts as at rest, or is a plane at rest"));
}

double observed(const Frame& frame, const std::string& name) {
  for (const Observable& observable : frame.observables) {
    if (observable.name == name) return observable.value;
  }
  ADD_FAILURE() << name;
  return 0;
}

TEST(RemeshScene, points_come_and_are_told_and_drawn) {
  Simulation simulation(read_scene(kRemeshedPlate, "sheet.toml"));
  std::set<double> n_points;
  for (int i = 0; i <= simulation.n_frames(); ++i) {
    ASSERT_EQ(simulation.advance_to(i).status, Status::ok);
    const Frame frame = simulation.look();
    const Shape::Surface& sheet = frame.shape.surfaces[0];
    EXPECT_EQ(observed(frame, "points"), static_cast<double>(frame.shape.points.size()));
    EXPECT_EQ(static_cast<std::size_t>(sheet.n_points), frame.shape.points.size());
    for (const auto& t : sheet.triangles) EXPECT_LT(std::max({t[0], t[1], t[2]}), sheet.n_points);
    n_points.insert(observed(frame, "points"));
  }
  EXPECT_EQ(*n_points.begin(), 20);
  EXPECT_GT(*n_points.rbegin(), 40);
  EXPECT_NE(observed(simulation.look(), "remeshing loss"), 0);
}

// The same material point on any mesh.
TEST(RemeshScene, the_bars_and_the_middle_stay_what_they_are) {
  Simulation simulation(read_scene(kRemeshedPlate, "sheet.toml"));
  for (int i = 0; i <= simulation.n_frames(); ++i) ASSERT_EQ(simulation.advance_to(i).status, Status::ok);
  const Frame end = simulation.look();
  EXPECT_NEAR(observed(end, "middle x"), 0.07, 0.02);
  // What the bars carry is of the size of the weight.
  const double weight = 0.2 * 0.15 * 1e-3 * 1000 * 9.81;
  EXPECT_NEAR(observed(end, "support 1 force z") + observed(end, "support 2 force z"), weight, weight);
}

TEST(RemeshScene, a_saved_frame_brings_its_mesh_and_goes_on_to_the_same_bits) {
  const Scene scene = read_scene(kRemeshedPlate, "sheet.toml");
  Simulation whole(scene), first(scene);
  for (int i = 0; i <= 6; ++i) ASSERT_EQ(whole.advance_to(i).status, Status::ok);
  for (int i = 0; i <= 3; ++i) ASSERT_EQ(first.advance_to(i).status, Status::ok);
  Simulation second(scene);
  second.load(first.save());
  EXPECT_EQ(second.save(), first.save());
  EXPECT_EQ(second.look().shape.points, first.look().shape.points);
  for (int i = 4; i <= 6; ++i) ASSERT_EQ(second.advance_to(i).status, Status::ok);
  EXPECT_EQ(second.save(), whole.save());
  // Back to a frame before, on another mesh.
  second.load(first.save());
  for (int i = 4; i <= 6; ++i) ASSERT_EQ(second.advance_to(i).status, Status::ok);
  EXPECT_EQ(second.save(), whole.save());
}

TEST(RemeshScene, a_mesh_is_refused_by_a_plate_whose_mesh_stays) {
  Simulation remeshed(read_scene(kRemeshedPlate, "sheet.toml"));
  for (int i = 0; i <= 3; ++i) ASSERT_EQ(remeshed.advance_to(i).status, Status::ok);
  const std::size_t from = kRemeshedPlate.find("[plate.remesh]"), to = kRemeshedPlate.find("[[plate.support]]");
  Simulation other(read_scene(std::string(kRemeshedPlate).erase(from, to - from), "sheet.toml"));
  EXPECT_THROW(other.load(remeshed.save()), UserError);
}

}  // namespace
}  // namespace plumb
