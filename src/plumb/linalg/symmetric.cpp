#include <plumb/linalg/symmetric.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/linalg/block4.h>

namespace plumb {
namespace {

constexpr int kSmall = 32;             // below, a band of any width is cheap
constexpr std::int64_t kSparsest = 4;  // a band at least 1 / 4 full

Storage cheaper_storage(const SymmetricPattern& pattern) {
  const std::int64_t in_band = std::int64_t{pattern.size()} * (pattern.half_bandwidth() + 1);
  return pattern.size() <= kSmall || in_band <= kSparsest * pattern.n_nonzeros() ? Storage::band : Storage::sparse;
}

int block_width(const SymmetricPattern& pattern, int lead) {
  int width = 0;
  for (int j = 0; j < pattern.size(); ++j) {
    const int last =
        pattern.rows()[static_cast<std::size_t>(pattern.column_starts()[static_cast<std::size_t>(j) + 1] - 1)];
    width = std::max(width, (last + lead) / 4 - (j + lead) / 4);
  }
  return width;
}

}  // namespace

SymmetricMatrix::SymmetricMatrix(const SymmetricPattern& pattern, std::optional<Storage> forced)
    : n_(pattern.size()), storage_(forced.value_or(cheaper_storage(pattern))) {
  std::int64_t n_values = 0;
  if (storage_ == Storage::band) {
    block_width_ = block_width(pattern, 0);
    for (int lead = 1; lead < 4; ++lead) {
      const int width = block_width(pattern, lead);
      if (width < block_width_) {
        block_width_ = width;
        lead_ = lead;
      }
    }
    n_blocks_ = (n_ + lead_ + 3) / 4;
    n_values = std::int64_t{16} * n_blocks_ * (block_width_ + 1);
  } else {
    column_starts_.assign(pattern.column_starts().begin(), pattern.column_starts().end());
    rows_.assign(pattern.rows().begin(), pattern.rows().end());
    n_values = pattern.n_nonzeros();
  }
  if (n_values > std::numeric_limits<std::int32_t>::max()) {
    throw UserError(fmt::format("a symmetric matrix of {} unknowns would have {:.3g} entries, more than can be counted",
                                n_, static_cast<double>(n_values)));
  }
  values_.resize(n_values);
  set_zero();
}

std::int32_t SymmetricMatrix::position(int row, int col) const {
  ENSURE(0 <= col && col <= row && row < n_);
  if (storage_ == Storage::band) {
    const int r = row + lead_, c = col + lead_;
    const int below = r / 4 - c / 4;
    ENSURE(below <= block_width_);
    return ((c / 4) * (block_width_ + 1) + below) * 16 + (c % 4) * 4 + r % 4;
  }
  const auto first = rows_.begin() + column_starts_[static_cast<std::size_t>(col)];
  const auto last = rows_.begin() + column_starts_[static_cast<std::size_t>(col) + 1];
  const auto found = std::lower_bound(first, last, row);
  ENSURE(found != last && *found == row);
  return static_cast<std::int32_t>(found - rows_.begin());
}

void SymmetricMatrix::set_zero() {
  values_.setZero();
  if (storage_ != Storage::band) return;
  const auto pad = [this](int padded) {
    values_[(padded / 4) * std::ptrdiff_t{block_width_ + 1} * 16 + (padded % 4) * 5] = 1;
  };
  for (int i = 0; i < lead_; ++i) pad(i);
  for (int i = n_ + lead_; i < 4 * n_blocks_; ++i) pad(i);
}

template <bool Absolute>
void SymmetricMatrix::multiply_as(const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Ref<Eigen::VectorXd> y) const {
  ENSURE(x.size() == n_ && y.size() == n_);
  const auto size_of = [](auto v) {
    if constexpr (!Absolute) {
      return v;
    } else if constexpr (std::is_same_v<decltype(v), double>) {
      return std::abs(v);
    } else {
      return abs(Packet(v)).lanes;
    }
  };
  y.setZero();
  if (storage_ == Storage::sparse) {
    for (int j = 0; j < n_; ++j) {
      const int first = column_starts_[static_cast<std::size_t>(j)],
                last = column_starts_[static_cast<std::size_t>(j) + 1];
      double sum = size_of(values_[first]) * size_of(x[j]);
      for (int k = first + 1; k < last; ++k) {
        const int i = rows_[static_cast<std::size_t>(k)];
        y[i] += size_of(values_[k]) * size_of(x[j]);
        sum += size_of(values_[k]) * size_of(x[i]);
      }
      y[j] += sum;
    }
    return;
  }

  using namespace block4;
  for (int j = 0; j < n_blocks_; ++j) {
    const double* block = values_.data() + std::ptrdiff_t{j} * (block_width_ + 1) * 16;
    const Lanes xj = size_of(load_clipped(x.data(), 4 * j - lead_, n_));

    // The diagonal block: its lower triangle gives both halves.
    Lanes yj = load_clipped(y.data(), 4 * j - lead_, n_);
    for (int c = 0; c < 4; ++c) {
      yj[c] += size_of(block[5 * c]) * xj[c];
      for (int r = c + 1; r < 4; ++r) {
        yj[r] += size_of(block[4 * c + r]) * xj[c];
        yj[c] += size_of(block[4 * c + r]) * xj[r];
      }
    }

    // The blocks below: B x_j for their rows, B^T x_i for these.
    Lanes p0{}, p1{}, p2{}, p3{};
    for (int k = 1; k <= block_width_ && j + k < n_blocks_; ++k) {
      const int first = 4 * (j + k) - lead_;
      const Lanes b0 = size_of(load(block + 16 * k)), b1 = size_of(load(block + 16 * k + 4)),
                  b2 = size_of(load(block + 16 * k + 8)), b3 = size_of(load(block + 16 * k + 12));
      const Lanes xi = size_of(load_clipped(x.data(), first, n_));
      const Lanes yi = load_clipped(y.data(), first, n_);
      store_clipped(y.data(), first, n_,
                    yi + ((b0 * all_of(xj[0]) + b1 * all_of(xj[1])) + (b2 * all_of(xj[2]) + b3 * all_of(xj[3]))));
      p0 += b0 * xi;
      p1 += b1 * xi;
      p2 += b2 * xi;
      p3 += b3 * xi;
    }
    store_clipped(y.data(), 4 * j - lead_, n_, yj + sum_lanes(p0, p1, p2, p3));
  }
}

void SymmetricMatrix::multiply(const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Ref<Eigen::VectorXd> y) const {
  multiply_as<false>(x, y);
}

void SymmetricMatrix::multiply_abs(const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Ref<Eigen::VectorXd> y) const {
  multiply_as<true>(x, y);
}

void SymmetricMatrix::diagonal(Eigen::Ref<Eigen::VectorXd> out) const {
  ENSURE(out.size() == n_);
  for (int i = 0; i < n_; ++i) {
    out[i] = values_[storage_ == Storage::band ? position(i, i) : column_starts_[static_cast<std::size_t>(i)]];
  }
}

Eigen::MatrixXd SymmetricMatrix::dense() const {
  Eigen::MatrixXd full = Eigen::MatrixXd::Zero(n_, n_);
  Eigen::VectorXd unit = Eigen::VectorXd::Zero(n_), column(n_);
  for (int j = 0; j < n_; ++j) {
    unit[j] = 1;
    multiply(unit, column);
    full.col(j) = column;
    unit[j] = 0;
  }
  return full;
}

}  // namespace plumb
