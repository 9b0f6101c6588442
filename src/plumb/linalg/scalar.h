#pragma once

namespace plumb {

// Words that a formula templated on its scalar may use whatever the scalar is: double, Packet, Dual or Dual2.

/// The plain value of a scalar, without its derivatives (a double, or a Packet where the base is one).
inline double value_of(double x) { return x; }

/// A comparison of doubles is a bool, one of packets a mask of four: `if (any(length <= 0)) return outside;`.
inline bool any(bool condition) { return condition; }
inline bool all(bool condition) { return condition; }

/// `condition ? yes : no`, lane by lane where the condition is a mask.
template <class T>
T select(bool condition, const T& yes, const T& no) {
  return condition ? yes : no;
}

}  // namespace plumb
