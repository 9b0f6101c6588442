#include <plumb/scene/bodies/plate/plate_reactions.h>

#include <algorithm>

#include <Eigen/Geometry>

namespace plumb {
namespace {

using Eigen::Vector3d;

bool holds(const SceneSupport& support, int point) {
  return std::binary_search(support.points.begin(), support.points.end(), point);
}

/// The support whose mirror is at an edge between two of these three corners; -1: none.
int mirror_of(const ScenePlate& plate, std::span<const int> stencil) {
  for (std::size_t k = 0; k < plate.supports.size(); ++k) {
    const SceneSupport& support = plate.supports[k];
    int n = 0;
    for (const std::size_t i : {0u, 3u, 6u}) n += holds(support, stencil[i] / 3) ? 1 : 0;
    if (support.hold != Hold::hinged && n == 2) return static_cast<int>(k);
  }
  return -1;
}

/// Each coordinate of a held point pulls at its support, the first that holds it.
void add_points(const ScenePlate& plate, const State& state, const Eigen::VectorXd& gradient,
                std::vector<Wrench>& wrenches) {
  std::vector<bool> counted(3 * plate.rest.points.size(), false);
  for (std::size_t k = 0; k < plate.supports.size(); ++k) {
    const SceneSupport& support = plate.supports[k];
    for (const int p : support.points) {
      Vector3d force = Vector3d::Zero();
      for (int axis = 0; axis < 3; ++axis) {
        const auto unknown = static_cast<std::size_t>(3 * p + axis);
        if (!support.axes[static_cast<std::size_t>(axis)] || counted[unknown]) continue;
        counted[unknown] = true;
        force[axis] = gradient[3 * p + axis];
      }
      wrenches[k].force += force;
      wrenches[k].moment += (state.q.segment<3>(3 * p) - state.loads.clamps[k].position).cross(force);
    }
  }
}

/// Do three entries of a stencil make up a point? Directors, which stand behind the points, do not.
bool is_point(std::span<const int> stencil, std::size_t i) {
  return i + 2 < stencil.size() && stencil[i] % 3 == 0 && stencil[i + 1] == stencil[i] + 1 &&
         stencil[i + 2] == stencil[i] + 2;
}

void add_mirrors(const ScenePlate& plate, const Energy& energy, const State& state, std::vector<Wrench>& wrenches) {
  for_each_element(energy, state, {.gradient = true}, [&](int element, int slot, ElementBuffer& buffer) {
    const auto stencil = energy.stencil(element);
    const int k = mirror_of(plate, stencil);
    if (k < 0) return;
    // Directors are angles against the triangles: turning all of them leaves them alone.
    for (std::size_t i = 0; is_point(stencil, i); i += 3) {
      Vector3d force;
      for (int axis = 0; axis < 3; ++axis) force[axis] = buffer.gradient(slot, static_cast<int>(i) + axis);
      wrenches[static_cast<std::size_t>(k)].moment -= Vector3d(state.q.segment<3>(stencil[i])).cross(force);
    }
  });
}

}  // namespace

std::vector<Wrench> plate_reactions(const ScenePlate& plate, const Model& model, const State& state,
                                    const Eigen::VectorXd& gradient) {
  std::vector<Wrench> wrenches(plate.supports.size());
  add_points(plate, state, gradient, wrenches);
  for (const auto& energy : model.energies) {
    if (energy->role() == Role::mirror) add_mirrors(plate, *energy, state, wrenches);
  }
  return wrenches;
}

}  // namespace plumb
