#pragma once

#include <array>
#include <string_view>
#include <vector>

#include <plumb/mechanics/energy.h>

namespace plumb {

/// Forces and moments, fixed in space, on places of the edges of a discrete elastic rod.
///   E = -f . x, x between the edge's nodes; the moment m works on the turning of the edge, dE = -m . (t x dt + t
///   dtheta).
/// A moment has no potential: its value is zero, its gradient is minus its work, and its Hessian is the symmetric part
/// of its stiffness, which suffices to certify. Unknowns: x0, theta, x1.
class EdgeWrenches final : public Energy {
 public:
  struct Place {
    std::array<int, 7> unknowns;
    double fraction = 0;     ///< along the edge
    std::size_t wrench = 0;  ///< of the loads
  };
  explicit EdgeWrenches(std::vector<Place> places) : places_(std::move(places)) {}

  Role role() const override { return Role::load; }
  bool has_potential() const override { return false; }
  std::string_view name() const override { return "edge wrenches"; }
  int n_elements() const override { return static_cast<int>(places_.size()); }
  int stencil_size() const override { return 7; }
  std::span<const int> stencil(int element) const override {
    return places_[static_cast<std::size_t>(element)].unknowns;
  }
  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;

 private:
  std::vector<Place> places_;
};

/// The same on the three nodes of a beam's element, by its parabolas. A node's spin is an unknown, so the gradient is
/// constant.
class BeamWrenches final : public Energy {
 public:
  struct Place {
    std::array<int, 18> unknowns;
    double xi = 0;           ///< in [-1, 1]
    std::size_t wrench = 0;  ///< of the loads
  };
  explicit BeamWrenches(std::vector<Place> places) : places_(std::move(places)) {}

  Role role() const override { return Role::load; }
  bool has_potential() const override { return false; }
  std::string_view name() const override { return "beam wrenches"; }
  int n_elements() const override { return static_cast<int>(places_.size()); }
  int stencil_size() const override { return 18; }
  std::span<const int> stencil(int element) const override {
    return places_[static_cast<std::size_t>(element)].unknowns;
  }
  bool linear() const override { return true; }
  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;
  Status hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, int begin, int end,
                       ElementBuffer& out) const override;

 private:
  std::vector<Place> places_;
};

}  // namespace plumb
