#include <plumb/linalg/front.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <plumb/core/parallel.h>
#include <plumb/linalg/block4.h>
#include <plumb/linalg/factorization.h>

namespace plumb {
namespace {

using block4::all_of;
using block4::Lanes;
using block4::load;
using block4::store;
using Index = Eigen::Index;

// Columns are eliminated in panels, a right-looking step each. Within a panel rows are kept in slabs of four: slab s has
// entry (4 s + r, k) at (s * kPanel + k) * 4 + r. So all that costs is one product: N slabs times four columns.
constexpr int kPanel = 128;
constexpr Index kSlab = 4 * kPanel;

// Slabs handled by one call in a parallel loop; and the operations from which a loop is worth being parallel.
constexpr int kSlabsAtOnce = 6;
constexpr double kParallel = 4e6;

/// N slabs of four rows, four columns: in registers.
template <int N>
struct Tile {
  std::array<std::array<Lanes, 4>, N> c;

  /// Subtracts the product of these rows of `a` and four rows of `b`, n columns each.
  [[gnu::always_inline]] void subtract(const double* a, const double* b, int n) {
    for (int k = 0; k < n; ++k, a += 4, b += 4) {
      std::array<Lanes, N> rows;
#pragma GCC unroll 3
      for (int s = 0; s < N; ++s) rows[s] = load(a + s * kSlab);
#pragma GCC unroll 4
      for (int j = 0; j < 4; ++j) {
        const Lanes factor = all_of(b[j]);
#pragma GCC unroll 3
        for (int s = 0; s < N; ++s) c[s][j] = block4::minus_product(c[s][j], rows[s], factor);
      }
    }
  }
};

/// c (column-major) -= a b^T for N slabs of rows and four columns, of which c has `width`; or c = -a b^T.
template <int N>
void multiply_tile(double* c, Index stride, int width, const double* a, const double* b, int n, bool overwrite) {
  Tile<N> tile;
#pragma GCC unroll 4
  for (int j = 0; j < 4; ++j) {
#pragma GCC unroll 3
    for (int s = 0; s < N; ++s) tile.c[s][j] = overwrite || j >= width ? Lanes{} : load(c + j * stride + 4 * s);
  }
  tile.subtract(a, b, n);
#pragma GCC unroll 4
  for (int j = 0; j < 4; ++j) {
    if (j >= width) break;
#pragma GCC unroll 3
    for (int s = 0; s < N; ++s) store(c + j * stride + 4 * s, tile.c[s][j]);
  }
}

void multiply_tile(int n_slabs, double* c, Index stride, int width, const double* a, const double* b, int n,
                   bool overwrite) {
  switch (n_slabs) {
    case 1:
      return multiply_tile<1>(c, stride, width, a, b, n, overwrite);
    case 2:
      return multiply_tile<2>(c, stride, width, a, b, n, overwrite);
    default:
      return multiply_tile<3>(c, stride, width, a, b, n, overwrite);
  }
}

/// Four (or fewer) pivots, and the triangle of L between them.
struct Corner {
  double l10 = 0, l20 = 0, l30 = 0, l21 = 0, l31 = 0, l32 = 0;
  std::array<double, 4> inverse{};  ///< 1 / d; 0 where there is no column
};

/// Four columns of N slabs of rows below their corner: from what A has there, and the n columns of the panel before, to L
/// in place, and to both slabs.
template <int N>
void solve_tile(double* a, Index stride, int width, double* l, double* scaled, const double* corner_rows, int n,
                const Corner& corner) {
  Tile<N> tile;
#pragma GCC unroll 4
  for (int j = 0; j < 4; ++j) {
#pragma GCC unroll 3
    for (int s = 0; s < N; ++s) tile.c[s][j] = j >= width ? Lanes{} : load(a + j * stride + 4 * s);
  }
  tile.subtract(scaled, corner_rows, n);
#pragma GCC unroll 3
  for (int s = 0; s < N; ++s) {
    const Lanes c0 = tile.c[s][0], c1 = block4::minus_product(tile.c[s][1], c0, all_of(corner.l10));
    Lanes c2 = block4::minus_product(tile.c[s][2], c0, all_of(corner.l20));
    c2 = block4::minus_product(c2, c1, all_of(corner.l21));
    Lanes c3 = block4::minus_product(tile.c[s][3], c0, all_of(corner.l30));
    c3 = block4::minus_product(c3, c1, all_of(corner.l31));
    c3 = block4::minus_product(c3, c2, all_of(corner.l32));
    const std::array<Lanes, 4> solved{c0, c1, c2, c3};
#pragma GCC unroll 4
    for (int j = 0; j < 4; ++j) {
      const Lanes over_pivot =
          solved[static_cast<std::size_t>(j)] * all_of(corner.inverse[static_cast<std::size_t>(j)]);
      store(scaled + s * kSlab + 4 * (n + j), solved[static_cast<std::size_t>(j)]);
      store(l + s * kSlab + 4 * (n + j), over_pivot);
      if (j < width) store(a + j * stride + 4 * s, over_pivot);
    }
  }
}

void solve_tile(int n_slabs, double* a, Index stride, int width, double* l, double* scaled, const double* corner_rows,
                int n, const Corner& corner) {
  switch (n_slabs) {
    case 1:
      return solve_tile<1>(a, stride, width, l, scaled, corner_rows, n, corner);
    case 2:
      return solve_tile<2>(a, stride, width, l, scaled, corner_rows, n, corner);
    default:
      return solve_tile<3>(a, stride, width, l, scaled, corner_rows, n, corner);
  }
}

/// Calls f(first slab, number of slabs) for three slabs at a time; in parallel where `operations` are many.
template <class F>
void for_slabs(int n_slabs, double operations, const F& f) {
  const auto some = [&](int begin, int end) {
    for (int s = begin; s < end; s += 3) f(s, std::min(3, end - s));
  };
  if (operations < kParallel) return some(0, n_slabs);
  for_chunks(n_slabs, kSlabsAtOnce, some);
}

/// Rows in slabs, of L and of L d.
struct Slabs {
  double* l;
  double* scaled;
  int n;
  Slabs behind(int slab) const { return {l + slab * kSlab, scaled + slab * kSlab, n - slab}; }
};

/// One panel of a front.
class Panel {
 public:
  Panel(const Front& front, int first, FrontRoom& room)
      : front_(front),
        first_(first),
        width_(std::min(kPanel, front.own - first)),
        stride_(Front::padded(front.own)),
        stride_below_(Front::padded(front.below)),
        corner_{room.corner_l.data(), room.corner_scaled.data(), static_cast<int>((stride_ - first) / 4)},
        below_{room.l.data(), room.scaled.data(), static_cast<int>(stride_below_ / 4)} {}

  int width() const { return width_; }
  double operations() const {
    const double rows = front_.own - first_ + front_.below;
    return 2.0 * width_ * rows * rows;
  }

  /// False: a pivot is lost.
  bool eliminate() {
    const int n_corner = (width_ + 3) / 4;
    for (int b = 0; b < n_corner; ++b) {
      if (!pivots(b)) return false;
      for (int s = b + 1; s < n_corner; s += 3) solve(own(s, b), stride_, corner_, s, std::min(3, n_corner - s), b);
    }
    const double width = width_;
    for_slabs(corner_.n - n_corner, 4 * width * width * (corner_.n - n_corner), [&](int s, int n) {
      for (int b = 0; b < n_corner; ++b) solve(own(n_corner + s, b), stride_, corner_, n_corner + s, n, b);
    });
    for_slabs(below_.n, 4 * width * width * below_.n, [&](int s, int n) {
      for (int b = 0; b < n_corner; ++b) {
        solve(front_.rows + (first_ + 4 * b) * stride_below_ + 4 * s, stride_below_, below_, s, n, b);
      }
    });
    return true;
  }

  /// Takes the panel's part from all that comes behind it.
  void update() {
    const bool last = first_ + width_ == front_.own;
    if (!last) {
      const Slabs after = corner_.behind(width_ / 4);
      const int n_after = front_.own - first_ - width_;
      lower(front_.diagonal + (first_ + width_) * (stride_ + 1), stride_, after, n_after, false);
      double* rows = front_.rows + (first_ + width_) * stride_below_;
      for_slabs(below_.n, 8.0 * width_ * n_after * below_.n, [&](int s, int n) {
        for (int j = 0; 4 * j < n_after; ++j) {
          multiply_tile(n, rows + 4 * (j * stride_below_ + s), stride_below_, n_after - 4 * j, below_.l + s * kSlab,
                        after.scaled + j * kSlab, width_, false);
        }
      });
    }
    lower(front_.update, stride_below_, below_, static_cast<int>(stride_below_), first_ == 0);
  }

 private:
  /// Rows of slab s and columns of block b, in D.
  double* own(int s, int b) const { return front_.diagonal + (first_ + 4 * b) * stride_ + first_ + 4 * s; }

  void solve(double* a, Index stride, const Slabs& slabs, int s, int n, int b) {
    solve_tile(n, a, stride, width_ - 4 * b, slabs.l + s * kSlab, slabs.scaled + s * kSlab, corner_.l + b * kSlab,
               4 * b, corners_[static_cast<std::size_t>(b)]);
  }

  /// The pivots of block b; L between them replaces what stands there, and is handed to the rows below by `corners_`.
  bool pivots(int b) {
    double* a = own(b, b);
    const int width = std::min(4, width_ - 4 * b);
    Tile<1> tile;
    for (int j = 0; j < 4; ++j) tile.c[0][static_cast<std::size_t>(j)] = j < width ? load(a + j * stride_) : Lanes{};
    tile.subtract(corner_.scaled + b * kSlab, corner_.l + b * kSlab, 4 * b);
    auto& c = tile.c[0];
    std::array<double, 4> inverse{};
    std::array<Lanes, 4> l{};
    for (int j = 0; j < width; ++j) {
      const auto k = static_cast<std::size_t>(j);
      const double d = c[k][j];
      if (!std::isfinite(d) || std::abs(d) <= kVanishingPivot * front_.scale[first_ + 4 * b + j]) return false;
      front_.pivots[first_ + 4 * b + j] = d;
      inverse[k] = 1 / d;
      l[k] = c[k] * all_of(inverse[k]);
      for (int i = j + 1; i < width; ++i) {
        c[static_cast<std::size_t>(i)] = block4::minus_product(c[static_cast<std::size_t>(i)], c[k], all_of(l[k][i]));
      }
      l[k][j] = 1;
      for (int i = width; i < 4; ++i) l[k][i] = 0;  // padding
      store(a + j * stride_, l[k]);
    }
    corners_[static_cast<std::size_t>(b)] = {l[0][1], l[0][2], l[0][3], l[1][2], l[1][3], l[2][3], inverse};
    return true;
  }

  /// The lower triangle of a square behind: c -= L d L^T, n columns.
  void lower(double* c, Index stride, const Slabs& slabs, int n, bool overwrite) {
    const double rows = 4.0 * slabs.n;
    for_slabs(slabs.n, width_ * rows * rows, [&](int s, int count) {
      for (int j = 0; j < s + count && 4 * j < n; ++j) {
        const int from = std::max(s, j);
        multiply_tile(s + count - from, c + 4 * (j * stride + from), stride, n - 4 * j, slabs.l + from * kSlab,
                      slabs.scaled + j * kSlab, width_, overwrite);
      }
    });
  }

  const Front& front_;
  int first_, width_;
  Index stride_, stride_below_;
  Slabs corner_, below_;  ///< the rows of D from the panel on, and those of B
  std::array<Corner, kPanel / 4> corners_;
};

void make_room(const Front& front, FrontRoom& room) {
  const Index own = Front::padded(front.own) * kPanel, below = Front::padded(front.below) * kPanel;
  for (Eigen::VectorXd* v : {&room.corner_l, &room.corner_scaled}) {
    if (v->size() < own) v->resize(own);
  }
  for (Eigen::VectorXd* v : {&room.l, &room.scaled}) {
    if (v->size() < below) v->resize(below);
  }
}

}  // namespace

Status eliminate(const Front& front, FrontRoom& room, WorkMeter& meter) {
  make_room(front, room);
  for (int first = 0; first < front.own; first += kPanel) {
    Panel panel(front, first, room);
    if (!panel.eliminate()) return Status::singular;
    panel.update();
    if (const Status status = meter.spend(panel.operations()); status != Status::ok) return status;
  }
  return Status::ok;
}

}  // namespace plumb
