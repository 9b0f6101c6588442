#pragma once

#include <string>
#include <vector>

#include <plumb/scene/text/toml_text.h>

namespace plumb {

/// Returns the keys of the numbers in the tables of a file, but for its title, as an Override takes them.
std::vector<std::string> numeric_keys(toml::table file);

}  // namespace plumb
