// plumb try 'CMD': one load point with a foreign program, every message shown, the first fault named.

#include <CLI/CLI.hpp>

#include <memory>
#include <string>

#include <fmt/format.h>

#include <apps/plumb/seconds_to_wait.h>
#include <apps/plumb/verbs.h>
#include <judge/foreign/foreign.h>
#include <judge/protocols/protocol.h>
#include <judge/question/record.h>
#include <plumb/core/printable.h>

namespace {

struct TryArguments {
  std::string command;
  std::string protocol;
  double timeout = 60;
};

/// A saved state may be long, and its beginning tells what it is.
std::string shortened(const std::string& line) {
  constexpr std::size_t longest = 600;
  if (line.size() <= longest) return plumb::printable(line, longest);
  return fmt::format("{} ... ({} characters)", plumb::printable(line.substr(0, longest / 2), longest), line.size());
}

judge::ForeignOptions shown(double timeout) {
  judge::ForeignOptions options{timeout};
  options.on_said = [](const std::string& line) { fmt::print("> {}\n", shortened(line)); };
  options.on_answered = [](const std::string& line) { fmt::print("< {}\n", shortened(line)); };
  return options;
}

const judge::Protocol& first_protocol(const judge::Card& card, const std::string& wanted) {
  for (const judge::Protocol* protocol : judge::all_protocols()) {
    const std::string name = protocol->describe().name;
    if (card.protocols.contains(name) && (wanted.empty() || name == wanted)) return *protocol;
  }
  throw plumb::UserError(fmt::format("'{}' does not take the protocol '{}'", card.name, wanted));
}

int fault(const std::string& sentence) {
  fmt::print("Fault: {}.\n", sentence);
  return exit_unexpected_verdict;
}

/// From the first load on to the second: a new process that loads what this one saved must come to the same bits.
std::string fault_when_loaded(const judge::ForeignCode& code, const judge::Protocol& protocol,
                              const judge::Scenario& scenario, judge::Trial& trial, const judge::Record& first) {
  const auto names = protocol.describe().observables;
  const auto second = protocol.next(scenario, {protocol.measure(scenario, first)});
  const std::string loaded = trial.save();
  if (loaded.empty() || !second) return {};
  const judge::Reply reply = trial.advance(*second);
  const auto other = code.open(scenario);
  other->load(loaded);
  if (other->advance(*second).status != reply.status) return "after load at a load it does not end as before";
  if (reply.status != plumb::Status::ok) return {};
  return other->observe(names) == trial.observe(names) ? "" : "after load at a load it comes to other numbers";
}

/// One load, then, where the program saves, once more from what it saved: it must come to the same bits.
int try_load(const judge::ForeignCode& code, const judge::Protocol& protocol, const judge::Scenario& scenario) {
  const auto names = protocol.describe().observables;
  const judge::Load load = protocol.next(scenario, {}).value();
  const auto trial = code.open(scenario);
  const std::string before = trial->save();
  judge::Record record{load.values, trial->advance(load), {}};
  if (record.reply.status != plumb::Status::ok) {
    return fault(fmt::format("the first load ended with {}{}", plumb::name(record.reply.status),
                             record.reply.note.empty() ? "" : ": " + record.reply.note));
  }
  record.observed = trial->observe(names);

  if (!before.empty()) {
    const auto second = code.open(scenario);
    second->load(before);
    second->advance(load);
    if (second->observe(names) != record.observed) {
      return fault("after load the program does not come to the same numbers as before");
    }
  }
  if (const std::string why = fault_when_loaded(code, protocol, scenario, *trial, record); !why.empty())
    return fault(why);
  for (const auto& [name, value] : protocol.measure(scenario, record).values) fmt::print("{} = {:.10g}\n", name, value);
  fmt::print("No fault. Judge it: plumb validate --external '{}'\n", code.describe().external);
  return exit_done;
}

int try_program(const TryArguments& options) {
  const judge::ForeignCode code(options.command, shown(options.timeout));
  const judge::Card card = code.describe();
  judge::check_card(card, judge::names_of(judge::all_protocols()), judge::all_codes());
  const judge::Protocol& protocol = first_protocol(card, options.protocol);
  judge::Scenario scenario = protocol.plan(judge::Sampling::quick).front();
  scenario.knobs = card.protocols.at(scenario.protocol).knobs;
  try {
    return try_load(code, protocol, scenario);
  } catch (const judge::TrialError& error) {
    return fault(error.what());
  }
}

}  // namespace

void add_try(CLI::App& app) {
  auto options = std::make_shared<TryArguments>();
  CLI::App* verb = app.add_subcommand("try", "Run one load point with a program of your own and show every message.");
  verb->add_option("CMD", options->command, "The program, which speaks JSON lines (see docs/foreign-codes.md)")
      ->required();
  verb->add_option("--protocol", options->protocol, "The protocol to try (default: the first that it takes)");
  verb->add_option("--timeout", options->timeout, "Seconds that it has for an answer")
      ->check(seconds_to_wait())
      ->capture_default_str();
  verb->footer("Example:\n  plumb try 'python3 examples/foreign_cantilever/planar_elastica.py'");
  verb->callback([options] {
    if (const int code = try_program(*options); code != exit_done) throw CLI::RuntimeError(code);
  });
}
