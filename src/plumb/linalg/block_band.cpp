#include <plumb/linalg/block_band.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <plumb/linalg/block4.h>
#include <plumb/linalg/work_meter.h>

namespace plumb {
namespace {

using namespace block4;

using Limits = std::numeric_limits<double>;

/// What the loops need; a width known at compile time lets them unroll.
template <int Fixed>
struct Width {
  int value;
  int operator()() const { return Fixed >= 0 ? Fixed : value; }
};

/// Calls f with the width as a constant for the narrow bands of rods, as a variable for others.
template <class F>
auto with_width(int width, const F& f) {
  switch (width) {
    case 1:
      return f(Width<1>{width});
    case 2:
      return f(Width<2>{width});
    case 3:
      return f(Width<3>{width});
    default:
      return f(Width<-1>{width});
  }
}

/// Right-looking: block column J is finished, then subtracted from the columns J + 1 .. J + w that it reaches.
template <class W>
Status factor_blocks(W width, const SymmetricMatrix& a, double shift, double* l, double* inverse, double* x,
                     int* negative) {
  const int w = width();
  const std::ptrdiff_t stride = std::ptrdiff_t{16} * (w + 1);
  const int n = a.n_blocks();
  double* smallest = inverse;  // acceptable pivots; their inverses take its place
  const int first_unknown = a.lead(), last_unknown = a.lead() + a.size();

  // A column is copied just before the first one that reaches it.
  const auto copy_column = [&](int j) {
    double* to = l + j * stride;
    if (j >= n) {
      std::fill_n(to, stride, 0.0);
      return;
    }
    std::copy_n(a.values() + j * stride, stride, to);
    for (int i = 0; i < 4; ++i) {
      const bool unknown = 4 * j + i >= first_unknown && 4 * j + i < last_unknown;
      to[5 * i] += unknown ? shift : 0.0;
      smallest[4 * j + i] = std::max(kVanishingPivot * std::abs(to[5 * i]), Limits::min());
    }
  };

  for (int j = 0; j < w; ++j) copy_column(j);
  int n_negative = 0;
  WorkMeter meter;
  const double per_column = 64.0 * (w + 1) * (w + 1);  // multiplications and additions
  for (int j = 0; j < n; ++j) {
    if (const Status left = meter.spend(per_column); left != Status::ok) return left;
    copy_column(j + w);
    double* column = l + j * stride;

    const Pivots p = block4::factor(column);
    bool sound = true;
    for (int i = 0; i < 4; ++i) {
      const double d = p.d[static_cast<unsigned>(i)];
      sound &= std::abs(d) > smallest[4 * j + i] && std::abs(d) <= Limits::max();
      n_negative += d < 0;
      inverse[4 * j + i] = p.inverse[static_cast<unsigned>(i)];
    }
    if (!sound) return Status::singular;
    column[1] = p.l10;
    column[2] = p.l20;
    column[3] = p.l30;
    column[6] = p.l21;
    column[7] = p.l31;
    column[11] = p.l32;

    for (int k = 1; k <= w; ++k) divide_right(column + 16 * k, x + 16 * (k - 1), p);
    for (int c = 1; c <= w; ++c) {
      double* target = column + c * stride;
      for (int k = c; k <= w; ++k) {
        subtract_product_transposed(target + 16 * (k - c), x + 16 * (k - 1), column + 16 * c);
      }
    }
  }
  *negative = n_negative;
  return Status::ok;
}

/// L y = b, downwards; y has w blocks of room after its end.
template <class W>
void solve_down(W width, const double* l, int n, double* y) {
  const int w = width();
  const std::ptrdiff_t stride = std::ptrdiff_t{16} * (w + 1);
  for (int j = 0; j < n; ++j) {
    const double* column = l + j * stride;
    double* yj = y + 4 * j;
    solve_lower(column, yj);
    for (int k = 1; k <= w; ++k) store(yj + 4 * k, load(yj + 4 * k) - times(column + 16 * k, yj));
  }
}

/// D L^T x = y, upwards; what lies after the end of x is zero.
template <class W>
void solve_up(W width, const double* l, const double* inverse, int n, double* x) {
  const int w = width();
  const std::ptrdiff_t stride = std::ptrdiff_t{16} * (w + 1);
  for (int j = n - 1; j >= 0; --j) {
    const double* column = l + j * stride;
    double* xj = x + 4 * j;
    Lanes p0{}, p1{}, p2{}, p3{};
    for (int k = w; k >= 1; --k) {
      const Lanes xk = load(xj + 4 * k);
      p0 += load(column + 16 * k) * xk;
      p1 += load(column + 16 * k + 4) * xk;
      p2 += load(column + 16 * k + 8) * xk;
      p3 += load(column + 16 * k + 12) * xk;
    }
    store(xj, load(xj) * load(inverse + 4 * j) - sum_lanes(p0, p1, p2, p3));
    solve_upper(column, xj);
  }
}

// Four right-hand sides at once: entry i of all of them are the four lanes at y + 4 i.

template <class W>
void solve_four_down(W width, const double* l, int first, int n, double* y) {
  const int w = width();
  const std::ptrdiff_t stride = std::ptrdiff_t{16} * (w + 1);
  for (int j = first; j < n; ++j) {
    const double* column = l + j * stride;
    double* yj = y + 16 * static_cast<std::ptrdiff_t>(j);
    std::array<Lanes, 4> x;
    for (std::size_t c = 0; c < 4; ++c) {
      x[c] = load(yj + 4 * c);
      for (std::size_t before = 0; before < c; ++before) {
        x[c] = minus_product(x[c], all_of(column[4 * before + c]), x[before]);
      }
      store(yj + 4 * c, x[c]);
    }
    for (int k = 1; k <= w; ++k) {
      for (int r = 0; r < 4; ++r) {
        double* target = yj + 16 * k + 4 * r;
        Lanes sum = load(target);
        for (std::size_t c = 0; c < 4; ++c) sum = minus_product(sum, all_of(column[16 * k + 4 * c + r]), x[c]);
        store(target, sum);
      }
    }
  }
}

template <class W>
void solve_four_up(W width, const double* l, const double* inverse, int n, double* y) {
  const int w = width();
  const std::ptrdiff_t stride = std::ptrdiff_t{16} * (w + 1);
  for (int j = n - 1; j >= 0; --j) {
    const double* column = l + j * stride;
    double* yj = y + 16 * static_cast<std::ptrdiff_t>(j);
    std::array<Lanes, 4> x;
    for (std::size_t c = 0; c < 4; ++c) x[c] = load(yj + 4 * c) * all_of(inverse[4 * j + static_cast<int>(c)]);
    for (int k = 1; k <= w; ++k) {
      for (int r = 0; r < 4; ++r) {
        const Lanes below = load(yj + 16 * k + 4 * r);
        for (std::size_t c = 0; c < 4; ++c) x[c] = minus_product(x[c], all_of(column[16 * k + 4 * c + r]), below);
      }
    }
    for (std::size_t c = 4; c-- > 0;) {
      for (std::size_t after = c + 1; after < 4; ++after) {
        x[c] = minus_product(x[c], all_of(column[4 * c + after]), x[after]);
      }
      store(yj + 4 * c, x[c]);
    }
  }
}

}  // namespace

Status BlockBandFactorization::factor(const SymmetricMatrix& a, double shift) {
  ENSURE(a.storage() == Storage::band);
  n_ = a.size();
  n_blocks_ = a.n_blocks();
  width_ = a.block_half_bandwidth();
  lead_ = a.lead();
  n_negative_ = 0;
  // Room for the updates that run past the last block column.
  factor_.resize(std::ptrdiff_t{16} * (n_blocks_ + width_) * (width_ + 1));
  inverse_pivots_.resize(4 * std::ptrdiff_t{n_blocks_});
  scaled_.resize(std::ptrdiff_t{16} * width_);
  padded_ = 4 * std::ptrdiff_t{n_blocks_ + width_};
  return with_width(width_, [&](auto width) {
    return factor_blocks(width, a, shift, factor_.data(), inverse_pivots_.data(), scaled_.data(), &n_negative_);
  });
}

void BlockBandFactorization::solve(Eigen::Ref<Eigen::MatrixXd> b) const {
  ENSURE(b.rows() == n_);
  if (b.cols() > 1) return solve_fours(b);
  // Each thread has its own room, which only grows: no heap in a warm Newton iteration.
  thread_local Eigen::VectorXd room;
  if (room.size() < padded_) room.resize(padded_);
  auto work = room.head(padded_);
  for (Eigen::Index column = 0; column < b.cols(); ++column) {
    work.head(lead_).setZero();
    work.segment(lead_, n_) = b.col(column);
    work.tail(padded_ - lead_ - n_).setZero();
    with_width(width_, [&](auto width) {
      solve_down(width, factor_.data(), n_blocks_, work.data());
      work.tail(4 * std::ptrdiff_t{width_}).setZero();
      solve_up(width, factor_.data(), inverse_pivots_.data(), n_blocks_, work.data());
    });
    b.col(column) = work.segment(lead_, n_);
  }
}

/// Four columns at once; the last group is filled up with zeros, so that what a column becomes does not depend on those
/// beside it. Above its first entry that is not zero, nothing happens on the way down.
void BlockBandFactorization::solve_fours(Eigen::Ref<Eigen::MatrixXd> b) const {
  thread_local Eigen::VectorXd room;
  if (room.size() < 4 * padded_) room.resize(4 * padded_);
  double* y = room.data();
  for (Eigen::Index first = 0; first < b.cols(); first += 4) {
    const Eigen::Index n_columns = std::min<Eigen::Index>(4, b.cols() - first);
    std::fill_n(y, 4 * padded_, 0.0);
    Eigen::Index from = n_;
    for (Eigen::Index c = 0; c < n_columns; ++c) {
      const double* column = b.col(first + c).data();
      for (Eigen::Index i = 0; i < n_; ++i) {
        y[4 * (lead_ + i) + c] = column[i];
        if (column[i] != 0 && i < from) from = i;
      }
    }
    if (from == n_) continue;
    with_width(width_, [&](auto width) {
      solve_four_down(width, factor_.data(), static_cast<int>((lead_ + from) / 4), n_blocks_, y);
      std::fill_n(y + 16 * std::ptrdiff_t{n_blocks_}, 16 * std::ptrdiff_t{width_}, 0.0);
      solve_four_up(width, factor_.data(), inverse_pivots_.data(), n_blocks_, y);
    });
    for (Eigen::Index c = 0; c < n_columns; ++c) {
      double* column = b.col(first + c).data();
      for (Eigen::Index i = 0; i < n_; ++i) column[i] = y[4 * (lead_ + i) + c];
    }
  }
}

}  // namespace plumb
