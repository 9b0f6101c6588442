#include <plumb/io/csv.h>

#include <bit>
#include <cstdint>
#include <cstdlib>

#include <gtest/gtest.h>

#include <plumb/io/sample_frames_test.h>

namespace plumb {
namespace {

/// Reads RFC 4180 as a spreadsheet would.
std::vector<std::vector<std::string>> cells(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  bool quoted = false, line_open = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!line_open) rows.push_back({""});
    line_open = true;
    if (text[i] == '"' && quoted && i + 1 < text.size() && text[i + 1] == '"') {
      rows.back().back() += text[++i];
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (text[i] == ',' && !quoted) {
      rows.back().emplace_back();
    } else if (text[i] == '\n' && !quoted) {
      line_open = false;
    } else {
      rows.back().back() += text[i];
    }
  }
  return rows;
}

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }
std::uint64_t bits(const std::string& text) { return bits(std::strtod(text.c_str(), nullptr)); }

TEST(Csv, the_heading_names_the_observables_with_their_units) {
  EXPECT_EQ(csv_header(sample_frame(0)), "time [s],tip z [m],\"energy, total [J]\",turns\n");
}

TEST(Csv, a_row_brings_every_bit_back) {
  const Frame frame = sample_frame(1);
  const auto row = cells(csv_row(frame));
  ASSERT_EQ(row.size(), 1u);
  ASSERT_EQ(row[0].size(), 4u);
  EXPECT_EQ(bits(row[0][0]), bits(frame.time));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(bits(row[0][i + 1]), bits(frame.observables[i].value));
}

TEST(Csv, round_numbers_are_written_short) {
  Frame frame;
  frame.time = 0.1;
  frame.observables = {{"tip z", "m", -2}, {"energy", "J", 1e-12}};
  EXPECT_EQ(csv_row(frame), "0.1,-2,1e-12\n");
}

TEST(Csv, quotes_and_line_breaks_in_a_name_stay_in_its_cell) {
  Frame frame;
  frame.observables = {{"the \"tip\",\nz", "m", 1}};
  const auto row = cells(csv_header(frame));
  ASSERT_EQ(row.size(), 1u);
  EXPECT_EQ(row[0], (std::vector<std::string>{"time [s]", "the \"tip\",\nz [m]"}));
}

TEST(Csv, the_table_of_curves_has_a_line_per_point_of_each_curve) {
  Shape shape = sample_frame(2).shape;
  shape.points.push_back({9, 9, 9});  // of no curve
  for (PointArray& array : shape.arrays) array.values.resize(array.values.size() + std::size_t(array.n_components));
  const auto rows = cells(curves_csv(shape));
  ASSERT_EQ(rows.size(), 6u);
  EXPECT_EQ(rows[0], (std::vector<std::string>{"curve", "x [m]", "y [m]", "z [m]", "curvature [1/m]", "force x [N]",
                                               "force y [N]", "force z [N]", "a<b & \"c\" 1", "a<b & \"c\" 2"}));
  EXPECT_EQ(rows[3][0], "left");
  EXPECT_EQ(rows[4][0], "right");
  for (std::size_t point = 0; point < 5; ++point) {
    const std::vector<std::string>& row = rows[point + 1];
    ASSERT_EQ(row.size(), rows[0].size());
    for (int k = 0; k < 3; ++k) EXPECT_EQ(bits(row[std::size_t(k) + 1]), bits(shape.points[point][k]));
    EXPECT_EQ(bits(row[4]), bits(shape.arrays[0].values[point]));
    EXPECT_EQ(bits(row[7]), bits(shape.arrays[1].values[3 * point + 2]));
    EXPECT_EQ(bits(row[8]), bits(shape.arrays[2].values[2 * point]));
  }
}

TEST(Csv, the_table_of_surfaces_has_a_line_per_point_of_each_surface) {
  const Shape shape = sample_frame_with_surface(2).shape;
  const auto rows = cells(surfaces_csv(shape));
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[0][0], "surface");
  EXPECT_EQ(rows[0][4], "curvature [1/m]");
  EXPECT_EQ(rows[4][0], "plate");
  EXPECT_EQ(bits(rows[4][2]), bits(shape.points[4].y()));
  EXPECT_EQ(bits(rows[1][4]), bits(shape.arrays[0].values[1]));
}

}  // namespace
}  // namespace plumb
