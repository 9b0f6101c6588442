#include <codes/motion/motion_code_test.h>
#include <codes/rod_trial/centreline_test.h>
#include <codes/rod_trial/curved_code_test.h>

namespace protocols {
judge::Protocol const* vibration();
}  // namespace protocols

namespace codes {
judge::Code const* super_clothoid();
namespace {

TEST(SuperClothoid, FollowsTheElasticaFarBetterWithMoreElements) {
  follows_the_elastica_far_better_with_more_elements(*super_clothoid());
}
TEST(SuperClothoid, LeavesThePlaneWhereThePhysicsSays) { leaves_the_plane_where_the_physics_says(*super_clothoid()); }
TEST(SuperClothoid, knows_a_rectangle) { knows_a_rectangle(*super_clothoid()); }
TEST(SuperClothoid, answers_alike_in_every_place) { answers_alike_in_every_place(*super_clothoid()); }
TEST(SuperClothoid, ShowsItsCentreline) { shows_its_centreline(*super_clothoid(), 30); }
TEST(SuperClothoid, VibratesAsItShould) { expect_motion(*super_clothoid(), *protocols::vibration()); }

}  // namespace
}  // namespace codes
