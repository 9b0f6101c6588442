#include <plumb/io/mesh_files.h>

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/core/disk.h>
#include <plumb/core/status.h>
#include <plumb/geometry/mesh_generators.h>

namespace plumb {
namespace {

using Eigen::Vector3d;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using Triangle = std::array<int, 3>;

std::string complaint(const std::string& bytes) {
  try {
    mesh_of_bytes(bytes, "file");
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TriangleMesh curved_mesh() {
  return hemisphere_mesh({.n_turn = 4, .n_meridian = 3, .pattern = CellPattern::equilateral});
}

/// The same bits: 0 and -0 differ.
bool same_bits(const TriangleMesh& a, const TriangleMesh& b) {
  const auto same = [](const Vector3d& x, const Vector3d& y) {
    return std::equal(x.begin(), x.end(), y.begin(), [](double u, double v) {
      return std::bit_cast<std::uint64_t>(u) == std::bit_cast<std::uint64_t>(v);
    });
  };
  return a.triangles == b.triangles &&
         std::equal(a.points.begin(), a.points.end(), b.points.begin(), b.points.end(), same);
}

/// A number as bytes, the lowest or the highest first.
template <class Number>
std::string bytes_of(Number number, bool big) {
  auto bytes = std::bit_cast<std::array<char, sizeof(Number)>>(number);
  if (big) std::reverse(bytes.begin(), bytes.end());
  return {bytes.begin(), bytes.end()};
}

const std::string kAsciiPly =
    "ply\n"
    "format ascii 1.0\n"
    "comment made by hand\n"
    "element vertex 4\n"
    "property float x\n"
    "property float y\n"
    "property uchar red\n"
    "property float z\n"
    "element face 1\n"
    "property list uchar int vertex_index\n"
    "property list uchar float texture\n"
    "end_header\n"
    "0 0 255 0\n"
    "1 0 255 0.5\n"
    "1 1e0 255 0\n"
    "-0.25 1 255 0\n"
    "4 0 1 2 3 2 0.5 0.5\n";

TEST(ObjFile, faces_come_in_every_form) {
  const TriangleMesh mesh = mesh_of_bytes(
      "# a house\n"
      "mtllib house.mtl\r\n"
      "v 0 0 0\n"
      "\tv  1.5 +0 -2e-1  1.0\n"
      "vn 0 0 1\n"
      "v 1 1 0 # a corner\r\n"
      "vt 0 0\n"
      "v 0 1 0\n"
      "s off\n"
      "f 1 2 3\n"
      "f 1/1 3/1 4/1\n"
      "f 1//1 2//1 4//1\n"
      "f 2/1/1 \\\n"
      "  3/1/1 4/1/1\n"
      "f -4 -3 -1",
      "file");
  ASSERT_EQ(mesh.points.size(), 4u);
  EXPECT_EQ(mesh.points[1], Vector3d(1.5, 0, -0.2));
  EXPECT_THAT(mesh.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 2, 3}, Triangle{0, 1, 3}, Triangle{1, 2, 3},
                                          Triangle{0, 1, 3}));
}

TEST(ObjFile, a_polygon_becomes_a_fan) {
  const TriangleMesh mesh = mesh_of_bytes("f 1 2 3 4 5\nv 0 0 0\nv 2 0 0\nv 3 1 0\nv 2 2 0\nv 0 2 0\n", "file");
  EXPECT_THAT(mesh.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 2, 3}, Triangle{0, 3, 4}));
}

TEST(ObjFile, a_backslash_in_a_comment_and_the_mark_of_utf_8_hide_nothing) {
  const TriangleMesh mesh = mesh_of_bytes("\xef\xbb\xbfv 0 0 0\n# C:\\meshes\\\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "file");
  EXPECT_EQ(mesh.points.size(), 3u);
}

TEST(ObjFile, what_is_wrong_is_told_with_its_line) {
  const std::string points = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  EXPECT_EQ(complaint("v 0 0 0\nv 1 zero 0\n"), "file:2: a point has three finite coordinates, but 'zero' is none");
  EXPECT_THAT(complaint("v 0 0\n"), HasSubstr("file:1: a point has three"));
  EXPECT_THAT(complaint("v 0 0 inf\n"), HasSubstr("'inf' is none"));
  EXPECT_THAT(complaint("v 0 0 1e999\n"), HasSubstr("'1e999' is none"));
  EXPECT_THAT(complaint(points + "f 1 2\n"), StartsWith("file:4: a face has at least three corners, not 2"));
  EXPECT_EQ(complaint(points + "f 1 2 4\nf 1 2 3\n"), "file:4: a face has point 4, but the file has 3");
  EXPECT_THAT(complaint(points + "f 1 2 0\n"), StartsWith("file:4: '0' is no corner"));
  EXPECT_THAT(complaint(points + "f 1 2 -4\n"), StartsWith("file:4: '-4' is no corner"));
  EXPECT_THAT(complaint(points + "f 1 2 3x\n"), StartsWith("file:4: '3x' is no corner"));
  EXPECT_THAT(complaint(points + "f 1 2 99999999999999999999\n"), StartsWith("file:4: "));
  EXPECT_EQ(complaint(points), "file: the file holds no triangles");
  EXPECT_EQ(complaint(""), "file: the file is empty");
  EXPECT_THAT(complaint("hello"), StartsWith("file: neither a PLY file"));
}

TEST(ObjFile, a_message_is_one_short_line_whatever_the_file_says) {
  const std::string text = complaint("v 0 0 \x1b[31m" + std::string(5000, 'x') + "\n");
  EXPECT_LT(text.size(), 200u);
  EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; })) << text;
}

TEST(ObjFile, what_was_written_is_read_bit_for_bit) {
  const TriangleMesh mesh = curved_mesh();
  EXPECT_TRUE(same_bits(mesh_of_bytes(obj_of_mesh(mesh), "file"), mesh));
}

TEST(PlyFile, text_is_read) {
  const TriangleMesh mesh = mesh_of_bytes(kAsciiPly, "file");
  EXPECT_THAT(mesh.points,
              ElementsAre(Vector3d(0, 0, 0), Vector3d(1, 0, 0.5), Vector3d(1, 1, 0), Vector3d(-0.25, 1, 0)));
  EXPECT_THAT(mesh.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 2, 3}));
}

TEST(PlyFile, text_with_the_line_ends_of_windows_is_read) {
  std::string text;
  for (const char c : kAsciiPly) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_TRUE(same_bits(mesh_of_bytes(text, "file"), mesh_of_bytes(kAsciiPly, "file")));
}

/// A triangle and a quadrangle, coordinates of one type, indices of another, and elements of no concern before, between
/// and after.
template <class Number, class Index>
std::string binary_ply(const std::string& number, const std::string& index, bool big) {
  std::string bytes = "ply\nformat " + std::string(big ? "binary_big_endian" : "binary_little_endian") +
                      " 1.0\nelement camera 1\nproperty int16 focus\nproperty list ushort double lens\n"
                      "element vertex 4\nproperty " +
                      number + " z\nproperty uint8 alpha\nproperty " + number + " x\nproperty " + number +
                      " y\nelement face 2\nproperty int8 flags\nproperty list " + index + " " + index +
                      " vertex_indices\nelement strip 1\nproperty list uint32 float32 length\nend_header\n";
  bytes +=
      bytes_of(std::int16_t{-2}, big) + bytes_of(std::uint16_t{2}, big) + bytes_of(0.25, big) + bytes_of(1e300, big);
  const std::array<std::array<int, 3>, 4> points{{{0, 0, 7}, {100, 0, 1}, {100, 90, 2}, {0, 90, 3}}};
  for (const auto& [x, y, z] : points) {
    bytes += bytes_of(static_cast<Number>(z), big) + '\x80' + bytes_of(static_cast<Number>(x), big) +
             bytes_of(static_cast<Number>(y), big);
  }
  for (const std::vector<int>& face : {std::vector{0, 1, 2}, std::vector{3, 2, 1, 0}}) {
    bytes += '\0' + bytes_of(static_cast<Index>(face.size()), big);
    for (const int point : face) bytes += bytes_of(static_cast<Index>(point), big);
  }
  return bytes + bytes_of(std::uint32_t{1}, big) + bytes_of(0.5f, big);
}

void expect_the_binary_mesh(const std::string& bytes) {
  const TriangleMesh mesh = mesh_of_bytes(bytes, "file");
  EXPECT_THAT(mesh.points,
              ElementsAre(Vector3d(0, 0, 7), Vector3d(100, 0, 1), Vector3d(100, 90, 2), Vector3d(0, 90, 3)));
  EXPECT_THAT(mesh.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{3, 2, 1}, Triangle{3, 1, 0}));
}

TEST(PlyFile, bytes_of_every_type_and_order_are_read) {
  for (const bool big : {false, true}) {
    expect_the_binary_mesh(binary_ply<std::int8_t, std::uint32_t>("char", "uint", big));
    expect_the_binary_mesh(binary_ply<std::uint8_t, std::int32_t>("uint8", "int", big));
    expect_the_binary_mesh(binary_ply<std::int16_t, std::uint16_t>("short", "uint16", big));
    expect_the_binary_mesh(binary_ply<std::uint16_t, std::int16_t>("ushort", "short", big));
    expect_the_binary_mesh(binary_ply<std::int32_t, std::uint8_t>("int32", "uchar", big));
    expect_the_binary_mesh(binary_ply<std::uint32_t, std::int8_t>("uint32", "int8", big));
    expect_the_binary_mesh(binary_ply<float, std::uint8_t>("float", "uint8", big));
    expect_the_binary_mesh(binary_ply<double, std::int32_t>("float64", "int32", big));
  }
}

TEST(PlyFile, what_was_written_is_read_bit_for_bit) {
  TriangleMesh mesh = curved_mesh();
  mesh.points[0] = Vector3d(-0.0, 5e-324, 0x1.fffffffffffffp1023);
  EXPECT_TRUE(same_bits(mesh_of_bytes(ply_of_mesh(mesh), "file"), mesh));
}

TEST(PlyFile, the_bytes_of_a_triangle_are_these) {
  const TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
  const std::string bytes = ply_of_mesh(mesh);
  const std::string header =
      "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty double x\nproperty double y\nproperty double "
      "z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n";
  ASSERT_EQ(bytes.size(), header.size() + 9 * 8 + 13);
  EXPECT_EQ(bytes.substr(0, header.size()), header);
  EXPECT_EQ(bytes.substr(bytes.size() - 13), std::string("\3\0\0\0\0\1\0\0\0\2\0\0\0", 13));
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

TEST(PlyFile, what_is_wrong_is_told_with_its_line) {
  const auto with = [](const std::string& what, const std::string& by) {
    return complaint(replaced(kAsciiPly, what, by));
  };
  EXPECT_EQ(with("ascii", "binary"),
            "file:2: expected ascii, binary_little_endian or binary_big_endian in the header of a PLY file, got "
            "'binary'");
  EXPECT_THAT(with("float x", "real x"), StartsWith("file:5: expected a type"));
  EXPECT_THAT(with("vertex 4", "vertex -4"), StartsWith("file:4: expected the number of elements"));
  EXPECT_THAT(with("comment", "remark"), StartsWith("file:3: expected format, element"));
  EXPECT_THAT(with("element vertex 4\n", ""), StartsWith("file:4: a property of a PLY file comes after"));
  EXPECT_THAT(with("list uchar", "list float"), StartsWith("file:10: the length of a list"));
  EXPECT_THAT(with("format ascii 1.0\n", ""), HasSubstr("no 'format'"));
  EXPECT_THAT(with("float z", "float w"), StartsWith("file: element 'vertex' of the PLY file has one number 'z'"));
  EXPECT_THAT(with("float z", "float x"), StartsWith("file: element 'vertex' of the PLY file has one number 'x'"));
  EXPECT_THAT(with("vertex_index", "corners"), HasSubstr("has one list 'vertex_indices'"));
  EXPECT_THAT(with("element face", "element side"), HasSubstr("0 elements named 'face'"));
  EXPECT_THAT(with("1 0 255 0.5", "1 0 255"), StartsWith("file:14: the line ends"));
  EXPECT_THAT(with("1 0 255 0.5", "1 0 255 0.5 6"), StartsWith("file:14: '6' is more"));
  EXPECT_THAT(with("1 0 255 0.5", "1 0 25.5 0.5"), StartsWith("file:14: expected a whole number, got '25.5'"));
  EXPECT_THAT(with("1 0 255 0.5", "1 nan 255 0.5"), StartsWith("file:14: a coordinate is nan"));
  EXPECT_THAT(with("4 0 1 2 3", "4 0 1 2 4"), StartsWith("file:17: a face has point 4"));
  EXPECT_THAT(with("4 0 1 2 3", "4 0 1 2 -1"), StartsWith("file:17: a face has point -1"));
  EXPECT_THAT(with("4 0 1 2 3", "2 0 1"), StartsWith("file:17: a face has at least three corners, not 2"));
  EXPECT_THAT(with("4 0 1 2 3 2", "4 0 1 2 3 -1"), StartsWith("file:17: a list has -1 numbers"));
  EXPECT_THAT(with("face 1", "face 2"), StartsWith("file:17: the file ends before"));
  EXPECT_EQ(complaint("ply\nformat ascii 1.0\n"),
            "file:2: the header of a PLY file ends with 'end_header', but the file ends before it");
}

TEST(PlyFile, what_is_wrong_among_bytes_is_told_with_its_byte) {
  const std::string bytes = ply_of_mesh({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}});
  EXPECT_EQ(complaint(bytes.substr(0, bytes.size() - 1)),
            "file: byte " + std::to_string(bytes.size() - 4) + ": the file ends before all that its header promises");
  std::string wrong = bytes;
  wrong[bytes.size() - 4] = 3;
  EXPECT_EQ(complaint(wrong),
            "file: byte " + std::to_string(bytes.size()) + ": a face has point 3, but points are numbered from 0 to 2");
}

TEST(PlyFile, promises_of_a_header_cost_nothing) {
  const std::string huge = "9000000000000000000";
  EXPECT_THAT(complaint(replaced(kAsciiPly, "vertex 4", "vertex " + huge)), HasSubstr("too many"));
  EXPECT_THAT(complaint(replaced(kAsciiPly, "face 1", "face " + huge)), HasSubstr("ends before"));
  EXPECT_THAT(complaint(replaced(kAsciiPly, "vertex 4", "vertex 2000000000")), HasSubstr("file:17: "));
  const std::string binary =
      replaced(ply_of_mesh(curved_mesh()), "element face", "element void " + huge + "\nelement face");
  EXPECT_THAT(complaint(binary), HasSubstr("element 'void' has no properties"));
  // A list that claims four billion numbers.
  std::string list = replaced(ply_of_mesh(curved_mesh()), "list uchar", "list uint");
  EXPECT_THAT(complaint(list), HasSubstr("byte"));
}

/// Damages a file as accidents and hostility do: bytes changed, cut out, doubled, or numbers made extreme.
std::string damaged(std::string bytes, std::mt19937& random) {
  const auto below = [&random](std::size_t n) { return n == 0 ? 0 : random() % n; };
  const std::vector<std::string> spices{"-1",   "99999999999", "nan", "1e308", "\n", " ",         "/",
                                        "\\\n", "ply\n",       "0",   "-",     "f ", "list uint", std::string(1, '\0')};
  for (std::size_t n = 1 + below(6); n > 0; --n) {
    const std::size_t place = below(bytes.size()), length = below(std::min<std::size_t>(20, bytes.size() - place));
    switch (below(5)) {
      case 0:
        if (!bytes.empty()) bytes[place] = static_cast<char>(below(256));
        break;
      case 1:
        bytes.erase(place, length);
        break;
      case 2:
        bytes.insert(place, bytes.substr(place, length));
        break;
      case 3:
        bytes.insert(place, spices[below(spices.size())]);
        break;
      default:
        if (below(8) == 0) bytes.resize(place);
    }
  }
  return bytes;
}

TEST(MeshFiles, damaged_files_give_a_sound_mesh_or_one_sentence) {
  std::mt19937 random(1);
  const std::vector<std::string> whole{obj_of_mesh(curved_mesh()), ply_of_mesh(curved_mesh()), kAsciiPly,
                                       binary_ply<float, std::uint8_t>("float", "uint8", true),
                                       "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1/1 2/2 3/3 4/4\nf -4//1 -3//2 -2//3\n"};
  int read = 0, refused = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::string bytes = damaged(whole[static_cast<std::size_t>(i) % whole.size()], random);
    try {
      const TriangleMesh mesh = mesh_of_bytes(bytes, "file");
      ++read;
      ASSERT_FALSE(mesh.triangles.empty());
      for (const Vector3d& x : mesh.points) ASSERT_TRUE(x.allFinite());
      for (const Triangle& triangle : mesh.triangles) {
        for (const int p : triangle) ASSERT_TRUE(p >= 0 && static_cast<std::size_t>(p) < mesh.points.size());
      }
    } catch (const UserError& error) {
      ++refused;
      const std::string text = error.what();
      ASSERT_THAT(text, StartsWith("file:"));
      ASSERT_TRUE(std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; })) << text;
      ASSERT_LT(text.size(), 300u);
    }
  }
  EXPECT_GT(read, 400);
  EXPECT_GT(refused, 400);
}

class MeshFilesOnDisk : public testing::Test {
 protected:
  MeshFilesOnDisk()
      : folder_(std::filesystem::temp_directory_path() / ("plumb_mesh_files_" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~MeshFilesOnDisk() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_;
};

TEST_F(MeshFilesOnDisk, the_extension_makes_the_format_and_the_content_is_believed) {
  const TriangleMesh mesh = curved_mesh();
  for (const char* name : {"a.obj", "a.ply"}) {
    write_mesh(folder_ / name, mesh);
    std::filesystem::rename(folder_ / name, folder_ / "unnamed");
    EXPECT_TRUE(same_bits(read_mesh(folder_ / "unnamed"), mesh)) << name;
  }
  EXPECT_THROW(write_mesh(folder_ / "a.stl", mesh), UserError);
}

TEST_F(MeshFilesOnDisk, a_file_that_is_not_there_is_named) {
  EXPECT_THAT([&] { read_mesh(folder_ / "nothing.obj"); }, testing::ThrowsMessage<UserError>(HasSubstr("nothing.obj")));
}

}  // namespace
}  // namespace plumb
