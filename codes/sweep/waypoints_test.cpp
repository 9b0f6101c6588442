#include <codes/sweep/waypoints.h>

#include <gtest/gtest.h>

#include <plumb/core/status.h>

namespace codes {
namespace {

plumb::State at(double value) {
  plumb::State state;
  state.q = Eigen::VectorXd::Constant(2, value);
  return state;
}

TEST(Waypoints, KeepBothSidesOfEveryChangeAndTheLast) {
  Waypoints w;
  for (const double x : {1.0, 2.0, 3.0}) w.pass(x, false, at(x));
  for (const double x : {4.0, 5.0, 6.0}) w.pass(x, true, at(x));
  for (const double x : {7.0, 8.0, 9.0}) w.pass(x, false, at(x));
  EXPECT_EQ(w.nearest(1.1)->q[0], 3) << "1 and 2 are not kept";
  EXPECT_EQ(w.nearest(3.4)->q[0], 3);
  EXPECT_EQ(w.nearest(3.6)->q[0], 4);
  EXPECT_EQ(w.nearest(5.2)->q[0], 6) << "5 is not kept";
  EXPECT_EQ(w.nearest(6.6)->q[0], 7);
  EXPECT_EQ(w.nearest(100)->q[0], 9);
}

TEST(Waypoints, TellTheNearestOneBeyondTheFrontier) {
  Waypoints w;
  EXPECT_EQ(w.nearest(1), nullptr);
  w.pass(4, false, at(4));
  EXPECT_EQ(w.nearest_beyond(4), nullptr);
  for (const double x : {9.0, 8.0, 7.0}) w.pass(x, true, at(x));
  w.pass(6, false, at(6));
  EXPECT_EQ(w.nearest(6)->q[0], 6);
  EXPECT_EQ(w.nearest_beyond(6)->q[0], 7);
  EXPECT_EQ(w.nearest_beyond(4)->q[0], 7);
}

TEST(Waypoints, ComeBackFromTheirBytes) {
  Waypoints w;
  w.pass(1, false, at(1));
  w.pass(2, true, at(2));
  const std::string bytes = w.save();
  EXPECT_EQ(Waypoints::load(bytes).save(), bytes);
  EXPECT_EQ(Waypoints::load(bytes).nearest(1)->q[0], 1);
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    EXPECT_THROW(Waypoints::load(bytes.substr(0, n)), plumb::UserError) << n;
  }
}

}  // namespace
}  // namespace codes
