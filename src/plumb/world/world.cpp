#include <plumb/world/world.h>

#include <algorithm>

namespace plumb {

double FrictionLaws::mu(const ContactKey& key) const {
  const bool obstacle = key.b_obstacle != 0;
  const int body = obstacle ? key.a_body : std::min(key.a_body, key.b_owner);
  const int other = obstacle ? key.b_owner : std::max(key.a_body, key.b_owner);
  for (const Pair& pair : pairs) {
    if (pair.body == body && pair.other == other && pair.obstacle == obstacle) return pair.mu;
  }
  return elsewhere;
}

}  // namespace plumb
