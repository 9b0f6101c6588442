#include <plumb/io/frame_rules.h>

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/core/status.h>
#include <plumb/io/sample_frames_test.h>

namespace plumb {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(FrameRules, a_unit_stands_in_brackets_and_none_stands_nowhere) {
  EXPECT_EQ(labelled("tip z", "m"), "tip z [m]");
  EXPECT_EQ(labelled("strain", ""), "strain");
}

TEST(FrameRulesDeathTest, no_number_that_is_none_gets_past) {
  const auto with = [](auto&& spoil) {
    Frame frame = sample_frame(0);
    spoil(frame);
    return frame;
  };
  EXPECT_DEATH(ensure_sound(with([](Frame& f) { f.time = nan; })), "time");
  EXPECT_DEATH(ensure_sound(with([](Frame& f) { f.observables[1].value = nan; })), "observable");
  EXPECT_DEATH(ensure_sound(with([](Frame& f) { f.shape.points[4][2] = nan; })), "point");
  EXPECT_DEATH(ensure_sound(with([](Frame& f) { f.shape.arrays[0].values[1] = nan; })), "value");
  EXPECT_DEATH(ensure_sound(with([](Frame& f) { f.shape.arrays[1].values.pop_back(); })), "values.size");
  EXPECT_DEATH(ensure_sound(with([](Frame& f) { f.shape.curves[1].n_points = 3; })), "n_points");
  Frame plate = sample_frame_with_surface(0);
  ensure_sound(plate);
  plate.shape.surfaces[0].triangles[1][2] = 4;
  EXPECT_DEATH(ensure_sound(plate), "corner");
}

TEST(FrameRules, a_frame_of_another_layout_is_the_users_business_and_named_by_its_time) {
  const Frame first = sample_frame(0);
  require_layout_of(first, sample_frame(1));
  Frame other = sample_frame(1);
  other.time = 0.25;
  other.observables.pop_back();
  EXPECT_THAT([&] { require_layout_of(first, other); }, ThrowsMessage<UserError>(HasSubstr("0.25 s")));
  other = sample_frame(1);
  other.shape.arrays[0].unit = "1/mm";
  EXPECT_THROW(require_layout_of(first, other), UserError);
  other = sample_frame(1);
  other.shape.curves[0].n_points = 2;
  EXPECT_THROW(require_layout_of(first, other), UserError);
  other = sample_frame_with_surface(1);
  require_layout_of(sample_frame_with_surface(0), other);
  other.shape.surfaces[0].name = "roof";
  EXPECT_THROW(require_layout_of(sample_frame_with_surface(0), other), UserError);
}

TEST(FrameRules, a_surface_may_change_its_mesh_and_a_curve_may_not) {
  const Frame first = sample_frame_with_surface(0), changed = sample_frame_with_changed_surface(1);
  require_layout_of(first, changed);
  EXPECT_TRUE(same_mesh(first.shape, sample_frame_with_surface(1).shape));
  EXPECT_FALSE(same_mesh(first.shape, changed.shape));
  Frame flipped = sample_frame_with_surface(1);
  flipped.shape.surfaces[0].triangles = {{0, 1, 3}, {0, 3, 2}};
  require_layout_of(first, flipped);
  EXPECT_FALSE(same_mesh(first.shape, flipped.shape));
  // A point more that belongs to no surface.
  Frame other = sample_frame_with_surface(1);
  other.shape.surfaces[0].n_points = 3;
  EXPECT_THROW(require_layout_of(first, other), UserError);
}

TEST(FrameRules, a_frame_is_finite_where_all_its_numbers_are) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(is_finite(sample_frame(0)));
  const auto spoilt = [](auto spoil) {
    Frame frame = sample_frame(0);
    spoil(frame);
    return is_finite(frame);
  };
  EXPECT_FALSE(spoilt([&](Frame& frame) { frame.time = none; }));
  EXPECT_FALSE(spoilt([&](Frame& frame) { frame.shape.points[2].y() = none; }));
  EXPECT_FALSE(spoilt([&](Frame& frame) { frame.shape.arrays[1].values[4] = none; }));
  EXPECT_FALSE(spoilt([&](Frame& frame) { frame.observables[2].value = none; }));
}

}  // namespace
}  // namespace plumb
