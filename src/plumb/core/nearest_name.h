#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plumb {

/// Insertions, deletions, replacements and exchanges of neighbours that lead from one word to the other.
int edit_distance(std::string_view a, std::string_view b);

/// The valid name closest to what was typed; the first of equals. Empty when there are no names.
std::string nearest_name(std::string_view typed, const std::vector<std::string>& names);

}  // namespace plumb
