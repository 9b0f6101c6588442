#include <plumb/io/vtk.h>

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <plumb/core/markup.h>
#include <plumb/io/bytes.h>
#include <plumb/io/frame_rules.h>

namespace plumb {
namespace {

constexpr const char* type_name(double) { return "Float64"; }
constexpr const char* type_name(std::int64_t) { return "Int64"; }

template <class Number>
std::string data_array(const std::string& name, int n_components, const std::vector<Number>& values) {
  std::string bytes;
  append_bytes(bytes, std::uint64_t{values.size() * sizeof(Number)});
  append_bytes(bytes, std::span<const Number>(values));
  return fmt::format("<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"binary\">{}</DataArray>\n",
                     type_name(Number{}), markup_escaped(name), n_components, base64(bytes));
}

std::string points(const std::vector<Eigen::Vector3d>& all) {
  std::vector<double> values;
  values.reserve(3 * all.size());
  for (const Eigen::Vector3d& point : all) values.insert(values.end(), point.begin(), point.end());
  return "<Points>\n" + data_array("points [m]", 3, values) + "</Points>\n";
}

/// All indices of all polylines, and for each polyline where its own end.
std::string lines(const Shape& shape) {
  std::vector<std::int64_t> connectivity, offsets;
  for (const Shape::Curve& curve : shape.curves) {
    for (int i = 0; i < curve.n_points; ++i) connectivity.push_back(curve.first + i);
    offsets.push_back(static_cast<std::int64_t>(connectivity.size()));
  }
  return "<Lines>\n" + data_array("connectivity", 1, connectivity) + data_array("offsets", 1, offsets) + "</Lines>\n";
}

std::string polygons(const Shape& shape) {
  std::vector<std::int64_t> connectivity, offsets;
  for (const Shape::Surface& surface : shape.surfaces) {
    for (const auto& triangle : surface.triangles) {
      for (const int corner : triangle) connectivity.push_back(surface.first + corner);
      offsets.push_back(static_cast<std::int64_t>(connectivity.size()));
    }
  }
  return "<Polys>\n" + data_array("connectivity", 1, connectivity) + data_array("offsets", 1, offsets) + "</Polys>\n";
}

std::size_t n_triangles(const Shape& shape) {
  std::size_t n = 0;
  for (const Shape::Surface& surface : shape.surfaces) n += surface.triangles.size();
  return n;
}

std::string point_data(const Shape& shape) {
  std::string xml = "<PointData>\n";
  for (const PointArray& array : shape.arrays) {
    xml += data_array(labelled(array.name, array.unit), array.n_components, array.values);
  }
  return xml + "</PointData>\n";
}

/// A number per polyline, then one per triangle: what has no radius, or no thickness, has zero.
std::string cell_data(const Shape& shape) {
  std::vector<double> radii, thicknesses(shape.curves.size(), 0.0);
  for (const Shape::Curve& curve : shape.curves) radii.push_back(curve.radius);
  for (const Shape::Surface& surface : shape.surfaces) {
    thicknesses.insert(thicknesses.end(), surface.triangles.size(), surface.thickness);
  }
  radii.resize(thicknesses.size(), 0.0);
  return "<CellData>\n" + data_array("radius [m]", 1, radii) + data_array("thickness [m]", 1, thicknesses) +
         "</CellData>\n";
}

std::string head(const char* type) {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<VTKFile type=\"{}\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<{}>\n",
      type, type);
}

/// What a plane is drawn as: a square around the middle of a shape, wider than the shape is.
struct Square {
  Eigen::Vector3d middle{0, 0, 0};
  double half = 1;  ///< m, of its side
};

Square square_around(const std::vector<Eigen::Vector3d>& points) {
  if (points.empty()) return {};
  Eigen::Vector3d low = points.front(), high = points.front();
  for (const Eigen::Vector3d& point : points) {
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
  }
  return {0.5 * (low + high), (high - low).norm()};
}

std::string tail(const char* type) { return fmt::format("</{}>\n</VTKFile>\n", type); }

}  // namespace

std::string vtp(const Shape& shape) {
  ensure_sound(shape);
  const std::string piece = fmt::format(
      "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"{}\" NumberOfStrips=\"0\" "
      "NumberOfPolys=\"{}\">\n",
      shape.points.size(), shape.curves.size(), n_triangles(shape));
  return head("PolyData") + piece + point_data(shape) + cell_data(shape) + points(shape.points) + lines(shape) +
         polygons(shape) + "</Piece>\n" + tail("PolyData");
}

std::string contacts_vtp(const std::vector<ContactMark>& contacts) {
  std::vector<Eigen::Vector3d> places;
  std::vector<double> forces, normals, gaps;
  std::vector<std::int64_t> sticks, sides, connectivity, offsets;
  for (const ContactMark& c : contacts) {
    places.push_back(c.place);
    forces.insert(forces.end(), c.force.begin(), c.force.end());
    normals.insert(normals.end(), c.normal.begin(), c.normal.end());
    gaps.push_back(c.gap);
    sticks.push_back(c.sticks ? 1 : 0);
    sides.insert(sides.end(), {c.a, c.b});
    connectivity.push_back(static_cast<std::int64_t>(connectivity.size()));
    offsets.push_back(static_cast<std::int64_t>(connectivity.size()));
  }
  const std::string piece = fmt::format(
      "<Piece NumberOfPoints=\"{0}\" NumberOfVerts=\"{0}\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
      "NumberOfPolys=\"0\">\n",
      contacts.size());
  return head("PolyData") + piece + "<PointData>\n" + data_array("force [N]", 3, forces) +
         data_array("normal", 3, normals) + data_array("gap [m]", 1, gaps) + data_array("sticks", 1, sticks) +
         data_array("sides", 2, sides) + "</PointData>\n" + points(places) + "<Verts>\n" +
         data_array("connectivity", 1, connectivity) + data_array("offsets", 1, offsets) + "</Verts>\n</Piece>\n" +
         tail("PolyData");
}

std::string solids_vtp(const Frame& frame) {
  const Square square = square_around(frame.shape.points);
  Shape seen;
  for (const Solid& solid : frame.solids) {
    const Eigen::Matrix3d turn = solid.pose.frame();
    const auto first = static_cast<int>(seen.points.size());
    std::vector<std::array<int, 3>> triangles = solid.outline->triangles;
    for (const Eigen::Vector3d& point : solid.outline->points)
      seen.points.push_back(solid.pose.position + turn * point);
    if (triangles.empty()) {
      const Eigen::Vector3d middle = square.middle - turn.col(2) * turn.col(2).dot(square.middle - solid.pose.position);
      const Eigen::Vector3d u = square.half * turn.col(0), v = square.half * turn.col(1);
      for (const Eigen::Vector3d& corner :
           {Eigen::Vector3d(-u - v), Eigen::Vector3d(u - v), Eigen::Vector3d(u + v), Eigen::Vector3d(v - u)}) {
        seen.points.push_back(middle + corner);
      }
      triangles = {{0, 1, 2}, {0, 2, 3}};
    }
    const auto n = static_cast<int>(seen.points.size()) - first;
    seen.surfaces.push_back({solid.outline->name, first, n, 0, std::move(triangles)});
  }
  return vtp(seen);
}

VtkSeries::VtkSeries(std::filesystem::path collection)
    : folder_(collection.parent_path() / collection.stem()),
      collection_((make_folder(folder_), std::move(collection)), head("Collection"), tail("Collection")) {}

void VtkSeries::add(double time, const std::string& file) {
  const std::string name = fmt::format("{:05}.vtp", n_frames_++);
  // A run that goes on finds most files as they should be.
  if (read_all(folder_ / name) != file) replace_file(folder_ / name, file);
  collection_.add(fmt::format("<DataSet timestep=\"{}\" group=\"\" part=\"0\" file=\"{}\"/>\n", time,
                              markup_escaped(folder_.filename().string() + '/' + name)));
}

}  // namespace plumb
