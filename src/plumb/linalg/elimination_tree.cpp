#include <plumb/linalg/elimination_tree.h>

#include <algorithm>

#include <plumb/core/status.h>

namespace plumb {
namespace {

constexpr int kNone = -1;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::vector<int> inverse(const std::vector<int>& order) {
  std::vector<int> place(order.size(), kNone);
  for (std::size_t k = 0; k < order.size(); ++k) place[at(order[k])] = static_cast<int>(k);
  ENSURE(std::find(place.begin(), place.end(), kNone) == place.end());
  return place;
}

/// Calls f(row) for the neighbours that stand before (or behind) column k.
template <class F>
void for_each_neighbour(const CompressedGraph& graph, const EliminationTree& tree, int k, const F& f) {
  const int v = tree.order[at(k)];
  for (int e = graph.start[at(v)]; e < graph.start[at(v) + 1]; ++e) f(tree.place[at(graph.neighbours[at(e)])]);
}

std::vector<int> parents(const CompressedGraph& graph, const EliminationTree& tree) {
  const int n = graph.n();
  std::vector<int> parent(at(n), kNone), ancestor(at(n), kNone);
  for (int k = 0; k < n; ++k) {
    for_each_neighbour(graph, tree, k, [&](int i) {
      // Up from i to the root of what is known; the way becomes shorter for those who come after.
      while (i != kNone && i < k) {
        const int next = ancestor[at(i)];
        ancestor[at(i)] = k;
        if (next == kNone) parent[at(i)] = k;
        i = next;
      }
    });
  }
  return parent;
}

/// The rows that have an entry in column j of L are those whose subtree has j: row i's is what lies between i and the
/// columns in which A has entries of row i. Each row adds its weight at the leaves of its subtree and takes it away where
/// two branches meet and above its root; sums over subtrees are then the counts (Gilbert, Ng and Peyton 1994).
class ColumnCounts {
 public:
  ColumnCounts(const CompressedGraph& graph, const EliminationTree& tree)
      : graph_(graph),
        tree_(tree),
        n_(graph.n()),
        first_(at(n_), kNone),
        last_leaf_(at(n_), kNone),
        last_first_(at(n_), kNone),
        ancestor_(at(n_)),
        sum_(at(n_)) {
    for (int k = 0; k < n_; ++k) ancestor_[at(k)] = k;
  }

  std::vector<int> counted() {
    for (int k = 0; k < n_; ++k) {
      if (first_[at(k)] == kNone) sum_[at(k)] += tree_.weight[at(k)];  // a leaf of the tree, and so of its own subtree
      for (int j = k; j != kNone && first_[at(j)] == kNone; j = tree_.parent[at(j)]) first_[at(j)] = k;
    }
    for (int j = 0; j < n_; ++j) {
      const int parent = tree_.parent[at(j)];
      if (parent != kNone) sum_[at(parent)] -= tree_.weight[at(j)];
      for_each_neighbour(graph_, tree_, j, [&](int i) {
        if (i > j) enter(i, j);
      });
      if (parent != kNone) ancestor_[at(j)] = parent;
    }
    for (int j = 0; j < n_; ++j) {
      if (tree_.parent[at(j)] != kNone) sum_[at(tree_.parent[at(j)])] += sum_[at(j)];
    }
    return sum_;
  }

 private:
  /// A has an entry of row i in column j.
  void enter(int i, int j) {
    if (first_[at(j)] <= last_first_[at(i)]) return;  // no leaf: a column below has one too
    last_first_[at(i)] = first_[at(j)];
    sum_[at(j)] += tree_.weight[at(i)];
    if (last_leaf_[at(i)] != kNone) sum_[at(root_of(last_leaf_[at(i)]))] -= tree_.weight[at(i)];
    last_leaf_[at(i)] = j;
  }

  /// Returns the least common ancestor of a former column and the present one.
  int root_of(int j) {
    int root = j;
    while (root != ancestor_[at(root)]) root = ancestor_[at(root)];
    for (int next = 0; j != root; j = next) {
      next = ancestor_[at(j)];
      ancestor_[at(j)] = root;
    }
    return root;
  }

  const CompressedGraph& graph_;
  const EliminationTree& tree_;
  int n_;
  std::vector<int> first_;  ///< of each column: the first one of its subtree
  std::vector<int> last_leaf_,
      last_first_;  ///< of each row: the last leaf of its subtree, and the first column under it
  std::vector<int> ancestor_, sum_;
};

}  // namespace

std::vector<int> postorder(const std::vector<int>& parent) {
  const int n = static_cast<int>(parent.size());
  std::vector<int> first_child(at(n) + 1, kNone), next_sibling(at(n), kNone), order;
  for (int k = n - 1; k >= 0; --k) {
    int& first = first_child[at(parent[at(k)] == kNone ? n : parent[at(k)])];
    next_sibling[at(k)] = first;
    first = k;
  }
  order.reserve(at(n));
  std::vector<int> open;
  const auto descend = [&](int k) {
    for (; k != kNone; k = first_child[at(k)]) open.push_back(k);
  };
  descend(first_child[at(n)]);
  while (!open.empty()) {
    const int k = open.back();
    open.pop_back();
    order.push_back(k);
    descend(next_sibling[at(k)]);
  }
  ENSURE(order.size() == parent.size());
  return order;
}

EliminationTree elimination_tree(const CompressedGraph& graph, const std::vector<int>& order) {
  EliminationTree tree;
  tree.order = order;
  tree.place = inverse(order);
  const std::vector<int> parent = parents(graph, tree), post = postorder(parent), where = inverse(post);
  tree.parent.resize(post.size());
  tree.weight.resize(post.size());
  for (std::size_t k = 0; k < post.size(); ++k) {
    const int old = post[k], v = order[at(old)];
    tree.order[k] = v;
    tree.place[at(v)] = static_cast<int>(k);
    tree.parent[k] = parent[at(old)] == kNone ? kNone : where[at(parent[at(old)])];
    tree.weight[k] = graph.member_start[at(v) + 1] - graph.member_start[at(v)];
  }
  tree.count = ColumnCounts(graph, tree).counted();
  return tree;
}

}  // namespace plumb
