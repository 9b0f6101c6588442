#include <plumb/io/npz.h>

#include <set>

#include <fmt/format.h>

#include <plumb/io/frame_rules.h>

namespace plumb {
namespace {

void append(std::vector<double>& all, const std::vector<double>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

NpyArray positions(const std::vector<Frame>& frames, std::size_t n_points) {
  std::vector<double> values;
  values.reserve(frames.size() * n_points * 3);
  for (const Frame& frame : frames) {
    for (const Eigen::Vector3d& point : frame.shape.points) values.insert(values.end(), point.begin(), point.end());
  }
  return {"positions", {frames.size(), n_points, 3}, std::move(values)};
}

NpyArray curves(const Shape& shape) {
  std::vector<std::int64_t> values;
  for (const Shape::Curve& curve : shape.curves) values.insert(values.end(), {curve.first, curve.n_points});
  return {"curves", {shape.curves.size(), 2}, std::move(values)};
}

NpyArray radii(const Shape& shape) {
  std::vector<double> values;
  for (const Shape::Curve& curve : shape.curves) values.push_back(curve.radius);
  return {"radii", {shape.curves.size()}, std::move(values)};
}

NpyArray triangles(const Shape& shape) {
  std::vector<std::int64_t> values;
  for (const Shape::Surface& surface : shape.surfaces) {
    for (const auto& triangle : surface.triangles) {
      for (const int corner : triangle) values.push_back(surface.first + corner);
    }
  }
  const std::size_t n = values.size() / 3;
  return {"triangles", {n, 3}, std::move(values)};
}

NpyArray surfaces(const Shape& shape) {
  std::vector<std::int64_t> values;
  std::int64_t first_triangle = 0;
  for (const Shape::Surface& surface : shape.surfaces) {
    const auto n = static_cast<std::int64_t>(surface.triangles.size());
    values.insert(values.end(), {surface.first, surface.n_points, first_triangle, n});
    first_triangle += n;
  }
  return {"surfaces", {shape.surfaces.size(), 4}, std::move(values)};
}

NpyArray thicknesses(const Shape& shape) {
  std::vector<double> values;
  for (const Shape::Surface& surface : shape.surfaces) values.push_back(surface.thickness);
  return {"thicknesses", {shape.surfaces.size()}, std::move(values)};
}

NpyArray point_array(const std::vector<Frame>& frames, std::size_t index) {
  const Shape& first = frames.front().shape;
  const PointArray& array = first.arrays[index];
  NpyArray result{labelled(array.name, array.unit), {frames.size(), first.points.size()}, {}};
  if (array.n_components > 1) result.shape.push_back(static_cast<std::size_t>(array.n_components));
  std::vector<double> values;
  for (const Frame& frame : frames) append(values, frame.shape.arrays[index].values);
  result.values = std::move(values);
  return result;
}

NpyArray observable(const std::vector<Frame>& frames, std::size_t index) {
  const Observable& first = frames.front().observables[index];
  std::vector<double> values;
  for (const Frame& frame : frames) values.push_back(frame.observables[index].value);
  return {labelled(first.name, first.unit), {frames.size()}, std::move(values)};
}

void make_names_unique(std::vector<NpyArray>& arrays) {
  std::set<std::string> taken;
  for (NpyArray& array : arrays) {
    std::string name = array.name;
    for (int n = 2; !taken.insert(name).second; ++n) name = fmt::format("{} ({})", array.name, n);
    array.name = name;
  }
}

}  // namespace

std::vector<NpyArray> npz_arrays(const std::vector<Frame>& frames) {
  require_one_layout(frames, "an .npz file");
  const Frame first = frames.empty() ? Frame{} : frames.front();
  std::vector<double> times;
  for (const Frame& frame : frames) times.push_back(frame.time);

  std::vector<NpyArray> arrays{{"times", {frames.size()}, std::move(times)},
                               positions(frames, first.shape.points.size()),
                               curves(first.shape),
                               radii(first.shape),
                               triangles(first.shape),
                               surfaces(first.shape),
                               thicknesses(first.shape)};
  for (std::size_t i = 0; i < first.shape.arrays.size(); ++i) arrays.push_back(point_array(frames, i));
  for (std::size_t i = 0; i < first.observables.size(); ++i) arrays.push_back(observable(frames, i));
  make_names_unique(arrays);
  return arrays;
}

}  // namespace plumb
