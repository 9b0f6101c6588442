#include <plumb/linalg/ordering.h>

#include <Eigen/OrderingMethods>

namespace plumb {

std::vector<int> fill_reducing_order(const CompressedGraph& graph) {
  // With its diagonal: Eigen puts what has none at the end.
  const int n = graph.n();
  Eigen::SparseMatrix<char, Eigen::ColMajor, int> full(n, n);
  full.resizeNonZeros(static_cast<Eigen::Index>(graph.neighbours.size()) + n);
  int* to = full.innerIndexPtr();
  for (int v = 0; v < n; ++v) {
    full.outerIndexPtr()[v] = static_cast<int>(to - full.innerIndexPtr());
    *to++ = v;
    const auto first = graph.neighbours.begin();
    to = std::copy(first + graph.start[static_cast<std::size_t>(v)], first + graph.start[static_cast<std::size_t>(v) + 1], to);
  }
  full.outerIndexPtr()[n] = static_cast<int>(to - full.innerIndexPtr());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::internal::minimum_degree_ordering(full, order);
  return {order.indices().begin(), order.indices().end()};
}

}  // namespace plumb
