#include <plumb/io/csv.h>

#include <fmt/format.h>

#include <plumb/io/frame_rules.h>

namespace plumb {
namespace {

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + '"';
}

std::string component_name(const PointArray& array, int component) {
  if (array.n_components == 1) return array.name;
  if (array.n_components == 3) return fmt::format("{} {}", array.name, "xyz"[component]);
  return fmt::format("{} {}", array.name, component + 1);
}

std::string points_header(const std::string& first, const Shape& shape) {
  std::string line = first + ",x [m],y [m],z [m]";
  for (const PointArray& array : shape.arrays) {
    for (int c = 0; c < array.n_components; ++c) line += ',' + quoted(labelled(component_name(array, c), array.unit));
  }
  return line + '\n';
}

void append_point(std::string& line, const Shape& shape, std::size_t point) {
  const Eigen::Vector3d& x = shape.points[point];
  line += fmt::format(",{},{},{}", x[0], x[1], x[2]);
  for (const PointArray& array : shape.arrays) {
    const auto n = static_cast<std::size_t>(array.n_components);
    for (std::size_t c = 0; c < n; ++c) line += fmt::format(",{}", array.values[point * n + c]);
  }
}

void append_points(std::string& table, const Shape& shape, const std::string& name, int first, int n) {
  for (int i = 0; i < n; ++i) {
    table += quoted(name);
    append_point(table, shape, static_cast<std::size_t>(first + i));
    table += '\n';
  }
}

}  // namespace

std::string csv_header(const Frame& frame) {
  std::string line = "time [s]";
  for (const Observable& observable : frame.observables) {
    line += ',' + quoted(labelled(observable.name, observable.unit));
  }
  return line + '\n';
}

std::string csv_row(const Frame& frame) {
  ensure_sound(frame);
  std::string line = fmt::format("{}", frame.time);
  for (const Observable& observable : frame.observables) line += fmt::format(",{}", observable.value);
  return line + '\n';
}

std::string curves_csv(const Shape& shape) {
  ensure_sound(shape);
  std::string table = points_header("curve", shape);
  for (const Shape::Curve& curve : shape.curves) append_points(table, shape, curve.name, curve.first, curve.n_points);
  return table;
}

std::string surfaces_csv(const Shape& shape) {
  ensure_sound(shape);
  std::string table = points_header("surface", shape);
  for (const Shape::Surface& surface : shape.surfaces) {
    append_points(table, shape, surface.name, surface.first, surface.n_points);
  }
  return table;
}

}  // namespace plumb
