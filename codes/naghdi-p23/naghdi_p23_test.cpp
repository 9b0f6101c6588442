#include <codes/plate_trial/plate_code_test.h>

namespace codes {
judge::Code const* naghdi_p23();
namespace {

TEST(NaghdiP23, follows_the_elastica) { expect_elastica(*naghdi_p23(), 40, 1e-3, {1, 30}); }

TEST(NaghdiP23, buckles_sideways_at_the_critical_weight) { expect_buckling(*naghdi_p23(), 0.1, 25); }

TEST(NaghdiP23, refuses_what_is_no_saved_trial) { expect_refusals(*naghdi_p23()); }

}  // namespace
}  // namespace codes
