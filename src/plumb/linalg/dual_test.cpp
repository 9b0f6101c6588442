#include <plumb/linalg/dual.h>

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <array>
#include <cmath>

#include <plumb/linalg/packet.h>

namespace plumb {
namespace {

/// f' and f'' by hand, at one point, against Dual and Dual2 seeded with a curved path x(s) = x + 2 s + 3 s^2: then
/// (f o x)' = 2 f' and (f o x)'' = 4 f'' + 6 f'.
template <class F>
void expect_derivatives(const F& f, double x, double value, double first, double second) {
  const auto near = [](double a, double b) { EXPECT_NEAR(a, b, 1e-14 * (1 + std::abs(b))); };
  const auto s = Dual2<1>::variable(0, 0);
  const Dual2<1> r = f(x + 2 * s + 3.0 * s * s);
  near(r.value, value);
  near(r.gradient[0], 2 * first);
  near(r.second(0, 0), 4 * second + 6 * first);

  const Dual<2> d = f(2.0 * Dual<2>::variable(x / 2, 1));
  near(d.value, value);
  near(d.gradient[0], 0);
  near(d.gradient[1], 2 * first);
}

TEST(Dual, ElementaryFunctionsAgainstHandDerivatives) {
  const double x = 0.37;
  const auto f = [](auto function) { return function; };
  expect_derivatives(f([](auto a) { return sqrt(a); }), x, std::sqrt(x), 0.5 / std::sqrt(x), -0.25 * std::pow(x, -1.5));
  expect_derivatives(f([](auto a) { return exp(a); }), x, std::exp(x), std::exp(x), std::exp(x));
  expect_derivatives(f([](auto a) { return log(a); }), x, std::log(x), 1 / x, -1 / (x * x));
  expect_derivatives(f([](auto a) { return sin(a); }), x, std::sin(x), std::cos(x), -std::sin(x));
  expect_derivatives(f([](auto a) { return cos(a); }), x, std::cos(x), -std::sin(x), -std::cos(x));
  const double sec2 = 1 / (std::cos(x) * std::cos(x));
  expect_derivatives(f([](auto a) { return tan(a); }), x, std::tan(x), sec2, 2 * sec2 * std::tan(x));
  const double arc = 1 / std::sqrt(1 - x * x);
  expect_derivatives(f([](auto a) { return asin(a); }), x, std::asin(x), arc, x * arc * arc * arc);
  expect_derivatives(f([](auto a) { return acos(a); }), x, std::acos(x), -arc, -x * arc * arc * arc);
  const double q = 1 / (1 + x * x);
  expect_derivatives(f([](auto a) { return atan(a); }), x, std::atan(x), q, -2 * x * q * q);
  expect_derivatives(f([](auto a) { return abs(a); }), -x, x, -1, 0);
  expect_derivatives(f([](auto a) { return abs(a); }), x, x, 1, 0);
  expect_derivatives(f([](auto a) { return pow(a, 2.5); }), x, std::pow(x, 2.5), 2.5 * std::pow(x, 1.5),
                     3.75 * std::sqrt(x));
  expect_derivatives(f([](auto a) { return pow(a, 3); }), -x, -x * x * x, 3 * x * x, -6 * x);
  const double log1 = std::log(x) + 1, self = std::pow(x, x);
  expect_derivatives(f([](auto a) { return pow(a, a); }), x, self, self * log1, self * (log1 * log1 + 1 / x));
}

TEST(Dual, ArithmeticAgainstHandDerivatives) {
  const double x = -1.3;
  const auto f = [](auto function) { return function; };
  expect_derivatives(f([](auto a) { return 2.0 / a; }), x, 2 / x, -2 / (x * x), 4 / (x * x * x));
  expect_derivatives(f([](auto a) { return a / (1 + a * a); }), x, x / (1 + x * x),
                     (1 - x * x) / std::pow(1 + x * x, 2), 2 * x * (x * x - 3) / std::pow(1 + x * x, 3));
  expect_derivatives(f([](auto a) { return -(a * a * a) / 4 - (1 - a) + +a - 7; }), x, -x * x * x / 4 + 2 * x - 8,
                     -0.75 * x * x + 2, -1.5 * x);
  expect_derivatives(f([](auto a) {
                       auto b = a;
                       b += 1;
                       b -= 2.0;
                       b *= 3;
                       b /= 2;
                       b *= a;
                       b -= a;
                       b += a * 4.0;
                       b /= a;
                       return b;
                     }),
                     x, 1.5 * (x - 1) + 3, 1.5, 0);
}

TEST(Dual, AngleOnEveryBranch) {
  for (int i = 0; i < 24; ++i) {
    const double angle = -3.1 + 0.27 * i, r = 0.5 + 0.1 * i;
    using D = Dual2<2>;
    const double x = r * std::cos(angle), y = r * std::sin(angle);
    const D a = atan2(D::variable(y, 1), D::variable(x, 0));
    const double r2 = r * r, r4 = r2 * r2;
    EXPECT_EQ(a.value, std::atan2(y, x));
    EXPECT_NEAR(a.gradient[0], -y / r2, 1e-14);
    EXPECT_NEAR(a.gradient[1], x / r2, 1e-14);
    EXPECT_NEAR(a.second(0, 0), 2 * x * y / r4, 1e-13);
    EXPECT_NEAR(a.second(1, 1), -2 * x * y / r4, 1e-13);
    EXPECT_NEAR(a.second(0, 1), (y * y - x * x) / r4, 1e-13);
  }
}

/// Something like a bending energy: three points, an angle, lengths, through Eigen's vectors.
template <class S>
S sample_energy(const std::array<S, 9>& q) {
  using std::atan2, std::exp, std::pow, std::sin, std::sqrt;
  using Vector = Eigen::Matrix<S, 3, 1>;
  const Vector a(q[0], q[1], q[2]), b(q[3], q[4], q[5]), c(q[6], q[7], q[8]);
  const Vector e = b - a, f = 2.0 * (c - b) / 1.5;
  const Vector n = e.cross(f);
  const S angle = atan2(n.norm(), e.dot(f));
  const S stretch = e.norm() / 0.7 - 1.0;
  return angle * angle / (e.norm() + f.norm()) + 40.0 * stretch * stretch + sin(n[0]) * exp(-0.1 * c.squaredNorm()) +
         pow(f.squaredNorm(), 0.75);
}

constexpr std::array<double, 9> kPoint{0.1, -0.2, 0.3, 0.9, 0.1, 0.2, 1.4, 0.8, -0.3};

template <class D>
std::array<D, 9> seeded(const std::array<double, 9>& at) {
  std::array<D, 9> q;
  for (int i = 0; i < 9; ++i) q[static_cast<unsigned>(i)] = D::variable(at[static_cast<unsigned>(i)], i);
  return q;
}

TEST(Dual, GradientAndHessianAgainstFiniteDifferences) {
  const auto exact = sample_energy(seeded<Dual2<9>>(kPoint));
  const auto first = sample_energy(seeded<Dual<9>>(kPoint));
  EXPECT_NEAR(exact.value, sample_energy(kPoint), 1e-13);
  const double h = 1e-5;
  for (int i = 0; i < 9; ++i) {
    const auto u = static_cast<unsigned>(i);
    auto plus = kPoint, minus = kPoint;
    plus[u] += h, minus[u] -= h;
    EXPECT_NEAR(exact.gradient[u], (sample_energy(plus) - sample_energy(minus)) / (2 * h), 1e-7);
    EXPECT_NEAR(first.gradient[u], exact.gradient[u], 1e-13);
    const auto up = sample_energy(seeded<Dual<9>>(plus)), down = sample_energy(seeded<Dual<9>>(minus));
    for (int j = 0; j < 9; ++j) {
      const auto v = static_cast<unsigned>(j);
      EXPECT_NEAR(exact.second(i, j), (up.gradient[v] - down.gradient[v]) / (2 * h), 1e-6) << i << " " << j;
    }
  }
}

TEST(Dual, NestedDualGivesHessianTimesVector) {
  const auto exact = sample_energy(seeded<Dual2<9>>(kPoint));
  std::array<double, 9> v;
  std::array<Dual<9, Dual<1>>, 9> q;
  for (int i = 0; i < 9; ++i) {
    const auto u = static_cast<unsigned>(i);
    v[u] = std::cos(3.0 * i);
    Dual<1> inner = kPoint[u];
    inner.gradient[0] = v[u];
    q[u] = Dual<9, Dual<1>>::variable(inner, i);
  }
  const auto nested = sample_energy(q);
  EXPECT_NEAR(value_of(nested), exact.value, 1e-13);
  for (int i = 0; i < 9; ++i) {
    double expected = 0;
    for (int j = 0; j < 9; ++j) expected += exact.second(i, j) * v[static_cast<unsigned>(j)];
    EXPECT_NEAR(nested.gradient[static_cast<unsigned>(i)].gradient[0], expected, 1e-11);
  }
}

TEST(Dual, OverPacketsIsFourDualsBitwise) {
  std::array<Dual2<9, Packet>, 9> q;
  std::array<std::array<double, 9>, 4> points;
  for (int i = 0; i < 9; ++i) {
    Packet x;
    for (int lane = 0; lane < 4; ++lane) {
      const double value = kPoint[static_cast<unsigned>(i)] + 0.03 * lane * (i % 4 - 1.5);
      points[static_cast<unsigned>(lane)][static_cast<unsigned>(i)] = value;
      x.set(lane, value);
    }
    q[static_cast<unsigned>(i)] = Dual2<9, Packet>::variable(x, i);
  }
  const auto four = sample_energy(q);
  for (int lane = 0; lane < 4; ++lane) {
    const auto one = sample_energy(seeded<Dual2<9>>(points[static_cast<unsigned>(lane)]));
    EXPECT_EQ(value_of(four)[lane], one.value);
    for (unsigned i = 0; i < 9; ++i) EXPECT_EQ(four.gradient[i][lane], one.gradient[i]);
    for (unsigned k = 0; k < 45; ++k) EXPECT_EQ(four.hessian[k][lane], one.hessian[k]);
  }
}

TEST(Dual, ComparesByValueAndSelects) {
  const auto x = Dual2<2>::variable(1.5, 0), y = Dual2<2>::variable(1.5, 1);
  EXPECT_TRUE(x == y && x <= y && x >= y && !(x < y) && !(x > y) && !(x != y));
  EXPECT_TRUE(x > 1 && 1 < x && x < 2.0 && 2.0 > x && x == 1.5 && x != 1);
  EXPECT_EQ(select(x < 2, x, y).gradient[0], 1);
  EXPECT_EQ(select(x > 2, x, y).gradient[0], 0);
  EXPECT_EQ(Dual<3>{}.gradient[1], 0);
}

}  // namespace
}  // namespace plumb
