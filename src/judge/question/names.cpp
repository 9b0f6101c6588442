#include <judge/question/names.h>

#include <algorithm>

namespace judge {
namespace {

bool is_letter_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

}  // namespace

bool is_plain_name(std::string_view text) {
  constexpr std::size_t longest = 64;
  const auto allowed = [](char c) { return is_letter_or_digit(c) || c == '-' || c == '_'; };
  return !text.empty() && text.size() <= longest && is_letter_or_digit(text.front()) &&
         std::all_of(text.begin(), text.end(), allowed);
}

bool is_code_name(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return is_plain_name(text);
  return is_plain_name(text.substr(0, slash)) && is_plain_name(text.substr(slash + 1));
}

}  // namespace judge
