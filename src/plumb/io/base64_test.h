#pragma once

// Reads base64 and little-endian numbers, for tests of what writes them.

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

/// Bit by bit; anything that is no digit ends it.
inline std::string bytes_of_base64(std::string_view text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  int n_bits = 0, value = 0;
  for (const char c : text) {
    const std::size_t digit = digits.find(c);
    if (digit == std::string::npos) break;
    for (int bit = 5; bit >= 0; --bit) {
      value = 2 * value + static_cast<int>((digit >> bit) & 1);
      if (++n_bits % 8 == 0) {
        bytes += static_cast<char>(value);
        value = 0;
      }
    }
  }
  return bytes;
}

template <class Number>
std::vector<Number> numbers_of_bytes(std::string_view bytes) {
  std::vector<Number> numbers(bytes.size() / sizeof(Number));
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(Number));
  return numbers;
}

}  // namespace plumb
