#pragma once

#include <array>
#include <string_view>
#include <vector>

#include <plumb/mechanics/element_energy.h>

namespace plumb {

/// Stiffness and rest length of one edge.
struct EdgeLaw {
  double stiffness = 0;    ///< EA, N
  double rest_length = 1;  ///< m
};

/// Stretching of edges: E = sum 1/2 EA rest_length eps^2, joules, with eps of strain/edge_stretch.h (Bergou et al.
/// 2010). Unknowns of an element: x0, x1. Closed-form derivatives, four edges at once. Known limit: an edge of
/// no length has no direction and is outside the domain.
class EdgeStretch final : public ElementEnergy<EdgeStretch, 6> {
 public:
  EdgeStretch(std::vector<std::array<int, 6>> stencils, std::vector<EdgeLaw> laws);
  ~EdgeStretch() override;

  std::string_view name() const override { return "edge stretch"; }
  Role role() const override { return Role::stretch; }

  template <class S>
  bool value(int edge, const std::array<S, 6>& q, const State& state, const Loads& loads, S& energy) const;

  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;
  Status evaluate_after(const Eigen::VectorXd& step, const State& state, const Loads& loads, int begin, int end,
                        Want want, ElementBuffer& out) const override;

  /// A secant in the length l of an edge e, which a rotation of the step does not disturb: with the mean tension,
  ///   mean tension * (e0 + e1)/(l0 + l1), for (e0 + e1).(e1 - e0) = l1^2 - l0^2.
  Status evaluate_along(const Way& way, const Loads& loads, int begin, int end, Want want,
                        ElementBuffer& out) const override;

 private:
  Status evaluate_closed(const Eigen::VectorXd* step, const State& state, int begin, int end, Want want,
                         ElementBuffer& out) const;

  std::vector<EdgeLaw> laws_;
};

}  // namespace plumb
