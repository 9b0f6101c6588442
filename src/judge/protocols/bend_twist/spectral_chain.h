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

/// Unknowns are numbered node by node, from the clamp, whose own ones are zero, to the free end.
template <std::size_t Dofs>
class ChainElimination {
 public:
  static constexpr std::size_t size = Dofs * spectral_nodes;
  struct Element {
    std::array<std::array<double, size>, size> matrix{};
    std::array<double, size> force{};
  };
  using Front = std::array<std::array<double, Dofs>, Dofs>;

  /// Adds the next element and eliminates all its unknowns but those of its last node.
  void add(const Element& element) {
    Element& e = elements_.emplace_back(element);
    if (elements_.size() > 1) add_front(e);
    for (std::size_t k = first_pivot(elements_.size() - 1); k < size - Dofs; ++k) {
      const double pivot = e.matrix[k][k];
      if (!(pivot > 0)) ++n_negative_;
      for (std::size_t i = k + 1; i < size; ++i) {
        const double factor = e.matrix[k][i] / pivot;
        for (std::size_t j = i; j < size; ++j) e.matrix[i][j] -= factor * e.matrix[k][j];
        e.force[i] -= factor * e.force[k];
      }
    }
  }

  /// Pivots so far that are not positive; those of the front are not yet among them.
  int n_negative() const { return n_negative_; }

  Front front() const {
    Front front;
    for (std::size_t i = 0; i < Dofs; ++i)
      for (std::size_t j = 0; j < Dofs; ++j) front[i][j] = last(i, j);
    return front;
  }

  /// The displacements under the forces, of one unknown per node, with the nodes shared by elements once.
  std::vector<double> solve() const requires(Dofs == 1) {
    std::vector<double> x(elements_.size() * spectral_degree + 1, 0.0);
    x.back() = elements_.back().force[size - 1] / last(0, 0);
    for (std::size_t e = elements_.size(); e-- > 0;)
      for (std::size_t k = size - 1; k-- > first_pivot(e);) {
        double rest = elements_[e].force[k];
        for (std::size_t j = k + 1; j < size; ++j) rest -= elements_[e].matrix[k][j] * x[e * spectral_degree + j];
        x[e * spectral_degree + k] = rest / elements_[e].matrix[k][k];
      }
    return x;
  }

 private:
  static std::size_t first_pivot(std::size_t element) { return element == 0 ? Dofs : 0; }

  double last(std::size_t i, std::size_t j) const {
    const std::size_t at = size - Dofs;
    return elements_.back().matrix[at + (i < j ? i : j)][at + (i < j ? j : i)];
  }

  void add_front(Element& e) const {
    const Element& before = elements_[elements_.size() - 2];
    for (std::size_t i = 0; i < Dofs; ++i) {
      for (std::size_t j = i; j < Dofs; ++j) e.matrix[i][j] += before.matrix[size - Dofs + i][size - Dofs + j];
      e.force[i] += before.force[size - Dofs + i];
    }
  }

  std::vector<Element> elements_;
  int n_negative_ = 0;
};

}  // namespace judge
