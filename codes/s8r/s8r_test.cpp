#include <codes/plate_trial/plate_code_test.h>

namespace codes {
judge::Code const* s8r();
namespace {

TEST(S8r, follows_the_elastica) { expect_elastica(*s8r(), 16, 1e-3, {1, 30}); }

TEST(S8r, buckles_sideways_at_the_critical_weight) { expect_buckling(*s8r(), 0.5, 8); }

TEST(S8r, refuses_what_is_no_saved_trial) { expect_refusals(*s8r()); }

}  // namespace
}  // namespace codes
