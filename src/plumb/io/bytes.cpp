#include <plumb/io/bytes.h>

#include <algorithm>
#include <array>

namespace plumb {
namespace {

std::array<std::uint32_t, 256> remainders() {
  std::array<std::uint32_t, 256> table;
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t value = byte;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) ? 0xedb88320u : 0u);
    table[byte] = value;
  }
  return table;
}

}  // namespace

std::string base64(std::string_view bytes) {
  static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    // Three bytes make four digits; what is missing of the last three is zero bits, and '=' where no digit is needed.
    const std::size_t n = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) bits = (bits << 8) | (k < n ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) out += k <= n ? digits[(bits >> (18 - 6 * k)) & 63] : '=';
  }
  return out;
}

void Base64Writer::write(std::string_view bytes) {
  pending_.append(bytes);
  const std::size_t whole = pending_.size() / 3 * 3;
  out_(base64(std::string_view(pending_).substr(0, whole)));
  pending_.erase(0, whole);
}

void Base64Writer::end() {
  out_(base64(pending_));
  pending_.clear();
}

std::uint32_t crc32(std::string_view bytes, std::uint32_t so_far) {
  static const std::array<std::uint32_t, 256> table = remainders();
  std::uint32_t value = ~so_far;
  for (const char c : bytes) value = table[(value ^ static_cast<unsigned char>(c)) & 0xff] ^ (value >> 8);
  return ~value;
}

}  // namespace plumb
