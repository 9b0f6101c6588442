#pragma once

// Names that become folders, links and the ids of a page's elements.

#include <string_view>

namespace judge {

/// Letters, digits, '-' and '_', beginning with a letter or a digit; at most 64 characters.
bool is_plain_name(std::string_view text);

/// The name of a code: a plain name, or two with a '/' between them for a variant (libshell/stvk-tan).
bool is_code_name(std::string_view text);

}  // namespace judge
