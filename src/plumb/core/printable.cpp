#include <plumb/core/printable.h>

#include <cstdint>

namespace plumb {
namespace {

constexpr std::uint32_t kNoCharacter = 0xfffd;

/// Takes the first character off the text. A byte that begins no character is taken alone, as U+FFFD.
std::uint32_t take_character(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const std::size_t size = first < 0x80   ? 1
                           : first < 0xc2 ? 0
                           : first < 0xe0 ? 2
                           : first < 0xf0 ? 3
                           : first < 0xf5 ? 4
                                          : 0;
  std::uint32_t character = size == 1 ? first : size == 0 ? kNoCharacter : first & (0x7fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if (i >= text.size() || (byte(i) & 0xc0) != 0x80) {
      text.remove_prefix(1);
      return kNoCharacter;
    }
    character = character << 6 | (byte(i) & 0x3fu);
  }
  const bool overlong = (size == 3 && character < 0x800) || (size == 4 && character < 0x10000);
  const bool surrogate = character >= 0xd800 && character < 0xe000;
  if (overlong || surrogate || character > 0x10ffff) {
    text.remove_prefix(1);
    return kNoCharacter;
  }
  text.remove_prefix(size == 0 ? 1 : size);
  return character;
}

bool is_obeyed(std::uint32_t c) {
  const bool control = c < 0x20 || (c >= 0x7f && c < 0xa0);
  const bool breaks_line = c == 0x2028 || c == 0x2029;
  const bool turns = c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
  return control || breaks_line || turns;
}

}  // namespace

std::string printable(std::string_view text, std::size_t longest) {
  std::string out;
  for (std::size_t n = 0; !text.empty(); ++n) {
    if (n == longest) return out + "... (cut)";
    const std::string_view before = text;
    const std::uint32_t character = take_character(text);
    if (is_obeyed(character)) {
      out += ' ';
    } else if (character == kNoCharacter) {
      out += "\ufffd";
    } else {
      out += before.substr(0, before.size() - text.size());
    }
  }
  return out;
}

}  // namespace plumb
