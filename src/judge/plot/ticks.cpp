#include <judge/plot/ticks.h>

#include <cmath>

#include <fmt/format.h>

namespace judge {
namespace {

constexpr double slack = 1e-9;  // an end of the axis counts as inside

bool inside(double position) { return position >= -slack && position <= 1 + slack; }

std::vector<Tick> linear_ticks(const Axis& axis) {
  // About five intervals of 1, 2 or 5 times a power of ten.
  const double rough = (axis.high - axis.low) / 5;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  const double ratio = rough / power;
  const double step = power * (ratio < 1.5 ? 1 : ratio < 3.5 ? 2 : ratio < 7.5 ? 5 : 10);
  std::vector<Tick> result;
  for (double k = std::ceil(axis.low / step - slack); inside(axis.position(k * step)); ++k)
    result.push_back({axis.position(k * step), fmt::format("{:.6g}", k * step + 0.0), ""});  // + 0.0: no -0
  return result;
}

/// Over few decades: 0.5, 1, 2.
Tick plain(double position, double value) { return {position, fmt::format("{:.6g}", value), ""}; }

/// Over many decades: 10 with the exponent raised.
Tick power(double position, int exponent) {
  if (exponent == 0) return {position, "1", ""};
  if (exponent == 1) return {position, "10", ""};
  return {position, "10", exponent < 0 ? fmt::format("−{}", -exponent) : fmt::format("{}", exponent)};
}

std::vector<Tick> log_ticks(const Axis& axis) {
  const int first = int(std::floor(std::log10(axis.low) + slack)),
            last = int(std::floor(std::log10(axis.high) + slack));
  const double decades = std::log10(axis.high / axis.low);
  const int stride = decades > 12 ? int(std::ceil(decades / 8)) : 1;
  const auto is_round = [&](int m) { return m == 1 || m == 2 || m == 5 || (decades < 1 && (m == 3 || m == 7)); };
  std::vector<Tick> result;
  for (int e = first; e <= last; ++e)
    for (int m = 1; m <= 9; ++m) {
      const double value = m * std::pow(10.0, e), position = axis.position(value);
      if (!inside(position)) continue;
      if (decades < 3 && is_round(m))
        result.push_back(plain(position, value));
      else if (decades >= 3 && m == 1 && e % stride == 0)
        result.push_back(power(position, e));
      else
        result.push_back({position, "", ""});
    }
  return result;
}

}  // namespace

std::vector<Tick> ticks(const Axis& axis) { return axis.log ? log_ticks(axis) : linear_ticks(axis); }

}  // namespace judge
