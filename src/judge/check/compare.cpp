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
// Of the way from plate to beam, for w/L = 0.1 and h/L = 1e-3: 0.85 at Gamma = 0.01, for the clamp does not let the plate
// curl, and 0.05 at Gamma = 100 (docs/plates.md).
constexpr double kBeamAtLeast = 0.6, kPlateAtMost = 0.3;

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
    } else if (variation_.expected == Expected::between) {
      compare_between(load, *same, point);
    } else if (!point.label.empty()) {
      compare_labels(load, *same, point, record);
    } else {
      compare_observed(load, *same, record);
      compare_told(load, *same, record, 1);
    }
  }

  void missing(const Load& load, const Record& record, bool counts) {
    // What fails on a longer step to where the comparison begins is no answer to what was asked.
    if (record.reply.note.find(saves_nothing) != std::string::npos) {
      result_.dead = saves_nothing;
      return;
    }
    const bool cannot = !counts || variation_.may_fail;
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
      const double apart = std::min(std::abs(a - b), signs_may_differ() ? std::abs(a + b) : HUGE_VAL);
      const double difference = std::max(0.0, apart - variation_.rounding);
      enter(largest > 0 ? difference / largest : difference > 0 ? HUGE_VAL : 0, name + " at " + text_of(load));
    }
  }

  /// Returns the compared quantity of the plain run at a load that it need not have asked, by a cubic through the
  /// logarithms of its four nearest loads; nothing where there are too few.
  std::optional<double> plain_between(double at) const {
    std::vector<std::pair<double, double>> known;
    for (const AnsweredLoad& l : plain_.loads) {
      const auto y = l.point.values.find(column_.columns[1]);
      if (y != l.point.values.end() && y->second > 0)
        known.emplace_back(std::log(l.load.at(column_.columns[0])), std::log(y->second));
    }
    constexpr std::size_t n = 4;
    if (known.size() < n) return std::nullopt;
    const double x = std::log(at);
    std::partial_sort(known.begin(), known.begin() + n, known.end(),
                      [&](const auto& a, const auto& b) { return std::abs(a.first - x) < std::abs(b.first - x); });
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      double weight = 1;
      for (std::size_t j = 0; j < n; ++j)
        if (j != i) weight *= (x - known[j].first) / (known[i].first - known[j].first);
      sum += weight * known[i].second;
    }
    return std::exp(sum);
  }

  /// The plain run, without nu, is the beam, and at a load that is smaller by 1 - nu^2 the plate.
  void compare_between(const Load& load, const AnsweredLoad& same, const Point& point) {
    const auto* strip = std::get_if<ClampedStrip>(&variation_.walks.front().scenario.question);
    const std::string &at = column_.columns[0], &y = column_.columns[1];
    if (strip == nullptr || !point.values.contains(y) || !same.point.values.contains(y)) return;
    const double nu = strip->sheet.nu, beam = same.point.values.at(y), here = point.values.at(y);
    const auto plate = plain_between(load.at(at) * (1 - nu * nu));
    if (!plate || !(beam > *plate) || !(here > 0)) return;
    const double way = std::log(beam / *plate), share = std::log(here / *plate) / way;
    if (!result_.first_share) result_.first_share = share;
    result_.last_share = share;
    // Without the ends every code of beams is right, and every one that bends plates into cylinders.
    const bool is_first = load.values == variation_.walks.front().loads.front().values;
    const bool is_last = load.values == variation_.walks.front().loads.back().values;
    const double most = variation_.is_plate && is_last ? kPlateAtMost : 1;
    const double least = variation_.is_plate && is_first ? kBeamAtLeast : 0;
    enter(way * std::max({share - most, least - share, 0.0}), y + " at " + text_of(load));
  }

  bool signs_may_differ() const { return variation_.expected == Expected::up_to_sign; }

  /// A label that differs at a load is as bad as the load is far from the frontier of the plain run.
  void compare_labels(const Load& load, const AnsweredLoad& same, const Point& point, const Record& record) {
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
    compare_told(load, same, record, kWidths / kAmplitude);
  }

  /// Drop and reach need not be told. Their difference, of the largest value, is entered `times` over.
  void compare_told(const Load& load, const AnsweredLoad& same, const Record& record, double times) {
    for (const std::string& name : {std::string("drop"), std::string("reach")}) {
      const auto a = record.observed.find(name), b = same.record.observed.find(name);
      const bool told = a != record.observed.end() && b != same.record.observed.end();
      const bool also = std::find(column_.also.begin(), column_.also.end(), name) != column_.also.end();
      if (!told || !also) continue;
      double largest = 0;
      for (const AnsweredLoad& l : plain_.loads) {
        if (l.record.observed.contains(name)) largest = std::max(largest, std::abs(l.record.observed.at(name)));
      }
      const double difference = std::abs(a->second - b->second);
      if (difference > kAmplitude * largest || times == 1)
        enter(largest > 0 ? times * difference / largest : 0,
              (times == 1 ? "" : "the amplitude of ") + name + " at " + text_of(load));
    }
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
  if (check == "material") return "a D without 1 - ν², or with another power of it, looks like that";
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

namespace {

std::string off_text(const Difference& difference, const CheckResult& result) {
  return difference.first_share ? fmt::format("{:.2g}", difference.value) : result.figure;
}

}  // namespace

CheckResult judged(const Variation& variation, const Difference& difference, std::optional<double> tolerance) {
  CheckResult result{variation.check, Outcome::not_run, {}, {}};
  if (!difference.failed.empty()) {
    result.outcome = Outcome::failed;
    result.why = difference.failed + "; " + hint(variation.check) + ".";
    result.why[0] = static_cast<char>(std::toupper(result.why[0]));
    return result;
  }
  if (!difference.dead.empty()) {
    result = {variation.check, Outcome::cannot, "", difference.dead + "."};
    result.why[0] = static_cast<char>(std::toupper(result.why[0]));
    return result;
  }
  if (difference.n_compared == 0) return result;
  const bool labels = compares_labels(difference);
  const bool master = variation.expected == Expected::master;
  const double allowed = master   ? 0
                         : labels ? kWidths
                                  : std::max(variation.allowed, kToleranceShare * tolerance.value_or(0));
  result.outcome = difference.value <= allowed ? Outcome::passed : Outcome::failed;
  result.figure = master                   ? fmt::format("{} points", difference.n_compared)
                  : difference.first_share ? fmt::format("{:.2f} to {:.2f} of the way from plate to beam",
                                                         *difference.first_share, *difference.last_share)
                  : labels                 ? fmt::format("{:.2g} widths of the search", difference.value)
                  : variation.relative     ? fmt::format("{:.2g}", difference.value)
                                           : fmt::format("{:.2g} of the largest value", difference.value);
  if (result.outcome == Outcome::failed) {
    result.why = master ? fmt::format("{}: {}.", difference.where, hint(variation.check))
                        : fmt::format("{} {} is {} off, where {:.2g} is allowed; {}.", variation.words,
                                      difference.where, off_text(difference, result), allowed, hint(variation.check));
    result.why[0] = static_cast<char>(std::toupper(result.why[0]));
  }
  return result;
}

}  // namespace judge
