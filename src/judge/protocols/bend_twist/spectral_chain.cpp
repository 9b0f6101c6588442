#include <judge/protocols/bend_twist/spectral_chain.h>

#include <cmath>
#include <numbers>

namespace judge {
namespace {

constexpr std::size_t n = spectral_degree;

struct Legendre {
  double value;     // P_n
  double previous;  // P_(n-1)
};

Legendre legendre(double x) {
  double before = 1, here = x;
  for (std::size_t k = 1; k < n; ++k) {
    const double next = (double(2 * k + 1) * x * here - double(k) * before) / double(k + 1);
    before = here, here = next;
  }
  return {here, before};
}

/// The nodes are the zeros of (1 - x^2) P_n'(x), which is n (P_(n-1) - x P_n); its derivative is -n (n + 1) P_n.
SpectralElement make_element() {
  SpectralElement e;
  std::array<double, spectral_nodes> p;  // P_n at the nodes
  for (std::size_t i = 0; i <= n; ++i) {
    double x = -std::cos(std::numbers::pi * double(i) / double(n));
    for (int iteration = 0; iteration < 10; ++iteration) {
      const Legendre at = legendre(x);
      x += (at.previous - x * at.value) / (double(n + 1) * at.value);
    }
    p[i] = legendre(x).value;
    e.node[i] = x;
    e.weight[i] = 2 / (double(n * (n + 1)) * p[i] * p[i]);
  }
  for (std::size_t i = 0; i <= n; ++i)
    for (std::size_t a = 0; a <= n; ++a) e.derivative[i][a] = i == a ? 0 : p[i] / (p[a] * (e.node[i] - e.node[a]));
  e.derivative[n][n] = double(n * (n + 1)) / 4;
  e.derivative[0][0] = -e.derivative[n][n];
  for (std::size_t a = 0; a <= n; ++a)
    for (std::size_t b = 0; b <= n; ++b) {
      e.stiffness[a][b] = 0;
      for (std::size_t i = 0; i <= n; ++i) e.stiffness[a][b] += e.weight[i] * e.derivative[i][a] * e.derivative[i][b];
    }
  return e;
}

}  // namespace

const SpectralElement& spectral_element() {
  static const SpectralElement element = make_element();
  return element;
}

std::vector<double> solve_chain(const std::vector<ChainElement<1>>& eliminated) {
  std::vector<double> x(eliminated.size() * n + 1, 0.0);
  x.back() = eliminated.back().force[n] / eliminated.back().matrix[n][n];
  for (std::size_t e = eliminated.size(); e-- > 0;)
    for (std::size_t k = n; k-- > (e == 0 ? 1 : 0);) {
      double rest = eliminated[e].force[k];
      for (std::size_t j = k + 1; j <= n; ++j) rest -= eliminated[e].matrix[k][j] * x[e * n + j];
      x[e * n + k] = rest / eliminated[e].matrix[k][k];
    }
  return x;
}

}  // namespace judge
