#include <plumb/scene/read/read_ramp.h>

#include <cmath>

#include <fmt/format.h>

namespace plumb {
namespace {

constexpr std::string_view kExpected = "a list of pairs [time, factor], as [[\"0 s\", 0], [\"1 s\", 1]]";
constexpr double kMostFactor = 1e6;

Ramp::Key read_key(const Entry& entry) {
  const std::vector<Entry> pair = entry.list("a pair [time, factor], as [\"1 s\", 0.5]");
  if (pair.size() != 2) entry.refuse(fmt::format("expected a pair [time, factor], got {} numbers", pair.size()));
  const Ramp::Key key{pair[0].not_negative(dimension::time), pair[1].quantity(dimension::none)};
  if (std::abs(key.value) > kMostFactor) pair[1].refuse(fmt::format("a factor is at most {}", kMostFactor));
  return key;
}

}  // namespace

Ramp read_ramp(const Entry& entry) {
  Ramp ramp;
  for (const Entry& pair : entry.list(kExpected)) {
    const Ramp::Key key = read_key(pair);
    if (!ramp.keys.empty() && !(key.time > ramp.keys.back().time)) {
      pair.refuse(fmt::format("times must increase, but {} comes after {}", format_quantity(key.time, dimension::time),
                              format_quantity(ramp.keys.back().time, dimension::time)));
    }
    ramp.keys.push_back(key);
  }
  if (ramp.keys.empty()) entry.refuse(fmt::format("expected {}, got none", kExpected));
  return ramp;
}

}  // namespace plumb
