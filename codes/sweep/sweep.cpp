#include <codes/sweep/sweep.h>

#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/mechanics/state_fit.h>

namespace codes {

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
  if (const std::string why = plumb::misfit(state, model().initial); !why.empty()) {
    throw plumb::UserError(fmt::format("not a saved trial of this scenario: {}", why));
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
