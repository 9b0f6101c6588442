#pragma once

// Numbers and texts as bytes that come back bit for bit: what saved states are made of. Bytes are those of this
// machine, the lowest first.

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include <plumb/core/status.h>

namespace plumb {

template <class Number>
concept PlainNumber = std::is_arithmetic_v<Number> && std::endian::native == std::endian::little;

class ByteWriter {
 public:
  template <PlainNumber Number>
  void put(Number number) {
    bytes_.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
  /// Numbers without their count.
  void put_all(std::span<const double> numbers) {
    bytes_.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
  }
  void put_count(std::size_t n) { put(std::uint64_t{n}); }
  /// Numbers behind their count.
  void put(std::span<const double> numbers) {
    put_count(numbers.size());
    put_all(numbers);
  }
  /// A text behind its size.
  void put(std::string_view text) {
    put_count(text.size());
    bytes_ += text;
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads what a ByteWriter wrote, in the same order. Whatever does not fit throws UserError with one sentence.
class ByteReader {
 public:
  /// The bytes must outlive the reader. `complaint`: the sentence.
  ByteReader(std::string_view bytes, std::string_view complaint) : bytes_(bytes), complaint_(complaint) {}

  template <PlainNumber Number>
  Number get() {
    if constexpr (std::is_same_v<Number, bool>) {
      const auto byte = get<std::uint8_t>();
      if (byte > 1) fail();
      return byte == 1;
    } else {
      Number number;
      std::memcpy(&number, taken(sizeof number).data(), sizeof number);
      return number;
    }
  }
  /// Returns how many items follow, each of at least `size` bytes: no count makes room for more than there is.
  std::size_t count(std::size_t size) {
    const auto n = get<std::uint64_t>();
    if (n > (bytes_.size() - at_) / size) fail();
    return static_cast<std::size_t>(n);
  }
  /// Fills `out` with numbers that were written without their count.
  void get_all(std::span<double> out) {
    const std::string_view from = taken(out.size_bytes());
    if (!from.empty()) std::memcpy(out.data(), from.data(), from.size());
  }
  /// Returns a text; it is a part of the bytes.
  std::string_view text() { return taken(count(1)); }
  bool ended() const { return at_ == bytes_.size(); }
  /// Fails unless everything has been read.
  void end() const {
    if (!ended()) fail();
  }
  [[noreturn]] void fail() const { throw UserError(std::string(complaint_)); }

 private:
  std::string_view taken(std::size_t n) {
    if (n > bytes_.size() - at_) fail();
    const std::string_view part = bytes_.substr(at_, n);
    at_ += n;
    return part;
  }

  std::string_view bytes_, complaint_;
  std::size_t at_ = 0;
};

}  // namespace plumb
