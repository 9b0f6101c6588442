#include <plumb/io/vtk_grid_file.h>

#include <bit>
#include <cstdint>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/core/status.h>
#include <plumb/geometry/tetrahedral_generators.h>
#include <plumb/io/tetrahedra_files.h>

namespace plumb {
namespace {

using testing::HasSubstr;

std::string message(const std::string& bytes) {
  try {
    tetrahedra_of_bytes(bytes, "part.vtk");
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

/// A tetrahedron, inside out, beside a triangle and a point that nothing needs.
const std::string kPart = R"(# vtk DataFile Version 3.0
a part
ASCII
DATASET UNSTRUCTURED_GRID
FIELD FieldData 1
TIME 1 1 double
0.5
POINTS 5 float
7 7 7  0 0 0
1 0 0 0 1 0
0 0 1.5e0
CELLS 2 9
3 1 2 3
4 1 3 2 4
CELL_TYPES 2
5
10
POINT_DATA 5
SCALARS s double 1
)";

/// The same as version 5.1, whose cells have offsets.
const std::string kOffsets = R"(# vtk DataFile Version 5.1
a part
ASCII
DATASET UNSTRUCTURED_GRID
POINTS 5 float
7 7 7  0 0 0
1 0 0 0 1 0
0 0 1.5e0
METADATA
INFORMATION 0

CELLS 3 7
OFFSETS vtktypeint64
0 3 7
CONNECTIVITY vtktypeint64
1 2 3 1 3 2 4
CELL_TYPES 2
5 10
)";

/// Adds a number with its highest byte first.
template <class Bits>
void put(std::string& bytes, Bits bits) {
  for (int shift = 8 * static_cast<int>(sizeof(Bits)) - 8; shift >= 0; shift -= 8) {
    bytes += static_cast<char>(bits >> shift & 0xff);
  }
}

/// A mesh as bytes: doubles, and cells of 32 bits.
std::string binary(const TetrahedralMesh& mesh) {
  std::string bytes = "# vtk DataFile Version 3.0\nbytes\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS " +
                      std::to_string(mesh.points.size()) + " double\n";
  for (const auto& x : mesh.points) {
    for (const double coordinate : x) put(bytes, std::bit_cast<std::uint64_t>(coordinate));
  }
  const std::string n = std::to_string(mesh.tetrahedra.size());
  bytes += "\nCELLS " + n + ' ' + std::to_string(5 * mesh.tetrahedra.size()) + '\n';
  for (const auto& t : mesh.tetrahedra) {
    put(bytes, std::uint32_t{4});
    for (const int p : t) put(bytes, static_cast<std::uint32_t>(p));
  }
  bytes += "\nCELL_TYPES " + n + '\n';
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i) put(bytes, std::uint32_t{10});
  return bytes + '\n';
}

TEST(VtkGrid, reads_the_tetrahedra_and_their_points_of_all_versions) {
  for (const std::string& text : {kPart, kOffsets}) {
    const TetrahedralMesh mesh = tetrahedra_of_bytes(text, "part.vtk");
    ASSERT_EQ(mesh.points.size(), 4u);
    EXPECT_EQ(mesh.points[3], Eigen::Vector3d(0, 0, 1.5));
    ASSERT_EQ(mesh.tetrahedra.size(), 1u);
    EXPECT_NEAR(volume(mesh), 0.25, 1e-15);  // turned: the file has it inside out
  }
}

TEST(VtkGrid, what_is_written_is_read_to_the_bit_in_text_and_in_bytes) {
  const TetrahedralMesh mesh = ball_mesh({0.1, 0, 3});
  for (const std::string& bytes : {vtk_of_mesh(mesh), binary(mesh)}) {
    const TetrahedralMesh again = tetrahedra_of_bytes(bytes, "ball.vtk");
    EXPECT_EQ(again.points, mesh.points);
    EXPECT_EQ(again.tetrahedra, mesh.tetrahedra);
  }
}

TEST(VtkGrid, tells_where_something_is_wrong) {
  const auto with = [](const std::string& text, const std::string& from, const std::string& to) {
    std::string changed = text;
    return message(changed.replace(changed.find(from), from.size(), to));
  };
  EXPECT_THAT(with(kPart, "3.0", "9.0"), HasSubstr("part.vtk:1: expected a version from 1.0 to 5.1, got '9.0'"));
  EXPECT_THAT(with(kPart, "UNSTRUCTURED_GRID", "POLYDATA"),
              HasSubstr("part.vtk:4: expected DATASET UNSTRUCTURED_GRID"));
  EXPECT_THAT(with(kPart, "1.5e0", "up"), HasSubstr("part.vtk:11: expected a number, got 'up'"));
  EXPECT_THAT(with(kPart, "1.5e0", "nan"), HasSubstr("part.vtk:11: a point has three finite coordinates"));
  EXPECT_THAT(with(kPart, "4 1 3 2 4", "4 1 3 2 5"), HasSubstr("cell 1 (counted from 0) has point 5"));
  EXPECT_THAT(with(kPart, "4 1 3 2 4", "5 1 3 2 4"), HasSubstr("more than the 9 numbers"));
  EXPECT_THAT(with(kPart, "CELL_TYPES 2", "CELL_TYPES 1"), HasSubstr("expected POINTS, CELLS or CELL_TYPES, got '10'"));
  EXPECT_THAT(with(kPart, "5\n10", "5\n5"), HasSubstr("no tetrahedra in it"));
  EXPECT_THAT(with(kOffsets, "0 3 7", "0 8 7"), HasSubstr("offsets rise"));
  EXPECT_THAT(with(kOffsets, "OFFSETS", "OFFSET"), HasSubstr("expected OFFSETS, got 'OFFSET'"));
  EXPECT_THAT(message(kPart.substr(0, kPart.find("CELLS"))), HasSubstr("no tetrahedra"));
  EXPECT_THAT(message(kPart.substr(0, kPart.find("1.5e0"))), HasSubstr("the file ends in the middle"));
  EXPECT_THAT(message(""), HasSubstr("the file is empty"));
  const std::string bytes = binary(box_mesh({}));
  for (std::size_t n = 0; n < bytes.size() - 8; n += 7) EXPECT_NE(message(bytes.substr(0, n)), "") << n;
}

}  // namespace
}  // namespace plumb
