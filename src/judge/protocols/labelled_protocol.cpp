#include <judge/protocols/labelled_protocol.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <judge/protocols/frontier_search.h>
#include <plumb/core/status.h>

namespace judge {
namespace {

constexpr double kFullWidth = 1e-4, kQuickWidth = 5e-4;  // of the box: how well a frontier is known in the end
constexpr std::size_t most_remarks = 12;
constexpr int near_colour = 1, far_colour = 2;

bool contains(const std::vector<double>& values, double value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

/// Returns both ends of the grid, and both sides of each crossing; in the order of the grid.
std::vector<double> around(const std::vector<double>& grid, const std::vector<Crossing>& crossings) {
  std::vector<double> kept{grid.front(), grid.back()};
  std::vector<double> sorted = grid;
  std::sort(sorted.begin(), sorted.end());
  for (const Crossing& c : crossings) {
    const auto after = std::upper_bound(sorted.begin(), sorted.end(), c.at);
    if (after != sorted.end()) kept.push_back(*after);
    if (after != sorted.begin()) kept.push_back(*(after - 1));
  }
  std::vector<double> some;
  for (const double value : grid) {
    if (contains(kept, value)) some.push_back(value);
  }
  return some;
}

}  // namespace

std::vector<Scenario> LabelledProtocol::plan(Sampling sampling) const {
  std::vector<Scenario> branches;
  for (const double row : rows(sampling)) {
    Scenario& branch = branches.emplace_back();
    branch.protocol = design_.card.name;
    branch.branch = fmt::format("{}-{:.4g}", row_name(), row);
    branch.ask(question(row));
    branch.scales = scales();
    branch.sampling = sampling;
  }
  return branches;
}

std::vector<Label> LabelledProtocol::labels(const std::vector<Point>& points) const {
  std::vector<Label> found;
  for (const Point& point : points) {
    if (!point.label.empty()) found.push_back({point.values.at(swept_name()), point.label == design_.far});
  }
  return found;
}

std::vector<double> LabelledProtocol::asked(const Scenario& branch, const std::vector<Label>& so_far) const {
  const std::vector<double> all = grid(so_far);
  return branch.sampling == Sampling::full ? all : quick_grid(row_of(branch), all);
}

std::vector<double> LabelledProtocol::quick_grid(double row, const std::vector<double>& grid) const {
  return around(grid, frontier().crossings(row));
}

std::optional<Load> LabelledProtocol::next(const Scenario& branch, const std::vector<Point>& so_far) const {
  const std::vector<Label> known = labels(so_far);
  const double row = row_of(branch);
  for (const double at : asked(branch, known)) {
    const bool done = std::any_of(so_far.begin(), so_far.end(),
                                  [&](const Point& point) { return point.values.at(swept_name()) == at; });
    if (!done) return load(row, at, Approach::sweep);
  }
  // A failed load is a KO already; bisecting next to it could fail for ever.
  if (known.size() < so_far.size()) return std::nullopt;
  const double width = branch.sampling == Sampling::quick ? kQuickWidth : kFullWidth;
  const auto at = sought(row, so_far, width);
  return at ? std::optional(load(row, *at, design_.search)) : std::nullopt;
}

std::optional<double> LabelledProtocol::sought(double, const std::vector<Point>& so_far, double width) const {
  return next_in_search(labels(so_far), swept_axis(), width, foretold(so_far));
}

int LabelledProtocol::length(const Scenario& branch) const {
  constexpr int searched = 8;
  const double row = row_of(branch);
  return static_cast<int>(asked(branch, {}).size() + searched * frontier().crossings(row).size());
}

bool LabelledProtocol::keeps_shape(const Scenario& branch, const Load& load) const {
  return design_.keeps_shapes && contains(asked(branch, {}), load.at(swept_name()));
}

Point LabelledProtocol::measure(const Scenario& branch, const Record& record) const {
  Point point{record.reply.status, {{row_name(), row_of(branch)}, {swept_name(), record.load.at(swept_name())}}, {}};
  const bool snaps = design_.snap_is_far && point.status == plumb::Status::snaps;
  if (point.status != plumb::Status::ok && !snaps) return point;
  for (const std::string& name : design_.card.also) {
    if (const auto told = record.observed.find(name); told != record.observed.end()) point.values.insert(*told);
  }
  point.label = design_.far;
  if (snaps) return point;
  const double measure = record.observed.at(design_.card.observables.front());
  point.values["measure"] = measure;
  point.shape = record.shape;
  if (std::abs(measure) <= design_.threshold) point.label = design_.near;
  return point;
}

Score LabelledProtocol::score(const std::vector<BranchPoints>& branches) const {
  std::vector<LabelRow> given;
  bool sparse = false;
  for (const BranchPoints& branch : branches) {
    const std::vector<Label> known = labels(branch.points);
    given.push_back({row_of(branch.scenario), asked(branch.scenario, known), known, sharp_crossing(branch)});
    sparse = sparse || branch.scenario.sampling == Sampling::quick;
  }
  ScoreRule rule;
  rule.box = design_.box;
  rule.sampled = design_.rows;
  const LabelScore result =
      score_labels(given, frontier(), rule, sparse ? Verdict::from_bisection : Verdict::from_grid);
  Score score = result.score;
  if (score.strict_ok) score.strict_reason = strict_objection(branches);
  score.strict_ok = score.strict_reason.empty();
  score.notes = notes(branches);
  for (const Mislabelled& wrong : result.mislabelled) {
    if (score.remarks.size() == most_remarks) {
      score.remarks.push_back(fmt::format("and {} more", result.mislabelled.size() - most_remarks));
      break;
    }
    const bool far = frontier().beyond(wrong.row, wrong.at);
    score.remarks.push_back(
        fmt::format("{} = {:.4g}, {} = {:.4g} is labelled {} but lies {:.2g} % of the plot on the side of {}",
                    row_name(), wrong.row, swept_name(), wrong.at, far ? design_.near : design_.far,
                    100 * wrong.distance, far ? design_.far : design_.near));
  }
  return score;
}

CurvePoint LabelledProtocol::place(double row, double at) const {
  return design_.rows == Sampled::x ? CurvePoint{row, at} : CurvePoint{at, row};
}

void LabelledProtocol::add_marks(const std::vector<BranchPoints>& branches, Plot& plot) const {
  const MasterFrontier master = frontier();
  PlotMarks near{{}, near_colour, design_.near}, far{{}, far_colour, design_.far};
  PlotMarks wrong{{}, -1, "mislabelled", MarkStyle::cross};
  for (const BranchPoints& branch : branches) {
    const double row = row_of(branch.scenario);
    const std::vector<Label> known = labels(branch.points);
    const std::vector<double> grid = asked(branch.scenario, known);
    for (const Label& label : known) {
      (label.beyond ? far : near).points.push_back(place(row, label.at));
      // Beside the frontier the bisection is wrong by its own width.
      const bool is_wrong = label.beyond != master.beyond(row, label.at);
      if (is_wrong && contains(grid, label.at)) wrong.points.push_back(place(row, label.at));
    }
  }
  plot.marks.push_back(near);
  plot.marks.push_back(far);
  if (!wrong.points.empty()) plot.marks.push_back(wrong);
}

void LabelledProtocol::add_spots(const std::vector<BranchPoints>& branches, Plot& plot) const {
  const MasterFrontier master = frontier();
  for (const BranchPoints& branch : branches) {
    const double row = row_of(branch.scenario);
    for (const Point& point : branch.points) {
      if (point.shape.empty()) continue;
      const double at = point.values.at(swept_name());
      const bool far = master.beyond(row, at);
      const bool right = point.label == (far ? design_.far : design_.near);
      plot.spots.push_back({place(row, at), point.label + (right ? "" : ", mislabelled"), facts(point), point.shape});
    }
  }
}

Plot LabelledProtocol::picture(const std::vector<BranchPoints>& branches, const Score& score) const {
  Plot plot = background();
  add_marks(branches, plot);
  add_spots(branches, plot);
  if (score.worst) {
    plot.worst = score.worst->at;
    plot.worst_label = fmt::format("worst: {:.2g} %", 100 * score.worst->value);
  }
  return plot;
}

}  // namespace judge
