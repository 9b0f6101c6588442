#include <plumb/strain/curved_link.h>

#include <gtest/gtest.h>

namespace plumb {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// The definition, by a hundred thousand small rotations about the middle of each step. omega(x), 0 <= x <= 1.
template <class Omega>
CurvedLink<double> swept_by_small_steps(const Omega& omega_at, double length) {
  constexpr int n = 100000;
  const double h = length / n;
  CurvedLink<double> link{Matrix3d::Identity(), Vector3d::Zero(), Vector3d::Zero()};
  for (int i = 0; i < n; ++i) {
    const Vector3d half = 0.5 * h * omega_at((i + 0.5) / n);
    Matrix3d skew;
    skew << 0, -half.z(), half.y(), half.z(), 0, -half.x(), -half.y(), half.x(), 0;
    // Cayley's rotation, and the frame at the middle of the step.
    const Matrix3d turn = (Matrix3d::Identity() - skew).inverse() * (Matrix3d::Identity() + skew);
    const Vector3d middle = 0.5 * (link.turn + link.turn * turn).col(0);
    link.moment += h * (link.chord + 0.5 * h * middle);
    link.chord += h * middle;
    link.turn *= turn;
  }
  return link;
}

CurvedLink<double> by_small_steps(const Vector3d& start, const Vector3d& end, double length) {
  return swept_by_small_steps([&](double x) { return Vector3d(start + x * (end - start)); }, length);
}

void expect_same(const CurvedLink<double>& a, const CurvedLink<double>& b, double tolerance) {
  EXPECT_LT((a.turn - b.turn).norm(), tolerance);
  EXPECT_LT((a.chord - b.chord).norm(), tolerance);
  EXPECT_LT((a.moment - b.moment).norm(), tolerance);
}

TEST(CurvedLink, HelixIsItsDefinition) {
  for (const Vector3d& omega : {Vector3d(0.3, -1, 2), Vector3d(0, 0, 4), Vector3d(5, 0, 0), Vector3d(-9, 7, 3)}) {
    expect_same(helix<double>(omega, 0.8), by_small_steps(omega, omega, 0.8), 1e-8);
  }
}

TEST(CurvedLink, ClothoidIsItsDefinition) {
  const Vector3d ends[][2] = {{{0.3, -1, 2}, {-1, 0.5, 4}}, {{0, 0, -30}, {0, 0, 10}}, {{8, 1, 0}, {-8, 0, 12}}};
  for (const auto& end : ends) {
    expect_same(clothoid<double>(end[0], end[1], 0.8), by_small_steps(end[0], end[1], 0.8), 2e-7);
  }
}

TEST(CurvedLink, ClothoidOfConstantCurvatureIsAHelix) {
  for (const Vector3d& omega : {Vector3d(0, 0, 0), Vector3d(1e-9, 0, 0), Vector3d(0.3, -1, 2), Vector3d(-20, 7, 30)}) {
    expect_same(clothoid<double>(omega, omega, 0.8), helix<double>(omega, 0.8), 1e-13);
  }
}

TEST(CurvedLink, AQuadraticDarbouxVectorIsSweptByItsDefinition) {
  const Vector3d a(0.3, -1, 2), b(4, 0.5, -3), c(-9, 2, 6);
  const auto omega = [&](double x) { return Vector3d((1 - x) * (1 - x) * a + 2 * x * (1 - x) * b + x * x * c); };
  expect_same(swept<double, 3>({a, b, c}, 0.8), swept_by_small_steps(omega, 0.8), 2e-7);
}

TEST(CurvedLink, PartsAreJoinedToTheWhole) {
  const DarbouxCurve<double, 3> curve{Vector3d(0.3, -1, 2), Vector3d(4, 0.5, -3), Vector3d(-9, 2, 6)};
  const double length = 0.8, at = 0.3;
  const CurvedLink<double> whole = swept(curve, length), first = swept(part_of(curve, 0, at), at * length),
                           second = swept(part_of(curve, at, 1), (1 - at) * length);
  EXPECT_LT((first.turn * second.turn - whole.turn).norm(), 1e-14);
  EXPECT_LT((first.chord + first.turn * second.chord - whole.chord).norm(), 1e-14);
  const Vector3d moment = first.moment + (1 - at) * length * first.chord + first.turn * second.moment;
  EXPECT_LT((moment - whole.moment).norm(), 1e-14);
}

TEST(CurvedLink, StraightAndNearlyStraightAreNothingSpecial) {
  const CurvedLink<double> straight = helix<double>(Vector3d::Zero(), 2);
  EXPECT_EQ(straight.chord, Vector3d(2, 0, 0));
  EXPECT_EQ(straight.moment, Vector3d(2, 0, 0));
  EXPECT_EQ(straight.turn, Matrix3d::Identity());
  // chord = l (1 - u/6, sin-like, ...): first order in the curvature, to the last digit.
  const CurvedLink<double> bent = helix<double>(Vector3d(0, 0, 1e-9), 2);
  EXPECT_NEAR(bent.chord.y() / 2e-9, 1, 1e-15);
}

TEST(CurvedLink, StumpffFunctionsMeetWhereTheirFormulasChange) {
  const auto below = stumpff<8>(40.0), above = stumpff<8>(std::nextafter(40.0, 41.0));
  for (std::size_t k = 0; k <= 8; ++k) EXPECT_NEAR(above[k] / below[k], 1, 1e-11) << k;
  EXPECT_NEAR(stumpff<4>(9.0)[0], std::cos(3), 1e-15);
  EXPECT_NEAR(stumpff<4>(9.0)[3], (3 - std::sin(3)) / 27, 1e-16);
  EXPECT_NEAR(stumpff<4>(400.0)[2], (1 - std::cos(20)) / 400, 1e-17);
}

/// First and second derivatives of every entry along every pair of unknowns, by duals and by differences.
template <int K, class Link>
void check_derivatives(const std::array<double, K>& at, const Link& link) {
  using S = Dual2<K>;
  std::array<S, K> x;
  for (int i = 0; i < K; ++i) x[static_cast<std::size_t>(i)] = S::variable(at[static_cast<std::size_t>(i)], i);
  const auto exact = link(x);
  const auto entries = [](const auto& l) {
    std::vector<std::decay_t<decltype(l.chord[0])>> all;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) all.push_back(l.turn(i, j));
      all.push_back(l.chord[i]);
      all.push_back(l.moment[i]);
    }
    return all;
  };
  const auto moved = [&](int i, double a, int j, double b) {
    std::array<double, K> y = at;
    y[static_cast<std::size_t>(i)] += a;
    y[static_cast<std::size_t>(j)] += b;
    return entries(link(y));
  };
  constexpr double h = 1e-4;
  const auto duals = entries(exact);
  for (int i = 0; i < K; ++i) {
    for (int j = 0; j <= i; ++j) {
      const auto pp = moved(i, h, j, h), pm = moved(i, h, j, -h), mp = moved(i, -h, j, h), mm = moved(i, -h, j, -h);
      for (std::size_t e = 0; e < duals.size(); ++e) {
        const double second = (pp[e] - pm[e] - mp[e] + mm[e]) / (4 * h * h);
        EXPECT_NEAR(duals[e].second(i, j), second, 1e-6) << "entry " << e << ", unknowns " << i << ' ' << j;
      }
    }
  }
}

TEST(CurvedLink, DerivativesAreExactAlsoWhereTheRodIsPlanarOrStraight) {
  const auto as_helix = [](const auto& x) {
    using S = std::decay_t<decltype(x[0])>;
    return helix<S>(Vector3<S>(x[0], x[1], x[2]), 0.4);
  };
  const auto as_clothoid = [](const auto& x) {
    using S = std::decay_t<decltype(x[0])>;
    return clothoid<S>(Vector3<S>(x[0], x[1], x[2]), Vector3<S>(x[3], x[4], x[5]), 0.4);
  };
  const auto as_quadratic = [](const auto& x) {
    using S = std::decay_t<decltype(x[0])>;
    return swept<S, 3>(
        {Vector3<S>(x[0], x[1], S(0.4)), Vector3<S>(x[2], x[3], S(-2.0)), Vector3<S>(x[4], S(0.0), x[5])}, 0.4);
  };
  check_derivatives<6>({0.3, -1, 2, 1, 0.5, -3}, as_quadratic);
  check_derivatives<3>({0.3, -1, 2}, as_helix);
  check_derivatives<3>({0, 0, 2}, as_helix);
  check_derivatives<3>({0, 0, 0}, as_helix);
  check_derivatives<6>({0.3, -1, 2, 1, 0.5, -3}, as_clothoid);
  check_derivatives<6>({0, 4, 0, 0, 1, 0}, as_clothoid);
  check_derivatives<6>({0, 0, 0, 0, 0, 0}, as_clothoid);
}

}  // namespace
}  // namespace plumb
