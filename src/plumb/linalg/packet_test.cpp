#include <plumb/linalg/packet.h>

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace plumb {
namespace {

const std::vector<double> kNumbers = {0.0,
                                      -0.0,
                                      1.0,
                                      -1.0,
                                      0.1,
                                      1.0 / 3,
                                      -2.7,
                                      1e-300,
                                      5e-324,
                                      1e300,
                                      12345.678,
                                      0.9999999,
                                      std::numeric_limits<double>::infinity()};

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0 || (std::isnan(a) && std::isnan(b)); }

/// f on all packets of numbers, compared with f on doubles, lane by lane.
template <class F>
void expect_same(const F& f) {
  const int n = static_cast<int>(kNumbers.size());
  const auto number = [&](int i) { return kNumbers[static_cast<unsigned>(i % n)]; };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const Packet a(number(i), number(i + 3), number(i + 5), number(i + 6));
      const Packet b(number(j), number(j + 1), number(j + 4), number(j + 7));
      const Packet r = f(a, b);
      for (int lane = 0; lane < 4; ++lane) {
        EXPECT_TRUE(same_bits(r[lane], f(a[lane], b[lane]))) << a[lane] << " " << b[lane];
      }
    }
  }
}

TEST(Packet, EveryLaneHasTheBitsOfADouble) {
  using std::abs, std::acos, std::asin, std::atan, std::atan2, std::cos, std::exp, std::log, std::pow, std::sin,
      std::sqrt, std::tan;
  expect_same([](auto a, auto b) { return a + b * 3.0 - 2.0 / a; });
  expect_same([](auto a, auto b) { return a / b; });
  expect_same([](auto a, auto b) { return -a * b + (1 - a); });
  expect_same([](auto a, auto b) { return a -= b, a *= 0.3, a += b, a /= 7, a; });
  expect_same([](auto a, auto) { return sqrt(a); });
  expect_same([](auto a, auto) { return abs(a); });
  expect_same([](auto a, auto) { return sin(a); });
  expect_same([](auto a, auto) { return cos(a); });
  expect_same([](auto a, auto) { return tan(a); });
  expect_same([](auto a, auto) { return asin(a); });
  expect_same([](auto a, auto) { return acos(a); });
  expect_same([](auto a, auto) { return atan(a); });
  expect_same([](auto a, auto) { return exp(a); });
  expect_same([](auto a, auto) { return log(a); });
  expect_same([](auto a, auto b) { return atan2(a, b); });
  expect_same([](auto a, auto) { return pow(a, 2.5); });
  expect_same([](auto a, auto b) { return select(a < b, a, b); });
}

TEST(Packet, MasksAnswerForAllLanes) {
  const Packet a(1, 2, 3, 4);
  EXPECT_TRUE(any(a > 3));
  EXPECT_FALSE(any(a > 4));
  EXPECT_TRUE(all(a >= 1));
  EXPECT_FALSE(all(a != 2));
  EXPECT_TRUE((a == 3)[2]);
  EXPECT_FALSE((a == 3)[1]);
  EXPECT_TRUE(all(a < 2 || a > 1 || a == 1));
  EXPECT_FALSE(any(a < 2 && a > 2));
  EXPECT_TRUE(all(!(a > 9)));
}

TEST(Packet, WorksAsAnEigenScalar) {
  using Vector = Eigen::Matrix<Packet, 3, 1>;
  const Vector a(Packet(1, 2, 3, 4), Packet(0.5), Packet(-1, 0, 1, 0)), b(Packet(0.1), Packet(3, 1, 4, 1), Packet(2.0));
  const Vector c = 2.0 * a.cross(b) / 3.0 - a * a.dot(b);
  const Packet norm = c.norm();
  for (int lane = 0; lane < 4; ++lane) {
    const auto pick = [lane](const Vector& v) { return Eigen::Vector3d(v[0][lane], v[1][lane], v[2][lane]); };
    const Eigen::Vector3d x = pick(a), y = pick(b);
    const Eigen::Vector3d z = 2.0 * x.cross(y) / 3.0 - x * x.dot(y);
    EXPECT_NEAR((pick(c) - z).norm(), 0, 1e-15);
    EXPECT_NEAR(norm[lane], z.norm(), 1e-15);
  }
}

}  // namespace
}  // namespace plumb
