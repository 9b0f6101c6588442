#include <judge/protocols/bend_twist/planar_rod.h>

#include <algorithm>
#include <cmath>

#include <plumb/core/status.h>

namespace judge {
namespace {

constexpr double longest_step = 1.0;       // rad, of a Newton step that is still trusted
constexpr double converged = 1e-11;        // rad, of the last one: the next would be its square
constexpr double shortest_advance = 1e-3;  // of x, before a branch is said to end
constexpr double straight_x = 2;           // the hook turns by 0.7 rad here

}  // namespace

PlanarRod::PlanarRod(double phi, int n_elements) : phi_(phi), n_elements_(n_elements) {
  ENSURE(phi > 0 && n_elements > 0);
  for (int e = 0; e < n_elements; ++e)
    for (int i = e == 0 ? 0 : 1; i <= int(spectral_degree); ++i) theta_.push_back(phi - from_free_end(e, i));
}

double PlanarRod::from_free_end(int element, int node) const {
  return element_length() * (n_elements_ - element - (1 + spectral_element().node[std::size_t(node)]) / 2);
}

std::array<double, spectral_nodes> PlanarRod::curvature(int element) const {
  const SpectralElement& basis = spectral_element();
  const double* angle = &theta_[std::size_t(element) * spectral_degree];
  std::array<double, spectral_nodes> k{};
  for (std::size_t i = 0; i < spectral_nodes; ++i) {
    for (std::size_t a = 0; a < spectral_nodes; ++a) k[i] += basis.derivative[i][a] * angle[a];
    k[i] *= 2 / element_length();
  }
  return k;
}

bool PlanarRod::newton(double x) {
  const SpectralElement& basis = spectral_element();
  const double half = element_length() / 2, w = x * x * x;
  const std::vector<double> start = theta_;
  for (int iteration = 0; iteration < 12; ++iteration) {
    // Hessian and minus the gradient of the energy.
    ChainElimination<1> chain;
    std::vector<ChainElement<1>> elements(static_cast<std::size_t>(n_elements_));
    for (int e = 0; e < n_elements_; ++e) {
      ChainElement<1>& element = elements[std::size_t(e)];
      const std::array<double, spectral_nodes> k = curvature(e);
      for (std::size_t a = 0; a < spectral_nodes; ++a) {
        const double angle = theta_[std::size_t(e) * spectral_degree + a];
        const double load = half * basis.weight[a] * w * from_free_end(e, int(a));
        element.force[a] = -load * std::sin(angle);
        for (std::size_t b = 0; b < spectral_nodes; ++b) {
          element.force[a] -= basis.weight[b] * (k[b] - 1) * basis.derivative[b][a];
          element.matrix[a][b] = basis.stiffness[a][b] / half;
        }
        element.matrix[a][a] += load * std::cos(angle);
      }
      chain.add(element);
    }
    const std::vector<double> step = solve_chain(elements);
    double longest = 0;
    for (double angle : step) longest = std::max(longest, std::abs(angle));
    const bool stable = chain.n_negative() == 0 && chain.front(0, 0) > 0;
    if (!stable || !(longest < longest_step)) break;
    for (std::size_t i = 0; i < theta_.size(); ++i) theta_[i] += step[i];
    if (longest < converged) {
      x_ = x;
      return true;
    }
  }
  theta_ = start;
  return false;
}

bool PlanarRod::follow_to(double x) {
  double advance = x - x_;
  while (x_ != x) {
    if (std::abs(advance) > std::abs(x - x_)) advance = x - x_;
    const bool arrives = advance == x - x_;
    if (newton(arrives ? x : x_ + advance)) {
      advance *= 2;
    } else {
      advance /= 2;
      if (std::abs(advance) < shortest_advance * x) return false;
    }
  }
  return true;
}

void PlanarRod::hang_straight() {
  std::fill(theta_.begin(), theta_.end(), 0.0);
  ENSURE(newton(straight_x));
}

}  // namespace judge
