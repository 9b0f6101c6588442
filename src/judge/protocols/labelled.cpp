#include <judge/protocols/labelled.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace judge {
namespace {

constexpr double same_place = 1e-9;  // of the box

double midway(double a, double b, const Axis& axis) { return axis.value(0.5 * (axis.position(a) + axis.position(b))); }

/// Returns the labels of the grid points alone, in the order of the grid; a grid point without a label is left out.
std::vector<Label> on_grid(const LabelRow& row, const Axis& swept) {
  std::vector<Label> found;
  for (const double at : row.grid) {
    for (const Label& label : row.labels) {
      if (std::abs(swept.position(label.at) - swept.position(at)) > same_place) continue;
      found.push_back(label);
      break;
    }
  }
  return found;
}

/// Returns the labels that the whole grid should have, also where the row ended before it.
std::vector<Label> expected_on_grid(const LabelRow& row, const MasterFrontier& master) {
  std::vector<Label> labels;
  for (const double at : row.whole.empty() ? row.grid : row.whole) labels.push_back({at, master.beyond(row.row, at)});
  return labels;
}

/// Which changes of label a verdict sees: between points of the grid, between all labels, or the sharpest known.
enum class Look { grid, labels, sharp };

std::vector<Crossing> seen(const LabelRow& row, const Axis& swept, Look look) {
  if (look == Look::sharp && row.sharp) return {*row.sharp};
  return crossings(look == Look::grid ? on_grid(row, swept) : row.labels, swept);
}

const char* branch_name(bool into) { return into ? "frontier" : "second frontier"; }

bool has(const std::vector<Crossing>& found, bool into) {
  return std::any_of(found.begin(), found.end(), [&](const Crossing& c) { return c.into == into; });
}

/// Returns changes of label in one direction as curves to compare: rows are sampled, the swept quantity is compared.
void add_side(bool into, Look look, const std::vector<LabelRow>& rows, const MasterFrontier& frontier,
              const ScoreRule& rule, std::vector<MasterBranch>& masters, std::vector<MeasuredBranch>& measured) {
  const bool along_x = rule.sampled == Sampled::x;
  const Axis& rows_axis = along_x ? rule.box.x : rule.box.y;
  const Axis& swept = along_x ? rule.box.y : rule.box.x;

  // Asked of the code: what the right labels would show on the same grid.
  MeasuredBranch branch{branch_name(into), {}, {}};
  for (const LabelRow& row : rows) {
    const bool planned = has(crossings(expected_on_grid(row, frontier), swept), into);
    if (planned) branch.planned.push_back(row.row);
    for (const Crossing& c : seen(row, swept, look)) {
      if (c.into != into) continue;
      branch.points.push_back({along_x ? row.row : c.at, along_x ? c.at : row.row, planned});
    }
  }
  if (branch.planned.empty()) return;

  // Dense between the rows, so that the curve is one at the scale of the plot.
  MasterBranch master{branch_name(into), {}, {}};
  const auto crossing_at = [&frontier, into](double row) -> std::optional<double> {
    for (const Crossing& c : frontier.crossings(row)) {
      if (c.into == into) return c.at;
    }
    return std::nullopt;
  };
  const auto [low, high] = std::minmax_element(branch.planned.begin(), branch.planned.end());
  constexpr int n = 64;
  for (int i = 0; i <= n; ++i) {
    const double a = rows_axis.position(*low), b = rows_axis.position(*high);
    const double row = i == 0 ? *low : i == n ? *high : rows_axis.value(a + (b - a) * i / n);
    if (const auto at = crossing_at(row)) master.points.push_back({along_x ? row : *at, along_x ? *at : row});
  }
  master.exact = [crossing_at](double row) { return crossing_at(row).value(); };
  masters.push_back(std::move(master));
  measured.push_back(std::move(branch));
}

Score score_crossings(const std::vector<LabelRow>& rows, const MasterFrontier& frontier, const ScoreRule& rule,
                      Look look) {
  std::vector<MasterBranch> masters;
  std::vector<MeasuredBranch> measured;
  for (const bool into : {true, false}) add_side(into, look, rows, frontier, rule, masters, measured);
  return score_curves(masters, measured, rule);
}

/// Returns the distance along the row, in the box, to the nearest crossing; infinite in a row that has none.
double distance_to_frontier(double row, double at, const MasterFrontier& frontier, const Axis& swept) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const Crossing& c : frontier.crossings(row)) {
    nearest = std::min(nearest, std::abs(swept.position(c.at) - swept.position(at)));
  }
  return nearest;
}

}  // namespace

void sort_by_value(std::vector<Label>& labels) {
  std::stable_sort(labels.begin(), labels.end(), [](const Label& a, const Label& b) { return a.at < b.at; });
}

std::vector<Crossing> crossings(std::vector<Label> labels, const Axis& swept) {
  sort_by_value(labels);
  std::vector<Crossing> found;
  for (std::size_t i = 1; i < labels.size(); ++i) {
    if (labels[i - 1].beyond == labels[i].beyond) continue;
    found.push_back({midway(labels[i - 1].at, labels[i].at, swept), labels[i].beyond});
  }
  return found;
}

LabelScore score_labels(const std::vector<LabelRow>& rows, const MasterFrontier& master, const ScoreRule& rule,
                        Verdict verdict) {
  const Axis& rows_axis = rule.sampled == Sampled::x ? rule.box.x : rule.box.y;
  const Axis& swept = rule.sampled == Sampled::x ? rule.box.y : rule.box.x;
  LabelScore result;
  result.score = score_crossings(rows, master, rule, verdict == Verdict::from_bisection ? Look::labels : Look::grid);
  const Score strict = score_crossings(rows, master, rule, Look::sharp);
  result.score.worst = strict.worst;
  result.score.strict_reason = strict.strict_reason;
  result.score.strict_range = strict.strict_range;
  result.score.deviations = strict.deviations;

  const auto object = [&](const std::string& sentence) {
    if (result.score.reason.empty()) result.score.reason = sentence;
    if (result.score.strict_reason.empty()) result.score.strict_reason = sentence;
  };
  for (const LabelRow& row : rows) {
    const std::vector<Label> labels = on_grid(row, swept);
    if (labels.size() < row.grid.size()) {
      object(fmt::format("{} of {} points of the row {} = {:.4g} have no label.", row.grid.size() - labels.size(),
                         row.grid.size(), rows_axis.label, row.row));
    }
    for (const Label& label : labels) {
      if (label.beyond == master.beyond(row.row, label.at)) continue;
      result.mislabelled.push_back({row.row, label.at, distance_to_frontier(row.row, label.at, master, swept)});
    }
  }
  std::stable_sort(result.mislabelled.begin(), result.mislabelled.end(),
                   [](const Mislabelled& a, const Mislabelled& b) { return a.distance > b.distance; });
  // A point on the wrong side has a frontier of its own around it, as far from the true one as the point itself.
  if (!result.mislabelled.empty() && result.mislabelled.front().distance >= rule.tolerance) {
    const Mislabelled& worst = result.mislabelled.front();
    object(fmt::format("The label is wrong at {} = {:.4g}, {} = {:.4g}, far from the frontier.", rows_axis.label,
                       worst.row, swept.label, worst.at));
  }
  result.score.ok = result.score.reason.empty();
  result.score.strict_ok = result.score.strict_reason.empty();
  return result;
}

}  // namespace judge
