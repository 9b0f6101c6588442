#include <judge/verdict/convergence.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace judge {
namespace {

constexpr double kSamePlace = 1e-9;  // relative: a load restated in other units comes back with rounding
constexpr double kSettled = 1e-6;    // differences as small as this are rounding
constexpr double kSlowest = 0.3;     // order below which extrapolation says nothing
constexpr double kHighestOrder = 4;  // an order higher than that is luck
constexpr double kNoisy = 3;         // differences must be so many times larger than the noise to have an order

const Deviation* same_place(const std::vector<Deviation>& rung, const Deviation& place) {
  const auto found = std::find_if(rung.begin(), rung.end(), [&](const Deviation& d) {
    return d.branch == place.branch && std::abs(d.at - place.at) <= kSamePlace * std::abs(place.at);
  });
  return found == rung.end() ? nullptr : &*found;
}

/// Errors of three rungs at one place, the coarsest first.
struct Three {
  std::array<double, 3> error;
  double noise;

  double before() const { return error[1] - error[0]; }
  double last() const { return error[2] - error[1]; }
  bool settled() const { return std::abs(last()) <= std::max(kSettled, kNoisy * noise); }
  bool grows() const { return !settled() && std::abs(last()) >= std::abs(before()); }
  /// Returns the observed order, where differences are more than noise.
  std::optional<double> order() const {
    if (settled() || std::abs(before()) <= kNoisy * noise || before() == 0) return std::nullopt;
    return std::log2(std::abs(before() / last()));
  }
};

Limit extrapolated(const Three& three) {
  Limit limit;
  limit.finest = three.error[2];
  limit.value = limit.finest;
  limit.uncertainty = std::abs(three.last()) + three.noise;
  const auto order = three.order();
  if (order) limit.order = *order;
  if (!order || *order < kSlowest || three.before() * three.last() < 0) return limit;
  const double gain = std::exp2(std::min(*order, kHighestOrder)) - 1, rest = three.last() / gain;
  limit.value = limit.finest + rest;
  // What the next term of the expansion may add: half of what was extrapolated, and the noise as it is amplified.
  limit.uncertainty = std::abs(rest) / 2 + three.noise * (1 + 2 / gain);
  return limit;
}

double excess(const Limit& limit) { return std::abs(limit.value) - limit.uncertainty - limit_allowed; }

std::string signed_percent(double fraction) { return fmt::format("{:+.3g} %", 100 * fraction); }

}  // namespace

std::string_view name(Convergence kind) {
  switch (kind) {
    case Convergence::unknown:
      return "unknown";
    case Convergence::right:
      return "converges to the right limit";
    case Convergence::wrong:
      return "converges to a wrong limit";
    case Convergence::none:
      return "does not converge";
  }
  return "";
}

Limit limit_of(const std::vector<std::vector<Deviation>>& rungs) {
  Limit worst;
  if (rungs.size() < 3) return worst;
  const auto& coarse = rungs[rungs.size() - 3];
  const auto& middle = rungs[rungs.size() - 2];
  std::vector<double> orders;
  std::optional<Limit> growing;
  for (const Deviation& fine : rungs.back()) {
    const Deviation *a = same_place(coarse, fine), *b = same_place(middle, fine);
    if (a == nullptr || b == nullptr) continue;
    const Three three{{a->error, b->error, fine.error}, std::max({a->noise, b->noise, fine.noise})};
    Limit limit = extrapolated(three);
    limit.where = fine.where;
    if (limit.order != 0) orders.push_back(limit.order);
    if (three.grows() && std::abs(fine.error) > limit_allowed + three.noise &&
        (!growing || std::abs(fine.error) > std::abs(growing->finest))) {
      growing = limit;
    }
    if (worst.kind == Convergence::unknown || excess(limit) > excess(worst)) {
      worst = limit;
      worst.kind = excess(limit) > 0 ? Convergence::wrong : Convergence::right;
    }
  }
  if (worst.kind == Convergence::unknown) return worst;
  if (growing) {
    worst = *growing;
    worst.kind = Convergence::none;
    worst.reason =
        fmt::format("The differences between the finest rungs grow (order {:.2f}) at {}, where the error is {}.",
                    worst.order, worst.where, signed_percent(worst.finest));
    return worst;
  }
  if (!orders.empty()) {
    std::nth_element(orders.begin(), orders.begin() + static_cast<std::ptrdiff_t>(orders.size() / 2), orders.end());
    worst.order = orders[orders.size() / 2];
  }
  if (worst.kind == Convergence::wrong) {
    worst.reason = fmt::format("The rungs lead to a wrong limit, {} ± {:.2g} % at {}.", signed_percent(worst.value),
                               100 * worst.uncertainty, worst.where);
  }
  return worst;
}

}  // namespace judge
