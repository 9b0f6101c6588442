#include <plumb/linalg/compressed_graph.h>

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace plumb {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Calls f(row, column) for every entry below the diagonal.
template <class F>
void for_each_below(const SymmetricMatrix& a, const F& f) {
  for (int j = 0; j < a.size(); ++j) {
    for (int k = a.column_starts()[at(j)] + 1; k < a.column_starts()[at(j) + 1]; ++k) f(a.rows()[at(k)], j);
  }
}

/// Random bits that depend on i alone (splitmix64).
std::uint64_t bits_of(int i) {
  std::uint64_t z = (static_cast<std::uint64_t>(i) + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Returns for each unknown the first one with the same neighbours, itself counted among them. Sums of random bits
/// stand for the sets of neighbours.
std::vector<int> first_alike(const SymmetricMatrix& a) {
  std::vector<std::uint64_t> sum(at(a.size()));
  for (int i = 0; i < a.size(); ++i) sum[at(i)] = bits_of(i);
  for_each_below(a, [&](int i, int j) {
    sum[at(i)] += bits_of(j);
    sum[at(j)] += bits_of(i);
  });
  std::vector<int> order(at(a.size())), first(at(a.size()));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](int i, int j) { return sum[at(i)] != sum[at(j)] ? sum[at(i)] < sum[at(j)] : i < j; });
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool like_last = k > 0 && sum[at(order[k])] == sum[at(order[k - 1])];
    first[at(order[k])] = like_last ? first[at(order[k - 1])] : order[k];
  }
  return first;
}

/// Joins the unknowns that have the same `first`.
CompressedGraph joined(const SymmetricMatrix& a, const std::vector<int>& first) {
  CompressedGraph graph;
  std::vector<int> vertex(first.size());
  int n = 0;
  for (int i = 0; i < a.size(); ++i) vertex[at(i)] = first[at(i)] == i ? n++ : vertex[at(first[at(i)])];

  graph.member_start.assign(at(n) + 1, 0);
  for (const int v : vertex) ++graph.member_start[at(v) + 1];
  std::partial_sum(graph.member_start.begin(), graph.member_start.end(), graph.member_start.begin());
  graph.members.resize(vertex.size());
  std::vector<int> next = graph.member_start;
  for (int i = 0; i < a.size(); ++i) graph.members[at(next[at(vertex[at(i)])]++)] = i;

  // Vertices are coupled as their first members are.
  graph.start.assign(at(n) + 1, 0);
  const auto for_each_edge = [&](const auto& f) {
    for_each_below(a, [&](int i, int j) {
      if (first[at(i)] == i && first[at(j)] == j) f(vertex[at(i)], vertex[at(j)]);
    });
  };
  for_each_edge([&](int v, int w) {
    ++graph.start[at(v) + 1];
    ++graph.start[at(w) + 1];
  });
  std::partial_sum(graph.start.begin(), graph.start.end(), graph.start.begin());
  graph.neighbours.resize(at(graph.start.back()));
  next = graph.start;
  for_each_edge([&](int v, int w) {
    graph.neighbours[at(next[at(v)]++)] = w;
    graph.neighbours[at(next[at(w)]++)] = v;
  });
  return graph;
}

/// Returns how many entries a matrix has, lower triangle, whose graph is this one.
std::int64_t n_entries(const CompressedGraph& graph) {
  const auto weight = [&](int v) -> std::int64_t { return graph.member_start[at(v) + 1] - graph.member_start[at(v)]; };
  std::int64_t twice = 0;
  for (int v = 0; v < graph.n(); ++v) {
    twice += weight(v) * (weight(v) + 1);
    for (int k = graph.start[at(v)]; k < graph.start[at(v) + 1]; ++k)
      twice += weight(v) * weight(graph.neighbours[at(k)]);
  }
  return twice / 2;
}

}  // namespace

CompressedGraph compressed_graph(const SymmetricMatrix& a) {
  CompressedGraph graph = joined(a, first_alike(a));
  if (n_entries(graph) == a.n_values()) return graph;
  // Two sums were the same by chance: then every unknown is a vertex.
  std::vector<int> itself(at(a.size()));
  std::iota(itself.begin(), itself.end(), 0);
  return joined(a, itself);
}

}  // namespace plumb
