#pragma once

// What makes a run that ended well doubtful. A run without a warning promises that its answer is right.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

struct Warning {
  std::string kind;            ///< "snap", "crossing": of a kind and a body one warning is told
  std::string body;            ///< its name; a check of one body leaves it empty, the simulation fills it in
  std::optional<double> time;  ///< s, when it was first seen; none: of the scene as a whole
  std::string what;            ///< what was seen: "the energy has grown by 3 %"
  std::string advice;          ///< what to do: "lower dt"
  double severity = 0;         ///< of two warnings of one kind on one body, the text of the more severe one is kept

  bool operator==(const Warning&) const = default;
};

/// "rod, first at 0.4 s: the energy has grown by 3 %; lower dt".
std::string text(const Warning& warning);
std::vector<std::string> texts(const std::vector<Warning>& warnings);

/// Adds a warning. If one of its kind on its body is there already, the earlier time stays with the more severe text.
void add_warning(std::vector<Warning>& warnings, const Warning& warning);

/// Every bit of them; `load_warnings` throws UserError where the bytes are no saved warnings.
std::string save(const std::vector<Warning>& warnings);
std::vector<Warning> load_warnings(std::string_view bytes);

}  // namespace plumb
