// Pendulum: a straight strip, hinged along its short edge and so stiff that it hardly bends, is let go at an angle and
// swings. From the motion of its free end alone: the period of large swings, the energy, the instant at which it first
// passes its lowest place, and the length.

#include <judge/protocols/protocol.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include <judge/protocols/motion_score.h>
#include <judge/protocols/pendulum/curve.h>
#include <judge/protocols/pendulum/swing.h>
#include <judge/protocols/sampled_motion.h>

namespace judge {
namespace {

// Lengths are in units of L, times in sqrt(L/g). By bending the end lags behind a rigid rod by less than 1e-3 gamma.
constexpr double kWidth = 0.1, kThickness = 0.01, kGamma = 0.1;
constexpr double kStep = 0.25;                           // of small swings 21 in a period
constexpr double kQuickSwings = 2.4, kFullSwings = 5.4;  // periods: 5 and 11 passes through the lowest place
constexpr double kReading = 1e-5;                        // what a number may be wrong by because of how it is read
constexpr double kDegree = std::numbers::pi / 180;
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

std::vector<int> angles(Sampling sampling) {
  if (sampling == Sampling::quick) return {30, 90, 150};
  std::vector<int> all;
  for (int degrees = 15; degrees <= 165; degrees += 15) all.push_back(degrees);
  return all;
}

std::vector<Load> planned_loads(const Scenario& branch) {
  const double swings = branch.sampling == Sampling::quick ? kQuickSwings : kFullSwings;
  return instants(kStep, swings * swing_period(branch.regime.at("angle")));
}

/// The angle against time, begun at rest.
SampledMotion swing_of(const BranchPoints& branch) {
  std::vector<double> angle{branch.scenario.regime.at("angle")};
  for (const Point& point : branch.points) angle.push_back(point.values.at("angle"));
  unwrap(angle);
  return {std::move(angle), kStep};
}

/// A branch whose points are all there.
std::vector<MotionNumber> numbers_of(const BranchPoints& branch) {
  const double released = branch.scenario.regime.at("angle"), period = swing_period(released);
  const double degrees = std::round(released / kDegree);
  const std::string where = fmt::format("{}°", degrees);
  const SampledMotion swing = swing_of(branch);
  const std::vector<double> passes = swing.zeros();
  double found = kNothing, energy = kNothing, first = kNothing;
  if (!passes.empty()) first = 1 + (passes.front() - period / 4) / period;
  if (passes.size() >= 3) {
    const auto n = static_cast<double>(passes.size() - 1);
    found = 2 * (passes.back() - passes.front()) / n;
    // From the release to the middle of the last whole swing. The end turns where its potential energy is largest.
    const double turned = swing.largest(passes[passes.size() - 2], passes.back());
    energy = std::pow((1 - std::cos(turned)) / (1 - std::cos(released)), 2 / n);
  }
  double length = 1;
  for (const Point& point : branch.points) {
    const double now = point.values.at("length");
    if (std::abs(now - 1) > std::abs(length - 1)) length = now;
  }
  return {{"the period", found, period, kReading, degrees, where},
          {"the energy left after a period", energy, 1, kReading, degrees, where},
          {"the first pass (1 + delay over period)", first, 1, kReading, degrees, where},
          {"the distance from hinge to end", length, 1, kReading, degrees, where}};
}

class Pendulum : public Protocol {
  ProtocolCard describe() const override {
    return {"pendulum",
            "Pendulum",
            "A stiff straight strip, hinged along its short edge, is let go at an angle from hanging straight down. "
            "Compared: the period of large swings, the energy that is left, the first pass and the length, from the "
            "place of the free end at given instants.",
            "not in the paper; elliptic integrals",
            {"reach", "drop"},
            {"t", "angle", "length"}};
  }

  std::vector<Scenario> plan(Sampling sampling) const override {
    std::vector<Scenario> branches;
    for (const int degrees : angles(sampling)) {
      Scenario& branch = branches.emplace_back();
      branch.protocol = "pendulum";
      branch.branch = fmt::format("angle-{}", degrees);
      branch.ask(HingedStrip{{kWidth, kThickness, 0}, kGamma, degrees * kDegree});
      branch.scales = {0.5, 2e9, 1200};
      branch.sampling = sampling;
    }
    return branches;
  }

  std::optional<Load> next(const Scenario& branch, const std::vector<Point>& so_far) const override {
    if (!so_far.empty() && has_failed(so_far.back())) return std::nullopt;
    const auto loads = planned_loads(branch);
    return so_far.size() < loads.size() ? std::optional(loads[so_far.size()]) : std::nullopt;
  }

  int length(const Scenario& branch) const override { return static_cast<int>(planned_loads(branch).size()); }

  History history() const override { return History::remembered; }

  Point measure(const Scenario& /*branch*/, const Record& record) const override {
    Point point{record.reply.status, {{"t", record.load.at("t")}}, {}};
    if (point.status != plumb::Status::ok) return point;
    const double reach = record.observed.at("reach"), drop = record.observed.at("drop");
    const double length = std::hypot(reach, drop);
    if (!std::isfinite(length)) {
      point.status = plumb::Status::outside_domain;
      return point;
    }
    point.values["angle"] = std::atan2(reach, drop);
    point.values["length"] = length;
    return point;
  }

  Score score(const std::vector<BranchPoints>& branches) const override {
    std::vector<MotionNumber> numbers;
    std::string objection;
    for (const BranchPoints& branch : branches) {
      const std::string missing = missing_instants(branch, planned_loads(branch.scenario));
      if (objection.empty()) objection = missing;
      if (!missing.empty()) continue;
      for (MotionNumber& number : numbers_of(branch)) numbers.push_back(std::move(number));
    }
    return score_motion(numbers, objection);
  }

  Plot picture(const std::vector<BranchPoints>& branches, const Score& /*score*/) const override {
    Plot plot = pendulum_picture();
    PlotMarks marks{{}, -1, "measured"};
    const double small = swing_period(kDegree) / swing_ratio(1);
    for (const BranchPoints& branch : branches) {
      if (!missing_instants(branch, planned_loads(branch.scenario)).empty()) continue;
      const MotionNumber period = numbers_of(branch).front();
      if (std::isfinite(period.value)) marks.points.push_back({period.at, period.value / small});
    }
    plot.marks.push_back(std::move(marks));
    return plot;
  }

  std::vector<Plot> details(const std::vector<BranchPoints>& branches) const override {
    std::vector<Plot> all;
    for (const BranchPoints& branch : branches) {
      const double released = branch.scenario.regime.at("angle");
      all.push_back(motion_trace(
          branch, "angle", {"angle, rad", -1.1 * released, 1.1 * released, false},
          [released](double t) { return swing_angle(released, t); }, "Pendulum: the angle against time"));
    }
    return all;
  }

  const Curve* curve() const override { return pendulum_table(); }
};

}  // namespace
}  // namespace judge

namespace protocols {

judge::Protocol const* pendulum() {
  static const judge::Pendulum protocol;
  return &protocol;
}

}  // namespace protocols
