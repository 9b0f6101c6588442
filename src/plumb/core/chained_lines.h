#pragma once

// Lines of JSON objects, each closed by a checksum of itself and of all lines before it:
//   {"load":{...},...,"check":"0123456789abcdef"}
// What follows a line that does not agree is not believed, whatever it says.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

struct ChainedLine {
  std::string text;     ///< the object without its checksum
  std::string check;    ///< 16 hexadecimal digits
  std::size_t end = 0;  ///< bytes from the start of the file to the end of this line

  std::string written() const;  ///< as it stands in the file, with the end of line
};

/// The line for `text`, a non-empty JSON object, after a line with the checksum `previous` (empty for the first).
ChainedLine chain_line(const std::string& text, const std::string& previous);

/// The lines of a file up to the first that is torn or does not agree with its checksum.
std::vector<ChainedLine> sound_lines(std::string_view file);

}  // namespace plumb
