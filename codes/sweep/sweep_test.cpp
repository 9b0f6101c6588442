#include <codes/sweep/sweep.h>

#include <gtest/gtest.h>

#include <plumb/model/curved_rod/curved_rod.h>

namespace codes {
namespace {

Sweep sweep(int n) {
  plumb::CurvedRod rod;
  rod.lengths.assign(static_cast<std::size_t>(n), 1.0 / n);
  rod.bend_1 = rod.bend_2 = rod.twist = rod.mass_per_length = 1;
  rod.natural.assign(static_cast<std::size_t>(rod.n_unknowns()), 0);
  return Sweep(plumb::curved_rod({.rod = rod}));
}

TEST(Sweep, starts_at_rest_and_goes_on_from_where_it_is_put) {
  Sweep there = sweep(4), back = sweep(4);
  EXPECT_EQ(there.state().q, there.model().initial.q);
  ASSERT_EQ(there.advance(there.under(1)).status, plumb::Status::ok);
  EXPECT_NE(there.state().q, there.model().initial.q);
  back.start_from(there.state());
  EXPECT_EQ(back.under(2).gravity.z(), -2);
  ASSERT_EQ(there.advance(there.under(2)).status, plumb::Status::ok);
  ASSERT_EQ(back.advance(back.under(2)).status, plumb::Status::ok);
  EXPECT_EQ(back.state().q, there.state().q);
}

TEST(Sweep, is_loaded_only_from_its_own_bytes) {
  Sweep one = sweep(4), other = sweep(5);
  const std::string bytes = one.save();
  EXPECT_NO_THROW(one.load(bytes));
  EXPECT_THROW(other.load(bytes), plumb::UserError);
  EXPECT_THROW(one.load(bytes.substr(0, bytes.size() / 2)), plumb::UserError);
}

TEST(SavedPair, comes_back_from_its_bytes) {
  const std::string bytes = SavedPair{"some", "more"}.bytes();
  EXPECT_EQ(SavedPair::of(bytes).first, "some");
  EXPECT_EQ(SavedPair::of(bytes).second, "more");
  EXPECT_EQ(SavedPair::of(SavedPair{"", ""}.bytes()).second, "");
  for (std::size_t n = 0; n < bytes.size(); ++n) EXPECT_THROW(SavedPair::of(bytes.substr(0, n)), plumb::UserError) << n;
}

}  // namespace
}  // namespace codes
