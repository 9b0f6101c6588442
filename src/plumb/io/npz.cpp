#include <plumb/io/npz.h>

#include <set>

#include <fmt/format.h>

#include <plumb/io/frame_rules.h>

namespace plumb {
namespace {

using Integers = std::vector<std::int64_t>;

Integers curve_numbers(const Shape& shape) {
  Integers values;
  for (const Shape::Curve& curve : shape.curves) values.insert(values.end(), {curve.first, curve.n_points});
  return values;
}

Integers triangle_numbers(const Shape& shape) {
  Integers values;
  for (const Shape::Surface& surface : shape.surfaces) {
    for (const auto& triangle : surface.triangles) {
      for (const int corner : triangle) values.push_back(surface.first + corner);
    }
  }
  return values;
}

/// Triangles are counted on from `first_triangle`.
Integers surface_numbers(const Shape& shape, std::int64_t first_triangle) {
  Integers values;
  for (const Shape::Surface& surface : shape.surfaces) {
    const auto n = static_cast<std::int64_t>(surface.triangles.size());
    values.insert(values.end(), {surface.first, surface.n_points, first_triangle, n});
    first_triangle += n;
  }
  return values;
}

NpyArray radii(const Shape& shape) {
  std::vector<double> values;
  for (const Shape::Curve& curve : shape.curves) values.push_back(curve.radius);
  return {"radii", {shape.curves.size()}, std::move(values)};
}

NpyArray thicknesses(const Shape& shape) {
  std::vector<double> values;
  for (const Shape::Surface& surface : shape.surfaces) values.push_back(surface.thickness);
  return {"thicknesses", {shape.surfaces.size()}, std::move(values)};
}

/// The mesh of all frames.
std::vector<NpyArray> mesh_arrays(const Shape& shape) {
  Integers triangles = triangle_numbers(shape);
  const std::size_t n_triangles = triangles.size() / 3;
  return {{"curves", {shape.curves.size(), 2}, curve_numbers(shape)},
          radii(shape),
          {"triangles", {n_triangles, 3}, std::move(triangles)},
          {"surfaces", {shape.surfaces.size(), 4}, surface_numbers(shape, 0)},
          thicknesses(shape)};
}

NpyArray point_offsets(const FrameSpool& frames) {
  const auto each = [&frames](const NpyArray::Integers::Take& take) {
    std::int64_t offset = 0;
    take({&offset, 1});
    frames.each_mesh([&](const Shape&, std::size_t n_points, bool) {
      offset += static_cast<std::int64_t>(n_points);
      take({&offset, 1});
    });
  };
  return {"point_offsets", {frames.n_frames() + 1}, NpyArray::Integers{frames.n_frames() + 1, each}};
}

NpyArray curves_of_frames(const FrameSpool& frames) {
  const std::size_t n_curves = frames.first().shape.curves.size();
  const auto each = [&frames](const NpyArray::Integers::Take& take) {
    frames.each_mesh([&](const Shape& mesh, std::size_t, bool) { take(curve_numbers(mesh)); });
  };
  return {"curves", {frames.n_frames(), n_curves, 2}, NpyArray::Integers{frames.n_frames() * n_curves * 2, each}};
}

NpyArray triangles_of_meshes(const FrameSpool& frames) {
  const std::size_t n = frames.n_triangles_of_all_meshes();
  const auto each = [&frames](const NpyArray::Integers::Take& take) {
    frames.each_mesh([&](const Shape& mesh, std::size_t, bool is_new) {
      if (is_new) take(triangle_numbers(mesh));
    });
  };
  return {"triangles", {n, 3}, NpyArray::Integers{3 * n, each}};
}

NpyArray surfaces_of_frames(const FrameSpool& frames) {
  const std::size_t n_surfaces = frames.first().shape.surfaces.size();
  const auto each = [&frames](const NpyArray::Integers::Take& take) {
    std::int64_t first_triangle = 0, next = 0;
    frames.each_mesh([&](const Shape& mesh, std::size_t, bool is_new) {
      if (is_new) first_triangle = next;
      const Integers numbers = surface_numbers(mesh, first_triangle);
      next = numbers.empty() ? 0 : numbers[numbers.size() - 2] + numbers.back();
      take(numbers);
    });
  };
  return {"surfaces", {frames.n_frames(), n_surfaces, 4}, NpyArray::Integers{frames.n_frames() * n_surfaces * 4, each}};
}

/// Frames, points: or the points of all frames where every frame has its own.
std::vector<std::size_t> shape_of_points(const FrameSpool& frames) {
  if (frames.mesh_changes()) return {frames.n_points_of_all_frames()};
  return {frames.n_frames(), frames.first().shape.points.size()};
}

NpyArray positions(const FrameSpool& frames) {
  NpyArray result{"positions", shape_of_points(frames), NpyArray::Spooled{&frames, frames.positions()}};
  result.shape.push_back(3);
  return result;
}

NpyArray point_array(const FrameSpool& frames, std::size_t index) {
  const PointArray& array = frames.first().shape.arrays[index];
  NpyArray result{labelled(array.name, array.unit), shape_of_points(frames),
                  NpyArray::Spooled{&frames, frames.array(index)}};
  if (array.n_components > 1) result.shape.push_back(static_cast<std::size_t>(array.n_components));
  return result;
}

NpyArray observable(const FrameSpool& frames, std::size_t index) {
  const Observable& first = frames.first().observables[index];
  return {labelled(first.name, first.unit), {frames.n_frames()}, NpyArray::Spooled{&frames, frames.observable(index)}};
}

NpyArray poses(const FrameSpool& frames) {
  return {"poses", {frames.n_frames(), frames.first().solids.size(), 3, 3}, NpyArray::Spooled{&frames, frames.poses()}};
}

NpyArray contact_offsets(const FrameSpool& frames) {
  const auto each = [&frames](const NpyArray::Integers::Take& take) {
    std::int64_t offset = 0;
    take({&offset, 1});
    frames.each_contacts([&](std::span<const double> numbers) {
      offset += static_cast<std::int64_t>(numbers.size() / FrameSpool::kContact);
      take({&offset, 1});
    });
  };
  return {"contact_offsets", {frames.n_frames() + 1}, NpyArray::Integers{frames.n_frames() + 1, each}};
}

/// One part of what is known of every contact, as numbers of either type.
template <class Number>
NpyArray contact_part(const std::string& name, const FrameSpool& frames, FrameSpool::ContactPart part) {
  const std::size_t n = frames.n_contacts_of_all_frames();
  using Pieces = NpyArray::Pieces<Number>;
  const auto each = [&frames, part](const typename Pieces::Take& take) {
    std::vector<Number> values;
    frames.each_contacts([&](std::span<const double> numbers) {
      values.clear();
      for (std::size_t i = part.first; i < numbers.size(); i += FrameSpool::kContact) {
        for (std::size_t k = 0; k < part.n; ++k) values.push_back(static_cast<Number>(numbers[i + k]));
      }
      take(values);
    });
  };
  NpyArray array{name, {n}, Pieces{n * part.n, each}};
  if (part.n > 1) array.shape.push_back(part.n);
  return array;
}

std::vector<NpyArray> contacts(const FrameSpool& frames) {
  return {contact_offsets(frames),
          contact_part<double>("contact_places", frames, FrameSpool::kPlace),
          contact_part<double>("contact_normals", frames, FrameSpool::kNormal),
          contact_part<double>("contact_forces [N]", frames, FrameSpool::kForce),
          contact_part<double>("contact_gaps [m]", frames, FrameSpool::kGap),
          contact_part<std::int64_t>("contact_sticks", frames, FrameSpool::kSticks),
          contact_part<std::int64_t>("contact_sides", frames, FrameSpool::kSides)};
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
  std::vector<NpyArray> arrays{{"times", {frames.n_frames()}, NpyArray::Spooled{&frames, FrameSpool::time()}},
                               positions(frames)};
  const std::vector<NpyArray> meshes =
      frames.mesh_changes()
          ? std::vector<NpyArray>{point_offsets(frames),       curves_of_frames(frames),   radii(shape),
                                  triangles_of_meshes(frames), surfaces_of_frames(frames), thicknesses(shape)}
          : mesh_arrays(shape);
  arrays.insert(arrays.end(), meshes.begin(), meshes.end());
  if (!frames.first().solids.empty()) arrays.push_back(poses(frames));
  if (frames.has_contacts()) {
    for (NpyArray& array : contacts(frames)) arrays.push_back(std::move(array));
  }
  for (std::size_t i = 0; i < shape.arrays.size(); ++i) arrays.push_back(point_array(frames, i));
  for (std::size_t i = 0; i < frames.first().observables.size(); ++i) arrays.push_back(observable(frames, i));
  make_names_unique(arrays);
  return arrays;
}

}  // namespace plumb
