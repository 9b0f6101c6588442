#include <codes/sweep/waypoints.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include <plumb/core/status.h>

namespace codes {
namespace {

template <typename Number>
void put(std::string& bytes, Number number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

template <typename Number>
Number take(const std::string& bytes, std::size_t& at) {
  Number number;
  if (bytes.size() - at < sizeof number) throw plumb::UserError("not saved waypoints: too short");
  std::memcpy(&number, bytes.data() + at, sizeof number);
  at += sizeof number;
  return number;
}

}  // namespace

void Waypoints::pass(double at, bool beyond, const plumb::State& state) {
  const bool change = !kept_.empty() && kept_.back().beyond != beyond;
  if (!kept_.empty() && !change && !last_stays_) kept_.pop_back();
  kept_.push_back({at, beyond, state});
  last_stays_ = change;
}

const plumb::State& Waypoints::nearest(double at) const {
  const auto distance = [at](const Waypoint& w) { return std::abs(std::log(w.at / at)); };
  return std::min_element(kept_.begin(), kept_.end(),
                          [&](const Waypoint& a, const Waypoint& b) { return distance(a) < distance(b); })
      ->state;
}

std::string Waypoints::save() const {
  std::string bytes;
  put(bytes, last_stays_);
  put(bytes, static_cast<std::uint64_t>(kept_.size()));
  for (const Waypoint& w : kept_) {
    const std::string state = plumb::save(w.state);
    put(bytes, w.at);
    put(bytes, w.beyond);
    put(bytes, static_cast<std::uint64_t>(state.size()));
    bytes += state;
  }
  return bytes;
}

Waypoints Waypoints::load(const std::string& bytes) {
  Waypoints waypoints;
  std::size_t at = 0;
  waypoints.last_stays_ = take<bool>(bytes, at);
  const auto n = take<std::uint64_t>(bytes, at);
  for (std::uint64_t i = 0; i < n; ++i) {
    Waypoint w;
    w.at = take<double>(bytes, at);
    w.beyond = take<bool>(bytes, at);
    const auto size = take<std::uint64_t>(bytes, at);
    if (bytes.size() - at < size) throw plumb::UserError("not saved waypoints: too short");
    w.state = plumb::load_state(bytes.substr(at, size));
    at += size;
    waypoints.kept_.push_back(std::move(w));
  }
  if (at != bytes.size()) throw plumb::UserError("not saved waypoints: too long");
  return waypoints;
}

}  // namespace codes
