// plumb validate: run codes on protocols, judge what they gave, and show it.

#include <CLI/CLI.hpp>

#include <sys/utsname.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>

#include <fmt/format.h>

#include <apps/plumb/interrupt.h>
#include <apps/plumb/seconds_to_wait.h>
#include <apps/plumb/time_limit.h>
#include <apps/plumb/verbs.h>
#include <judge/foreign/foreign.h>
#include <judge/records/found_records.h>
#include <judge/records/store.h>
#include <judge/report/report.h>
#include <judge/run/climb.h>
#include <judge/run/forecast.h>
#include <judge/run/run_checks.h>
#include <plumb/core/disk.h>
#include <plumb/core/log.h>
#include <plumb/core/nearest_name.h>
#include <plumb/core/program.h>
#include <plumb/core/progress.h>

namespace {

namespace fs = std::filesystem;

struct ValidateArguments {
  std::vector<std::string> codes;
  std::vector<std::string> externals;
  double timeout = 60;
  TimeLimit time_limit{"10 min"};
  std::string protocol;
  bool quick = false;
  bool full = false;
  bool json = false;
  bool ladder = false;
  bool checks = false;
  bool no_checks = false;
  bool fresh = false;
  std::string junit;
  unsigned seed = 1;
  int rungs = judge::rungs_usual;
  int n = 0;
  int jobs = 0;
  std::string out = "out/validate";
};

/// The items whose names were typed, all of them if none was.
template <typename Item>
std::vector<const Item*> chosen(const std::vector<const Item*>& all, const std::vector<std::string>& typed,
                                const std::string& what) {
  if (typed.empty()) return all;
  std::vector<std::string> names;
  for (const Item* item : all) names.push_back(item->describe().name);
  std::vector<bool> wanted(all.size(), false);
  for (const std::string& word : typed) {
    const auto found = std::find(names.begin(), names.end(), word);
    if (found == names.end()) {
      const std::string near = plumb::nearest_name(word, names);
      throw plumb::UserError(fmt::format("unknown {} '{}'{}", what, word,
                                         near.empty() ? "; there is none" : fmt::format("; did you mean '{}'?", near)));
    }
    wanted[static_cast<std::size_t>(found - names.begin())] = true;
  }
  std::vector<const Item*> items;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (wanted[i]) items.push_back(all[i]);
  }
  return items;
}

void log_machine(plumb::Log& log, const std::string& program, int jobs) {
  utsname host{};
  uname(&host);
  log.write("run", {{"version", PLUMB_VERSION},
                    {"program", program},
                    {"compiler", __VERSION__},
                    {"host", std::string(host.nodename)},
                    {"system", fmt::format("{} {} {}", host.sysname, host.release, host.machine)},
                    {"jobs", std::int64_t{jobs}}});
}

void log_step(plumb::Log& log, const judge::Step& step) {
  log.write(step.resumed ? "resumed" : "load", {{"code", step.code},
                                                {"protocol", step.protocol},
                                                {"branch", step.branch},
                                                {"status", std::string(plumb::name(step.status))},
                                                {"seconds", step.seconds}});
}

/// Plumb's own codes that were named (all, if nothing was), and the foreign ones.
struct Rows {
  std::vector<const judge::Code*> codes;
  std::vector<std::unique_ptr<judge::ForeignCode>> foreign;
};

Rows chosen_rows(const ValidateArguments& options) {
  Rows rows;
  if (!options.codes.empty() || options.externals.empty())
    rows.codes = chosen(judge::all_codes(), options.codes, "code");
  for (const std::string& command : options.externals) {
    auto code = std::make_unique<judge::ForeignCode>(command, judge::ForeignOptions{options.timeout});
    judge::check_card(code->describe(), judge::names_of(judge::all_protocols()), rows.codes);
    rows.codes.push_back(code.get());
    rows.foreign.push_back(std::move(code));
  }
  return rows;
}

/// Only what was asked for: the folder may hold more, of an earlier run or of another program.
std::vector<judge::Cell> judged_cells(const fs::path& dir, const Rows& rows,
                                      const std::vector<judge::Assignment>& asked,
                                      const std::vector<judge::Assignment>& missing) {
  auto cells = judge::assess(dir, rows.codes, judge::all_protocols()).cells;
  std::erase_if(cells, [&](const judge::Cell& cell) {
    return std::none_of(asked.begin(), asked.end(), [&](const judge::Assignment& a) {
      return a.code->describe().name == cell.card.name && a.protocol->describe().name == cell.column.name;
    });
  });
  for (const judge::Assignment& cell : missing) cells.push_back(judge::missing_cell(*cell.code, *cell.protocol));
  return cells;
}

/// What the progress line tells beside the share of loads: branches, and the code that takes longest.
class Pace {
 public:
  std::string tell(const judge::Step& step) {
    const std::string where = step.code + " on " + step.protocol;
    if (!step.resumed && step.seconds > slowest_) {
      slowest_ = step.seconds;
      slowest_where_ = where;
    }
    std::string text =
        fmt::format("branch {}/{}  {}", std::min(step.branches_done + 1, step.branches), step.branches, where);
    if (step.rung != 0 || step.last_rung != 0)
      text += fmt::format(", rung {:+d} of at least {:+d}", step.rung, step.last_rung);
    constexpr double slow = 1;
    if (slowest_ > slow) text += fmt::format("  (slowest load {:.0f} s: {})", slowest_, slowest_where_);
    return text;
  }

 private:
  double slowest_ = 0;
  std::string slowest_where_;
};

/// Is this a finding about somebody else's program? What its author expects is none.
bool is_foreign_fault(const judge::Cell& cell) {
  if (cell.card.external.empty() || !cell.missing.empty() || cell.expected == "KO") return false;
  return cell.verdict() == "KO" || cell.checks() == "KO" || cell.n_dead > 0;
}

/// 1 for a foreign program that is KO, fails a check or dies. For our own, 3 where failed loads explain a verdict that nobody
/// expected, 1 where nothing failed.
int exit_code(const std::vector<judge::Cell>& cells) {
  int code = exit_done;
  for (const judge::Cell& cell : cells) {
    if (is_foreign_fault(cell)) code = std::max<int>(code, exit_unexpected_verdict);
    if (!cell.card.external.empty()) continue;
    if (!cell.as_expected())
      code = std::max<int>(code, cell.n_failed > 0 ? exit_numerical_failure : exit_unexpected_verdict);
  }
  return code;
}

/// Checks cost up to three plain runs. A stranger's program gets them unasked, and the ladder needs them, for each rung
/// has units of its own; our own rows have tests of their own, and all of them at once should take minutes.
std::vector<judge::Assignment> checked(const ValidateArguments& options, std::vector<judge::Assignment> cells) {
  if (options.no_checks) return {};
  if (options.checks || options.ladder) return cells;
  std::erase_if(cells, [](const judge::Assignment& cell) { return cell.code->describe().external.empty(); });
  return cells;
}

int validate(const ValidateArguments& options) {
  const Rows rows = chosen_rows(options);
  std::vector<std::string> wanted_protocols;
  if (!options.protocol.empty()) wanted_protocols.push_back(options.protocol);
  const auto protocols = chosen(judge::all_protocols(), wanted_protocols, "protocol");
  auto cells = judge::assignments(rows.codes, protocols);
  if (cells.empty()) throw plumb::UserError("none of these codes takes this protocol; see 'plumb list'");
  const auto can_run = [](const judge::Assignment& cell) { return cell.code->missing().empty(); };
  const auto first_missing = std::stable_partition(cells.begin(), cells.end(), can_run);
  const std::vector<judge::Assignment> missing(first_missing, cells.end());
  cells.erase(first_missing, cells.end());

  const plumb::RunFolder folder(options.out, judge::validation_folder(),
                                options.fresh ? plumb::Begin::overwrite : plumb::Begin::go_on,
                                [&] { return judge::holds_records(options.out); });
  for (const auto& code : rows.foreign) code->leave_card(options.out);

  judge::RunOptions run;
  run.dir = options.out;
  run.program = plumb::program_fingerprint();
  run.sampling = options.full ? judge::Sampling::full : judge::Sampling::quick;
  run.jobs = options.jobs > 0 ? options.jobs : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  run.n = options.n;
  run.stop = &g_stop;
  run.time_limit = options.time_limit.seconds();

  plumb::Log log(fs::path(options.out) / "log.jsonl");
  log_machine(log, run.program, run.jobs);
  plumb::Progress progress(stderr, plumb::Progress::style_of(stderr));
  Pace pace;
  auto forecast = std::make_unique<judge::Forecast>(plumb::Progress::steady_seconds);
  run.on_step = [&](const judge::Step& step) {
    log_step(log, step);
    progress.report(step.done, step.total, pace.tell(step), forecast->left(step));
  };
  run.on_notice = [&](const std::string& sentence) {
    log.write("notice", {{"sentence", sentence}});
    progress.clear();
    tell(sentence);
  };

  stop_on_interrupt();
  judge::RunOutcome outcome = options.ladder ? judge::climb(cells, run, options.rungs) : judge::run(cells, run);
  forecast = std::make_unique<judge::Forecast>(plumb::Progress::steady_seconds);
  if (!outcome.interrupted) outcome = judge::run_checks(checked(options, cells), run, options.seed);
  progress.clear();
  if (outcome.interrupted) {
    tell("interrupted; the same command continues from the last finished load");
    return exit_interrupted;
  }

  const auto judged = judged_cells(options.out, rows, cells, missing);
  const fs::path page = judge::write_report(options.out, judged);
  if (!options.junit.empty()) plumb::replace_file(options.junit, judge::junit_xml(judged));
  if (options.json) {
    fmt::print("{}", judge::results_json(judged));
    fmt::print(stderr, "Report: {}\n", page.string());
  } else {
    fmt::print("{}\nReport: {}\n", judge::verdict_table(judged), page.string());
  }
  return exit_code(judged);
}

}  // namespace

void add_validate(CLI::App& app) {
  auto options = std::make_shared<ValidateArguments>();
  CLI::App* verb = app.add_subcommand("validate", "Run codes on protocols and judge them against the master curves.");
  verb->add_option("CODE", options->codes, "Codes to run (default: all; see 'plumb list')");
  verb->add_option("--protocol", options->protocol, "Only this protocol (default: all that a code takes)");
  auto* quick = verb->add_flag("--quick", options->quick, "A sparse sampling with the same verdicts (the default)");
  verb->add_flag("--full", options->full, "The sampling of the recipe manual")->excludes(quick);
  auto* ladder = verb->add_flag("--ladder", options->ladder,
                                "Apply the refinement rule: run ever finer settings, each in other units, and say "
                                "from which one on the code passes");
  verb->add_option("--rungs", options->rungs, "Run at most this many settings, each twice as fine as the one before")
      ->check(CLI::Range(judge::rungs_needed, 20))
      ->needs(ladder)
      ->capture_default_str();
  auto* checks = verb->add_flag("--checks", options->checks,
                                "Also ask some loads in other units, after other loads, from saved states and far from "
                                "the frontier (always done for external programs and ladders)");
  verb->add_flag("--no-checks", options->no_checks, "Leave these checks out")->excludes(checks)->excludes(ladder);
  verb->add_option("--seed", options->seed, "The number that chooses the points far from the frontier")
      ->capture_default_str();
  verb->add_option("--n", options->n, "Number of elements, instead of the one on each code's card")
      ->check(CLI::PositiveNumber)
      ->excludes(ladder);
  verb->add_option("--external", options->externals,
                   "Also judge this program, which speaks JSON lines (see docs/foreign-codes.md); alone, if no CODE is "
                   "named")
      ->type_name("'CMD'")
      ->expected(1)
      ->take_all();
  verb->add_option("--timeout", options->timeout, "Seconds that an external program has for an answer")
      ->check(seconds_to_wait())
      ->capture_default_str();
  options->time_limit.add_to(*verb, "How long a load may take; a load that takes longer fails and ends its branch");
  verb->add_option("--jobs", options->jobs, "Branches computed side by side (default: one per core)")
      ->check(CLI::PositiveNumber);
  verb->add_option("--out", options->out, "Folder of the run; what is finished there is not computed again")
      ->capture_default_str();
  verb->add_flag("--fresh", options->fresh,
                 "Remove the earlier run in that folder: results may depend on files that changed");
  verb->add_option("--junit", options->junit, "Also write the verdicts and checks as JUnit's XML to this file")
      ->type_name("FILE");
  verb->add_flag("--json", options->json, "Print the content of results.json, and nothing else, on standard output");
  verb->footer(
      "Examples:\n"
      "  plumb validate\n"
      "  plumb validate discrete-elastic-rod --protocol cantilever --full\n"
      "  plumb validate --full --jobs 2 --out out/full --json\n"
      "  plumb validate discrete-elastic-rod --ladder\n"
      "  plumb validate libshell/stvk-tan --protocol lateral-buckling --n 75 --out out/finer\n"
      "  plumb validate --external 'python3 examples/foreign_cantilever/planar_elastica.py'");
  verb->callback([options] {
    if (const int code = validate(*options); code != exit_done) throw CLI::RuntimeError(code);
  });
}
