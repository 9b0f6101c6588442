#include <plumb/io/npz.h>

#include <set>

#include <fmt/format.h>

#include <plumb/io/frame_rules.h>

namespace plumb {
namespace {

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

NpyArray point_array(const FrameSpool& frames, std::size_t index) {
  const PointArray& array = frames.first().shape.arrays[index];
  NpyArray result{labelled(array.name, array.unit),
                  {frames.n_frames(), frames.first().shape.points.size()},
                  NpyArray::Spooled{&frames, frames.array(index)}};
  if (array.n_components > 1) result.shape.push_back(static_cast<std::size_t>(array.n_components));
  return result;
}

NpyArray observable(const FrameSpool& frames, std::size_t index) {
  const Observable& first = frames.first().observables[index];
  return {labelled(first.name, first.unit), {frames.n_frames()}, NpyArray::Spooled{&frames, frames.observable(index)}};
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

std::vector<NpyArray> npz_arrays(const FrameSpool& frames) {
  const Shape& shape = frames.first().shape;
  const std::size_t n = frames.n_frames();
  std::vector<NpyArray> arrays{
      {"times", {n}, NpyArray::Spooled{&frames, frames.time()}},
      {"positions", {n, shape.points.size(), 3}, NpyArray::Spooled{&frames, frames.positions()}},
      curves(shape),
      radii(shape),
      triangles(shape),
      surfaces(shape),
      thicknesses(shape)};
  for (std::size_t i = 0; i < shape.arrays.size(); ++i) arrays.push_back(point_array(frames, i));
  for (std::size_t i = 0; i < frames.first().observables.size(); ++i) arrays.push_back(observable(frames, i));
  make_names_unique(arrays);
  return arrays;
}

}  // namespace plumb
