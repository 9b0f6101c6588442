// plumb list: the codes, the protocols, and which code takes which.

#include <CLI/CLI.hpp>

#include <memory>

#include <fmt/format.h>

#include <apps/plumb/verbs.h>
#include <judge/protocols/protocol.h>
#include <judge/question/tunable.h>
#include <judge/report/verdict_grid.h>
#include <nlohmann/json.hpp>

namespace {

using Json = nlohmann::ordered_json;

Json code_json(const judge::Code& code) {
  const judge::Card card = code.describe();
  Json protocols = Json::array(), parameters = Json::array();
  for (const auto& [name, expectation] : card.protocols) protocols.push_back(name);
  for (const judge::Parameter& p : judge::parameters_of(code)) {
    parameters.push_back({{"name", p.name},
                          {"value", p.value},
                          {"unit", p.unit},
                          {"least", p.least},
                          {"most", p.most},
                          {"meaning", p.meaning}});
  }
  return {{"name", card.name},
          {"title", card.title},
          {"kind", card.kind},
          {"paper", card.paper},
          {"summary", card.summary},
          {"protocols", std::move(protocols)},
          {"parameters", std::move(parameters)}};
}

Json protocol_json(const judge::ProtocolCard& card) {
  return {{"name", card.name}, {"title", card.title}, {"summary", card.summary}, {"paper", card.paper}};
}

void print_json() {
  Json codes = Json::array();
  Json protocols = Json::array();
  for (const judge::Code* code : judge::all_codes()) codes.push_back(code_json(*code));
  for (const judge::Protocol* protocol : judge::all_protocols())
    protocols.push_back(protocol_json(protocol->describe()));
  fmt::print("{}\n", Json{{"codes", codes}, {"protocols", protocols}}.dump(2));
}

void print_text() {
  fmt::print("Protocols\n");
  for (const judge::Protocol* protocol : judge::all_protocols()) {
    const judge::ProtocolCard card = protocol->describe();
    fmt::print("  {:30}{}\n  {:30}{}\n", card.name, card.summary, "", card.paper);
  }
  fmt::print("\nCodes\n");
  for (const judge::Code* code : judge::all_codes()) {
    const judge::Card card = code->describe();
    fmt::print("  {:30}{}: {}\n", card.name + " ", card.kind, card.paper);
    for (const auto& [name, expectation] : card.protocols) {
      fmt::print("  {:30}{} ({}){}\n", "", name, judge::knobs_text(expectation.knobs),
                 expectation.paper.empty() ? "" : ", paper " + expectation.paper);
    }
    for (const judge::Parameter& p : judge::parameters_of(*code)) {
      fmt::print("  {:30}{} = {} ({} to {}): {}\n", "", p.name, p.value, p.least, p.most, p.meaning);
    }
  }
}

}  // namespace

void add_list(CLI::App& app) {
  auto json = std::make_shared<bool>(false);
  CLI::App* verb = app.add_subcommand("list", "List codes and protocols.");
  verb->add_flag("--json", *json, "As JSON");
  verb->footer("Examples:\n  plumb list\n  plumb list --json | python3 -m json.tool");
  verb->callback([json] { *json ? print_json() : print_text(); });
}
