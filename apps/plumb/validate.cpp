// plumb validate: run codes on protocols, judge what they gave, and show it.

#include <CLI/CLI.hpp>

#include <sys/utsname.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>

#include <fmt/format.h>

#include <apps/plumb/verbs.h>
#include <judge/engine/nearest_name.h>
#include <judge/engine/report.h>
#include <judge/engine/runner.h>
#include <plumb/core/hash.h>
#include <plumb/core/log.h>
#include <plumb/core/progress.h>

namespace {

namespace fs = std::filesystem;

struct Options {
  std::vector<std::string> codes;
  std::string protocol;
  bool quick = false;
  bool full = false;
  bool json = false;
  int jobs = 0;
  std::string out = "out/validate";
};

std::atomic<bool> g_stop = false;
static_assert(std::atomic<bool>::is_always_lock_free);

/// The first Ctrl-C lets the loads under way finish; the second one, with the default action back, ends at once.
void stop_on_interrupt() {
  const auto handler = [](int signal) {
    g_stop = true;
    std::signal(signal, SIG_DFL);
  };
  std::signal(SIGINT, handler);
  std::signal(SIGTERM, handler);
}

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
      const std::string near = judge::nearest_name(word, names);
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

/// Records are continued only by the very program that began them.
std::string own_fingerprint() {
  std::ifstream self("/proc/self/exe", std::ios::binary);
  plumb::Hash hash;
  std::vector<char> chunk(1 << 20);
  while (self.read(chunk.data(), static_cast<std::streamsize>(chunk.size())), self.gcount() > 0) {
    hash.add({chunk.data(), static_cast<std::size_t>(self.gcount())});
  }
  return hash.hex();
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

/// Only what was asked for: the folder may hold more, of an earlier run or of another program.
std::vector<judge::Cell> judged_cells(const fs::path& dir, const std::vector<judge::Assignment>& asked) {
  auto cells = judge::assess(dir, judge::all_codes(), judge::all_protocols());
  std::erase_if(cells, [&](const judge::Cell& cell) {
    return std::none_of(asked.begin(), asked.end(), [&](const judge::Assignment& a) {
      return a.code->describe().name == cell.card.name && a.protocol->describe().name == cell.column.name;
    });
  });
  return cells;
}

/// 3 where failed loads explain a verdict that nobody expected, 1 where nothing failed.
int exit_code(const std::vector<judge::Cell>& cells) {
  int code = exit_done;
  for (const judge::Cell& cell : cells) {
    if (!cell.as_expected())
      code = std::max<int>(code, cell.n_failed > 0 ? exit_numerical_failure : exit_unexpected_verdict);
  }
  return code;
}

int validate(const Options& options) {
  const auto codes = chosen(judge::all_codes(), options.codes, "code");
  std::vector<std::string> wanted_protocols;
  if (!options.protocol.empty()) wanted_protocols.push_back(options.protocol);
  const auto protocols = chosen(judge::all_protocols(), wanted_protocols, "protocol");
  const auto cells = judge::assignments(codes, protocols);
  if (cells.empty()) throw plumb::UserError("none of these codes takes this protocol; see 'plumb list'");

  std::error_code error;
  fs::create_directories(options.out, error);
  if (error) throw plumb::UserError(fmt::format("cannot make the folder '{}': {}", options.out, error.message()));

  judge::RunOptions run;
  run.dir = options.out;
  run.program = own_fingerprint();
  run.sampling = options.full ? judge::Sampling::full : judge::Sampling::quick;
  run.jobs = options.jobs > 0 ? options.jobs : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  run.stop = &g_stop;

  plumb::Log log(fs::path(options.out) / "log.jsonl");
  log_machine(log, run.program, run.jobs);
  plumb::Progress progress(stderr, plumb::Progress::style_of(stderr));
  run.on_step = [&](const judge::Step& step) {
    log_step(log, step);
    progress.report(step.done, step.total, step.code + " on " + step.protocol);
  };

  stop_on_interrupt();
  const judge::RunOutcome outcome = judge::run(cells, run);
  progress.clear();
  if (outcome.interrupted) {
    fmt::print(stderr, "plumb: interrupted; the same command continues from the last finished load\n");
    return exit_interrupted;
  }

  const auto judged = judged_cells(options.out, cells);
  const fs::path page = judge::write_report(options.out, judged);
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
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("validate", "Run codes on protocols and judge them against the master curves.");
  verb->add_option("CODE", options->codes, "Codes to run (default: all; see 'plumb list')");
  verb->add_option("--protocol", options->protocol, "Only this protocol (default: all that a code takes)");
  auto* quick = verb->add_flag("--quick", options->quick, "A sparse sampling with the same verdicts (the default)");
  verb->add_flag("--full", options->full, "The sampling of the recipe manual")->excludes(quick);
  verb->add_option("--jobs", options->jobs, "Branches computed side by side (default: one per core)")
      ->check(CLI::PositiveNumber);
  verb->add_option("--out", options->out, "Folder of the run; what is finished there is not computed again")
      ->capture_default_str();
  verb->add_flag("--json", options->json, "Print the content of results.json, and nothing else, on standard output");
  verb->footer(
      "Examples:\n"
      "  plumb validate\n"
      "  plumb validate discrete-elastic-rod --protocol cantilever --full\n"
      "  plumb validate --full --jobs 2 --out out/full --json");
  verb->callback([options] {
    if (const int code = validate(*options); code != exit_done) throw CLI::RuntimeError(code);
  });
}
