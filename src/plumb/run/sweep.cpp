#include <plumb/run/sweep.h>

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include <plumb/core/status.h>

namespace plumb {
namespace {

struct Quantity {
  double value = 0;
  std::string unit;
};

bool split(const std::string& text, Quantity& out) {
  const std::size_t start = text.find_first_not_of(" +");
  if (start == std::string::npos) return false;
  const auto [rest, error] = std::from_chars(text.data() + start, text.data() + text.size(), out.value);
  if (error != std::errc()) return false;
  out.unit.assign(rest, text.data() + text.size());
  const auto blank = [](char c) { return c == ' '; };
  out.unit.erase(out.unit.begin(), std::find_if_not(out.unit.begin(), out.unit.end(), blank));
  return true;
}

}  // namespace

std::string Sweep::value(int i) const {
  const double x = n == 1 || i == 0 ? from : i == n - 1 ? to : from + (to - from) * i / (n - 1);
  return unit.empty() ? fmt::format("{}", x) : fmt::format("{} {}", x, unit);
}

Sweep parse_sweep(const std::string& text) {
  const auto fail = [&](const std::string& why) -> void {
    throw UserError(
        fmt::format("--sweep {}: {}; expected key=from:to:n, as in 'rod.length=10 cm:20 cm:11'", text, why));
  };
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) fail("there is no key");
  const std::size_t first = text.find(':', equals),
                    second = first == std::string::npos ? first : text.find(':', first + 1);
  if (second == std::string::npos) fail("there are not three values");
  Quantity from, to;
  if (!split(text.substr(equals + 1, first - equals - 1), from)) fail("the first value is not a number");
  if (!split(text.substr(first + 1, second - first - 1), to)) fail("the second value is not a number");
  if (from.unit.empty()) from.unit = to.unit;
  if (to.unit.empty()) to.unit = from.unit;
  if (from.unit != to.unit) fail(fmt::format("the units '{}' and '{}' differ", from.unit, to.unit));
  int n = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + second + 1, end, n);
  if (error != std::errc() || rest != end || n < 1 || n > 1000000)
    fail("the number of values is not a whole number above 0");
  return {text.substr(0, equals), from.unit, from.value, to.value, n};
}

}  // namespace plumb
