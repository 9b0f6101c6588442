#include <codes/sweep/waypoints.h>

#include <cmath>

#include <plumb/core/byte_codec.h>

namespace codes {
void Waypoints::pass(double at, bool beyond, const plumb::State& state) {
  const bool change = !kept_.empty() && kept_.back().beyond != beyond;
  if (!kept_.empty() && !change && !last_stays_) kept_.pop_back();
  kept_.push_back({at, beyond, state});
  last_stays_ = change;
}

const plumb::State* Waypoints::nearest(double at) const {
  return nearest_of(at, [](const Waypoint&) { return true; });
}

const plumb::State* Waypoints::nearest_beyond(double at) const {
  return nearest_of(at, [](const Waypoint& w) { return w.beyond; });
}

template <class Fits>
const plumb::State* Waypoints::nearest_of(double at, const Fits& fits) const {
  const plumb::State* nearest = nullptr;
  double least = HUGE_VAL;
  for (const Waypoint& w : kept_) {
    const double distance = std::abs(std::log(w.at / at));
    if (!fits(w) || !(distance < least)) continue;
    least = distance;
    nearest = &w.state;
  }
  return nearest;
}

std::string Waypoints::save() const {
  plumb::ByteWriter w;
  w.put(last_stays_);
  w.put_count(kept_.size());
  for (const Waypoint& point : kept_) {
    w.put(point.at);
    w.put(point.beyond);
    w.put(plumb::save(point.state));
  }
  return w.take();
}

Waypoints Waypoints::load(const std::string& bytes) {
  plumb::ByteReader r(bytes, "not saved waypoints: too short or too long");
  Waypoints waypoints;
  waypoints.last_stays_ = r.get<bool>();
  const std::size_t n = r.count(sizeof(double));
  for (std::size_t i = 0; i < n; ++i) {
    Waypoint point;
    point.at = r.get<double>();
    point.beyond = r.get<bool>();
    point.state = plumb::load_state(r.text());
    waypoints.kept_.push_back(std::move(point));
  }
  r.end();
  return waypoints;
}

}  // namespace codes
