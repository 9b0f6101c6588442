#pragma once

// The text of a file, line by line and word by word, and how to refuse what is wrong in it.

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace plumb {

/// Text of a file as it may stand in a message: one line, not too long.
std::string printable(std::string_view text);

/// Throws UserError: what is wrong, and in which place.
[[noreturn]] void refuse(const std::string& place, const std::string& why);

/// Lines of a text, counted from 1, without the marks at their ends.
class TextLines {
 public:
  TextLines(std::string_view text, const std::string& file_name) : rest_(text), file_name_(file_name) {}

  /// None at the end of the text.
  std::optional<std::string_view> next();
  /// What comes after the last line that was given.
  std::string_view rest() const { return rest_; }
  /// Returns the number of the last line that was given.
  int number() const { return number_; }
  /// "file:number", for messages.
  std::string place() const { return place(number_); }
  std::string place(int number) const;

 private:
  std::string_view rest_;
  std::string file_name_;
  int number_ = 0;
};

/// The next word of a line, which is cut from it; empty at the end.
std::string_view next_word(std::string_view& line);

/// The number that is the whole word, or none.
template <class Number>
std::optional<Number> parsed(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  Number value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return value;
}

}  // namespace plumb
