#include <judge/foreign/messages.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include <judge/question/json_line.h>
#include <judge/question/names.h>
#include <judge/question/scenario_json.h>
#include <plumb/core/nearest_name.h>
#include <plumb/core/printable.h>

namespace judge {
namespace {

using Json = nlohmann::json;                 // what is read
using OrderedJson = nlohmann::ordered_json;  // what is said

/// Returns enough of a line to recognise it.
std::string excerpt(const std::string& line) { return plumb::printable(line, 80); }

// What one line may hold, so that neither records nor pages fill with it.
constexpr std::size_t kLongestDescription = 64 << 10;
constexpr std::size_t kLongestNote = 1000;
constexpr std::size_t kLongestText = 300;
constexpr std::size_t kMostProtocols = 100, kMostWords = 100;

/// An answer under way from a line to a value; it knows the question, for the sentence.
class Answer {
 public:
  Answer(const char* question, const std::string& line) : question_(question) {
    if (is_too_deep(line)) {
      throw AnswerError(fmt::format("answered {} with more than 500 brackets within each other", question));
    }
    json_ = parse_line(line);
    if (json_.is_discarded()) {
      throw AnswerError(fmt::format("answered {} with \"{}\", which is not JSON{}", question, excerpt(line),
                                    line.find("NaN") != std::string::npos ? " (it has no NaN)" : ""));
    }
    if (!json_.is_object()) {
      throw AnswerError(
          fmt::format("answered {} with \"{}\", which is not an object {{...}}", question, excerpt(line)));
    }
  }

  /// Returns the sentence of an answer that says {"error": ...}; empty if it says none.
  std::string error() const {
    const auto found = json_.find("error");
    if (found == json_.end()) return {};
    const std::string sentence = found->is_string() ? plumb::printable(found->get<std::string>(), kLongestNote) : "";
    return sentence.empty() ? "an error" : sentence;
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

  /// Returns a text fit to be shown, cut where it is longer than a reader wants.
  std::string text(const Json& object, const char* key, const std::string& otherwise,
                   std::size_t longest = kLongestText) const {
    const auto found = object.find(key);
    if (found == object.end()) return otherwise;
    if (!found->is_string()) wrong(fmt::format("has a '{}' that is not a text", key));
    return plumb::printable(found->get<std::string>(), longest);
  }
  std::string text(const char* key, const std::string& otherwise, std::size_t longest = kLongestText) const {
    return text(json_, key, otherwise, longest);
  }

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

  /// Returns a list of words; none if there is no such key.
  std::vector<std::string> words(const char* key) const {
    std::vector<std::string> list;
    const auto found = json_.find(key);
    if (found == json_.end()) return list;
    if (!found->is_array() || found->size() > kMostWords)
      wrong(fmt::format("has a '{}' that is no list of words", key));
    for (const Json& word : *found) {
      if (!word.is_string()) wrong(fmt::format("has a '{}' that is no list of words", key));
      list.push_back(plumb::printable(word.get<std::string>(), kLongestText));
    }
    return list;
  }

  bool has(const char* key) const { return json_.contains(key); }

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

void refuse_unknown_knobs(const Answer& answer, const Json& json) {
  const std::vector<std::string> known{"n", "dt", "tol", "paper", "verdict"};
  for (const auto& [key, value] : json.items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const std::string near = plumb::nearest_name(key, known);
    answer.wrong(fmt::format("has an unknown knob '{}'; {}", plumb::printable(key, 80),
                             near.empty() ? "knobs are n, dt and tol" : fmt::format("did you mean '{}'?", near)));
  }
}

Expectation expectation_from(const Answer& answer, const Json& json) {
  if (!json.is_object()) answer.wrong("has a protocol whose knobs are not an object {...}");
  refuse_unknown_knobs(answer, json);
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

std::string describe_message() { return OrderedJson{{"message", "describe"}, {"version", message_version}}.dump(); }

std::string open_message(const Scenario& scenario) {
  return OrderedJson{{"message", "open"}, {"version", message_version}, {"scenario", to_json(scenario)}}.dump();
}

std::string advance_message(const Load& load, const Quantities& si) {
  Quantities told = load.values;
  told.insert(si.begin(), si.end());
  return OrderedJson{{"message", "advance"}, {"load", to_json(told)}}.dump();
}

std::string observe_message(const std::vector<std::string>& names) {
  return OrderedJson{{"message", "observe"}, {"names", names}}.dump();
}

std::string save_message() { return OrderedJson{{"message", "save"}}.dump(); }

std::string load_message(const std::string& state) {
  const Json json = parse_line(state);
  if (json.is_discarded()) throw AnswerError("has a saved state that is not JSON");
  return R"({"message":"load","state":)" + json.dump() + '}';
}

Description parse_description(const std::string& line) {
  if (line.size() > kLongestDescription) throw AnswerError("answered describe with more than 64 KiB");
  const Answer answer("describe", line);
  answer.must_be_good();
  Description description;
  Card& card = description.card;
  card.name = answer.text("name", "");
  if (!is_plain_name(card.name)) answer.wrong("has no 'name' of letters, digits and dashes");
  card.title = answer.text("title", card.name);
  card.kind = answer.text("kind", "Other");
  card.paper = answer.text("paper", "");
  card.summary = answer.text("summary", "", kLongestNote);
  const Json& protocols = answer.at("protocols");
  if (!protocols.is_object() || protocols.empty()) answer.wrong("has no protocol in 'protocols'");
  if (protocols.size() > kMostProtocols) answer.wrong(fmt::format("names more than {} protocols", kMostProtocols));
  for (const auto& [name, knobs] : protocols.items()) {
    card.protocols[plumb::printable(name, kLongestText)] = expectation_from(answer, knobs);
  }
  description.saves = answer.flag("saves");
  description.tells = answer.words("tells");
  card.places = answer.words("places");
  for (const std::string& word : card.places) {
    constexpr std::array known{"turn", "mirror", "shift", "curvature"};
    if (std::find(known.begin(), known.end(), word) != known.end()) continue;
    answer.wrong(fmt::format("has '{}' among its 'places', which are turn, mirror, shift and curvature", word));
  }
  return description;
}

void parse_opened(const std::string& line) { Answer("open", line).must_be_good(); }

Reply parse_reply(const std::string& line) {
  const Answer answer("advance", line);
  Reply reply;
  if (const std::string error = answer.error(); !error.empty()) {
    // An exception that no load can cause: the next load would meet it again.
    if (answer.text("fault", "") == "program") throw AnswerError(fmt::format("has a fault of its own: {}", error));
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
  if (answer.has("residual")) reply.residual = answer.number("residual", 0);
  reply.negative_modes = answer.count("negative_modes", -1);
  reply.note = answer.text("note", "", kLongestNote);
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
