#include <plumb/io/vtk.h>

#include <unistd.h>

#include <bit>
#include <filesystem>

#include <gtest/gtest.h>

#include <plumb/core/disk.h>
#include <plumb/io/base64_test.h>
#include <plumb/io/sample_frames_test.h>
#include <plumb/io/xml_reader_test.h>

namespace plumb {
namespace {

/// Numbers of a DataArray, after a check of the size that stands before them.
template <class Number>
std::vector<Number> numbers(const Element& array) {
  EXPECT_EQ(array.attributes.at("format"), "binary");
  const bool real = std::is_same_v<Number, double>;
  EXPECT_EQ(array.attributes.at("type"), real ? "Float64" : "Int64");
  const std::string bytes = bytes_of_base64(array.text);
  const auto size = numbers_of_bytes<std::uint64_t>(bytes.substr(0, 8)).at(0);
  EXPECT_EQ(size, bytes.size() - 8);
  return numbers_of_bytes<Number>(std::string_view(bytes).substr(8));
}

void expect_same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a[i]), std::bit_cast<std::uint64_t>(b[i])) << i;
  }
}

TEST(Vtk, the_file_says_how_its_bytes_are_to_be_read) {
  const Element file = read_xml(vtp(sample_frame(0).shape));
  EXPECT_EQ(file.name, "VTKFile");
  EXPECT_EQ(file.attributes.at("type"), "PolyData");
  EXPECT_EQ(file.attributes.at("version"), "1.0");
  EXPECT_EQ(file.attributes.at("byte_order"), "LittleEndian");
  EXPECT_EQ(file.attributes.at("header_type"), "UInt64");
}

TEST(Vtk, points_and_polylines_come_back) {
  const Shape shape = sample_frame(2).shape;
  const Element file = read_xml(vtp(shape));
  const Element& piece = file.child("PolyData").child("Piece");
  EXPECT_EQ(piece.attributes.at("NumberOfPoints"), "5");
  EXPECT_EQ(piece.attributes.at("NumberOfLines"), "2");
  std::vector<double> wanted;
  for (const Eigen::Vector3d& point : shape.points) wanted.insert(wanted.end(), {point.x(), point.y(), point.z()});
  expect_same_bits(numbers<double>(piece.child("Points").child("DataArray")), wanted);

  const std::vector<Element>& lines = piece.child("Lines").children;
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].attributes.at("Name"), "connectivity");
  EXPECT_EQ(numbers<std::int64_t>(lines[0]), (std::vector<std::int64_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(lines[1].attributes.at("Name"), "offsets");
  EXPECT_EQ(numbers<std::int64_t>(lines[1]), (std::vector<std::int64_t>{3, 5}));
  const std::vector<Element>& cells = piece.child("CellData").children;
  EXPECT_EQ(cells.at(0).attributes.at("Name"), "radius [m]");
  expect_same_bits(numbers<double>(cells.at(0)), {0.01, 0.02});
}

TEST(Vtk, triangles_come_after_the_polylines) {
  const Shape shape = sample_frame_with_surface(1).shape;
  const Element file = read_xml(vtp(shape));
  const Element& piece = file.child("PolyData").child("Piece");
  EXPECT_EQ(piece.attributes.at("NumberOfLines"), "1");
  EXPECT_EQ(piece.attributes.at("NumberOfPolys"), "2");
  const std::vector<Element>& polygons = piece.child("Polys").children;
  EXPECT_EQ(numbers<std::int64_t>(polygons.at(0)), (std::vector<std::int64_t>{1, 2, 3, 3, 2, 4}));
  EXPECT_EQ(numbers<std::int64_t>(polygons.at(1)), (std::vector<std::int64_t>{3, 6}));
  const std::vector<Element>& cells = piece.child("CellData").children;
  expect_same_bits(numbers<double>(cells.at(0)), {0.01, 0, 0});
  EXPECT_EQ(cells.at(1).attributes.at("Name"), "thickness [m]");
  expect_same_bits(numbers<double>(cells.at(1)), {0, 0.03, 0.03});
}

TEST(Vtk, point_arrays_come_back_bit_for_bit_under_names_with_units) {
  const Shape shape = sample_frame(1).shape;
  const Element file = read_xml(vtp(shape));
  const std::vector<Element>& arrays = file.child("PolyData").child("Piece").child("PointData").children;
  ASSERT_EQ(arrays.size(), 3u);
  const char* names[] = {"curvature [1/m]", "force [N]", "a<b & \"c\""};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(arrays[i].attributes.at("Name"), names[i]);
    EXPECT_EQ(arrays[i].attributes.at("NumberOfComponents"), std::to_string(shape.arrays[i].n_components));
    expect_same_bits(numbers<double>(arrays[i]), shape.arrays[i].values);
  }
}

TEST(Vtk, a_shape_without_points_is_a_file_all_the_same) {
  const Element file = read_xml(vtp(Shape{}));
  EXPECT_TRUE(numbers<double>(file.child("PolyData").child("Piece").child("Points").child("DataArray")).empty());
}

TEST(Vtk, a_collection_is_whole_after_every_frame_and_every_file_that_it_names_is_there) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / ("plumb_vtk_" + std::to_string(::getpid()));
  std::filesystem::remove_all(folder);
  const std::vector<Frame> frames = sample_run(3);
  VtkSeries series(folder / "<hang & swing>.pvd");
  for (std::size_t n = 0; n <= 3; ++n) {
    const Element file = read_xml(read_all(folder / "<hang & swing>.pvd").value());
    EXPECT_EQ(file.attributes.at("type"), "Collection");
    const std::vector<Element>& sets = file.child("Collection").children;
    ASSERT_EQ(sets.size(), n);
    for (std::size_t k = 0; k < n; ++k) {
      EXPECT_EQ(std::stod(sets[k].attributes.at("timestep")), frames[k].time);
      EXPECT_EQ(read_all(folder / sets[k].attributes.at("file")), vtp(frames[k].shape));
    }
    if (n < 3) series.add(frames[n]);
  }
  std::filesystem::remove_all(folder);
}

TEST(Vtk, contacts_are_points_with_forces_and_planes_are_squares) {
  const Frame frame = sample_frame_with_contacts(3);
  const Element contacts = read_xml(contacts_vtp(*frame.contacts));
  const Element& piece = contacts.child("PolyData").child("Piece");
  EXPECT_EQ(piece.attributes.at("NumberOfPoints"), "3");
  EXPECT_EQ(piece.attributes.at("NumberOfVerts"), "3");
  const Element& force = piece.child("PointData").children.at(0);
  EXPECT_EQ(force.attributes.at("Name"), "force [N]");
  expect_same_bits(numbers<double>(force), {0.25, 0, 1, 0.25, 0, 2, 0.25, 0, 3});
  const Element solids = read_xml(solids_vtp(frame));
  EXPECT_EQ(solids.child("PolyData").child("Piece").attributes.at("NumberOfPolys"), "3");
  EXPECT_EQ(read_xml(contacts_vtp({})).child("PolyData").child("Piece").attributes.at("NumberOfPoints"), "0");
}

}  // namespace
}  // namespace plumb
