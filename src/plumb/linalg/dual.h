#pragma once

#include <Eigen/Core>
#include <cmath>

#include <plumb/linalg/first_dual.h>
#include <plumb/linalg/second_dual.h>

namespace plumb {

// Forward dual numbers: write a formula once, templated on its scalar, and get exact derivatives. `Dual` is of first
// order, `Dual2` of second. This file: what both share, operators, elementary functions, use inside Eigen.

template <class D>
inline constexpr bool kIsDual = false;
template <int N, class T>
inline constexpr bool kIsDual<Dual<N, T>> = true;
template <int N, class T>
inline constexpr bool kIsDual<Dual2<N, T>> = true;

template <class D>
concept AnyDual = kIsDual<D>;
template <class S, class D>
concept ConstantBeside = AnyDual<D> && ConstantOver<S, typename D::Base>;

/// Through nested duals down to the number.
template <AnyDual D>
auto value_of(const D& x) {
  return value_of(x.value);
}

template <AnyDual D>
D operator-(const D& a) {
  return D::map(a, [](const auto& x) { return -x; });
}
template <AnyDual D>
D operator+(const D& a) {
  return a;
}
template <AnyDual D>
D operator+(const D& a, const D& b) {
  return D::zip(a, b, [](const auto& x, const auto& y) { return x + y; });
}
template <AnyDual D>
D operator-(const D& a, const D& b) {
  return D::zip(a, b, [](const auto& x, const auto& y) { return x - y; });
}
template <AnyDual D>
D operator*(const D& a, const D& b) {
  return D::product(a, b);
}
template <AnyDual D>
D operator/(const D& a, const D& b) {
  return D::quotient(a, b);
}

// Beside a constant.
template <AnyDual D, ConstantBeside<D> S>
D operator+(const D& a, const S& s) {
  D r = a;
  r.value += static_cast<typename D::Base>(s);
  return r;
}
template <AnyDual D, ConstantBeside<D> S>
D operator+(const S& s, const D& a) {
  return a + s;
}
template <AnyDual D, ConstantBeside<D> S>
D operator-(const D& a, const S& s) {
  D r = a;
  r.value -= static_cast<typename D::Base>(s);
  return r;
}
template <AnyDual D, ConstantBeside<D> S>
D operator-(const S& s, const D& a) {
  return -a + s;
}
template <AnyDual D, ConstantBeside<D> S>
D operator*(const D& a, const S& s) {
  return D::map(a, [factor = static_cast<typename D::Base>(s)](const auto& x) { return x * factor; });
}
template <AnyDual D, ConstantBeside<D> S>
D operator*(const S& s, const D& a) {
  return a * s;
}
template <AnyDual D, ConstantBeside<D> S>
D operator/(const D& a, const S& s) {
  using T = typename D::Base;
  return a * T(T(1.0) / static_cast<T>(s));
}
template <AnyDual D, ConstantBeside<D> S>
D operator/(const S& s, const D& a) {
  using T = typename D::Base;
  const T inverse = T(1.0) / a.value;
  const T f = static_cast<T>(s) * inverse;
  const T df = -f * inverse;
  return chain(a, f, df, T(-2.0 * df * inverse));
}

// b is a dual of the same kind or a constant.
template <AnyDual D, class B>
D& operator+=(D& a, const B& b) {
  return a = a + b;
}
template <AnyDual D, class B>
D& operator-=(D& a, const B& b) {
  return a = a - b;
}
template <AnyDual D, class B>
D& operator*=(D& a, const B& b) {
  return a = a * b;
}
template <AnyDual D, class B>
D& operator/=(D& a, const B& b) {
  return a = a / b;
}

// Comparisons look at the value only: the branch of a formula is the one that its value takes.
#define PLUMB_DUAL_COMPARISON(op)            \
  template <AnyDual D>                       \
  auto operator op(const D& a, const D& b) { \
    return a.value op b.value;               \
  }                                          \
  template <AnyDual D, ConstantBeside<D> S>  \
  auto operator op(const D& a, const S& b) { \
    return a.value op typename D::Base(b);   \
  }                                          \
  template <AnyDual D, ConstantBeside<D> S>  \
  auto operator op(const S& a, const D& b) { \
    return typename D::Base(a) op b.value;   \
  }
PLUMB_DUAL_COMPARISON(<)
PLUMB_DUAL_COMPARISON(>)
PLUMB_DUAL_COMPARISON(<=)
PLUMB_DUAL_COMPARISON(>=)
PLUMB_DUAL_COMPARISON(==)
PLUMB_DUAL_COMPARISON(!=)
#undef PLUMB_DUAL_COMPARISON

}  // namespace plumb

#include <plumb/linalg/dual_functions.h>

namespace Eigen {

template <plumb::AnyDual D>
struct NumTraits<D> : GenericNumTraits<double> {
  using Real = D;
  using NonInteger = D;
  using Nested = D;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 0,
    ReadCost = D::kSize,
    AddCost = D::kSize,
    MulCost = 3 * D::kSize
  };
};
template <plumb::AnyDual D, class Op>
struct ScalarBinaryOpTraits<D, double, Op> {
  using ReturnType = D;
};
template <plumb::AnyDual D, class Op>
struct ScalarBinaryOpTraits<double, D, Op> {
  using ReturnType = D;
};

}  // namespace Eigen
