#include <plumb/model/shell/on_mesh.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/geometry/plane_interpolation.h>
#include <plumb/model/shell/triangles.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// The numbers that points have now, by their names.
class Numbers {
 public:
  explicit Numbers(const MeshNow& mesh) {
    for (std::size_t i = 0; i < mesh.names.size(); ++i) numbers_.emplace(mesh.names[i], static_cast<int>(i));
  }
  /// `who`: "a support holds".
  void renumber(std::vector<int>& points, const char* who) const {
    for (int& p : points) {
      const auto found = numbers_.find(static_cast<std::uint64_t>(p));
      if (found == numbers_.end()) {
        throw UserError(fmt::format("{} the point with the name {}, which the mesh does not have any more", who, p));
      }
      p = found->second;
    }
  }

 private:
  std::unordered_map<std::uint64_t, int> numbers_;
};

/// Points that the specification has start where it says, to the last bit.
std::vector<Vector3d> start_on(const ShellSpec& spec, const MeshNow& mesh) {
  if (spec.start.empty()) return {};
  if (!lies_in_a_plane(spec.rest)) {
    throw UserError("a shell whose mesh changes starts as at rest, or is a plane at rest");
  }
  const PlaneInterpolation specified(spec.rest);
  std::vector<Vector3d> start;
  for (std::size_t i = 0; i < mesh.rest.size(); ++i) {
    const std::uint64_t name = mesh.names[i];
    const bool is_specified = name < spec.start.size() && spec.rest.points[name] == mesh.rest[i];
    start.push_back(is_specified ? spec.start[name] : specified.at(mesh.rest[i], spec.start));
  }
  return start;
}

}  // namespace

MeshNow mesh_of(const ShellSpec& spec) {
  MeshNow mesh{spec.rest.points, spec.rest.triangles, {}, {}};
  mesh.names.resize(mesh.rest.size());
  std::iota(mesh.names.begin(), mesh.names.end(), std::uint64_t{0});
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) mesh.thickness.push_back(thickness_of(spec, t));
  return mesh;
}

std::vector<std::uint64_t> meant_points(const ShellSpec& spec) {
  std::vector<std::uint64_t> names;
  const auto add = [&](const std::vector<int>& points) { names.insert(names.end(), points.begin(), points.end()); };
  add(spec.clamped);
  for (const ShellSupport& support : spec.supports) add(support.points);
  for (const ShellLoad& load : spec.loads) add(load.points);
  for (const ShellSpring& spring : spec.springs) {
    add(spring.points);
    if (spring.other >= 0) add({spring.other});
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

ShellSpec on_mesh(const ShellSpec& spec, const MeshNow& mesh) {
  ShellSpec now = spec;
  now.rest = {mesh.rest, mesh.triangles};
  now.thickness = mesh.thickness;
  now.start = start_on(spec, mesh);
  const Numbers numbers(mesh);
  numbers.renumber(now.clamped, "a support holds");
  for (ShellSupport& support : now.supports) numbers.renumber(support.points, "a support holds");
  for (ShellLoad& load : now.loads) numbers.renumber(load.points, "a load acts on");
  for (ShellSpring& spring : now.springs) {
    numbers.renumber(spring.points, "a spring pulls at");
    if (spring.other < 0) continue;
    std::vector<int> other{spring.other};
    numbers.renumber(other, "a spring pulls at");
    spring.other = other.front();
  }
  return now;
}

Model shell(const ShellSpec& spec, const State& state) {
  if (!state.mesh) return shell(spec);
  Model model = shell(on_mesh(spec, *state.mesh));
  model.initial.mesh = state.mesh;
  return model;
}

}  // namespace plumb
