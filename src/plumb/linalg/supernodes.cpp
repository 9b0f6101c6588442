#include <plumb/linalg/supernodes.h>

#include <unistd.h>

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/linalg/elimination_tree.h>
#include <plumb/linalg/ordering.h>

namespace plumb {
namespace {

constexpr int kNone = -1;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Multiplications and additions of the elimination of k columns with m rows below them: a division for each row below a
/// pivot; a multiplication and an addition for each pair.
double elimination(double k, double m) {
  const double squares = (k - 1) * k * (2 * k - 1) / 6, sum = (k - 1) * k / 2;  // of 0 .. k-1
  return k * m * (m + 2) + (2 * m + 2) * sum + squares;
}

/// Supernodes on the columns of the tree, while they are being joined.
struct Partition {
  std::vector<int> first;   ///< column of each, and the number of columns behind the last
  std::vector<int> parent;  ///< or -1; behind it
  std::vector<int> own;     ///< unknowns of its columns
  std::vector<int> below;   ///< unknowns of its rows below them
  std::vector<int> joined;  ///< the ancestor that it is now a part of, or itself

  int n() const { return static_cast<int>(parent.size()); }
};

/// Columns with the same rows, each the parent of the one before.
Partition same_rows(const EliminationTree& tree) {
  Partition p;
  const int n = static_cast<int>(tree.parent.size());
  std::vector<int> super(at(n));
  for (int k = 0; k < n; ++k) {
    const bool goes_on =
        k > 0 && tree.parent[at(k - 1)] == k && tree.count[at(k - 1)] == tree.count[at(k)] + tree.weight[at(k - 1)];
    if (!goes_on) {
      p.first.push_back(k);
      p.own.push_back(0);
      p.below.push_back(0);
    }
    super[at(k)] = static_cast<int>(p.own.size()) - 1;
    p.own.back() += tree.weight[at(k)];
    p.below.back() = tree.count[at(k)] - tree.weight[at(k)];
  }
  p.first.push_back(n);
  for (std::size_t s = 0; s < p.own.size(); ++s) {
    const int above = tree.parent[at(p.first[s + 1] - 1)];
    p.parent.push_back(above == kNone ? kNone : super[at(above)]);
  }
  p.joined.resize(p.own.size());
  std::iota(p.joined.begin(), p.joined.end(), 0);
  return p;
}

/// What a supernode costs, in nanoseconds of a core of today: its front has to be begun, filled, and eliminated.
double cost(int own, int below) {
  constexpr double kBegin = 400, kEntry = 0.6, kOperation = 1.0 / 25;
  const double rows = own + below;
  return kBegin + kEntry * rows * rows + kOperation * elimination(own, below);
}

/// Joins children with their parents where the zeros that are then stored cost less than a front of their own.
void join_small(Partition& p) {
  std::vector<std::vector<int>> children(at(p.n()));
  for (int s = 0; s < p.n(); ++s) {
    std::vector<int>& own = children[at(s)];
    std::stable_sort(own.begin(), own.end(), [&](int a, int b) { return p.below[at(a)] > p.below[at(b)]; });
    for (const int c : own) {
      const int together = p.own[at(s)] + p.own[at(c)];
      const double apart = cost(p.own[at(s)], p.below[at(s)]) + cost(p.own[at(c)], p.below[at(c)]);
      if (cost(together, p.below[at(s)]) > apart) continue;
      p.own[at(s)] = together;
      p.joined[at(c)] = s;
    }
    own = {};
    if (p.parent[at(s)] != kNone) children[at(p.parent[at(s)])].push_back(s);
  }
  for (int s = p.n() - 1; s >= 0; --s) p.joined[at(s)] = p.joined[at(p.joined[at(s)])];
}

/// The joined supernodes in postorder: the columns of each, and its parent.
struct JoinedSupernodes {
  std::vector<int> first;   ///< into `columns`
  std::vector<int> column;  ///< of the tree, in the order of elimination
  std::vector<int> parent;
};

JoinedSupernodes in_postorder(const Partition& p) {
  std::vector<int> number(at(p.n()), kNone), parent;
  std::vector<std::vector<int>> parts;
  for (int s = 0; s < p.n(); ++s) {
    if (p.joined[at(s)] == s) number[at(s)] = static_cast<int>(parts.size()), parts.emplace_back();
  }
  for (int s = 0; s < p.n(); ++s) {
    parts[at(number[at(p.joined[at(s)])])].push_back(s);
    if (p.joined[at(s)] != s) continue;
    const int above = p.parent[at(s)];
    parent.push_back(above == kNone ? kNone : number[at(p.joined[at(above)])]);
  }
  const std::vector<int> post = postorder(parent);
  std::vector<int> where(post.size());
  for (std::size_t k = 0; k < post.size(); ++k) where[at(post[k])] = static_cast<int>(k);
  JoinedSupernodes all;
  for (const int g : post) {
    all.first.push_back(static_cast<int>(all.column.size()));
    all.parent.push_back(parent[at(g)] == kNone ? kNone : where[at(parent[at(g)])]);
    for (const int s : parts[at(g)]) {
      for (int k = p.first[at(s)]; k < p.first[at(s) + 1]; ++k) all.column.push_back(k);
    }
  }
  all.first.push_back(static_cast<int>(all.column.size()));
  return all;
}

/// Collects the rows of each supernode: what A has there, and what its children hand on.
Supernodes with_rows(const CompressedGraph& graph, const EliminationTree& tree, const JoinedSupernodes& joined) {
  const int n = graph.n(), n_super = static_cast<int>(joined.parent.size());
  std::vector<int> vertex(at(n)), place(at(n)), unknown(at(n) + 1, 0);
  for (int k = 0; k < n; ++k) {
    const int column = joined.column[at(k)];
    vertex[at(k)] = tree.order[at(column)];
    place[at(vertex[at(k)])] = k;
    unknown[at(k) + 1] = unknown[at(k)] + tree.weight[at(column)];
  }

  Supernodes s;
  s.parent = joined.parent;
  s.row_start.push_back(0);
  for (const int k : joined.first) s.first.push_back(unknown[at(k)]);
  for (const int v : vertex) {
    s.permutation.insert(s.permutation.end(), graph.members.begin() + graph.member_start[at(v)],
                         graph.members.begin() + graph.member_start[at(v) + 1]);
  }
  std::vector<std::vector<int>> handed(at(n_super));  // rows from the children
  std::vector<int> seen(at(n), kNone);
  for (int g = 0; g < n_super; ++g) {
    const int end = joined.first[at(g) + 1];
    std::vector<int> rows;
    const auto enter = [&](int row) {
      if (row < end || seen[at(row)] == g) return;
      seen[at(row)] = g;
      rows.push_back(row);
    };
    for (int k = joined.first[at(g)]; k < end; ++k) {
      const int v = vertex[at(k)];
      for (int e = graph.start[at(v)]; e < graph.start[at(v) + 1]; ++e) enter(place[at(graph.neighbours[at(e)])]);
    }
    for (const int row : handed[at(g)]) enter(row);
    handed[at(g)] = {};
    std::sort(rows.begin(), rows.end());
    for (const int row : rows) {
      for (int i = unknown[at(row)]; i < unknown[at(row) + 1]; ++i) s.rows.push_back(i);
    }
    s.row_start.push_back(static_cast<int>(s.rows.size()));
    if (s.parent[at(g)] != kNone) {
      std::vector<int>& above = handed[at(s.parent[at(g)])];
      above.insert(above.end(), rows.begin(), rows.end());
    }
  }
  return s;
}

/// A machine promises more memory than it has, and ends whoever uses it: so the factors must fit into what it has.
void check_memory(int n_unknowns, double n_entries) {
  constexpr double kGibi = 1024.0 * 1024 * 1024;
  const double needed = n_entries * sizeof(double) / kGibi;
  const double present =
      static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE)) / kGibi;
  if (needed <= present) return;
  throw MachineError(
      fmt::format("the factors of {} unknowns would take {:.3g} GiB, but this machine has {:.3g}; take fewer elements",
                  n_unknowns, needed, present));
}

}  // namespace

double Supernodes::n_entries() const {
  double sum = 0;
  for (int s = 0; s < n_super(); ++s) sum += static_cast<double>(n_columns(s)) * (n_columns(s) + n_below(s));
  return sum;
}

double Supernodes::flops(int s) const { return elimination(n_columns(s), n_below(s)); }

double Supernodes::flops() const {
  double sum = 0;
  for (int s = 0; s < n_super(); ++s) sum += flops(s);
  return sum;
}

Supernodes analysed(const SymmetricMatrix& a) {
  ENSURE(a.storage() == Storage::sparse);
  const CompressedGraph graph = compressed_graph(a);
  const EliminationTree tree = elimination_tree(graph, minimum_degree_order(graph));
  Partition partition = same_rows(tree);
  join_small(partition);
  Supernodes s = with_rows(graph, tree, in_postorder(partition));
  check_memory(a.size(), s.n_entries());
  return s;
}

}  // namespace plumb
