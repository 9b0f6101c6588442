#pragma once

// A rod as a chain of equal spectral elements. Unknowns and quadrature share the Gauss-Lobatto nodes of each element,
// so an energy density needs values at nodes only, and the error falls faster than any power of the degree.
//
// The symmetric matrix of the chain is eliminated from the clamp to the free end, element by element: what all elements
// so far leave on their last node is the front, a block of Dofs x Dofs, which is the stiffness felt at that node. The
// signs of the pivots are the inertia of the whole.

#include <array>
#include <cstddef>
#include <vector>

namespace judge {

inline constexpr std::size_t spectral_degree = 12;
inline constexpr std::size_t spectral_nodes = spectral_degree + 1;

/// On [-1, 1].
struct SpectralElement {
  std::array<double, spectral_nodes> node;
  std::array<double, spectral_nodes> weight;
  /// derivative[i][a]: slope at node i of the polynomial that is 1 at node a and 0 at the others.
  std::array<std::array<double, spectral_nodes>, spectral_nodes> derivative;
  /// stiffness[a][b]: integral of the product of the slopes of a and b.
  std::array<std::array<double, spectral_nodes>, spectral_nodes> stiffness;
};

const SpectralElement& spectral_element();

/// The matrix and the forces of one element; unknowns are numbered node by node, from the clamp to the free end.
template <std::size_t Dofs>
struct ChainElement {
  static constexpr std::size_t size = Dofs * spectral_nodes;
  std::array<std::array<double, size>, size> matrix{};  ///< upper half
  std::array<double, size> force{};
};

template <std::size_t Dofs>
class ChainElimination {
 public:
  using Element = ChainElement<Dofs>;

  /// Takes the next element and eliminates, in place, all its unknowns but those of its last node. Those of the clamp,
  /// the first node of the first element, are zero.
  void add(Element& e) {
    const std::size_t last = Element::size - Dofs;
    for (std::size_t i = 0; i < Dofs; ++i) {
      for (std::size_t j = i; j < Dofs; ++j) e.matrix[i][j] += front_[i][j];
      e.force[i] += force_[i];
    }
    for (std::size_t k = clamped_ ? Dofs : 0; k < last; ++k) {
      const double pivot = e.matrix[k][k];
      if (!(pivot > 0)) ++n_negative_;
      for (std::size_t i = k + 1; i < Element::size; ++i) {
        const double factor = e.matrix[k][i] / pivot;
        for (std::size_t j = i; j < Element::size; ++j) e.matrix[i][j] -= factor * e.matrix[k][j];
        e.force[i] -= factor * e.force[k];
      }
    }
    for (std::size_t i = 0; i < Dofs; ++i) {
      for (std::size_t j = i; j < Dofs; ++j) front_[i][j] = e.matrix[last + i][last + j];
      force_[i] = e.force[last + i];
    }
    clamped_ = false;
  }

  /// Pivots so far that are not positive; those of the front are not among them.
  int n_negative() const { return n_negative_; }
  /// An entry of the front, i <= j.
  double front(std::size_t i, std::size_t j) const { return front_[i][j]; }

 private:
  std::array<std::array<double, Dofs>, Dofs> front_{};
  std::array<double, Dofs> force_{};
  bool clamped_ = true;
  int n_negative_ = 0;
};

/// Displacements of the nodes, those shared by two elements once, from the elements as `add` left them.
std::vector<double> solve_chain(const std::vector<ChainElement<1>>& eliminated);

}  // namespace judge
