#pragma once

// What Plumb and a foreign program say to each other: a JSON object a line, in turns. docs/foreign-codes.md tells it to
// the program's author.
//
//   {"message":"describe"}                    {"name":"my-rod","protocols":{"cantilever":{"n":100}},"saves":true}
//   {"message":"open","scenario":{...}}       {}
//   {"message":"advance","load":{"gamma":1}}  {"status":"ok","iterations":4}
//   {"message":"observe","names":["drop"]}    {"observed":{"drop":0.1}}
//   {"message":"save"}                        {"state":...}
//   {"message":"load","state":...}            {}
//
// Any answer may be {"error":"one sentence"}.

#include <stdexcept>
#include <string>
#include <vector>

#include <judge/question/code.h>

namespace judge {

std::string describe_message();
std::string open_message(const Scenario& scenario);
std::string advance_message(const Load& load);
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
