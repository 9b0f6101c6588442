#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <judge/plot/plot.h>

namespace judge {

/// The values of the columns; empty if the curve has none there, as where a frontier is not crossed.
using CurveRow = std::vector<std::optional<double>>;

/// A protocol's master curve as a table and a picture: what `plumb curve` prints.
class Curve {
 public:
  virtual ~Curve() = default;
  /// Returns the names of the values of a row; the first is the sampled quantity.
  virtual std::vector<std::string> columns() const = 0;
  /// Returns the values that the protocol samples.
  virtual std::vector<double> samples() const = 0;
  /// Returns one row per value, in the order of `at`. Throws UserError for a value outside the curve's range.
  virtual std::vector<CurveRow> rows(const std::vector<double>& at) const = 0;
  /// Returns the curve in the protocol's plot box, with `rows` as points.
  virtual Plot plot(const std::vector<CurveRow>& rows) const = 0;
  /// Returns the curve for another Poisson's ratio; null if it depends on none. Throws UserError outside the curve's
  /// range.
  virtual std::unique_ptr<Curve> with_nu(double /*nu*/) const { return nullptr; }
};

}  // namespace judge
