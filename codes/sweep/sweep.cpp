#include <codes/sweep/sweep.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include <fmt/format.h>

#include <plumb/core/status.h>

namespace codes {
namespace {

std::vector<Eigen::Index> sizes(const std::vector<Eigen::VectorXd>& history) {
  std::vector<Eigen::Index> all;
  for (const Eigen::VectorXd& slot : history) all.push_back(slot.size());
  return all;
}

}  // namespace

judge::Reply reply_of(const plumb::Outcome& outcome) {
  return {outcome.status, outcome.iterations, outcome.residual, outcome.negative_modes};
}

Sweep::Sweep(plumb::Model model) : continuation_(std::move(model)), state_(continuation_.model().initial) {}

plumb::Loads Sweep::under(double gravity) const {
  plumb::Loads loads = state_.loads;
  loads.gravity = {0, 0, -gravity};
  return loads;
}

void Sweep::load(const std::string& bytes) {
  plumb::State state = plumb::load_state(bytes);
  const plumb::State& rest = model().initial;
  if (state.q.size() != rest.q.size()) {
    throw plumb::UserError(
        fmt::format("not a saved trial of this scenario: {} unknowns, expected {}", state.q.size(), rest.q.size()));
  }
  if (sizes(state.history) != sizes(rest.history)) {
    throw plumb::UserError("not a saved trial of this scenario: its history has another size");
  }
  state_ = std::move(state);
}

std::string SavedPair::bytes() const {
  const std::uint64_t size = first.size();
  return std::string(reinterpret_cast<const char*>(&size), sizeof size) + first + second;
}

SavedPair SavedPair::of(const std::string& bytes) {
  std::uint64_t size = 0;
  if (bytes.size() >= sizeof size) std::memcpy(&size, bytes.data(), sizeof size);
  if (bytes.size() < sizeof size || bytes.size() - sizeof size < size) {
    throw plumb::UserError("not a saved trial: too short");
  }
  return {bytes.substr(sizeof size, size), bytes.substr(sizeof size + size)};
}

}  // namespace codes
