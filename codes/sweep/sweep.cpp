#include <codes/sweep/sweep.h>

#include <fmt/format.h>

#include <plumb/core/byte_codec.h>
#include <plumb/mechanics/state_fit.h>

namespace codes {

judge::Reply reply_of(const plumb::Outcome& outcome) {
  return {outcome.status, outcome.iterations, outcome.residual, outcome.negative_modes};
}

Sweep::Sweep(plumb::Model model)
    : method_(std::in_place_type<plumb::Continuation>, std::move(model)), state_(this->model().initial) {}

Sweep::Sweep(plumb::Model model, plumb::ProjectiveOptions options)
    : method_(std::in_place_type<plumb::ProjectiveStatics>, std::move(model), options), state_(this->model().initial) {}

const plumb::Model& Sweep::model() const {
  return std::visit([](const auto& method) -> const plumb::Model& { return method.model(); }, method_);
}

plumb::Outcome Sweep::advance(const plumb::Loads& target) {
  return std::visit([&](auto& method) { return method.advance(state_, target); }, method_);
}

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
  plumb::ByteWriter w;
  w.put(first);
  w.put(second);
  return w.take();
}

SavedPair SavedPair::of(const std::string& bytes) {
  plumb::ByteReader r(bytes, "not a whole saved trial");
  SavedPair pair;
  pair.first = r.text();
  pair.second = r.text();
  r.end();
  return pair;
}

}  // namespace codes
