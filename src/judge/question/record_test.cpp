#include <judge/question/record.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace judge {
namespace {

TEST(Record, numbers_come_back_bit_for_bit) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    const double value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    Record record;
    record.load["gamma"] = value;
    record.observed["drop"] = -value;
    const Record copy = parse_record(record_line(record));
    ASSERT_EQ(std::bit_cast<std::uint64_t>(copy.load.at("gamma")), std::bit_cast<std::uint64_t>(value));
    ASSERT_EQ(std::bit_cast<std::uint64_t>(copy.observed.at("drop")), std::bit_cast<std::uint64_t>(-value));
  }
}

TEST(Record, keeps_the_reply) {
  const Reply reply{plumb::Status::singular, 12, 3e-9, 2, "a \"pivot\" vanished: \xff"};
  const Record copy = parse_record(record_line({{{"x", 1}}, reply, {}}));
  EXPECT_EQ(copy.reply.status, plumb::Status::singular);
  EXPECT_EQ(copy.reply.iterations, 12);
  EXPECT_EQ(copy.reply.residual, 3e-9);
  EXPECT_EQ(copy.reply.negative_modes, 2);
  EXPECT_EQ(copy.reply.note, "a \"pivot\" vanished: \uFFFD") << "what is no text in UTF-8 is replaced";
  EXPECT_TRUE(copy.observed.empty());
}

TEST(Record, header_states_all_that_the_records_depend_on) {
  const Scenario scenario{"cantilever",         "sweep",        {{"nu", 0.1}}, {0.5, 2e9, 1287},
                          {300, 0.5e-3, 1e-13}, Sampling::quick};
  const std::string line = header_line("rod", scenario);
  EXPECT_EQ(parse_header(line).code, "rod");
  EXPECT_EQ(parse_header(line).scenario, scenario);

  std::vector<Scenario> changed(9, scenario);
  changed[0].protocol = "other";
  changed[1].branch = "other";
  changed[2].regime["nu"] = 0.2;
  changed[3].scales.length = 0.8;
  changed[4].scales.young = 1;
  changed[5].scales.density = 1;
  changed[6].knobs.n = 301;
  changed[7].knobs.tol = 1e-12;
  changed[8].sampling = Sampling::full;
  for (const Scenario& other : changed) EXPECT_NE(header_line("rod", other), line);
  EXPECT_NE(header_line("ribbon", scenario), line);
}

TEST(Record, keeps_five_digits_of_a_shape) {
  Record record;
  record.load["x"] = 1;
  record.observed["y"] = 2;
  record.shape = {0, -0.123456789, 12.5, 1e-6, 0.00001, -999.99999};
  const std::string line = record_line(record);
  const std::vector<double> expected{0, -0.12346, 12.5, 0, 0.00001, -999.99999};
  EXPECT_EQ(parse_record(line).shape, expected);
  EXPECT_EQ(record_line(parse_record(line)), line);
  record.shape.clear();
  EXPECT_EQ(record_line(record).find("shape"), std::string::npos) << "as it was before there were shapes";
}

TEST(Record, refuses_a_shape_with_half_a_point) {
  Record record;
  record.shape = {1, 2, 3};
  std::string line = record_line(record);
  line.replace(line.find("300000"), 6, "3,4");
  EXPECT_THROW(parse_record(line), plumb::UserError);
}

TEST(Record, refuses_other_text) {
  EXPECT_THROW(parse_record("{}"), plumb::UserError);
  EXPECT_THROW(parse_record("gibberish"), plumb::UserError);
  EXPECT_THROW(parse_header(R"({"code":"rod"})"), plumb::UserError);
}

}  // namespace
}  // namespace judge
