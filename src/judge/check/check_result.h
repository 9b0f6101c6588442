#pragma once

// What a check of a cell found: one line of its panel.

#include <string>
#include <string_view>

namespace judge {

enum class Outcome {
  passed,
  failed,
  not_run,  ///< nobody asked, or the plain run gave nothing to compare with
  cannot,   ///< the code cannot be asked: it saves nothing, or was not told where it stands
};

struct CheckResult {
  std::string name;  ///< "units", "history": a column of the panel
  Outcome outcome = Outcome::not_run;
  std::string figure{};  ///< what was found, in a few words: "3e-14 of the largest drop"
  std::string why{};     ///< one sentence where it failed, or why there is no outcome
};

inline std::string_view name(Outcome outcome) {
  switch (outcome) {
    case Outcome::passed:
      return "passed";
    case Outcome::failed:
      return "failed";
    case Outcome::not_run:
      return "not run";
    case Outcome::cannot:
      return "cannot be run";
  }
  return "";
}

}  // namespace judge
