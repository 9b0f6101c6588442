#pragma once

#include <string>
#include <vector>

#include <plumb/scene/text/entry.h>

namespace plumb {

/// The tables of all rods or of all plates: one [rod], or several [[rod]], each called by its name as far as it has
/// one. None where there is no such key.
std::vector<Entry> body_entries(const Keys& file, const std::string& kind);

/// The key name, or the kind.
std::string read_name(const Keys& keys, const std::string& kind);

/// Refuses a name that another body of the scene has.
void check_name(const std::vector<std::string>& before, const std::string& name, const Entry& entry);

}  // namespace plumb
