#pragma once

// What Plumb and a foreign program say to each other: a JSON object a line, in turns. docs/foreign-codes.md tells it to
// the program's author.
//
//   {"message":"describe","version":2}                  {"name":"my-rod","protocols":{"cantilever":{"n":100}}}
//   {"message":"open","version":2,"scenario":{...}}     {}
//   {"message":"advance","load":{"gamma":1,"g":8.3}}    {"status":"ok","iterations":4}
//   {"message":"observe","names":["drop"]}              {"observed":{"drop":0.1}}
//   {"message":"save"}                                  {"state":...}
//   {"message":"load","state":...}                      {}
//
// Any answer may be {"error":"one sentence"}; with "fault":"program" it is a mistake in the program, not a load that failed.

#include <stdexcept>
#include <string>
#include <vector>

#include <judge/question/code.h>

namespace judge {

/// Version 1 told Gamma and scales; version 2 states all in SI units beside them, and asks
/// for what a program `tells`.
inline constexpr int message_version = 2;

std::string describe_message();
std::string open_message(const Scenario& scenario);
/// `si` is the load in SI units.
std::string advance_message(const Load& load, const Quantities& si);
std::string observe_message(const std::vector<std::string>& names);
std::string save_message();
std::string load_message(const std::string& state);

/// What is wrong with an answer, as the end of a sentence: "answered advance without a 'status'".
class AnswerError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Description {
  Card card;
  bool saves = false;
  std::vector<std::string> tells{};  ///< what else it may be asked to observe: forces, energies
};

/// These read the answers. If one is not what was asked for, or says {"error": ...}, they throw AnswerError.
Description parse_description(const std::string& line);
void parse_opened(const std::string& line);
/// Returns the answer to a load. An error is a load that failed: a status and a note.
Reply parse_reply(const std::string& line);
/// Returns every name with a finite number.
Quantities parse_observation(const std::string& line, const std::vector<std::string>& names);
/// Returns the state as it will be handed back.
std::string parse_saved(const std::string& line);
void parse_loaded(const std::string& line);

}  // namespace judge
