#pragma once

#include <array>
#include <string_view>
#include <vector>

#include <plumb/mechanics/element_energy.h>

namespace plumb {

/// A spring between two points, or a point and a place.
struct SpringLaw {
  double stiffness = 0;  ///< k, N/m
  double length = 0;     ///< L, m, where it pulls at nothing; zero: it always pulls
};

/// Springs between two points of a body:
///   E = k/2 (|x1 - x0| - L)^2,   joules.
/// Unknowns of an element: x0, x1. Known limit: where L is not zero, points in the same place are outside the domain, for
/// the spring has no direction there. A spring has no mass and touches nothing.
class PointSprings final : public ElementEnergy<PointSprings, 6> {
 public:
  PointSprings(std::vector<std::array<int, 6>> stencils, std::vector<SpringLaw> laws);
  ~PointSprings() override;

  std::string_view name() const override { return "springs between points"; }
  Role role() const override { return Role::load; }

  template <class S>
  bool value(int spring, const std::array<S, 6>& q, const State& state, const Loads& loads, S& energy) const;

 private:
  std::vector<SpringLaw> laws_;
};

/// Springs between a point of a body and the position of a clamp of the loads, which may move: a person's pull.
///   E = k/2 (|x - p| - L)^2,   joules.
/// Unknowns of an element: x. The same limits.
class PlaceSprings final : public ElementEnergy<PlaceSprings, 3> {
 public:
  struct Spring {
    SpringLaw law;
    std::size_t place = 0;  ///< of the clamp in the loads
  };
  PlaceSprings(std::vector<std::array<int, 3>> stencils, std::vector<Spring> springs);
  ~PlaceSprings() override;

  std::string_view name() const override { return "springs to places"; }
  Role role() const override { return Role::load; }

  template <class S>
  bool value(int spring, const std::array<S, 3>& q, const State& state, const Loads& loads, S& energy) const;

 private:
  std::vector<Spring> springs_;
};

}  // namespace plumb
