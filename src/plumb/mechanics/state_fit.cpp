#include <plumb/mechanics/state_fit.h>

#include <algorithm>

#include <fmt/format.h>

namespace plumb {

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
  return {};
}

}  // namespace plumb
