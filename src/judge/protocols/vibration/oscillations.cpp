#include <judge/protocols/vibration/oscillations.h>

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

namespace judge {
namespace {

constexpr double kNoise = 1e-6;     // singular values below this, of the largest one, are none
constexpr Eigen::Index kMost = 11;  // a mean and five oscillations
constexpr Eigen::Index kFewest = 16;
constexpr double kStill = 1e-6;  // rad in a step: slower than that is a mean

using Complex = std::complex<double>;

/// Returns the rows of all channels, each a piece of the motion of this length.
Eigen::MatrixXd hankel(const std::vector<std::vector<double>>& channels, Eigen::Index length) {
  const auto n = static_cast<Eigen::Index>(channels.front().size()), rows = n - length + 1;
  Eigen::MatrixXd all(rows * static_cast<Eigen::Index>(channels.size()), length);
  for (std::size_t c = 0; c < channels.size(); ++c) {
    for (Eigen::Index i = 0; i < rows; ++i) {
      for (Eigen::Index j = 0; j < length; ++j) {
        all(static_cast<Eigen::Index>(c) * rows + i, j) = channels[c][static_cast<std::size_t>(i + j)];
      }
    }
  }
  return all;
}

/// Returns what the parts of the motion are multiplied by from instant to instant.
Eigen::VectorXcd poles_of(const Eigen::MatrixXd& pieces) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(pieces, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Eigen::VectorXd& values = svd.singularValues();
  Eigen::Index n = 0;
  while (n < std::min(values.size(), kMost) && values[n] > kNoise * values[0]) ++n;
  const Eigen::MatrixXd space = svd.matrixV().leftCols(n);
  const Eigen::Index last = space.rows() - 1;
  const Eigen::MatrixXd shift = space.topRows(last).colPivHouseholderQr().solve(space.bottomRows(last));
  return Eigen::EigenSolver<Eigen::MatrixXd>(shift, false).eigenvalues();
}

/// Returns the amplitude of each pole (rows) in each channel (columns), at instant zero of the values.
Eigen::MatrixXcd amplitudes_of(const std::vector<std::vector<double>>& channels, const Eigen::VectorXcd& poles) {
  const auto n = static_cast<Eigen::Index>(channels.front().size());
  Eigen::MatrixXcd powers(n, poles.size()), values(n, static_cast<Eigen::Index>(channels.size()));
  powers.row(0).setOnes();
  for (Eigen::Index i = 1; i < n; ++i) powers.row(i) = powers.row(i - 1).cwiseProduct(poles.transpose());
  for (std::size_t c = 0; c < channels.size(); ++c) {
    for (Eigen::Index i = 0; i < n; ++i) {
      values(i, static_cast<Eigen::Index>(c)) = channels[c][static_cast<std::size_t>(i)];
    }
  }
  return powers.colPivHouseholderQr().solve(values);
}

}  // namespace

std::optional<OscillatingMotion> oscillations_of(const std::vector<std::vector<double>>& channels, double first,
                                                 double step) {
  if (channels.empty() || static_cast<Eigen::Index>(channels.front().size()) < kFewest) return std::nullopt;
  const auto n = static_cast<Eigen::Index>(channels.front().size());
  const Eigen::MatrixXd pieces = hankel(channels, n / 2);
  const double largest = pieces.cwiseAbs().maxCoeff();
  if (!std::isfinite(largest) || largest == 0) return std::nullopt;
  const Eigen::VectorXcd poles = poles_of(pieces / largest);
  const Eigen::MatrixXcd found = amplitudes_of(channels, poles);
  if (!found.allFinite()) return std::nullopt;

  struct Found {
    Oscillation part;
    double size;  // at the first instant
  };
  std::vector<Found> parts;
  OscillatingMotion motion;
  motion.rest.assign(channels.size(), 0);
  for (Eigen::Index k = 0; k < poles.size(); ++k) {
    const Complex rate = std::log(poles[k]) / step;
    if (rate.imag() < -kStill / step) continue;  // its other half is enough
    // The values begin at `first`; what is told is at t = 0.
    const Complex back = std::exp(-rate * first);
    if (std::abs(rate.imag()) <= kStill / step) {
      for (std::size_t c = 0; c < channels.size(); ++c) {
        motion.rest[c] += found(k, static_cast<Eigen::Index>(c)).real();
      }
      continue;
    }
    Oscillation part{rate.imag(), -rate.real(), {}};
    for (std::size_t c = 0; c < channels.size(); ++c) {
      part.amplitude.push_back(back * found(k, static_cast<Eigen::Index>(c)));
    }
    const double size = std::abs(found(k, 0));
    if (std::isfinite(std::abs(part.amplitude.front()))) parts.push_back({std::move(part), size});
  }
  std::sort(parts.begin(), parts.end(), [](const Found& a, const Found& b) { return a.size > b.size; });
  for (Found& one : parts) motion.parts.push_back(std::move(one.part));
  return motion;
}

}  // namespace judge
