#include <plumb/strain/wunderlich.h>

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(Wunderlich, is_its_logarithm) {
  EXPECT_EQ(wunderlich(0.0), 1);
  for (const double x : {-1.999999, -1.2, -0.3, 1e-3, 0.7, 1.0954, 1.0955, 1.7, 1.99}) {
    EXPECT_NEAR(wunderlich(x) * x / std::log((1 + x / 2) / (1 - x / 2)), 1, 1e-12) << x;
  }
  EXPECT_NEAR(wunderlich(1e-5), 1 + 1e-10 / 12, 1e-16);
}

/// int dt / (1 + t x) over a width of one: what generators that fan out do to the mean of the squared curvature.
TEST(Wunderlich, is_the_mean_over_the_width) {
  for (const double x : {0.4, -1.5}) {
    constexpr int n = 200000;
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += 1 / (1 + x * ((i + 0.5) / n - 0.5)) / n;
    EXPECT_NEAR(wunderlich(x), sum, 1e-9);
  }
}

/// With L = V x, the logarithm: L' = 1 / (1 - x^2/4), L'' = x/2 L'^2, and V = L / x.
TEST(Wunderlich, has_exact_derivatives_on_both_sides_of_where_its_formulas_change) {
  for (const double x : {-1.9, -0.8, 0.5, 1.09, 1.10, 1.8}) {
    const Dual2<1> v = wunderlich(Dual2<1>::variable(x, 0));
    const double slope = 1 / (1 - x * x / 4), first = (slope - v.value) / x;
    EXPECT_NEAR(v.gradient[0], first, 1e-13 * slope) << x;
    EXPECT_NEAR(v.hessian[0], (x / 2 * slope * slope - 2 * first) / x, 1e-12 * slope * slope) << x;
  }
  const Dual2<1> flat = wunderlich(Dual2<1>::variable(0, 0));
  EXPECT_EQ(flat.gradient[0], 0);
  EXPECT_NEAR(flat.hessian[0], 1.0 / 6, 1e-16);
}

}  // namespace
}  // namespace plumb
