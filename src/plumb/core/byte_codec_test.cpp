#include <plumb/core/byte_codec.h>

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace plumb {
namespace {

std::string written() {
  ByteWriter w;
  w.put(true);
  w.put(-0.0);
  w.put(std::uint64_t{7});
  w.put(std::string_view("a\0b", 3));
  w.put(std::vector<double>{1.5, std::numeric_limits<double>::denorm_min()});
  return w.take();
}

void read(const std::string& bytes) {
  ByteReader r(bytes, "not what was written");
  EXPECT_TRUE(r.get<bool>());
  EXPECT_TRUE(std::signbit(r.get<double>()));
  EXPECT_EQ(r.get<std::uint64_t>(), 7u);
  EXPECT_EQ(r.text(), std::string_view("a\0b", 3));
  std::vector<double> numbers(r.count(sizeof(double)));
  r.get_all(numbers);
  EXPECT_EQ(numbers, (std::vector<double>{1.5, std::numeric_limits<double>::denorm_min()}));
  r.end();
}

TEST(ByteCodec, gives_back_every_bit) { read(written()); }

TEST(ByteCodec, refuses_what_was_cut_or_goes_on) {
  const std::string bytes = written();
  for (std::size_t n = 0; n < bytes.size(); ++n) EXPECT_THROW(read(bytes.substr(0, n)), UserError) << n;
  EXPECT_THROW(read(bytes + 'x'), UserError);
}

TEST(ByteCodec, believes_no_count_beyond_the_bytes_and_no_third_truth) {
  ByteWriter w;
  w.put(std::numeric_limits<std::uint64_t>::max());
  const std::string bytes = w.take(), two(1, '\2');
  EXPECT_THROW(ByteReader(bytes, "").count(8), UserError);
  EXPECT_THROW(ByteReader(bytes, "").text(), UserError);
  EXPECT_THROW(ByteReader(two, "").get<bool>(), UserError);
}

}  // namespace
}  // namespace plumb
