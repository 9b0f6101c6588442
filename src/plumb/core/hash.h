#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace plumb {

/// FNV-1a, 64 bits: h <- (h xor byte) * prime. Tells whether two runs gave the same bits and whether a line was
/// altered; no protection against intent. The bytes are those of this machine, so hashes are never committed.
class Hash {
 public:
  Hash& add(std::string_view bytes) {
    for (const char c : bytes) value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return *this;
  }
  /// Bit for bit: 0.0 and -0.0 differ.
  Hash& add(std::span<const double> numbers) {
    return add(std::string_view(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()));
  }

  std::uint64_t value() const { return value_; }
  std::string hex() const;  ///< 16 digits

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

}  // namespace plumb
