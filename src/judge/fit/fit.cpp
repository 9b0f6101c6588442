#include <judge/fit/fit.h>

#include <cmath>

#include <fmt/format.h>

#include <judge/verdict/assess.h>

namespace judge {
namespace {

double score_of(const Cell& cell, FitBy by) {
  if (!cell.complete || cell.n_failed > 0) return HUGE_VAL;
  if (by == FitBy::distance) return cell.score.hausdorff.value_or(HUGE_VAL);
  return cell.score.worst ? cell.score.worst->value : HUGE_VAL;
}

}  // namespace

std::optional<LogMinimum> fit(const Code& code, const std::string& parameter, const Protocol& protocol,
                              const FitOptions& options) {
  const auto score_at = [&](double value) -> std::optional<double> {
    const std::unique_ptr<Code> with = tuned(code, parameter, value);
    RunOptions run_options = options.run;
    run_options.dir /= fmt::format("values/{:.17g}", value);
    if (run({{with.get(), &protocol}}, run_options).interrupted) return {};
    const auto cells = assess(run_options.dir, {with.get()}, {&protocol}).cells;
    const double score = cells.empty() ? HUGE_VAL : score_of(cells.front(), options.by);
    if (options.on_value) options.on_value({value, score});
    return score;
  };
  return log_minimum(score_at, options.range);
}

}  // namespace judge
