#include <plumb/scene/text/plain_toml.h>

#include <algorithm>

namespace plumb {
namespace {

constexpr int kDeepest = 32;

bool among(std::string_view characters, char c) { return characters.find(c) != std::string_view::npos; }

/// Just behind the string that begins at `at`; one that is not closed ends with its line.
std::size_t behind_string(std::string_view toml, std::size_t at) {
  const char quote = toml[at];
  for (++at; at < toml.size() && toml[at] != '\n'; ++at) {
    if (toml[at] == quote) return at + 1;
    if (quote == '"' && toml[at] == '\\') ++at;
  }
  return std::min(at, toml.size());
}

}  // namespace

std::optional<NotPlain> not_plain(std::string_view toml) {
  int n_open = 0, n_dots = 0;
  for (std::size_t at = 0; at < toml.size();) {
    const char c = toml[at];
    if (c == '"' || c == '\'') {
      // Inside a word the parser would not see a string in it.
      if (at > 0 && !among(" \t\n=[{,", toml[at - 1])) return NotPlain{at, "a quote must not stand inside a word"};
      const std::string_view three = toml.substr(at, 3);
      if (three == "\"\"\"" || three == "'''")
        return NotPlain{at, "text must stand on one line, in one pair of quotes"};
      at = behind_string(toml, at);
      continue;
    }
    if (c == '#') {
      at = std::min(toml.find('\n', at), toml.size());
      continue;
    }
    if (static_cast<unsigned char>(c) < 0x20 && !among("\t\n\r", c)) return NotPlain{at, "a control character"};
    if (static_cast<unsigned char>(c) >= 0x80) return NotPlain{at, "letters other than ASCII must stand in quotes"};
    if (c == '[' || c == '{') ++n_open;
    if (c == ']' || c == '}') --n_open;
    // What stands between these is one key, or one value.
    if (c == '.') {
      ++n_dots;
    } else if (among("[]{},=\n", c)) {
      n_dots = 0;
    }
    if (n_open > kDeepest || n_dots > kDeepest) return NotPlain{at, "nested too deeply for a scene"};
    ++at;
  }
  return std::nullopt;
}

}  // namespace plumb
