#include <gtest/gtest.h>

#include <plumb/contact/friction/one_contact_samples_for_test.h>

namespace plumb {
namespace {

TEST(OneContactLong, AMillionRandomOnesAreSolved) {
  const WorstOne worst = worst_of_random_contacts(1000000, 12, 1e4);
  EXPECT_LT(worst.residual, 1e-12) << worst.where;
}

}  // namespace
}  // namespace plumb
