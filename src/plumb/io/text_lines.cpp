#include <plumb/io/text_lines.h>

#include <algorithm>

#include <fmt/format.h>

#include <plumb/core/status.h>

namespace plumb {

std::string printable(std::string_view text) {
  constexpr std::size_t most = 60;
  std::string out(text.substr(0, most));
  for (char& c : out) c = c >= ' ' && c <= '~' ? c : '?';
  return text.size() > most ? out + "..." : out;
}

void refuse(const std::string& place, const std::string& why) { throw UserError(fmt::format("{}: {}", place, why)); }

std::optional<std::string_view> TextLines::next() {
  if (rest_.empty()) return std::nullopt;
  ++number_;
  const std::size_t end = std::min(rest_.find('\n'), rest_.size());
  std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string TextLines::place(int number) const { return fmt::format("{}:{}", file_name_, number); }

std::string_view next_word(std::string_view& line) {
  constexpr std::string_view space = " \t\r\v\f";
  line.remove_prefix(std::min(line.find_first_not_of(space), line.size()));
  const std::string_view word = line.substr(0, line.find_first_of(space));
  line.remove_prefix(word.size());
  return word;
}

}  // namespace plumb
