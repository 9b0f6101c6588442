#include <plumb/geometry/remesh/name_order.h>

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/geometry/triangle_mesh.h>

namespace plumb {
namespace {

using Triangle = std::array<int, 3>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// The numbers 0 to n - 1, sorted by a key; meshes that a remeshing made are in order already.
template <class Key>
std::vector<int> sorted_numbers(std::size_t n, const Key& key) {
  std::vector<int> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0);
  const auto less = [&](int i, int j) { return key(i) < key(j); };
  if (!std::is_sorted(numbers.begin(), numbers.end(), less)) std::stable_sort(numbers.begin(), numbers.end(), less);
  return numbers;
}

void check_sizes(const MeshNow& mesh) {
  ENSURE(mesh.names.size() == mesh.rest.size());
  ENSURE(mesh.thickness.size() == mesh.triangles.size());
  const int n = static_cast<int>(mesh.rest.size());
  for (const Triangle& triangle : mesh.triangles) {
    for (const int point : triangle) {
      if (point < 0 || point >= n) {
        throw UserError(
            fmt::format("a triangle of the mesh has the point {}, but the points are 0 to {}", point, n - 1));
      }
    }
  }
}

void check_names(const MeshNow& mesh) {
  const auto twice = std::adjacent_find(mesh.names.begin(), mesh.names.end());
  if (twice != mesh.names.end()) throw UserError(fmt::format("two points of the mesh have the name {}", *twice));
}

Triangle lowest_first(Triangle t) {
  std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
  return t;
}

}  // namespace

NamedOrder in_order_of_names(const MeshNow& mesh) {
  check_sizes(mesh);
  NamedOrder order;
  order.points = sorted_numbers(mesh.rest.size(), [&](int i) { return mesh.names[at(i)]; });
  std::vector<int> place(mesh.rest.size());
  for (std::size_t i = 0; i < place.size(); ++i) place[at(order.points[i])] = static_cast<int>(i);

  std::vector<Triangle> renumbered;
  renumbered.reserve(mesh.triangles.size());
  for (const auto& [a, b, c] : mesh.triangles) {
    renumbered.push_back(lowest_first({place[at(a)], place[at(b)], place[at(c)]}));
  }
  order.triangles = sorted_numbers(renumbered.size(), [&](int t) { return renumbered[at(t)]; });

  for (const int i : order.points) {
    order.mesh.rest.push_back(mesh.rest[at(i)]);
    order.mesh.names.push_back(mesh.names[at(i)]);
  }
  for (const int t : order.triangles) {
    order.mesh.triangles.push_back(renumbered[at(t)]);
    order.mesh.thickness.push_back(mesh.thickness[at(t)]);
  }
  check_names(order.mesh);
  return order;
}

}  // namespace plumb
