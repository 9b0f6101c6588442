#include <plumb/mechanics/state_fit.h>

#include <algorithm>

#include <fmt/format.h>

#include <plumb/geometry/mesh_now.h>

namespace plumb {
namespace {

bool same_mesh(const MeshNow* a, const MeshNow* b) { return a == b || (a != nullptr && b != nullptr && *a == *b); }

}  // namespace

std::string misfit(const State& state, const State& initial) {
  if (state.q.size() != initial.q.size()) {
    return fmt::format("{} unknowns, expected {}", state.q.size(), initial.q.size());
  }
  if (state.v.size() != initial.v.size()) return "its rates have another size";
  const auto same_size = [](const Eigen::VectorXd& a, const Eigen::VectorXd& b) { return a.size() == b.size(); };
  if (!std::equal(state.history.begin(), state.history.end(), initial.history.begin(), initial.history.end(),
                  same_size)) {
    return "its history has another size";
  }
  const Loads &loads = state.loads, &expected = initial.loads;
  if (loads.clamps.size() != expected.clamps.size()) {
    return fmt::format("{} clamps, expected {}", loads.clamps.size(), expected.clamps.size());
  }
  if (loads.wrenches.size() != expected.wrenches.size()) {
    return fmt::format("{} wrenches, expected {}", loads.wrenches.size(), expected.wrenches.size());
  }
  if (loads.pressures.size() != expected.pressures.size()) {
    return fmt::format("{} pressures, expected {}", loads.pressures.size(), expected.pressures.size());
  }
  if (!same_mesh(state.mesh.get(), initial.mesh.get())) return "its mesh is another one";
  return {};
}

}  // namespace plumb
