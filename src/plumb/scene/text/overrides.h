#pragma once

#include <string>
#include <vector>

#include <plumb/scene/text/toml_text.h>

namespace plumb {

/// A key of the file set from outside: "rod.length" = "12 cm" (with several rods: "rod.curl.length"; an entry of a
/// list by its number from 0: "world.gravity.2"). The value is read as TOML where it is TOML, as text otherwise.
struct Override {
  std::string key, value;
};

/// Writes the overrides into the tables of a file, without asking whether their keys mean anything: reading the tables
/// will. What they write has no line.
void apply(const std::vector<Override>& overrides, toml::table& file, const std::string& file_name);

}  // namespace plumb
