#include <plumb/io/msh_file.h>

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/core/status.h>
#include <plumb/geometry/tetrahedral_generators.h>

namespace plumb {
namespace {

std::string message(const std::string& text) {
  try {
    mesh_of_msh(text, "part.msh");
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

// As Gmsh writes it: points and elements of all dimensions, in blocks, with numbers that leave some out.
const std::string kPart = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$PhysicalNames
1
3 1 "part"
$EndPhysicalNames
$Nodes
2 5 2 9
0 1 0 1
2
7 7 7
3 1 0 4
3
5
6
9
0 0 0
1 0 0
0 1 0
0 0 1.5e0
$EndNodes
$Elements
3 3 1 4
0 1 15 1
1 2
2 1 2 1
2 3 5 6
3 1 4 1
4 3 6 5 9
$EndElements
)";

TEST(Msh, reads_the_tetrahedra_and_their_points) {
  const TetrahedralMesh mesh = mesh_of_msh(kPart, "part.msh");
  ASSERT_EQ(mesh.points.size(), 4u);
  EXPECT_EQ(mesh.points[3], Eigen::Vector3d(0, 0, 1.5));
  ASSERT_EQ(mesh.tetrahedra.size(), 1u);
  EXPECT_NEAR(volume(mesh), 0.25, 1e-15);  // turned: the file has it inside out
}

TEST(Msh, what_is_written_is_read_to_the_bit) {
  const TetrahedralMesh mesh = ball_mesh({0.1, 0, 3}), again = mesh_of_msh(msh_of_mesh(mesh), "ball.msh");
  EXPECT_EQ(again.points, mesh.points);
  EXPECT_EQ(again.tetrahedra, mesh.tetrahedra);
}

TEST(Msh, tells_the_line_where_something_is_wrong) {
  const auto with = [](const std::string& from, const std::string& to) {
    std::string text = kPart;
    return message(text.replace(text.find(from), from.size(), to));
  };
  EXPECT_THAT(with("4.1 0", "2.2 0"), testing::HasSubstr("part.msh:2: expected format 4.1 in text"));
  EXPECT_THAT(with("4.1 0", "4.1 1"), testing::HasSubstr("-bin 0"));
  EXPECT_THAT(with("0 1 0\n0 0 1.5e0", "0 1 0\n0 0 up"), testing::HasSubstr("'up' is none"));
  EXPECT_THAT(with("4 3 6 5 9", "4 3 6 5 8"), testing::HasSubstr("has point 8, which is not there"));
  EXPECT_THAT(with("5\n6\n9", "5\n6\n6"), testing::HasSubstr("point 6 is there twice"));
  EXPECT_THAT(with("3 1 4 1\n4 3 6 5 9\n", ""), testing::HasSubstr("'$EndElements'"));
  EXPECT_THAT(with("3 1 4 1", "3 1 5 1"), testing::HasSubstr("no tetrahedra"));
  EXPECT_THAT(message("solid"), testing::HasSubstr("no tetrahedra"));
  EXPECT_THAT(message(kPart.substr(0, kPart.find("0 0 0"))), testing::HasSubstr("ends in the middle"));
}

}  // namespace
}  // namespace plumb
