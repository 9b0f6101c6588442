#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include <plumb/energy/element_energy.h>
#include <plumb/energy/layout.h>
#include <plumb/strain/beam_strain.h>

namespace plumb {

/// Nodes of geometrically exact beams: six unknowns each, position and rotation. The rotation matrices are history; the
/// entries of q for rotations only count what has been turned, and a step in them turns the matrix, R <- exp(step) R.
class BeamFrames final : public Retraction {
 public:
  static constexpr int kRotations = 0;  ///< history slot: 9 numbers per node, by columns

  explicit BeamFrames(int n_nodes) : n_nodes_(n_nodes) {}
  Status retract(State& state, const Eigen::VectorXd& step) const override;
  void move_rigidly(State& state, const Eigen::Matrix3d& turn, const Eigen::Vector3d& shift) const override;

  static Eigen::Matrix3d frame(const State& state, int node) {
    return Eigen::Map<const Eigen::Matrix3d>(state.history[kRotations].data() + 9 * node);
  }
  static void set_frame(State& state, int node, const Eigen::Matrix3d& frame) {
    Eigen::Map<Eigen::Matrix3d>(state.history[kRotations].data() + 9 * node) = frame;
  }

 private:
  int n_nodes_;
};

/// Stiffnesses of an element and its strains at rest.
struct BeamLaw {
  double length = 1;              ///< m
  Eigen::Vector3d stretch, bend;  ///< (EA, kGA, kGA) in N; (GJ, EI_2, EI_1) in N m^2
  std::array<BeamStrain<double>, 2> rest;
};

/// E = 1/2 int stretch . C (stretch - rest)^2 + bend . D (bend - rest)^2 ds by two points, joules, on the strains of
/// strain/beam_strain.h. Unknowns of an element: position and rotation of its first, middle and last node. Closed-form
/// derivatives, four elements at once (energy/exact_beam_kernel.h).
class ExactBeam final : public ElementEnergy<ExactBeam, 18> {
 public:
  ExactBeam(std::vector<std::array<int, 18>> stencils, std::vector<BeamLaw> laws);
  ~ExactBeam() override;
  std::string_view name() const override { return "exact beam"; }

  template <class S>
  bool value(int element, const std::array<S, 18>& q, const State& state, const Loads& loads, S& energy) const;

  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;
  Status evaluate_after(const Eigen::VectorXd& step, const State& state, const Loads& loads, int begin, int end,
                        Want want, ElementBuffer& out) const override;

 private:
  Status evaluate_closed(const Eigen::VectorXd* step, const State& state, int begin, int end, Want want,
                         ElementBuffer& out) const;
  std::array<BeamStrain<double>, 2> excess(const Eigen::VectorXd& step, const State& state, int element) const;

  std::vector<BeamLaw> laws_;
};

/// The element of three consecutive nodes, `first` and the two after it, as it stands in a state.
bool beam_element(const State& state, int first, BeamElement<double>& element);

/// The same as a function of its unknowns.
template <class S>
bool beam_element(const State& state, std::span<const int> unknowns, const std::array<S, 18>& q,
                  BeamElement<S>& element) {
  std::array<Vector3<S>, 3> x;
  std::array<Matrix3<S>, 3> r;
  for (std::size_t i = 0; i < 3; ++i) {
    Vector3<S> turn;
    for (unsigned k = 0; k < 3; ++k) {
      x[i][k] = q[6 * i + k];
      // What is turned from here on: zero, with its derivatives.
      turn[k] = q[6 * i + 3 + k] - state.q[unknowns[6 * i + 3 + k]];
    }
    r[i] = rotation<S>(turn) * BeamFrames::frame(state, unknowns[6 * i] / 6).template cast<S>();
  }
  return beam_element<S>(x, r, element);
}

}  // namespace plumb
