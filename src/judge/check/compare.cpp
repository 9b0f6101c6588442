#include <judge/check/compare.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace judge {
namespace {

constexpr double kWidths = 2;           // of the search: what a frontier may move
constexpr double kNearFrontier = 0.05;  // of the box: closer to the frontier amplitudes say little
constexpr double kAmplitude = 1e-3;     // what an amplitude may change, relative
constexpr double kRounding = 1e-6;  // of the largest observable: another that stays below it is zero but for rounding
constexpr double kToleranceShare = 10;  // of what a tenfold tighter tolerance changes

std::string text_of(const Load& load) {
  const auto& [name, value] = *load.values.begin();
  return fmt::format("{} = {:.4g}", name, value);
}

/// The values of the loads but for the `reset` that a walk may have added.
Quantities plain_values(const Load& load) {
  Quantities values = load.values;
  values.erase("reset");
  return values;
}

const AnsweredLoad* plain_at(const PlainBranch& branch, const Load& load) {
  if (const AnsweredLoad* same = branch.at(load.values)) return same;
  return branch.at(plain_values(load));
}

/// Compares one walk with its branch of the plain run.
class WalkComparison {
 public:
  WalkComparison(const Protocol& protocol, const ProtocolCard& column, const PlainBranch& plain,
                 const Variation& variation, Difference& result)
      : protocol_(protocol), column_(column), plain_(plain), variation_(variation), result_(result) {}

  void compare(const Walk& walk, const BranchRecords& found) {
    const std::size_t n = std::min(walk.loads.size(), found.records.size());
    for (std::size_t i = 0; i < n; ++i) {
      if (found.records[i].load != walk.loads[i].values || !is_whole(found.records[i], column_)) return;
      compare_load(walk.loads[i], found.records[i], i >= walk.first_compared);
      if (!result_.failed.empty() || !result_.dead.empty()) return;
    }
  }

 private:
  void compare_load(const Load& load, const Record& record, bool counts) {
    const AnsweredLoad* same = plain_at(plain_, load);
    const bool from_master = variation_.expected == Expected::master;
    if (same == nullptr && !from_master) return;
    const Point point = protocol_.measure(plain_.scenario, record);
    if (has_failed(point)) {
      if (same != nullptr && has_failed(same->point)) return;
      missing(load, record, counts);
      return;
    }
    if (!counts) return;
    if (same != nullptr && has_failed(same->point)) return;
    ++result_.n_compared;
    if (from_master) {
      compare_with_master(load, point);
    } else if (!point.label.empty()) {
      compare_labels(load, *same, point);
    } else {
      compare_observed(load, *same, record);
    }
  }

  void missing(const Load& load, const Record& record, bool counts) {
    // What fails on a longer step to where the comparison begins is no answer to what was asked.
    const bool cannot = !counts || variation_.may_fail || record.reply.note.find(saves_nothing) != std::string::npos;
    (cannot ? result_.dead : result_.failed) =
        fmt::format("{} it has no answer at {}: {}", variation_.words, text_of(load),
                    record.reply.note.empty() ? std::string(plumb::name(record.reply.status)) : record.reply.note);
  }

  void enter(double value, const std::string& where) {
    if (value > result_.value || result_.where.empty()) result_.where = where;
    result_.value = std::max(result_.value, value);
  }

  double largest_on_branch(const std::string& name) const {
    double largest = 0;
    for (const AnsweredLoad& l : plain_.loads) {
      if (l.record.observed.contains(name)) largest = std::max(largest, std::abs(l.record.observed.at(name)));
    }
    return largest;
  }

  void compare_observed(const Load& load, const AnsweredLoad& same, const Record& record) {
    double overall = 0;
    if (!variation_.relative) {
      for (const std::string& name : column_.observables) overall = std::max(overall, largest_on_branch(name));
    }
    for (const std::string& name : column_.observables) {
      const double largest = variation_.relative ? std::abs(same.record.observed.at(name))
                                                 : std::max(largest_on_branch(name), kRounding * overall);
      const double a = record.observed.at(name), b = same.record.observed.at(name);
      const double difference = std::min(std::abs(a - b), signs_may_differ() ? std::abs(a + b) : HUGE_VAL);
      enter(largest > 0 ? difference / largest : difference > 0 ? HUGE_VAL : 0, name + " at " + text_of(load));
    }
  }

  bool signs_may_differ() const { return variation_.expected == Expected::up_to_sign; }

  /// A label that differs at a load is as bad as the load is far from the frontier of the plain run.
  void compare_labels(const Load& load, const AnsweredLoad& same, const Point& point) {
    const auto swept = protocol_.swept(plain_.scenario.sampling);
    ENSURE(swept);
    const double at = swept->axis.position(same.point.values.at(swept->name));
    double nearest = 1;
    for (const AnsweredLoad& other : plain_.loads) {
      if (other.point.label.empty() || other.point.label == same.point.label) continue;
      nearest = std::min(nearest, std::abs(swept->axis.position(other.point.values.at(swept->name)) - at));
    }
    const std::string where = "the label at " + text_of(load);
    if (point.label != same.point.label) return enter(nearest / swept->width, where);
    enter(0, where);
    if (nearest < kNearFrontier || !same.point.values.contains("measure")) return;
    // The same label with another amplitude: told in widths, so that the allowed change is two of them.
    const double a = point.values.at("measure"), b = same.point.values.at("measure");
    const double difference = std::min(std::abs(a - b), signs_may_differ() ? std::abs(a + b) : HUGE_VAL);
    const double scale = kAmplitude * std::max(std::abs(b), swept->threshold);
    if (difference > scale) enter(kWidths * difference / scale, "the amplitude at " + text_of(load));
  }

  void compare_with_master(const Load& load, const Point& point) {
    const std::string right = protocol_.expected_label(plain_.scenario, load);
    if (point.label != right) {
      enter(HUGE_VAL, fmt::format("{} instead of {} at {}, branch {}", point.label, right, text_of(load),
                                  plain_.scenario.branch));
    }
  }

  const Protocol& protocol_;
  const ProtocolCard& column_;
  const PlainBranch& plain_;
  const Variation& variation_;
  Difference& result_;
};

std::string hint(const std::string& check) {
  if (check == "units") return "an absolute tolerance, or a number of the code's own that has a unit, looks like that";
  if (check == "save") return "something that is not in the saved state looks like that";
  if (check == "history") return "something that is remembered and should not be looks like that";
  if (check == "thickness") return "locking looks like that: the error grows where the strip gets thinner";
  if (check == "symmetry") return "a direction that is built in looks like that";
  return "a wrong island that the sampling stepped over looks like that";
}

bool compares_labels(const Difference& difference) {
  return difference.where.starts_with("the label") || difference.where.starts_with("the amplitude");
}

}  // namespace

Difference compared(const Protocol& protocol, const PlainRun& plain, const Variation& variation,
                    const std::vector<BranchRecords>& found) {
  Difference result;
  for (const Walk& walk : variation.walks) {
    const Scenario asked = told(variation, walk.scenario);
    const auto branch = std::find_if(plain.branches.begin(), plain.branches.end(),
                                     [&](const PlainBranch& b) { return b.scenario.branch == walk.scenario.branch; });
    const auto records =
        std::find_if(found.begin(), found.end(), [&](const BranchRecords& r) { return r.scenario == asked; });
    if (branch == plain.branches.end() || records == found.end()) continue;
    WalkComparison(protocol, plain.column, *branch, variation, result).compare(walk, *records);
  }
  return result;
}

CheckResult judged(const Variation& variation, const Difference& difference, std::optional<double> tolerance) {
  CheckResult result{variation.check, Outcome::not_run, {}, {}};
  if (!difference.failed.empty()) {
    result.outcome = Outcome::failed;
    result.why = difference.failed + "; " + hint(variation.check) + ".";
    result.why[0] = static_cast<char>(std::toupper(result.why[0]));
    return result;
  }
  if (!difference.dead.empty()) return {variation.check, Outcome::cannot, "", difference.dead + "."};
  if (difference.n_compared == 0) return result;
  const bool labels = compares_labels(difference);
  const bool master = variation.expected == Expected::master;
  const double allowed = master   ? 0
                         : labels ? kWidths
                                  : std::max(variation.allowed, kToleranceShare * tolerance.value_or(0));
  result.outcome = difference.value <= allowed ? Outcome::passed : Outcome::failed;
  result.figure = master               ? fmt::format("{} points", difference.n_compared)
                  : labels             ? fmt::format("{:.2g} widths of the search", difference.value)
                  : variation.relative ? fmt::format("{:.2g}", difference.value)
                                       : fmt::format("{:.2g} of the largest value", difference.value);
  if (result.outcome == Outcome::failed) {
    result.why = master ? fmt::format("{}: {}.", difference.where, hint(variation.check))
                        : fmt::format("{} {} is {} off, where {:.2g} is allowed; {}.", variation.words,
                                      difference.where, result.figure, allowed, hint(variation.check));
    result.why[0] = static_cast<char>(std::toupper(result.why[0]));
  }
  return result;
}

}  // namespace judge
