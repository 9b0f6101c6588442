#include <plumb/scene/text/toml_text.h>

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/scene/text/plain_toml.h>

namespace plumb {
namespace {

constexpr std::size_t kMostBytes = 1 << 20;
constexpr std::size_t kMostQuoted = 60;

/// Bytes of the UTF-8 character at the beginning; zero: it is none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<std::uint8_t>(text[i]) : std::uint8_t{};
  };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  if (byte(0) < 0x80) return 1;
  if (byte(0) >= 0xC2 && byte(0) < 0xE0) return follows(1) ? 2 : 0;
  if (byte(0) >= 0xE0 && byte(0) < 0xF0) {
    const bool overlong = byte(0) == 0xE0 && byte(1) < 0xA0, surrogate = byte(0) == 0xED && byte(1) >= 0xA0;
    return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (byte(0) >= 0xF0 && byte(0) < 0xF5) {
    const bool overlong = byte(0) == 0xF0 && byte(1) < 0x90, beyond = byte(0) == 0xF4 && byte(1) >= 0x90;
    return follows(1) && follows(2) && follows(3) && !overlong && !beyond ? 4 : 0;
  }
  return 0;
}

[[noreturn]] void refuse(const std::string& file_name, std::ptrdiff_t line, const std::string& why) {
  throw UserError(on_one_line(fmt::format("{}:{}: {}", file_name, line, why)));
}

std::ptrdiff_t line_of(std::string_view text, std::size_t place) {
  return 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(place), '\n');
}

void check_utf8(std::string_view text, const std::string& file_name) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text.substr(at));
    if (length == 0) {
      refuse(
          file_name, line_of(text, at),
          fmt::format("byte 0x{:02x} is not UTF-8; save the file as UTF-8 text", static_cast<std::uint8_t>(text[at])));
    }
    at += length;
  }
}

std::string_view nth_line(std::string_view text, std::size_t line) {
  for (; line > 1; --line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

/// Most lines that are no TOML have words without quotes: `length = 20 cm`, `method = static`.
std::string_view hint(std::string_view line) {
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) return "";
  const std::string_view value = line.substr(equals + 1);
  if (value.find_first_of("\"'{") != std::string_view::npos) return "";
  // The letter e alone may belong to a number.
  const auto letter = [](char c) { return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) && c != 'e' && c != 'E'; };
  if (std::none_of(value.begin(), value.end(), letter)) return "";
  return value.find_first_of("0123456789") == std::string_view::npos
             ? "; text stands in quotes, as method = \"static\""
             : "; a number with a unit stands in quotes, as length = \"20 cm\"";
}

/// "expected ']', saw '\n'" of "Error while parsing table header: expected ']', saw '\n'".
std::string_view without_preamble(std::string_view description) {
  const std::size_t colon = description.find(": ");
  return description.starts_with("Error while parsing") && colon != std::string_view::npos
             ? description.substr(colon + 2)
             : description;
}

}  // namespace

std::string on_one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return line;
}

std::string quotable(std::string_view text) {
  if (text.size() <= kMostQuoted) return on_one_line(text);
  std::size_t end = kMostQuoted;
  while (end > 0 && (static_cast<std::uint8_t>(text[end]) & 0xC0) == 0x80) --end;
  return on_one_line(text.substr(0, end)) + "...";
}

toml::table parse_toml(std::string_view text, const std::string& file_name) {
  if (text.size() > kMostBytes) {
    throw UserError(
        on_one_line(fmt::format("{}: a scene file has at most 1 MiB, this one has {} bytes", file_name, text.size())));
  }
  check_utf8(text, file_name);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // the mark that some editors begin a file with
  if (const auto found = not_plain(text)) refuse(file_name, line_of(text, found->place), std::string(found->what));
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    const std::size_t line = error.source().begin.line;
    refuse(file_name, static_cast<std::ptrdiff_t>(line),
           fmt::format("not TOML: {}{}", without_preamble(error.description()), hint(nth_line(text, line))));
  }
}

}  // namespace plumb
