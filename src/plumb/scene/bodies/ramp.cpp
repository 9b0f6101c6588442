#include <algorithm>

#include <plumb/scene/bodies/scene.h>

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

}  // namespace plumb
