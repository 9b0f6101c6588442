#pragma once

// Exact arithmetic for oracles: vectors and polynomials of whole numbers of any size. Doubles are whole numbers times a
// power of two, so that a scaled problem has whole coordinates.

#include <array>
#include <cmath>
#include <initializer_list>
#include <span>
#include <vector>

#include <Eigen/Core>
#include <boost/multiprecision/cpp_int.hpp>

namespace plumb::exact {

using Whole = boost::multiprecision::cpp_int;

inline int sign(const Whole& x) { return x.sign(); }

/// x = mantissa 2^exponent, the exponent as large as possible.
inline int exponent_of(double x) {
  if (x == 0) return 0;
  int e = 0;
  double m = std::frexp(x, &e);
  while (m != std::floor(m)) {
    m *= 2;
    --e;
  }
  return e;
}

/// x 2^shift, which must be whole.
inline Whole scaled(double x, int shift) {
  if (x == 0) return 0;
  int e = 0;
  const double m = std::frexp(x, &e);
  Whole whole(static_cast<long long>(std::ldexp(m, 53)));
  const int up = e - 53 + shift;
  return up >= 0 ? Whole(whole << up) : Whole(whole >> -up);
}

/// The shift that makes all coordinates whole.
inline int shift_for(std::span<const Eigen::Vector3d> points) {
  int least = 0;
  for (const Eigen::Vector3d& p : points) {
    for (int i = 0; i < 3; ++i) {
      if (p[i] != 0) least = std::min(least, exponent_of(p[i]));
    }
  }
  return -least;
}

/// c[0] + c[1] t + ...; no leading zeros. The zero polynomial has no coefficients.
class Polynomial {
 public:
  Polynomial() = default;
  Polynomial(std::vector<Whole> c) : c_(std::move(c)) { trim(); }
  Polynomial(std::initializer_list<Whole> c) : c_(c) { trim(); }

  bool is_zero() const { return c_.empty(); }
  int degree() const { return static_cast<int>(c_.size()) - 1; }
  const Whole& operator[](int i) const { return c_[i]; }
  const Whole& leading() const { return c_.back(); }

  /// The value at t = numerator / 2^power, times 2^(power degree).
  Whole at(const Whole& numerator, int power) const {
    Whole value = 0;
    for (int i = degree(); i >= 0; --i) {
      value *= numerator;
      value += c_[i] << (power * (degree() - i));
    }
    return value;
  }
  int sign_at(const Whole& numerator, int power) const { return at(numerator, power).sign(); }
  /// A bound of |p'| on [0, 1].
  Whole steepest() const {
    Whole sum = 0;
    for (int i = 1; i <= degree(); ++i) sum += i * abs(c_[i]);
    return sum;
  }

  Polynomial derivative() const {
    std::vector<Whole> d;
    for (int i = 1; i <= degree(); ++i) d.push_back(i * c_[i]);
    return d;
  }
  Polynomial operator-() const {
    Polynomial p = *this;
    for (Whole& c : p.c_) c = -c;
    return p;
  }
  /// Divided by the greatest whole number that divides all coefficients.
  Polynomial primitive() const {
    Whole g = 0;
    for (const Whole& c : c_) g = boost::multiprecision::gcd(g, c);
    Polynomial p = *this;
    if (g > 1) {
      for (Whole& c : p.c_) c /= g;
    }
    return p;
  }

  friend Polynomial operator+(const Polynomial& a, const Polynomial& b) {
    std::vector<Whole> c(std::max(a.c_.size(), b.c_.size()), 0);
    for (std::size_t i = 0; i < a.c_.size(); ++i) c[i] += a.c_[i];
    for (std::size_t i = 0; i < b.c_.size(); ++i) c[i] += b.c_[i];
    return c;
  }
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b) { return a + (-b); }
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b) {
    if (a.is_zero() || b.is_zero()) return {};
    std::vector<Whole> c(a.c_.size() + b.c_.size() - 1, 0);
    for (std::size_t i = 0; i < a.c_.size(); ++i) {
      for (std::size_t k = 0; k < b.c_.size(); ++k) c[i + k] += a.c_[i] * b.c_[k];
    }
    return c;
  }
  /// The remainder of a by b, times some positive number.
  friend Polynomial remainder(Polynomial a, const Polynomial& b) {
    const Whole by = abs(b.leading());
    const int sign_b = b.leading().sign();
    while (a.degree() >= b.degree()) {
      const Whole factor = sign_b * a.leading();
      const int up = a.degree() - b.degree();
      for (Whole& c : a.c_) c *= by;
      for (int i = 0; i <= b.degree(); ++i) a.c_[i + up] -= factor * b.c_[i];
      a.trim();
    }
    return a;
  }

 private:
  void trim() {
    while (!c_.empty() && c_.back() == 0) c_.pop_back();
  }
  std::vector<Whole> c_;
};

inline Polynomial gcd(Polynomial a, Polynomial b) {
  a = a.primitive();
  b = b.primitive();
  while (!b.is_zero()) {
    Polynomial r = remainder(a, b).primitive();
    a = std::move(b);
    b = std::move(r);
  }
  return a;
}

/// Counts distinct real roots (Sturm 1829).
class Sturm {
 public:
  explicit Sturm(const Polynomial& p) {
    chain_.push_back(p.primitive());
    Polynomial next = p.derivative().primitive();
    while (!next.is_zero()) {
      chain_.push_back(next);
      next = (-remainder(chain_[chain_.size() - 2], chain_.back())).primitive();
    }
  }
  /// In (low, high], both over 2^power; for polynomials without multiple roots.
  int count(const Whole& low, const Whole& high, int power) const { return changes(low, power) - changes(high, power); }

 private:
  int changes(const Whole& t, int power) const {
    int n = 0, last = 0;
    for (const Polynomial& p : chain_) {
      const int s = p.sign_at(t, power);
      if (s == 0) continue;
      n += last != 0 && s != last;
      last = s;
    }
    return n;
  }
  std::vector<Polynomial> chain_;
};

/// p / d, which must divide it up to a constant factor; scaled to be whole.
inline Polynomial quotient(Polynomial a, const Polynomial& d) {
  std::vector<Whole> q(std::max(0, a.degree() - d.degree() + 1), 0);
  while (!a.is_zero() && a.degree() >= d.degree()) {
    const Whole factor = a.leading();
    const int up = a.degree() - d.degree();
    std::vector<Whole> shifted(up + 1, 0);
    shifted[up] = factor;
    for (Whole& c : q) c *= d.leading();
    q[up] += factor;
    a = a * Polynomial{d.leading()} - Polynomial(shifted) * d;
  }
  return Polynomial(q).primitive();
}

/// A real root in [0, 1] of a polynomial: in (low, high]/2^power, or low/2^power itself if both are equal.
class Root {
 public:
  Root(Polynomial square_free, Whole low, Whole high, int power)
      : p_(std::move(square_free)), low_(std::move(low)), high_(std::move(high)), power_(power) {}

  /// The sign of q at the root.
  int sign_of(const Polynomial& q) {
    if (q.is_zero()) return 0;
    if (q.degree() == 0) return q[0].sign();
    // Most signs are clear as soon as the interval is short: |q(t) - q(high)| <= max |q'| (high - low).
    constexpr int kShort = 12;
    const Whole steepest = q.steepest();
    for (int i = 0; i < kShort; ++i) {
      if (low_ == high_) return q.sign_at(low_, power_);
      const Whole value = q.at(high_, power_);
      if (abs(value) > ((steepest * (high_ - low_)) << (power_ * (q.degree() - 1)))) return value.sign();
      halve();
    }
    const Polynomial common = gcd(p_, q);
    if (common.degree() >= 1 && Sturm(common).count(low_, high_, power_) > 0) return 0;
    // Not a root of q: the interval shrinks until q has none in it.
    const Sturm of_q(quotient(q, gcd(q, q.derivative())));
    while (low_ != high_ && of_q.count(low_, high_, power_) > 0) halve();
    return q.sign_at(high_, power_);
  }

 private:
  void halve() {
    const Whole middle = low_ + high_;
    low_ *= 2;
    high_ *= 2;
    ++power_;
    const int here = p_.sign_at(middle, power_), before = p_.sign_at(low_, power_);
    // Another root at the lower end hides the sign there.
    const bool below = before != 0 ? here != before : Sturm(p_).count(low_, middle, power_) > 0;
    if (here == 0 && below) {
      low_ = high_ = middle;
    } else if (below) {
      high_ = middle;
    } else {
      low_ = middle;
    }
  }
  Polynomial p_;
  Whole low_, high_;
  int power_;
};

/// Do the coefficients of p in Bernstein's basis on [0, 1] have one strict sign? Then p has no root there.
inline bool has_one_sign(const Polynomial& p) {
  // b_i = sum_k C(i, k)/C(n, k) c_k, times the product of what divides.
  constexpr std::array<std::array<int, 5>, 5> kChoose{
      {{1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 2, 1, 0, 0}, {1, 3, 3, 1, 0}, {1, 4, 6, 4, 1}}};
  const int n = p.degree();
  if (n < 0 || n > 4) return false;
  constexpr int kCommon = 12;
  int first = 0;
  for (int i = 0; i <= n; ++i) {
    Whole b = 0;
    for (int k = 0; k <= i; ++k) b += (kCommon * kChoose[i][k] / kChoose[n][k]) * p[k];
    if (b.sign() == 0 || (first != 0 && b.sign() != first)) return false;
    first = b.sign();
  }
  return true;
}

/// All distinct roots in [0, 1] of a polynomial that is not zero.
inline std::vector<Root> roots(const Polynomial& p) {
  std::vector<Root> found;
  if (p.degree() < 1 || has_one_sign(p)) return found;
  const Polynomial free = quotient(p, gcd(p, p.derivative()));
  const Sturm sturm(free);
  if (free.sign_at(0, 0) == 0) found.emplace_back(free, 0, 0, 0);
  struct Piece {
    Whole low, high;
    int power;
  };
  std::vector<Piece> pieces{{0, 1, 0}};
  while (!pieces.empty()) {
    const Piece piece = pieces.back();
    pieces.pop_back();
    const int n = sturm.count(piece.low, piece.high, piece.power);
    if (n == 0) continue;
    if (n == 1) {
      found.emplace_back(free, piece.low, piece.high, piece.power);
      continue;
    }
    const Whole middle = piece.low + piece.high;
    pieces.push_back({2 * piece.low, middle, piece.power + 1});
    pieces.push_back({middle, 2 * piece.high, piece.power + 1});
  }
  return found;
}

/// A vector of polynomials.
using Vector = std::array<Polynomial, 3>;

inline Vector operator-(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Polynomial dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline bool is_zero(const Vector& a) { return a[0].is_zero() && a[1].is_zero() && a[2].is_zero(); }

/// A point that moves straight from one place to another, as t runs from 0 to 1.
inline Vector moving_point(const Eigen::Vector3d& from, const Eigen::Vector3d& to, int shift) {
  Vector x;
  for (int i = 0; i < 3; ++i) {
    const Whole start = scaled(from[i], shift);
    x[i] = {start, scaled(to[i], shift) - start};
  }
  return x;
}

}  // namespace plumb::exact
