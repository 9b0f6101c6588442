#include <judge/engine/messages.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <judge/engine/scenario_json.h>
#include <nlohmann/json.hpp>

namespace judge {
namespace {

using Json = nlohmann::ordered_json;

/// Enough of a line to recognise it.
std::string excerpt(const std::string& line) {
  constexpr std::size_t longest = 80;
  std::string some = line.substr(0, longest);
  for (char& c : some) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return line.size() > longest ? some + "..." : some;
}

/// Brackets within brackets: whoever prints them again needs a stack as deep.
bool is_too_deep(const std::string& line) {
  constexpr int deepest = 500;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '\\') {
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '[' || c == '{')) {
      if (++depth > deepest) return true;
    } else if (!quoted && (c == ']' || c == '}')) {
      --depth;
    }
  }
  return false;
}

/// An answer under way from a line to a value; it knows the question, for the sentence.
class Answer {
 public:
  Answer(const char* question, const std::string& line) : question_(question) {
    if (is_too_deep(line)) {
      throw AnswerError(fmt::format("answered {} with more than 500 brackets within each other", question));
    }
    json_ = Json::parse(line, nullptr, false);
    if (json_.is_discarded()) {
      throw AnswerError(fmt::format("answered {} with \"{}\", which is not JSON{}", question, excerpt(line),
                                    line.find("NaN") != std::string::npos ? " (it has no NaN)" : ""));
    }
    if (!json_.is_object()) {
      throw AnswerError(
          fmt::format("answered {} with \"{}\", which is not an object {{...}}", question, excerpt(line)));
    }
  }

  std::string error() const {
    const auto found = json_.find("error");
    if (found == json_.end()) return {};
    return found->is_string() && !found->get<std::string>().empty() ? found->get<std::string>() : "an error";
  }
  void must_be_good() const {
    if (const std::string sentence = error(); !sentence.empty()) {
      throw AnswerError(fmt::format("answered {} with the error \"{}\"", question_, excerpt(sentence)));
    }
  }

  const Json& at(const Json& object, const char* key) const {
    const auto found = object.find(key);
    if (found == object.end()) wrong(fmt::format("has no '{}'", key));
    return *found;
  }
  const Json& at(const char* key) const { return at(json_, key); }

  std::string text(const Json& object, const char* key, const std::string& otherwise) const {
    const auto found = object.find(key);
    if (found == object.end()) return otherwise;
    if (!found->is_string()) wrong(fmt::format("has a '{}' that is not a text", key));
    return found->get<std::string>();
  }
  std::string text(const char* key, const std::string& otherwise) const { return text(json_, key, otherwise); }

  double number(const Json& object, const std::string& key, double otherwise) const {
    const auto found = object.find(key);
    if (found == object.end()) return otherwise;
    if (!found->is_number() || !std::isfinite(found->get<double>())) {
      wrong(fmt::format("has a '{}' that is not a finite number", key));
    }
    return found->get<double>();
  }
  double number(const std::string& key, double otherwise) const { return number(json_, key, otherwise); }

  int count(const Json& object, const char* key, int otherwise) const {
    const double value = number(object, key, otherwise);
    if (value != std::floor(value) || std::abs(value) > 1e9) wrong(fmt::format("has a '{}' that is not a count", key));
    return static_cast<int>(value);
  }
  int count(const char* key, int otherwise) const { return count(json_, key, otherwise); }

  bool flag(const char* key) const {
    const auto found = json_.find(key);
    if (found == json_.end()) return false;
    if (!found->is_boolean()) wrong(fmt::format("has a '{}' that is neither true nor false", key));
    return found->get<bool>();
  }

  [[noreturn]] void wrong(const std::string& what) const {
    throw AnswerError(fmt::format("gave an answer to {} that {}", question_, what));
  }

 private:
  const char* question_;
  Json json_;
};

/// It becomes the name of a folder.
bool is_name(const std::string& text) {
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  return !text.empty() && text.size() <= 64 && text[0] != '-' && std::all_of(text.begin(), text.end(), allowed);
}

Expectation expectation_from(const Answer& answer, const Json& json) {
  if (!json.is_object()) answer.wrong("has a protocol whose knobs are not an object {...}");
  Expectation expectation;
  expectation.paper = answer.text(json, "paper", "");
  expectation.verdict = answer.text(json, "verdict", "");
  if (!expectation.verdict.empty() && expectation.verdict != "OK" && expectation.verdict != "KO") {
    answer.wrong("has a 'verdict' that is neither OK nor KO");
  }
  expectation.knobs = {answer.count(json, "n", 0), answer.number(json, "dt", 0), answer.number(json, "tol", 0)};
  const Knobs& knobs = expectation.knobs;
  if (knobs.n < 0 || knobs.dt < 0 || knobs.tol < 0) answer.wrong("has a negative knob");
  return expectation;
}

}  // namespace

std::string describe_message() { return Json{{"message", "describe"}}.dump(); }

std::string open_message(const Scenario& scenario) {
  return Json{{"message", "open"}, {"scenario", to_json(scenario)}}.dump();
}

std::string advance_message(const Load& load) { return Json{{"message", "advance"}, {"load", to_json(load)}}.dump(); }

std::string observe_message(const std::vector<std::string>& names) {
  return Json{{"message", "observe"}, {"names", names}}.dump();
}

std::string save_message() { return Json{{"message", "save"}}.dump(); }

std::string load_message(const std::string& state) {
  return Json{{"message", "load"}, {"state", Json::parse(state)}}.dump();
}

Description parse_description(const std::string& line) {
  const Answer answer("describe", line);
  answer.must_be_good();
  Description description;
  Card& card = description.card;
  card.name = answer.text("name", "");
  if (!is_name(card.name)) answer.wrong("has no 'name' of small letters, digits and dashes");
  card.title = answer.text("title", card.name);
  card.kind = answer.text("kind", "Other");
  card.paper = answer.text("paper", "");
  card.summary = answer.text("summary", "");
  const Json& protocols = answer.at("protocols");
  if (!protocols.is_object() || protocols.empty()) answer.wrong("has no protocol in 'protocols'");
  for (const auto& [name, knobs] : protocols.items()) card.protocols[name] = expectation_from(answer, knobs);
  description.saves = answer.flag("saves");
  return description;
}

void parse_opened(const std::string& line) { Answer("open", line).must_be_good(); }

Reply parse_reply(const std::string& line) {
  const Answer answer("advance", line);
  Reply reply;
  if (const std::string error = answer.error(); !error.empty()) {
    reply.status = plumb::Status::not_converged;
    reply.note = error;
    return reply;
  }
  const std::string status = answer.text("status", "");
  if (status.empty()) answer.wrong("has no 'status'");
  try {
    reply.status = plumb::status_from_name(status);
  } catch (const plumb::UserError& error) {
    answer.wrong(fmt::format("has a status that nobody knows: {}", error.what()));
  }
  if (reply.status == plumb::Status::no_answer || reply.status == plumb::Status::interrupted) {
    answer.wrong(fmt::format("has the status {}, which is the judge's own", status));
  }
  reply.iterations = answer.count("iterations", 0);
  reply.residual = answer.number("residual", 0);
  reply.negative_modes = answer.count("negative_modes", -1);
  reply.note = answer.text("note", "");
  return reply;
}

Quantities parse_observation(const std::string& line, const std::vector<std::string>& names) {
  const Answer answer("observe", line);
  answer.must_be_good();
  const Json& observed = answer.at("observed");
  if (!observed.is_object()) answer.wrong("has an 'observed' that is not an object {...}");
  Quantities quantities;
  for (const std::string& name : names) {
    answer.at(observed, name.c_str());
    quantities[name] = answer.number(observed, name, 0);
  }
  return quantities;
}

std::string parse_saved(const std::string& line) {
  const Answer answer("save", line);
  answer.must_be_good();
  return answer.at("state").dump();
}

void parse_loaded(const std::string& line) { Answer("load", line).must_be_good(); }

}  // namespace judge
