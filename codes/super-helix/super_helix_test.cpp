#include <codes/motion/motion_code_test.h>
#include <codes/rod_trial/centreline_test.h>
#include <codes/rod_trial/curved_code_test.h>

namespace protocols {
judge::Protocol const* vibration();
}  // namespace protocols

namespace codes {
judge::Code const* super_helix();
namespace {

TEST(SuperHelix, FollowsTheElasticaFarBetterWithMoreElements) {
  follows_the_elastica_far_better_with_more_elements(*super_helix());
}
TEST(SuperHelix, LeavesThePlaneWhereThePhysicsSays) { leaves_the_plane_where_the_physics_says(*super_helix()); }
TEST(SuperHelix, knows_a_rectangle) { knows_a_rectangle(*super_helix()); }
TEST(SuperHelix, answers_alike_in_every_place) { answers_alike_in_every_place(*super_helix()); }
TEST(SuperHelix, ShowsItsCentreline) { shows_its_centreline(*super_helix(), 30); }
TEST(SuperHelix, VibratesAsItShould) { expect_motion(*super_helix(), *protocols::vibration()); }

}  // namespace
}  // namespace codes
