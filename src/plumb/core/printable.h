#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace plumb {

/// Somebody else's text, fit for one line of a terminal, a record or a page. Control characters, which a terminal
/// obeys, and the marks that turn the direction of writing become spaces; bytes that are no UTF-8 become U+FFFD. A text
/// of more than `longest` characters is cut, and says so.
std::string printable(std::string_view text, std::size_t longest = std::string_view::npos);

}  // namespace plumb
