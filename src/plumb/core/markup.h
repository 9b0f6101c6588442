#pragma once

#include <string>
#include <string_view>

namespace plumb {

/// Text that XML and HTML read as text, in attributes too. Control characters, which XML forbids, become spaces.
std::string markup_escaped(std::string_view text);

}  // namespace plumb
