#include <judge/protocols/labelled_protocol.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

#include <fmt/format.h>

#include <judge/protocols/frontier_search.h>
#include <plumb/core/status.h>

namespace judge {
namespace {

constexpr double kFullWidth = 1e-4, kQuickWidth = 5e-4;  // of the box: how well a frontier is known in the end
constexpr double kFar = 0.1;           // of the box: what a point far from every frontier is away from it
constexpr std::size_t kFarPoints = 2;  // in a row
constexpr std::size_t most_remarks = 12;
constexpr int near_colour = 1, far_colour = 2;

double width_of(Sampling sampling) { return sampling == Sampling::quick ? kQuickWidth : kFullWidth; }

/// Returns a number that depends on every bit of both, the same on any machine.
std::uint64_t mixed(std::uint64_t seed, std::uint64_t with) {
  std::mt19937_64 random(seed ^ (with * 0x9e3779b97f4a7c15U));
  random.discard(8);
  return random();
}

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
  const auto at = sought(row, so_far, width_of(branch.sampling));
  return at ? std::optional(load(row, *at, design_.search)) : std::nullopt;
}

std::optional<double> LabelledProtocol::sought(double, const std::vector<Point>& so_far, double width) const {
  return next_in_search(labels(so_far), swept_axis(), width, foretold(so_far));
}

std::optional<SweptQuantity> LabelledProtocol::swept(Sampling sampling) const {
  return SweptQuantity{swept_name(), swept_axis(), width_of(sampling), design_.threshold};
}

std::string LabelledProtocol::expected_label(const Scenario& branch, const Load& load) const {
  return frontier().beyond(row_of(branch), load.at(swept_name())) ? design_.far : design_.near;
}

std::vector<Load> LabelledProtocol::far_loads(const Scenario& branch, unsigned seed) const {
  const double row = row_of(branch);
  const std::vector<double> all = grid({});
  const auto crossings = frontier().crossings(row);
  std::vector<std::size_t> far;
  for (std::size_t i = 1; i < all.size(); ++i) {
    const double at = swept_axis().position(all[i]);
    const bool near = std::any_of(crossings.begin(), crossings.end(),
                                  [&](const Crossing& c) { return std::abs(swept_axis().position(c.at) - at) < kFar; });
    // What has slipped stays so: only what sticks can be asked in the order of the sweep.
    const bool out_of_reach = design_.search == Approach::restart && frontier().beyond(row, all[i]);
    if (!near && !out_of_reach) far.push_back(i);
  }
  std::vector<std::size_t> picked{0};
  for (std::size_t k = 0; k < kFarPoints && !far.empty(); ++k) {
    const auto which =
        static_cast<std::ptrdiff_t>(mixed(mixed(seed, std::bit_cast<std::uint64_t>(row)), k) % far.size());
    picked.push_back(far[static_cast<std::size_t>(which)]);
    far.erase(far.begin() + which);
  }
  std::sort(picked.begin(), picked.end());
  std::vector<Load> loads;
  for (const std::size_t i : picked) loads.push_back(load(row, all[i], Approach::sweep));
  return loads;
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
    given.push_back({row_of(branch.scenario), asked(branch.scenario, known), known, sharp_crossing(branch),
                     asked(branch.scenario, {})});
    sparse = sparse || branch.scenario.sampling == Sampling::quick;
  }
  ScoreRule rule;
  rule.box = design_.box;
  rule.sampled = design_.rows;
  const LabelScore result =
      score_labels(given, frontier(), rule, sparse ? Verdict::from_bisection : Verdict::from_grid);
  Score score = result.score;
  add_noise(branches, score.deviations);
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

void LabelledProtocol::add_noise(const std::vector<BranchPoints>& branches, std::vector<Deviation>& deviations) const {
  if (branches.empty()) return;
  const double width = width_of(branches.front().scenario.sampling);
  for (Deviation& deviation : deviations) {
    for (const Crossing& c : frontier().crossings(deviation.at)) {
      const double at = swept_axis().position(c.at);
      const double half = 0.5 * std::abs(swept_axis().value(at + width / 2) - swept_axis().value(at - width / 2));
      if (c.at != 0) deviation.noise = std::max(deviation.noise, half / std::abs(c.at));
    }
  }
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
