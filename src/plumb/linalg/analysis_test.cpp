// The analysis of a sparse matrix against brute force: the structure of L by eliminating a pattern entry by entry.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include <plumb/linalg/elimination_tree.h>
#include <plumb/linalg/ordering.h>
#include <plumb/linalg/samples_for_test.h>
#include <plumb/linalg/supernodes.h>

namespace plumb {
namespace {

using samples::Random;
using Flags = Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

SymmetricPattern random_pattern(int n, int n_pairs, int copies, Random& random) {
  SymmetricPattern pattern(n * copies);
  const auto any = [&] { return std::min(n - 1, static_cast<int>(0.5 * (random() + 1) * n)); };
  for (int k = 0; k < n_pairs; ++k) {
    std::vector<int> dofs;
    for (const int v : {any(), any()}) {
      for (int c = 0; c < copies; ++c) dofs.push_back(v * copies + c);
    }
    pattern.add_stencil(dofs);
  }
  pattern.finish();
  return pattern;
}

/// A plate, a rod, a full matrix, one with a full row, parts without connection, a diagonal, one unknown, none.
std::vector<SymmetricPattern> patterns() {
  Random random(8);
  std::vector<SymmetricPattern> all{samples::grid_pattern(9),      samples::rod_pattern(60, 11),
                                    samples::band_pattern(20, 20), samples::band_pattern(1, 1),
                                    samples::band_pattern(0, 1),   samples::band_pattern(7, 0)};
  SymmetricPattern arrow(31);
  for (int i = 0; i < 30; ++i) arrow.add_stencil(std::vector<int>{i, 30});
  arrow.finish();
  all.push_back(arrow);
  for (const int n_pairs : {15, 40, 90, 300}) {
    all.push_back(random_pattern(40, n_pairs, 1, random));
    all.push_back(random_pattern(25, n_pairs, 3, random));
  }
  return all;
}

Flags full(const SymmetricPattern& pattern) {
  Flags a = Flags::Constant(pattern.size(), pattern.size(), false);
  for (int j = 0; j < pattern.size(); ++j) {
    for (int k = pattern.column_starts()[at(j)]; k < pattern.column_starts()[at(j) + 1]; ++k) {
      a(pattern.rows()[at(k)], j) = a(j, pattern.rows()[at(k)]) = true;
    }
  }
  return a;
}

/// Where L has entries, unknowns in this order: eliminating one couples all that it is coupled to.
Flags eliminated(const Flags& a, const std::vector<int>& order) {
  const int n = static_cast<int>(order.size());
  Flags l(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) l(i, j) = a(order[at(i)], order[at(j)]);
  }
  for (int k = 0; k < n; ++k) {
    for (int i = k + 1; i < n; ++i) {
      for (int j = k + 1; j < n; ++j) l(i, j) = l(i, j) || (l(i, k) && l(k, j));
    }
  }
  return l;
}

void expect_permutation(std::vector<int> order, int n) {
  std::sort(order.begin(), order.end());
  std::vector<int> all(at(n));
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(order, all);
}

TEST(CompressedGraph, joins_what_has_the_same_neighbours_and_nothing_else) {
  for (const SymmetricPattern& pattern : patterns()) {
    const CompressedGraph graph = compressed_graph(SymmetricMatrix(pattern, Storage::sparse));
    const Flags a = full(pattern);
    expect_permutation(graph.members, pattern.size());
    std::vector<int> vertex(at(pattern.size()));
    for (int v = 0; v < graph.n(); ++v) {
      for (int k = graph.member_start[at(v)]; k < graph.member_start[at(v) + 1]; ++k)
        vertex[at(graph.members[at(k)])] = v;
    }
    for (int i = 0; i < pattern.size(); ++i) {
      for (int j = 0; j < pattern.size(); ++j) {
        EXPECT_EQ(vertex[at(i)] == vertex[at(j)], a.col(i) == a.col(j)) << i << " " << j;
      }
    }
    Flags coupled = Flags::Identity(graph.n(), graph.n());
    for (int v = 0; v < graph.n(); ++v) {
      for (int e = graph.start[at(v)]; e < graph.start[at(v) + 1]; ++e) coupled(v, graph.neighbours[at(e)]) = true;
    }
    for (int i = 0; i < pattern.size(); ++i) {
      for (int j = 0; j < pattern.size(); ++j) EXPECT_EQ(coupled(vertex[at(i)], vertex[at(j)]), a(i, j));
    }
  }
}

TEST(CompressedGraph, three_unknowns_a_point_are_one_vertex) {
  Random random(3);
  const SymmetricPattern pattern = random_pattern(30, 200, 3, random);
  EXPECT_LE(compressed_graph(SymmetricMatrix(pattern, Storage::sparse)).n(), 30);
}

TEST(EliminationTree, has_the_parents_and_counts_of_brute_force_in_postorder) {
  for (const SymmetricPattern& pattern : patterns()) {
    const CompressedGraph graph = compressed_graph(SymmetricMatrix(pattern, Storage::sparse));
    std::vector<int> backwards(at(graph.n()));
    std::iota(backwards.rbegin(), backwards.rend(), 0);
    for (const auto& order : {minimum_degree_order(graph), backwards}) {
      expect_permutation(order, graph.n());
      const EliminationTree tree = elimination_tree(graph, order);
      std::vector<int> unknowns, first;  // the first unknown of each column, and of the one behind the last
      for (const int v : tree.order) {
        first.push_back(static_cast<int>(unknowns.size()));
        for (int k = graph.member_start[at(v)]; k < graph.member_start[at(v) + 1]; ++k)
          unknowns.push_back(graph.members[at(k)]);
      }
      first.push_back(static_cast<int>(unknowns.size()));
      const Flags l = eliminated(full(pattern), unknowns);
      std::vector<int> n_children(at(graph.n()), 0);
      for (int k = 0; k < graph.n(); ++k) {
        int count = tree.weight[at(k)], parent = -1;
        for (int i = graph.n() - 1; i > k; --i) {
          if (!l(first[at(i)], first[at(k)])) continue;
          count += tree.weight[at(i)];
          parent = i;
        }
        EXPECT_EQ(tree.parent[at(k)], parent);
        EXPECT_EQ(tree.count[at(k)], count);
        // In postorder a column is the parent of the one before, or begins at a leaf.
        EXPECT_TRUE(k == 0 || tree.parent[at(k - 1)] == k || n_children[at(k)] == 0);
        if (parent >= 0) ++n_children[at(parent)];
      }
    }
  }
}

TEST(Supernodes, have_room_for_all_of_L_and_hand_their_rows_to_their_parents) {
  for (const SymmetricPattern& pattern : patterns()) {
    const Supernodes s = analysed(SymmetricMatrix(pattern, Storage::sparse));
    ASSERT_EQ(s.n(), pattern.size());
    expect_permutation(s.permutation, pattern.size());
    const Flags l = eliminated(full(pattern), s.permutation);
    for (int g = 0; g < s.n_super(); ++g) {
      const auto below = s.below(g);
      const int end = s.first[at(g) + 1];
      EXPECT_TRUE(std::is_sorted(below.begin(), below.end()));
      EXPECT_EQ(std::set<int>(below.begin(), below.end()).size(), below.size());
      for (int k = s.first[at(g)]; k < end; ++k) {
        for (int i = end; i < s.n(); ++i) {
          EXPECT_TRUE(!l(i, k) || std::binary_search(below.begin(), below.end(), i)) << i << " " << k;
        }
      }
      if (below.empty()) {
        EXPECT_EQ(s.parent[at(g)], -1);
        continue;
      }
      const int p = s.parent[at(g)];
      ASSERT_TRUE(g < p && p < s.n_super() && s.first[at(p)] <= below[0] && below[0] < s.first[at(p) + 1]);
      const auto above = s.below(p);
      for (const int row : below) {
        EXPECT_TRUE(row < s.first[at(p) + 1] || std::binary_search(above.begin(), above.end(), row));
      }
    }
  }
}

// Joining columns costs time on paper only: here it adds few entries, and leaves a fraction of the supernodes.
TEST(Supernodes, of_a_plate_store_few_zeros) {
  const SymmetricPattern pattern = samples::grid_pattern(60);
  const SymmetricMatrix a(pattern, Storage::sparse);
  const CompressedGraph graph = compressed_graph(a);
  const EliminationTree tree = elimination_tree(graph, minimum_degree_order(graph));
  double n_entries = 0;
  for (std::size_t k = 0; k < tree.count.size(); ++k) n_entries += tree.weight[k] * tree.count[k];
  const Supernodes s = analysed(a);
  EXPECT_LT(s.n_super(), pattern.size() / 8);
  EXPECT_LT(s.n_entries(), 2.5 * n_entries);
}

}  // namespace
}  // namespace plumb
