#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace plumb {

/// Something in a TOML text that no scene needs.
struct NotPlain {
  std::size_t place = 0;
  std::string_view what;
};

/// Scenes use plain TOML: nested at most 32 deep, keys of at most 32 parts, strings on one line and as whole values,
/// printable ASCII outside strings and comments. The parser is not asked about the rest: it lets keys of any number of
/// parts nest tables until their destruction overflows the stack, and it is undefined for some characters where it
/// looks for whitespace.
std::optional<NotPlain> not_plain(std::string_view toml);

}  // namespace plumb
