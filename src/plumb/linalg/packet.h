#pragma once

#include <Eigen/Core>
#include <cmath>
#include <concepts>
#ifdef __AVX__
#include <immintrin.h>
#else
// Without AVX a packet is passed in memory; all of Plumb is compiled alike, so nobody disagrees.
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

#include <plumb/linalg/scalar.h>

namespace plumb {

/// Four doubles handled at once: a formula on Packets evaluates four elements, each lane bitwise as the same formula
/// on doubles. There are no branches on lanes: a comparison gives a Mask, to be read by `any`, `all` or `select`.
/// (So `x.normalized()`, which branches inside, does not compile; `x / x.norm()` does.)
struct Packet {
  static constexpr int kLanes = 4;
  typedef double Lanes __attribute__((vector_size(32)));

  /// Each lane all ones or all zeros.
  struct Mask {
    typedef long long Lanes __attribute__((vector_size(32)));
    Lanes lanes;
    bool operator[](int i) const { return lanes[i] != 0; }
    friend Mask operator&&(const Mask& a, const Mask& b) { return {a.lanes & b.lanes}; }
    friend Mask operator||(const Mask& a, const Mask& b) { return {a.lanes | b.lanes}; }
    friend Mask operator!(const Mask& a) { return {~a.lanes}; }
  };

  Lanes lanes;

  Packet() = default;
  Packet(Lanes l) : lanes(l) {}
  Packet(double x) : lanes{x, x, x, x} {}
  Packet(double a, double b, double c, double d) : lanes{a, b, c, d} {}

  double operator[](int i) const { return lanes[i]; }
  void set(int i, double x) { lanes[i] = x; }

  Packet& operator+=(const Packet& b) { return lanes += b.lanes, *this; }
  Packet& operator-=(const Packet& b) { return lanes -= b.lanes, *this; }
  Packet& operator*=(const Packet& b) { return lanes *= b.lanes, *this; }
  Packet& operator/=(const Packet& b) { return lanes /= b.lanes, *this; }

  friend Packet operator+(const Packet& a, const Packet& b) { return a.lanes + b.lanes; }
  friend Packet operator-(const Packet& a, const Packet& b) { return a.lanes - b.lanes; }
  friend Packet operator*(const Packet& a, const Packet& b) { return a.lanes * b.lanes; }
  friend Packet operator/(const Packet& a, const Packet& b) { return a.lanes / b.lanes; }
  friend Packet operator-(const Packet& a) { return -a.lanes; }
  friend Packet operator+(const Packet& a) { return a; }

  friend Mask operator<(const Packet& a, const Packet& b) { return {a.lanes < b.lanes}; }
  friend Mask operator>(const Packet& a, const Packet& b) { return {a.lanes > b.lanes}; }
  friend Mask operator<=(const Packet& a, const Packet& b) { return {a.lanes <= b.lanes}; }
  friend Mask operator>=(const Packet& a, const Packet& b) { return {a.lanes >= b.lanes}; }
  friend Mask operator==(const Packet& a, const Packet& b) { return {a.lanes == b.lanes}; }
  friend Mask operator!=(const Packet& a, const Packet& b) { return {a.lanes != b.lanes}; }
};

inline Packet value_of(const Packet& x) { return x; }
inline bool any(const Packet::Mask& m) { return (m.lanes[0] | m.lanes[1] | m.lanes[2] | m.lanes[3]) != 0; }
inline bool all(const Packet::Mask& m) { return (m.lanes[0] & m.lanes[1] & m.lanes[2] & m.lanes[3]) != 0; }
inline Packet select(const Packet::Mask& m, const Packet& yes, const Packet& no) {
  return m.lanes ? yes.lanes : no.lanes;
}

/// f applied to each lane: the way of every function that has no vector instruction.
template <std::invocable<double> F>
Packet for_each_lane(const Packet& a, F f) {
  return {f(a[0]), f(a[1]), f(a[2]), f(a[3])};
}
template <std::invocable<double, double> F>
Packet for_each_lane(const Packet& a, const Packet& b, F f) {
  return {f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])};
}

inline Packet sqrt(const Packet& a) {
#ifdef __AVX__
  return static_cast<Packet::Lanes>(_mm256_sqrt_pd(static_cast<__m256d>(a.lanes)));
#else
  return for_each_lane(a, [](double x) { return std::sqrt(x); });
#endif
}
inline Packet abs(const Packet& a) {
  return for_each_lane(a, [](double x) { return std::abs(x); });
}
inline Packet sin(const Packet& a) {
  return for_each_lane(a, [](double x) { return std::sin(x); });
}
inline Packet cos(const Packet& a) {
  return for_each_lane(a, [](double x) { return std::cos(x); });
}
inline Packet tan(const Packet& a) {
  return for_each_lane(a, [](double x) { return std::tan(x); });
}
inline Packet asin(const Packet& a) {
  return for_each_lane(a, [](double x) { return std::asin(x); });
}
inline Packet acos(const Packet& a) {
  return for_each_lane(a, [](double x) { return std::acos(x); });
}
inline Packet atan(const Packet& a) {
  return for_each_lane(a, [](double x) { return std::atan(x); });
}
inline Packet exp(const Packet& a) {
  return for_each_lane(a, [](double x) { return std::exp(x); });
}
inline Packet log(const Packet& a) {
  return for_each_lane(a, [](double x) { return std::log(x); });
}
inline Packet atan2(const Packet& a, const Packet& b) {
  return for_each_lane(a, b, [](double y, double x) { return std::atan2(y, x); });
}
inline Packet pow(const Packet& a, double exponent) {
  return for_each_lane(a, [exponent](double x) { return std::pow(x, exponent); });
}

}  // namespace plumb

namespace Eigen {

template <>
struct NumTraits<plumb::Packet> : GenericNumTraits<double> {
  using Real = plumb::Packet;
  using NonInteger = plumb::Packet;
  using Nested = plumb::Packet;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 0,
    ReadCost = 1,
    AddCost = 1,
    MulCost = 1
  };
};
template <class Op>
struct ScalarBinaryOpTraits<plumb::Packet, double, Op> {
  using ReturnType = plumb::Packet;
};
template <class Op>
struct ScalarBinaryOpTraits<double, plumb::Packet, Op> {
  using ReturnType = plumb::Packet;
};

}  // namespace Eigen
