#pragma once

#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include <plumb/frames/rotations.h>
#include <plumb/mechanics/element_energy.h>
#include <plumb/strain/beam_strain.h>

namespace plumb {

/// Nodes of geometrically exact beams: a position and a rotation each.
struct BeamNodes {
  std::vector<int> x;  ///< index in q of the first coordinate of each
  std::shared_ptr<const Rotations> rotations;

  /// Returns nodes of six consecutive unknowns each, from `first` on; `slot` of the history has their rotations.
  static BeamNodes in_a_row(int n_nodes, int first, std::size_t slot);
  /// Returns the unknowns of three nodes: position and rotation of each.
  std::array<int, 18> stencil(const std::array<int, 3>& nodes) const;
};

/// Stiffnesses of an element and its strains at rest.
struct BeamLaw {
  double length = 1;              ///< m
  Eigen::Vector3d stretch, bend;  ///< (EA, kGA, kGA) in N; (GJ, EI_2, EI_1) in N m^2
  std::array<BeamStrain<double>, 2> rest;
};

/// E = 1/2 int stretch . C (stretch - rest)^2 + bend . D (bend - rest)^2 ds by two points, joules, on the strains of
/// strain/beam_strain.h. Unknowns of an element: position and rotation of its first, middle and last node. Closed-form
/// derivatives, four elements at once (energy/rod/exact_beam_kernel.h).
class ExactBeam final : public ElementEnergy<ExactBeam, 18> {
 public:
  /// elements[i]: the first, middle and last node of each.
  ExactBeam(BeamNodes nodes, std::vector<std::array<int, 3>> elements, std::vector<BeamLaw> laws);
  ~ExactBeam() override;
  std::string_view name() const override { return "exact beam"; }

  template <class S>
  bool value(int element, const std::array<S, 18>& q, const State& state, const Loads& loads, S& energy) const;

  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;
  Status evaluate_after(const Eigen::VectorXd& step, const State& state, const Loads& loads, int begin, int end,
                        Want want, ElementBuffer& out) const override;
  /// The oracle of the base, compiled where `value` is.
  Status evaluate_by_duals(const State& state, const Loads& loads, int begin, int end, Want want,
                           ElementBuffer& out) const;

 private:
  Status evaluate_closed(const Eigen::VectorXd* step, const State& state, int begin, int end, Want want,
                         ElementBuffer& out) const;
  std::array<BeamStrain<double>, 2> excess(const Eigen::VectorXd& step, const State& state, int element) const;

  BeamNodes nodes_;
  std::vector<std::array<int, 3>> elements_;
  std::vector<BeamLaw> laws_;
};

/// The element of three nodes as it stands in a state.
bool beam_element(const BeamNodes& nodes, const std::array<int, 3>& of, const State& state,
                  BeamElement<double>& element);

/// The same as a function of its unknowns.
template <class S>
bool beam_element(const BeamNodes& nodes, const std::array<int, 3>& of, const State& state, const std::array<S, 18>& q,
                  BeamElement<S>& element) {
  std::array<Vector3<S>, 3> x;
  std::array<Matrix3<S>, 3> r;
  for (std::size_t i = 0; i < 3; ++i) {
    Vector3<S> turn;
    const int first = nodes.rotations->turn(of[i]);
    for (int k = 0; k < 3; ++k) {
      x[i][k] = q[6 * i + static_cast<std::size_t>(k)];
      // What is turned from here on: zero, with its derivatives.
      turn[k] = q[6 * i + 3 + static_cast<std::size_t>(k)] - state.q[first + k];
    }
    r[i] = rotation<S>(turn) * nodes.rotations->of(state, of[i]).template cast<S>();
  }
  return beam_element<S>(x, r, element);
}

}  // namespace plumb
