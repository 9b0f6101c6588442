#include <plumb/scene/bodies/handling.h>

#include <algorithm>

namespace plumb {

double Ramp::at(double time) const {
  if (keys.empty()) return 1;
  const auto after = std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return key.time > time; });
  if (after == keys.begin()) return keys.front().value;
  if (after == keys.end()) return keys.back().value;
  const Key& a = *(after - 1);
  const double fraction = (time - a.time) / (after->time - a.time);
  return (1 - fraction) * a.value + fraction * after->value;
}

bool changes(const Ramp& ramp) {
  return std::any_of(ramp.keys.begin(), ramp.keys.end(),
                     [&](const Ramp::Key& key) { return key.value != ramp.keys.front().value; });
}

bool moves(const SceneMotion& motion) { return changes(motion.moving) || changes(motion.turning); }

bool Handling::moves() const {
  return std::any_of(holds.begin(), holds.end(), [](const Hold& hold) { return plumb::moves(hold.motion); });
}

bool Handling::pulls_change() const {
  return std::any_of(pulls.begin(), pulls.end(), [](const ScenePull& pull) { return changes(pull.scale); });
}

bool Handling::has_moment() const {
  return std::any_of(pulls.begin(), pulls.end(), [](const ScenePull& pull) { return !pull.moment.isZero(0); });
}

}  // namespace plumb
