#include <codes/rod_trial/sweep.h>

#include <gtest/gtest.h>

#include <codes/rod_trial/curved_discrete_rod.h>

namespace codes {
namespace {

Sweep sweep(int n) {
  judge::Scenario s;
  s.ask(judge::ClampedStrip{{0.1, 1e-3, 0}, 5e-4});
  s.knobs.n = n;
  return Sweep(curved_discrete_rod(ScenarioRod(s, 1), plumb::CurvatureShape::constant)->model());
}

TEST(Sweep, starts_at_rest_and_goes_on_from_where_it_is_put) {
  Sweep there = sweep(4), back = sweep(4);
  EXPECT_EQ(there.state().q, there.model().rest.q);
  ASSERT_EQ(there.advance(there.under(1e-9)).status, plumb::Status::ok);
  EXPECT_NE(there.state().q, there.model().rest.q);
  back.start_from(there.state());
  EXPECT_EQ(back.under(2e-9).gravity.z(), -2e-9);
  ASSERT_EQ(there.advance(there.under(2e-9)).status, plumb::Status::ok);
  ASSERT_EQ(back.advance(back.under(2e-9)).status, plumb::Status::ok);
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
  for (std::size_t n = 0; n < 8 + 4; ++n) EXPECT_THROW(SavedPair::of(bytes.substr(0, n)), plumb::UserError) << n;
}

}  // namespace
}  // namespace codes
