#pragma once

#include <string>
#include <string_view>

namespace plumb {

/// Text that XML and HTML read as text, in attributes too. Control characters, which XML forbids, become spaces.
std::string markup_escaped(std::string_view text);

/// JSON as the content of a <script> element: no text in it ends the element.
std::string script_escaped(std::string_view json);

}  // namespace plumb
