#include <judge/protocols/motion_score.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace judge {
namespace {

std::string placed_name(const MotionNumber& number) {
  return number.where.empty() ? number.name : fmt::format("{} ({})", number.name, number.where);
}

constexpr double kOk = 0.05, kStrict = 0.01;
constexpr double kLargest = 1e300;  // as wrong as any

double error_of(const MotionNumber& number) {
  const double error = number.value / number.expected - 1;
  return std::isfinite(error) ? std::clamp(error, -kLargest, kLargest) : kLargest;
}

std::string sentence(const MotionNumber& number) {
  const std::string where = number.where.empty() ? "" : " at " + number.where;
  std::string text = std::isfinite(number.value)
                         ? fmt::format("{} is {:.3g} % off{}: {:.4g} instead of {:.4g}.", number.name,
                                       100 * std::abs(error_of(number)), where, number.value, number.expected)
                         : fmt::format("{} cannot be found{}.", number.name, where);
  text[0] = static_cast<char>(std::toupper(text[0]));
  return text;
}

}  // namespace

Score score_motion(const std::vector<MotionNumber>& numbers, const std::string& objection) {
  Score score;
  score.reason = score.strict_reason = objection;
  const MotionNumber* worst = nullptr;
  for (const MotionNumber& number : numbers) {
    score.deviations.push_back({number.name, number.at, error_of(number), number.noise, placed_name(number)});
    if (worst == nullptr || std::abs(error_of(number)) > std::abs(error_of(*worst))) worst = &number;
  }
  if (worst != nullptr) {
    const double error = std::abs(error_of(*worst));
    if (score.reason.empty() && !(error <= kOk)) score.reason = sentence(*worst);
    if (score.strict_reason.empty() && !(error <= kStrict)) score.strict_reason = sentence(*worst);
    score.worst = RelativeError{error, {worst->at, std::isfinite(worst->value) ? worst->value : 0}, worst->expected};
  } else if (score.reason.empty()) {
    score.reason = score.strict_reason = "Nothing was measured.";
  }
  score.ok = score.reason.empty();
  score.strict_ok = score.strict_reason.empty();
  for (const MotionNumber& number : numbers) {
    score.notes.push_back(
        fmt::format("{}: {:.5g}, in theory {:.5g}", placed_name(number), number.value, number.expected));
  }
  return score;
}

std::string missing_instants(const BranchPoints& branch, const std::vector<Load>& planned) {
  for (std::size_t i = 0; i < planned.size(); ++i) {
    if (i < branch.points.size() && !has_failed(branch.points[i])) continue;
    return fmt::format("Branch {}: there is no point at t = {:.4g}.", branch.scenario.branch, planned[i].at("t"));
  }
  return {};
}

std::vector<Load> instants(double step, double until) {
  const int n = static_cast<int>(std::floor(until / step * (1 + 1e-12)));
  std::vector<Load> loads;
  for (int i = 1; i <= n; ++i) loads.push_back({{"t", i * step}});
  return loads;
}

Plot motion_trace(const BranchPoints& branch, const std::string& measured, const Axis& height,
                  const std::function<double(double t)>& theory, const std::string& title) {
  constexpr int n_drawn = 400;
  Plot plot;
  PlotMarks marks;
  double last = 0;
  for (const Point& point : branch.points) {
    const double t = point.values.at("t");
    last = std::max(last, t);
    const auto value = point.values.find(measured);
    if (value != point.values.end()) marks.points.push_back({t, value->second});
  }
  if (!(last > 0)) last = 1;
  plot.box = {{"t", 0, last, false}, height};
  plot.title = title;
  PlotLine line{{}, LineStyle::master, "theory"};
  for (int i = 0; i <= n_drawn; ++i) line.points.push_back({last * i / n_drawn, theory(last * i / n_drawn)});
  plot.lines.push_back(std::move(line));
  marks.label = branch.scenario.branch;
  plot.marks.push_back(std::move(marks));
  return plot;
}

}  // namespace judge
