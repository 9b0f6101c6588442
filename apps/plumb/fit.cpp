// plumb fit: which value of a parameter makes a code best on a protocol?

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <thread>

#include <fmt/format.h>

#include <apps/plumb/interrupt.h>
#include <apps/plumb/time_limit.h>
#include <apps/plumb/verbs.h>
#include <judge/fit/fit.h>
#include <plumb/core/nearest_name.h>
#include <plumb/core/program.h>
#include <plumb/core/progress.h>
#include <plumb/core/run_folder.h>
#include <nlohmann/json.hpp>

namespace {

using Json = nlohmann::ordered_json;

struct FitArguments {
  std::string code, parameter, protocol;
  std::string by = "distance";
  double from = 0, to = 0, tolerance = 0.01;
  int scan = 9, n = 0, jobs = 0;
  bool full = false, json = false;
  TimeLimit time_limit{"10 min"};
  std::string out = "out/fit";
};

template <typename Item>
const Item& named(const std::vector<const Item*>& all, const std::string& typed, const std::string& what) {
  std::vector<std::string> names;
  for (const Item* item : all) {
    names.push_back(item->describe().name);
    if (names.back() == typed) return *item;
  }
  throw plumb::UserError(
      fmt::format("unknown {} '{}'; did you mean '{}'?", what, typed, plumb::nearest_name(typed, names)));
}

const plumb::FolderKind& fit_folder() {
  static const plumb::FolderKind kind{"fit", {}, {"values"}};
  return kind;
}

judge::SearchRange range_of(const FitArguments& o, const judge::Parameter& parameter) {
  judge::SearchRange range{o.from > 0 ? o.from : parameter.least, o.to > 0 ? o.to : parameter.most, o.scan,
                           o.tolerance};
  if (!(range.least >= parameter.least && range.most <= parameter.most && range.least < range.most)) {
    throw plumb::UserError(fmt::format("{} of {} is sought within {} to {}, not from {} to {}", parameter.name, o.code,
                                       parameter.least, parameter.most, range.least, range.most));
  }
  return range;
}

/// One sentence about how much the answer is worth.
std::string caution(const judge::LogMinimum& found) {
  if (!std::isfinite(found.best.score)) return "A load failed at every value: there is nothing to choose from.";
  if (found.flat) return "The score hardly depends on the parameter: this protocol does not tell its value.";
  if (found.at_end) return "The best value is at the end of the range: a better one may lie beyond.";
  return "";
}

Json json_of(const FitArguments& o, const judge::Parameter& parameter, const judge::LogMinimum& found) {
  const auto number = [](double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); };
  Json curve = Json::array();
  for (const judge::Sample& s : found.samples) curve.push_back({{"value", s.value}, {"score", number(s.score)}});
  return {{"code", o.code},
          {"protocol", o.protocol},
          {"parameter", parameter.name},
          {"unit", parameter.unit},
          {"card", parameter.value},
          {"by", o.by},
          {"best", found.best.value},
          {"score", number(found.best.score)},
          {"low", found.low},
          {"high", found.high},
          {"at_end", found.at_end},
          {"flat", found.flat},
          {"caution", caution(found)},
          {"curve", std::move(curve)}};
}

std::string score_text(double score) { return std::isfinite(score) ? fmt::format("{:.4g} %", 100 * score) : "failed"; }

void print_table(const FitArguments& o, const judge::Parameter& parameter, const judge::LogMinimum& found) {
  const std::string of_what = o.by == "distance" ? "distance in the plot" : "largest error";
  fmt::print("{:>14}  {}\n", parameter.name, of_what);
  for (const judge::Sample& s : found.samples) {
    fmt::print("{:>14.5g}  {}{}\n", s.value, score_text(s.score), s.value == found.best.value ? "  best" : "");
  }
  fmt::print("\n{} of {} on {}: {:.4g}, as good between {:.4g} and {:.4g} (card: {:.4g}); {} {}\n", parameter.name,
             o.code, o.protocol, found.best.value, found.low, found.high, parameter.value, of_what,
             score_text(found.best.score));
  if (const std::string sentence = caution(found); !sentence.empty()) fmt::print("{}\n", sentence);
}

judge::FitOptions fit_options(const FitArguments& o, const judge::SearchRange& range) {
  judge::FitOptions fit;
  fit.by = o.by == "error" ? judge::FitBy::error : judge::FitBy::distance;
  fit.range = range;
  fit.run.dir = o.out;
  fit.run.program = plumb::program_fingerprint();
  fit.run.sampling = o.full ? judge::Sampling::full : judge::Sampling::quick;
  fit.run.jobs = o.jobs > 0 ? o.jobs : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  fit.run.n = o.n;
  fit.run.stop = &g_stop;
  fit.run.time_limit = o.time_limit.seconds();
  return fit;
}

int fit(const FitArguments& o) {
  const judge::Code& code = named(judge::all_codes(), o.code, "code");
  const judge::Protocol& protocol = named(judge::all_protocols(), o.protocol, "protocol");
  const judge::Parameter parameter = judge::find_parameter(code, o.parameter);
  if (!code.describe().protocols.contains(o.protocol)) {
    throw plumb::UserError(fmt::format("{} does not take {}; see 'plumb list'", o.code, o.protocol));
  }
  const judge::SearchRange range = range_of(o, parameter);
  const plumb::RunFolder folder(o.out, fit_folder(), plumb::Begin::go_on);
  judge::FitOptions options = fit_options(o, range);
  plumb::Progress progress(stderr, plumb::Progress::style_of(stderr));
  const int most = judge::n_values(range);
  int done = 0;
  std::string last;
  options.run.on_step = [&](const judge::Step& step) {
    progress.report(done, most, fmt::format("load {}/{}{}", step.done, step.total, last));
  };
  options.on_value = [&](const judge::Sample& s) {
    last = fmt::format("  {} = {:.4g}: {}", parameter.name, s.value, score_text(s.score));
    progress.report(++done, most, last);
  };
  stop_on_interrupt();
  const auto found = judge::fit(code, o.parameter, protocol, options);
  progress.clear();
  if (!found) {
    tell("interrupted; the same command continues from the last finished load");
    return exit_interrupted;
  }
  if (o.json) {
    fmt::print("{}\n", json_of(o, parameter, *found).dump(2));
  } else {
    print_table(o, parameter, *found);
  }
  return std::isfinite(found->best.score) ? exit_done : exit_numerical_failure;
}

}  // namespace

void add_fit(CLI::App& app) {
  auto o = std::make_shared<FitArguments>();
  CLI::App* verb = app.add_subcommand("fit", "Find the value of a code's parameter that makes it best on a protocol.");
  verb->add_option("CODE", o->code, "The code; 'plumb list' tells codes and their parameters")->required();
  verb->add_option("PARAMETER", o->parameter, "One of its parameters")->required();
  verb->add_option("--protocol", o->protocol, "The protocol whose score is made small")->required();
  verb->add_option("--by", o->by, "What is made small: the distance of the curves in the plot, or the largest error")
      ->check(CLI::IsMember({"distance", "error"}))
      ->capture_default_str();
  verb->add_option("--from", o->from, "Least value (default: the parameter's)")->check(CLI::PositiveNumber);
  verb->add_option("--to", o->to, "Largest value (default: the parameter's)")->check(CLI::PositiveNumber);
  verb->add_option("--scan", o->scan, "Values of the first scan, evenly spaced on a logarithmic scale")
      ->check(CLI::Range(3, 100))
      ->capture_default_str();
  verb->add_option("--tolerance", o->tolerance, "How well the value is found, relative")
      ->check(CLI::Range(1e-6, 1.0))
      ->capture_default_str();
  verb->add_option("--n", o->n, "Number of elements, instead of the one on the code's card")
      ->check(CLI::PositiveNumber);
  verb->add_flag("--full", o->full, "The sampling of the recipe manual instead of the sparse one");
  o->time_limit.add_to(*verb, "How long a load may take; a value at which a load fails has no score");
  verb->add_option("--jobs", o->jobs, "Branches computed side by side (default: one per core)")
      ->check(CLI::PositiveNumber);
  verb->add_option("--out", o->out, "Folder of the fit; what is finished there is not computed again")
      ->capture_default_str();
  verb->add_flag("--json", o->json, "Print the result as JSON, and nothing else, on standard output");
  verb->footer(
      "Examples:\n"
      "  plumb fit discrete-shell hinge-factor --protocol cantilever --n 40\n"
      "  plumb fit discrete-elastic-rod bend-factor --protocol cantilever --json\n"
      "  plumb fit projective-dynamics/converged alpha --protocol cantilever --from 0.05 --to 2");
  verb->callback([o] {
    if (const int code = fit(*o); code != exit_done) throw CLI::RuntimeError(code);
  });
}
