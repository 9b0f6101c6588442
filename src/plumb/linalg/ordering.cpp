#include <plumb/linalg/ordering.h>

#include <algorithm>

#include <Eigen/OrderingMethods>

namespace plumb {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

std::vector<int> minimum_degree_order(const CompressedGraph& graph) {
  const int n = graph.n();
  if (n < 2) return std::vector<int>(at(n), 0);
  // With its diagonal: Eigen puts what has none at the end.
  Eigen::SparseMatrix<char, Eigen::ColMajor, int> full(n, n);
  full.resizeNonZeros(static_cast<Eigen::Index>(graph.neighbours.size()) + n);
  int* to = full.innerIndexPtr();
  for (int v = 0; v < n; ++v) {
    full.outerIndexPtr()[v] = static_cast<int>(to - full.innerIndexPtr());
    *to++ = v;
    to =
        std::copy(graph.neighbours.begin() + graph.start[at(v)], graph.neighbours.begin() + graph.start[at(v) + 1], to);
  }
  full.outerIndexPtr()[n] = static_cast<int>(to - full.innerIndexPtr());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::internal::minimum_degree_ordering(full, order);
  return {order.indices().begin(), order.indices().end()};
}

}  // namespace plumb
