// Vibration: a straight strip, clamped horizontally, on which its weight acts all at once. It is so light that it moves
// as a linear beam. From the motion of its tip and of its middle alone: the first two frequencies and shapes, what it
// swings about, how far, and what is left of the energy.

#include <judge/protocols/protocol.h>

#include <cmath>
#include <limits>
#include <numbers>

#include <judge/protocols/motion_score.h>
#include <judge/protocols/vibration/cantilever_modes.h>
#include <judge/protocols/vibration/curve.h>
#include <judge/protocols/vibration/oscillations.h>

namespace judge {
namespace {

// Lengths are in units of L. The strip's tip drops by 0.25 % of its length at most, so that its stretch and the turn of
// its weight against it change nothing that is compared by more than 1e-5. Thinner ones would only be harder to step.
constexpr double kWidth = 0.1, kThickness = 0.01, kGamma = 0.01;
constexpr double kStep = 0.08;                // of the second mode 3.6 in a period
constexpr double kQuick = 4.8, kFull = 14.4;  // 2.7 and 8 periods of the first mode
constexpr double kFaint = 0.1;                // of the amplitude in theory: fainter is not there
constexpr double kReading = 1e-5;             // what a number may be wrong by because of how it is read
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

double until(Sampling sampling) { return sampling == Sampling::quick ? kQuick : kFull; }

/// What the tip and the middle do, where the whole motion was seen.
std::optional<OscillatingMotion> motion_of(const BranchPoints& branch) {
  std::vector<std::vector<double>> channels(2);
  for (const Point& point : branch.points) {
    channels[0].push_back(point.values.at("drop"));
    channels[1].push_back(point.values.at("middle_drop"));
  }
  return oscillations_of(channels, kStep, kStep);
}

/// Frequency and shape of a mode; `part` is null where the motion does not hold it.
void add_mode(const Oscillation* part, int k, std::vector<MotionNumber>& numbers) {
  const CantileverMode mode(k);
  const std::string which = k == 1 ? "the first" : "the second";
  const double frequency = part == nullptr ? kNothing : part->frequency;
  const double shape = part == nullptr ? kNothing : (part->amplitude[1] / part->amplitude[0]).real();
  numbers.push_back({which + " frequency", frequency, mode.frequency(), kReading, double(k)});
  numbers.push_back({which + " shape (middle over tip)", shape, mode.shape(0.5) / mode.shape(1), kReading, double(k)});
}

/// Adds where the first mode begins, how far it goes and what it keeps. Methods may damp fast vibrations on purpose; this
/// one is slow.
void add_swing(const Oscillation& first, double gamma, std::vector<MotionNumber>& numbers) {
  const CantileverMode mode(1);
  const double period = 2 * std::numbers::pi / mode.frequency(), turn = 2 * std::numbers::pi;
  numbers.push_back({"the swing of the tip", 2 * std::abs(first.amplitude[0]), mode.amplitude(gamma), kReading, 1});
  numbers.push_back({"the energy left after a period", std::exp(-2 * first.decay * period), 1, kReading, 1});
  // It begins at rest at one end of its swing, as -cos(omega t).
  numbers.push_back(
      {"the beginning (1 + delay over period)", 1 - std::arg(-first.amplitude[0]) / turn, 1, kReading, 1});
}

std::vector<MotionNumber> numbers_of(const BranchPoints& branch) {
  const double gamma = branch.scenario.regime.at("gamma");
  const auto motion = motion_of(branch);
  const Oscillation *first = nullptr, *second = nullptr;
  if (motion && !motion->parts.empty()) first = &motion->parts[0];
  if (motion && motion->parts.size() > 1) second = &motion->parts[1];
  const double faint = kFaint * std::abs(CantileverMode(2).amplitude(gamma));
  if (second != nullptr && 2 * std::abs(second->amplitude[0]) < faint) second = nullptr;
  std::vector<MotionNumber> numbers;
  add_mode(first, 1, numbers);
  if (first != nullptr) add_swing(*first, gamma, numbers);
  numbers.push_back({"the drop about which it swings", motion ? motion->rest[0] : kNothing, gamma / 8, kReading, 1});
  add_mode(second, 2, numbers);
  return numbers;
}

class Vibration : public Protocol {
  ProtocolCard describe() const override {
    return {"vibration",
            "Vibration",
            "A straight strip, clamped horizontally and at rest, on which its weight acts from t = 0 on. Compared: "
            "frequencies and shapes of two modes, mean, swing and delay, and the energy that is left, from the drop of "
            "tip and middle at given instants.",
            "not in the paper; Euler and Bernoulli's beam",
            {"drop", "middle_drop"},
            {"t", "drop", "middle_drop"}};
  }

  std::vector<Scenario> plan(Sampling sampling) const override {
    Scenario branch;
    branch.protocol = "vibration";
    branch.branch = "released";
    branch.ask(ReleasedStrip{{kWidth, kThickness, 0}, kGamma});
    branch.scales = {0.5, 2e9, 1200};
    branch.sampling = sampling;
    return {branch};
  }

  std::optional<Load> next(const Scenario& branch, const std::vector<Point>& so_far) const override {
    if (!so_far.empty() && has_failed(so_far.back())) return std::nullopt;
    const auto loads = instants(kStep, until(branch.sampling));
    return so_far.size() < loads.size() ? std::optional(loads[so_far.size()]) : std::nullopt;
  }

  int length(const Scenario& branch) const override {
    return static_cast<int>(instants(kStep, until(branch.sampling)).size());
  }

  History history() const override { return History::remembered; }

  Point measure(const Scenario& /*branch*/, const Record& record) const override {
    Point point{record.reply.status, {{"t", record.load.at("t")}}, {}};
    if (point.status != plumb::Status::ok) return point;
    for (const char* name : {"drop", "middle_drop"}) point.values[name] = record.observed.at(name);
    return point;
  }

  Score score(const std::vector<BranchPoints>& branches) const override {
    const BranchPoints& branch = branches.front();
    const std::string missing = missing_instants(branch, instants(kStep, until(branch.scenario.sampling)));
    return score_motion(missing.empty() ? numbers_of(branch) : std::vector<MotionNumber>(), missing);
  }

  Plot picture(const std::vector<BranchPoints>& branches, const Score& score) const override {
    Plot plot = vibration_picture();
    PlotMarks marks{{}, -1, "measured"};
    if (score.worst) {
      const auto numbers = numbers_of(branches.front());
      for (const MotionNumber& number : numbers) {
        if (number.name.ends_with("frequency") && std::isfinite(number.value)) {
          marks.points.push_back({number.at, number.value});
        }
      }
    }
    plot.marks.push_back(std::move(marks));
    return plot;
  }

  std::vector<Plot> details(const std::vector<BranchPoints>& branches) const override {
    const BranchPoints& branch = branches.front();
    const double gamma = branch.scenario.regime.at("gamma");
    return {motion_trace(
        branch, "drop", {"drop of the tip", 0, 0.3 * gamma, false},
        [gamma](double t) { return released_strip(gamma, 1, t); }, "Vibration: the drop of the tip against time")};
  }

  const Curve* curve() const override { return vibration_table(); }
};

}  // namespace
}  // namespace judge

namespace protocols {

judge::Protocol const* vibration() {
  static const judge::Vibration protocol;
  return &protocol;
}

}  // namespace protocols
