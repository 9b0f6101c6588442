#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace plumb {

/// The saved state of a computation, bound to the program that made it and to its place in a chain of records: in
/// another place, or after other records, it is not believed.
struct BoundState {
  std::string program;    ///< fingerprint, 16 hexadecimal digits
  std::size_t place = 0;  ///< how many records, or which frame
  std::string chain;      ///< checksum of what comes before, 16 hexadecimal digits
  std::string bytes;

  /// Returns the checksum of everything in this state; the next state of the chain is bound to it.
  std::string check() const;
  /// Returns the state as a file: one line that says all this, then the bytes.
  std::string written() const;
};

/// Nothing where the text is torn or altered: it must equal what is written for the state that it parses to.
std::optional<BoundState> parse_bound_state(const std::string& text);

}  // namespace plumb
