#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include <plumb/energy/element_energy.h>
#include <plumb/strain/rod_strain.h>

namespace plumb {

/// Stiffness and rest strain of one interior vertex of a rod; strains as in strain/rod_strain.h (integrated over the
/// vertex's share of the rod, so dimensionless).
struct RodVertexLaw {
  double bend_1 = 0, bend_2 = 0;  ///< EI_1, EI_2 over the vertex's length, N m
  double twist = 0;               ///< GJ over the vertex's length, N m
  double rest_kappa_1 = 0, rest_kappa_2 = 0, rest_twist = 0;
};

/// The reference frames around a vertex, as they stand in a state: x0, theta_e, x1, theta_f, x2 begin at these
/// unknowns.
RodReference<double> rod_reference(const State& state, std::span<const int> unknowns, int edge, int vertex);

/// Bending and twisting of a discrete elastic rod, Bergou et al. 2010: at each interior vertex
///   E = 1/2 bend_1 (kappa_1 - rest)^2 + 1/2 bend_2 (kappa_2 - rest)^2 + 1/2 twist (m - rest)^2,  joules.
/// Anisotropic sections, natural curvature and twist. Unknowns of an element: x0, theta_e, x1, theta_f, x2.
/// The reference frames are those of energy/rod_frames.h, from the state's history. Closed-form derivatives, four
/// vertices at once. Known limit: an edge folded back on the previous one (a half turn at a vertex) is outside the
/// domain.
class RodBendTwist final : public ElementEnergy<RodBendTwist, 11> {
 public:
  /// stencils[i] = unknowns of vertex i; edges[i] = the edge before it (the other is edges[i] + 1).
  RodBendTwist(std::vector<std::array<int, 11>> stencils, std::vector<int> edges, std::vector<RodVertexLaw> laws);
  ~RodBendTwist() override;

  std::string_view name() const override { return "rod bend and twist"; }

  template <class S>
  bool value(int vertex, const std::array<S, 11>& q, const State& state, const Loads& loads, S& energy) const;

  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;

 private:
  std::vector<int> edges_;
  std::vector<RodVertexLaw> laws_;
};

}  // namespace plumb
