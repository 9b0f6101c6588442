#pragma once

#include <array>
#include <concepts>
#include <type_traits>

#include <plumb/linalg/scalar.h>

namespace plumb {

/// What may stand beside a dual over base T as a constant: a number, or a T.
template <class S, class T>
concept ConstantOver = std::is_arithmetic_v<S> || std::same_as<S, T>;

/// First-order forward dual: a value and its N first derivatives, exact. The base T may be a dual itself: with
/// T = Dual<1> seeded along v, the inner derivative of the gradient is the Hessian times v.
template <int N, class T = double>
struct Dual {
  using Base = T;
  static constexpr int kSize = N;

  T value;
  std::array<T, N> gradient;

  Dual() = default;
  template <ConstantOver<T> S>
  Dual(const S& constant) : value(static_cast<T>(constant)) {
    gradient.fill(T(0.0));
  }
  /// The index-th independent variable.
  static Dual variable(const T& value, int index) {
    Dual x(value);
    x.gradient[static_cast<unsigned>(index)] = T(1.0);
    return x;
  }

  // The arithmetic of dual.h is made of these four. Each fills a fresh result: no copy of an operand is made.

  /// f on every component: a linear function of one dual ...
  template <class F>
  static Dual map(const Dual& a, const F& f) {
    Dual r;
    r.value = f(a.value);
    for (unsigned i = 0; i < N; ++i) r.gradient[i] = f(a.gradient[i]);
    return r;
  }
  /// ... or of two.
  template <class F>
  static Dual zip(const Dual& a, const Dual& b, const F& f) {
    Dual r;
    r.value = f(a.value, b.value);
    for (unsigned i = 0; i < N; ++i) r.gradient[i] = f(a.gradient[i], b.gradient[i]);
    return r;
  }
  static Dual product(const Dual& a, const Dual& b) {
    Dual r;
    r.value = a.value * b.value;
    for (unsigned i = 0; i < N; ++i) r.gradient[i] = a.gradient[i] * b.value + a.value * b.gradient[i];
    return r;
  }
  static Dual quotient(const Dual& a, const Dual& b) {
    Dual r;
    const T inverse = T(1.0) / b.value;
    r.value = a.value * inverse;
    for (unsigned i = 0; i < N; ++i) r.gradient[i] = (a.gradient[i] - r.value * b.gradient[i]) * inverse;
    return r;
  }
};

/// f(a), given f, f' and f'' at the value of a; first order needs no f''.
template <int N, class T>
Dual<N, T> chain(const Dual<N, T>& a, const T& f, const T& df, const T& /*ddf*/) {
  Dual<N, T> r;
  r.value = f;
  for (unsigned i = 0; i < N; ++i) r.gradient[i] = df * a.gradient[i];
  return r;
}

}  // namespace plumb
