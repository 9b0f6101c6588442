#include <plumb/dissipation/rod_damping.h>

#include <numeric>

#include <plumb/dissipation/strain_rate.h>
#include <plumb/strain/beam_strain.h>
#include <plumb/strain/edge_stretch.h>
#include <plumb/strain/rod_strain.h>

namespace plumb {
namespace {

struct EdgeStrains {
  std::vector<EdgeLaw> laws;
  bool operator()(int e, const std::array<Dual<6>, 6>& q, const State&, std::array<Dual<6>, 1>& strain) const {
    const Vector3<Dual<6>> edge(q[3] - q[0], q[4] - q[1], q[5] - q[2]);
    if (!(edge.dot(edge) > 0.0)) return false;
    strain[0] = edge_stretch<Dual<6>>(edge, laws[static_cast<std::size_t>(e)].rest_length);
    return true;
  }

  /// Returns an energy of edges at rest at the start.
  template <class Element>
  std::shared_ptr<const Energy> over_step(const std::vector<Element>& elements, const State& start,
                                          double duration) const {
    std::vector<std::array<int, 6>> stencils;
    std::vector<EdgeLaw> now;
    for (std::size_t e = 0; e < elements.size(); ++e) {
      const auto& at = elements[e].unknowns;
      const double length = (start.q.segment<3>(at[3]) - start.q.segment<3>(at[0])).norm();
      const double rest = laws[e].rest_length;
      stencils.push_back(at);
      now.push_back({elements[e].viscosity[0] * length / (rest * rest * duration), length});
    }
    return std::make_shared<EdgeStretch>(std::move(stencils), std::move(now));
  }
};

struct VertexStrains {
  std::shared_ptr<const RodVertices> vertices;
  bool operator()(int e, const std::array<Dual<11>, 11>& q, const State& state, std::array<Dual<11>, 3>& strain) const {
    RodStrain<Dual<11>> all;
    const bool inside = rod_strain<Dual<11>>({q[0], q[1], q[2]}, q[3], {q[4], q[5], q[6]}, q[7], {q[8], q[9], q[10]},
                                             vertices->reference(state, e), all);
    strain = {all.kappa_1, all.kappa_2, all.twist};
    return inside;
  }

  /// Returns an energy of vertices whose rest strains are those at the start.
  template <class Element>
  std::shared_ptr<const Energy> over_step(const std::vector<Element>& elements, const State& start,
                                          double duration) const {
    std::vector<RodVertexLaw> now;
    for (int v = 0; v < vertices->size(); ++v) {
      const auto& [bend_1, bend_2, twist] = elements[static_cast<std::size_t>(v)].viscosity;
      RodStrain<double> at_start;
      if (!vertices->strain(start, v, at_start)) return nullptr;
      now.push_back(
          {bend_1 / duration, bend_2 / duration, twist / duration, at_start.kappa_1, at_start.kappa_2, at_start.twist});
    }
    return std::make_shared<RodBendTwist>(vertices, std::move(now));
  }
};

// Where the strains of an element are sampled on [0, 1]: two points, exact for what is quadratic in a linear strain.
constexpr std::array<double, 2> kPoints{0.21132486540518712, 0.78867513459481288};

/// Curvatures of a rod are its unknowns: constant on an element, or linear between its ends.
template <int K>
struct CurvatureStrains {
  bool operator()(int, const std::array<Dual<K>, K>& q, const State&, std::array<Dual<K>, K>& strain) const {
    if constexpr (K == 3) {
      strain = q;
    } else {
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t p = 0; p < 2; ++p) strain[3 * p + i] = q[i] + (q[i + 3] - q[i]) * kPoints[p];
      }
    }
    return true;
  }
};

template <int K>
std::shared_ptr<const Dissipation> curvature_damping(const CurvedRod& rod, CurvedPlace place, double relaxation) {
  using Damping = StrainRateDissipation<CurvatureStrains<K>, K, K>;
  std::vector<typename Damping::Element> elements;
  const std::array<double, 3> stiffness{rod.bend_1, rod.bend_2, rod.twist};
  for (int e = 0; e < rod.n_elements(); ++e) {
    typename Damping::Element element;
    std::iota(element.unknowns.begin(), element.unknowns.end(), place.first + 3 * e);
    const double share = rod.lengths[static_cast<std::size_t>(e)] * 3 / K;  // of the length, per sample
    for (std::size_t i = 0; i < K; ++i) element.viscosity[i] = relaxation * share * stiffness[i % 3];
    elements.push_back(element);
  }
  return std::make_shared<Damping>("curvature damping", CurvatureStrains<K>{}, std::move(elements));
}

struct BeamStrains {
  BeamNodes nodes;
  std::vector<std::array<int, 3>> elements;
  std::vector<BeamLaw> laws;
  bool operator()(int e, const std::array<Dual<18>, 18>& q, const State& state,
                  std::array<Dual<18>, 12>& strain) const {
    using S = Dual<18>;
    BeamElement<S> element;
    if (!beam_element<S>(nodes, elements[static_cast<std::size_t>(e)], state, q, element)) return false;
    for (std::size_t p = 0; p < 2; ++p) {
      const BeamStrain<S> at = beam_strain<S>(element, kBeamPoints[p], laws[static_cast<std::size_t>(e)].length);
      for (unsigned k = 0; k < 3; ++k) {
        strain[6 * p + k] = at.stretch[k];
        strain[6 * p + 3 + k] = at.bend[k];
      }
    }
    return true;
  }
};

}  // namespace

std::shared_ptr<const Dissipation> edge_stretch_damping(const std::vector<std::array<int, 6>>& stencils,
                                                        const std::vector<EdgeLaw>& laws, double relaxation) {
  using Damping = StrainRateDissipation<EdgeStrains, 6, 1>;
  std::vector<Damping::Element> elements;
  for (std::size_t e = 0; e < stencils.size(); ++e) {
    elements.push_back({stencils[e], {relaxation * laws[e].stiffness * laws[e].rest_length}});
  }
  return std::make_shared<Damping>("edge damping", EdgeStrains{laws}, std::move(elements));
}

std::shared_ptr<const Dissipation> rod_bend_twist_damping(std::shared_ptr<const RodVertices> vertices,
                                                          const std::vector<RodVertexLaw>& laws, double relaxation) {
  using Damping = StrainRateDissipation<VertexStrains, 11, 3>;
  std::vector<Damping::Element> elements;
  for (int v = 0; v < vertices->size(); ++v) {
    const RodVertexLaw& law = laws[static_cast<std::size_t>(v)];
    elements.push_back(
        {vertices->stencil(v), {relaxation * law.bend_1, relaxation * law.bend_2, relaxation * law.twist}});
  }
  return std::make_shared<Damping>("bend and twist damping", VertexStrains{std::move(vertices)}, std::move(elements));
}

std::shared_ptr<const Dissipation> curved_rod_damping(const CurvedRod& rod, CurvedPlace place, double relaxation) {
  return rod.shape == CurvatureShape::constant ? curvature_damping<3>(rod, place, relaxation)
                                               : curvature_damping<6>(rod, place, relaxation);
}

std::shared_ptr<const Dissipation> exact_beam_damping(const BeamNodes& nodes, const std::vector<std::array<int, 3>>& of,
                                                      const std::vector<BeamLaw>& laws, double relaxation) {
  using Damping = StrainRateDissipation<BeamStrains, 18, 12>;
  std::vector<Damping::Element> elements;
  for (std::size_t e = 0; e < of.size(); ++e) {
    Damping::Element element{nodes.stencil(of[e]), {}};
    const double half = 0.5 * laws[e].length * relaxation;
    for (std::size_t i = 0; i < 12; ++i) {
      const auto k = static_cast<Eigen::Index>(i % 3);
      element.viscosity[i] = half * (i % 6 < 3 ? laws[e].stretch[k] : laws[e].bend[k]);
    }
    elements.push_back(element);
  }
  return std::make_shared<Damping>("beam damping", BeamStrains{nodes, of, laws}, std::move(elements));
}

}  // namespace plumb
