#include <judge/foreign/foreign.h>

#include <algorithm>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include <judge/foreign/child_process.h>
#include <judge/foreign/messages.h>
#include <judge/question/json_line.h>
#include <judge/question/statement.h>
#include <plumb/core/chained_lines.h>
#include <plumb/core/disk.h>
#include <plumb/core/hash.h>
#include <plumb/core/nearest_name.h>
#include <plumb/core/printable.h>

namespace judge {
namespace {

/// The program under way, and what is said between us.
class Conversation {
 public:
  Conversation(const std::string& command, const ForeignOptions& options) : options_(options), program_(command) {}

  std::string ask(const std::string& message) {
    const ChildProcess::Seconds patience(options_.patience);
    if (options_.on_said) options_.on_said(message);
    program_.write_line(message, patience);
    std::string answer = program_.read_line(patience);
    if (options_.on_answered) options_.on_answered(answer);
    return answer;
  }

 private:
  const ForeignOptions& options_;
  ChildProcess program_;
};

/// Returns the file that holds one checked line: what the program said of itself, and its command.
std::filesystem::path card_file(const std::filesystem::path& dir, const std::string& name) {
  return dir / "foreign" / (name + ".card");
}

constexpr std::size_t kLongestCommand = 4000;

/// Turns what a program did wrong while `doing` something into the sentence of a dead trial.
template <typename Exchange>
auto or_dead(const char* doing, Exchange exchange) {
  try {
    return exchange();
  } catch (const ChildError& error) {
    throw TrialError(fmt::format("at {} the program {}", doing, error.what()));
  } catch (const AnswerError& error) {
    throw TrialError(fmt::format("the program {}", error.what()));
  }
}

class ForeignTrial : public Trial {
 public:
  ForeignTrial(const std::string& command, const ForeignOptions& options, const Description& program,
               const Scenario& scenario)
      : program_(std::make_unique<Conversation>(command, options)),
        saves_(program.saves),
        tells_(program.tells),
        scenario_(scenario) {
    or_dead("open", [&] { parse_opened(program_->ask(open_message(scenario))); });
  }
  Reply advance(const Load& load) override {
    const std::string message = advance_message(load, stated_in_si(scenario_, load));
    return or_dead("advance", [&] { return parse_reply(program_->ask(message)); });
  }
  Quantities observe(const std::vector<std::string>& names) override {
    return or_dead("observe", [&] { return parse_observation(program_->ask(observe_message(names)), names); });
  }
  /// Forces are told in newtons and kept in units of E I / L^2.
  Quantities also_observe(const std::vector<std::string>& names) override {
    const std::map<std::string, std::string> in_newtons{{"P", "normal_force"}, {"Q", "tangential_force"}};
    const double newton = force_unit(scenario_);
    std::map<std::string, std::string> asked;  // our name by the program's
    for (const std::string& name : names) {
      const auto force = in_newtons.find(name);
      const std::string& word = force == in_newtons.end() || newton == 0 ? name : force->second;
      if (std::find(tells_.begin(), tells_.end(), word) != tells_.end()) asked[word] = name;
    }
    if (asked.empty()) return {};
    std::vector<std::string> words;
    for (const auto& [word, name] : asked) words.push_back(word);
    Quantities known;
    for (const auto& [word, value] : observe(words)) {
      const std::string& name = asked.at(word);
      known[name] = word == name ? value : value / newton;
    }
    return known;
  }
  std::string save() const override {
    if (!saves_) return {};
    return or_dead("save", [&] { return parse_saved(program_->ask(save_message())); });
  }
  void load(const std::string& state) override {
    or_dead("load", [&] { parse_loaded(program_->ask(load_message(state))); });
  }

 private:
  std::unique_ptr<Conversation> program_;
  bool saves_;
  std::vector<std::string> tells_;
  Scenario scenario_;
};

}  // namespace

ForeignCode::ForeignCode(std::string command, ForeignOptions options)
    : command_(std::move(command)), options_(std::move(options)) {
  try {
    program_ = or_dead("describe", [&] {
      described_ = Conversation(command_, options_).ask(describe_message());
      return parse_description(described_);
    });
    program_.card.external = command_;
  } catch (const TrialError& error) {
    throw plumb::UserError(fmt::format("'{}' does not describe itself: {}", command_, error.what()));
  }
}

std::unique_ptr<Trial> ForeignCode::open(const Scenario& scenario) const {
  return std::make_unique<ForeignTrial>(command_, options_, program_, scenario);
}

std::string ForeignCode::fingerprint() const {
  plumb::Hash hash;
  hash.add(command_);
  std::istringstream words(command_);
  for (std::string word; words >> word;) {
    std::error_code error;
    if (std::filesystem::is_regular_file(word, error)) hash.add(plumb::read_all(word).value_or(""));
  }
  return hash.hex();
}

void ForeignCode::leave_card(const std::filesystem::path& dir) const {
  const auto file = card_file(dir, program_.card.name);
  plumb::make_room_for(file);
  const nlohmann::ordered_json card{{"described", described_}, {"command", command_}};
  const std::string text = card.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  plumb::replace_file(file, plumb::chain_line(text, "").written());
}

void check_card(const Card& card, const std::vector<std::string>& protocols, const std::vector<const Code*>& rows) {
  for (const auto& [name, expectation] : card.protocols) {
    if (std::find(protocols.begin(), protocols.end(), name) != protocols.end()) continue;
    throw plumb::UserError(fmt::format("'{}' takes the protocol '{}', which does not exist; did you mean '{}'?",
                                       card.external, name, plumb::nearest_name(name, protocols)));
  }
  for (const Code* row : rows) {
    if (row->describe().name == card.name) {
      throw plumb::UserError(fmt::format("'{}' calls itself '{}', and so does another code; give it another name",
                                         card.external, card.name));
    }
  }
}

LeftCard left_card(const std::filesystem::path& dir, const std::string& name) {
  const auto path = card_file(dir, name);
  try {
    const auto text = plumb::read_all(path);
    if (!text)
      return {std::nullopt, fmt::format("'{}' is missing, the card of a code that is not Plumb's own", path.string())};
    const auto lines = plumb::sound_lines(*text);
    const auto json = parse_line(lines.size() == 1 && lines[0].end == text->size() ? lines[0].text : "");
    Card card = parse_description(json.at("described").get<std::string>()).card;
    card.external = plumb::printable(json.at("command").get<std::string>(), kLongestCommand);
    if (card.name == name) return {card, ""};
  } catch (const plumb::UserError&) {
  } catch (const AnswerError&) {
  } catch (const nlohmann::json::exception&) {
  }
  return {std::nullopt, fmt::format("'{}' is damaged and passed over", path.string())};
}

}  // namespace judge
