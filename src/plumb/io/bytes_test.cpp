#include <plumb/io/bytes.h>

#include <gtest/gtest.h>

#include <plumb/io/base64_test.h>

namespace plumb {
namespace {

TEST(Bytes, base64_equals_the_examples_of_rfc_4648) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xfb\xff"), "+/8=");
}

TEST(Bytes, base64_brings_every_byte_back) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  EXPECT_EQ(bytes_of_base64(base64(bytes)), bytes);
}

TEST(Bytes, the_checksum_equals_the_published_one) {
  EXPECT_EQ(crc32("123456789"), 0xcbf43926u);
  EXPECT_EQ(crc32(""), 0u);
}

TEST(Bytes, pieces_make_the_same_base64_and_checksum_as_the_whole) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  for (const std::size_t piece : {1u, 2u, 3u, 7u, 255u}) {
    std::string text;
    const Sink out = [&](std::string_view more) { text += more; };
    Base64Writer writer(out);
    std::uint32_t checksum = 0;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
      writer.write(std::string_view(bytes).substr(at, piece));
      checksum = crc32(std::string_view(bytes).substr(at, piece), checksum);
    }
    writer.end();
    EXPECT_EQ(text, base64(bytes)) << piece;
    EXPECT_EQ(checksum, crc32(bytes)) << piece;
  }
}

TEST(Bytes, the_lowest_byte_comes_first) {
  std::string bytes;
  append_bytes(bytes, std::uint32_t{0x01020304});
  EXPECT_EQ(bytes, "\x04\x03\x02\x01");
}

}  // namespace
}  // namespace plumb
