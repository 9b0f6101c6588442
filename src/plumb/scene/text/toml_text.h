#pragma once

#include <string>
#include <string_view>

#define TOML_HEADER_ONLY 0
#include <toml++/toml.h>

namespace plumb {

/// Parses the text of a file as TOML; every node of the result knows its line. What is no plain TOML, no UTF-8, or
/// longer than 1 MiB is a UserError.
toml::table parse_toml(std::string_view text, const std::string& file_name);

/// Text of somebody else's for a sentence: on one line, and shortened to 60 characters.
std::string quotable(std::string_view text);
/// The same without shortening.
std::string on_one_line(std::string_view text);

}  // namespace plumb
