#include <gtest/gtest.h>

#include <cmath>

#include <plumb/contact/friction/lorentz.h>
#include <plumb/contact/friction/random_for_test.h>

namespace plumb {
namespace {

Eigen::Vector3d inside(RandomForTest& random, double margin) {
  Eigen::Vector3d x = random.vector3();
  x(0) = std::hypot(x(1), x(2)) + margin * random.unit();
  return x;
}

TEST(Lorentz, QuotientUndoesTheProduct) {
  RandomForTest random(1);
  for (int k = 0; k < 100; ++k) {
    const Eigen::Vector3d x = inside(random, 1), y = random.vector3();
    EXPECT_LT((jordan_quotient(jordan_product(x, y), x) - y).norm(), 1e-9);
  }
}

TEST(Lorentz, TheScalingMapsBothToTheSamePoint) {
  RandomForTest random(2);
  for (int k = 0; k < 100; ++k) {
    const double margin = random.log_between(1e-6, 1);
    const Eigen::Vector3d r = 10 * inside(random, margin), s = inside(random, margin);
    const NesterovTodd scaling(r, s);
    EXPECT_LT((scaling.n * s - scaling.inverse * r).norm(), 1e-7 * (scaling.n * s).norm());
    EXPECT_LT((scaling.axes.transpose() * scaling.axes - Eigen::Matrix3d::Identity()).norm(), 1e-14);
    EXPECT_NEAR((scaling.n * s).dot(scaling.inverse * r), r.dot(s), 1e-7 * r.dot(s));
  }
}

TEST(Lorentz, AStepToTheRimEndsThere) {
  RandomForTest random(3);
  int n_finite = 0;
  for (int k = 0; k < 200; ++k) {
    const Eigen::Vector3d x = inside(random, 1), d = random.vector3();
    const double step = step_to_rim(x, d);
    if (!std::isfinite(step)) {
      EXPECT_GE(d(0), std::hypot(d(1), d(2)) - 1e-12);
      continue;
    }
    ++n_finite;
    const Eigen::Vector3d end = x + step * d, before = x + 0.999 * step * d;
    EXPECT_NEAR(end(0), std::hypot(end(1), end(2)), 1e-10 * (1 + end.norm()));
    EXPECT_GT(before(0), std::hypot(before(1), before(2)));
  }
  EXPECT_GT(n_finite, 100);
}

}  // namespace
}  // namespace plumb
