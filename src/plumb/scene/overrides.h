#pragma once

#include <string>
#include <vector>

#include <plumb/scene/scene.h>
#include <plumb/scene/toml_text.h>

namespace plumb {

/// Writes the overrides into the tables of a file, without asking whether their keys mean anything: reading the tables
/// will. What they write has no line.
void apply(const std::vector<Override>& overrides, toml::table& file, const std::string& file_name);

}  // namespace plumb
