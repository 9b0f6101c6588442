#include <codes/motion/motion_code_test.h>
#include <codes/plate_trial/plate_code_test.h>

namespace protocols {
judge::Protocol const* vibration();
}

namespace codes {
judge::Code const* spline_shell();
namespace {

TEST(SplineShell, follows_the_elastica) { expect_elastica(*spline_shell(), 12, 1e-3, {1, 30}); }

TEST(SplineShell, is_beam_and_plate) { expect_beam_and_plate(*spline_shell(), 24); }

TEST(SplineShell, buckles_sideways_at_the_critical_weight) { expect_buckling(*spline_shell(), 0.5, 8); }

TEST(SplineShell, answers_alike_in_every_place) { expect_places(*spline_shell(), 0.5, 6); }

TEST(SplineShell, refuses_what_is_no_saved_trial) { expect_refusals(*spline_shell()); }

TEST(SplineShell, vibrates_as_it_should) { expect_motion(*spline_shell(), *protocols::vibration()); }

}  // namespace
}  // namespace codes
