#include <judge/protocols/cantilever/inverse.h>

#include <cmath>

#include <gtest/gtest.h>

#include <judge/protocols/cantilever/master_curve.h>
#include <plumb/core/status.h>

namespace judge {
namespace {

TEST(CantileverInverse, UndoesTheCurve) {
  for (const double gamma : {1e-3, 0.02, 1.0, 7.0, 33.0, 500.0, 1e4}) {
    EXPECT_NEAR(cantilever_gamma(cantilever_curve(gamma).aspect).gamma / gamma, 1, 1e-10) << gamma;
  }
}

TEST(CantileverInverse, SensitivityRunsFromOneToTwo) {
  EXPECT_NEAR(cantilever_gamma(cantilever_curve(0.01).aspect).sensitivity, 1, 1e-4);
  EXPECT_NEAR(cantilever_gamma(cantilever_curve(9000).aspect).sensitivity, 2, 0.05);
  const double gamma = 12, up = 1.001;
  const double change = std::log(up) / std::log(cantilever_curve(gamma * up).aspect / cantilever_curve(gamma).aspect);
  EXPECT_NEAR(cantilever_gamma(cantilever_curve(gamma).aspect).sensitivity, change, 1e-3);
}

TEST(CantileverInverse, RefusesWhatNoStripShows) {
  for (const double aspect : {0.0, -1.0, 1e-6, 1e3, std::nan("")})
    EXPECT_THROW(cantilever_gamma(aspect), plumb::UserError);
}

}  // namespace
}  // namespace judge
