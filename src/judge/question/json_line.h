#pragma once

// JSON that anybody may have written: an answer of a foreign program, a line of somebody else's run folder.

#include <string>

#include <nlohmann/json.hpp>

namespace judge {

/// Returns true if the line has more than 500 brackets within each other. Copying or printing such a value needs a
/// stack as deep.
bool is_too_deep(const std::string& line);

/// The value of a line; `discarded` where it is no JSON. Keys are sorted: an object whose keys keep their order looks
/// each of them up among all others, which takes hours for a million.
nlohmann::json parse_line(const std::string& line);

}  // namespace judge
