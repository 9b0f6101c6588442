#pragma once

// Numbers as the bytes of a file, the lowest first, and such bytes as text.

#include <bit>
#include <cstdint>
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

/// RFC 4648, with padding, without line breaks.
std::string base64(std::string_view bytes);

/// The checksum of zip files: polynomial 0xedb88320.
std::uint32_t crc32(std::string_view bytes);

}  // namespace plumb
