#include <codes/sweep/sweep.h>

#include <plumb/core/byte_codec.h>

namespace codes {

judge::Reply reply_of(const plumb::Outcome& outcome) {
  return {outcome.status, outcome.iterations, outcome.residual, outcome.negative_modes};
}

Sweep::Sweep(std::unique_ptr<Follower> follower) : follower_(std::move(follower)), state_(follower_->model().initial) {}

plumb::Loads Sweep::under(double gravity) const {
  plumb::Loads loads = state_.loads;
  loads.gravity = {0, 0, -gravity};
  return loads;
}

void Sweep::load(const std::string& bytes) {
  plumb::State state = plumb::load_state(bytes);
  follower_->expect(state);
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
