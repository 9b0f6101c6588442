#pragma once

#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include <plumb/frames/rod_frames.h>
#include <plumb/mechanics/element_energy.h>

namespace plumb {

/// Stiffness and rest strain of one interior vertex of a rod; strains as in strain/rod_strain.h (integrated over the
/// vertex's share of the rod, so dimensionless).
struct RodVertexLaw {
  double bend_1 = 0, bend_2 = 0;  ///< EI_1, EI_2 over the vertex's length, N m
  double twist = 0;               ///< GJ over the vertex's length, N m
  double rest_kappa_1 = 0, rest_kappa_2 = 0, rest_twist = 0;
};

/// Bending and twisting of a discrete elastic rod, Bergou et al. 2010: at each interior vertex
///   E = 1/2 bend_1 (kappa_1 - rest)^2 + 1/2 bend_2 (kappa_2 - rest)^2 + 1/2 twist (m - rest)^2,  joules.
/// Anisotropic sections, natural curvature and twist. Unknowns of an element: x0, theta_e, x1, theta_f, x2.
/// The reference frames are those of frames/rod_frames.h, from the state's history. Closed-form derivatives, four
/// vertices at once. Known limit: an edge folded back on the previous one (a half turn at a vertex) is outside the
/// domain.
class RodBendTwist final : public ElementEnergy<RodBendTwist, 11> {
 public:
  RodBendTwist(std::shared_ptr<const RodVertices> vertices, std::vector<RodVertexLaw> laws);
  ~RodBendTwist() override;

  std::string_view name() const override { return "rod bend and twist"; }
  Role role() const override { return Role::bend; }

  template <class S>
  bool value(int vertex, const std::array<S, 11>& q, const State& state, const Loads& loads, S& energy) const;

  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;

 private:
  std::shared_ptr<const RodVertices> vertices_;
  std::vector<RodVertexLaw> laws_;
};

}  // namespace plumb
