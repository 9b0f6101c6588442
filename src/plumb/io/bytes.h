#pragma once

// Numbers as the bytes of a file, the lowest first, and such bytes as text.

#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace plumb {

template <class Number>
void append_bytes(std::string& out, std::span<const Number> numbers) {
  static_assert(std::endian::native == std::endian::little && std::is_arithmetic_v<Number>);
  out.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
}

template <class Number>
void append_bytes(std::string& out, Number number) {
  append_bytes(out, std::span<const Number>(&number, 1));
}

/// Where the pieces of a file go, one after the other.
using Sink = std::function<void(std::string_view)>;

/// RFC 4648, with padding, without line breaks.
std::string base64(std::string_view bytes);

/// The same of bytes that come in pieces.
class Base64Writer {
 public:
  explicit Base64Writer(const Sink& out) : out_(out) {}
  void write(std::string_view bytes);
  void end();

 private:
  const Sink& out_;
  std::string pending_;  ///< what does not make three bytes yet
};

/// The checksum of zip files: polynomial 0xedb88320. Of bytes in pieces: `so_far` is that of the pieces before.
std::uint32_t crc32(std::string_view bytes, std::uint32_t so_far = 0);

}  // namespace plumb
