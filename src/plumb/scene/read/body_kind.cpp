#include <plumb/scene/read/body_kind.h>

#include <algorithm>
#include <tuple>

namespace plumb {

std::vector<BodyKind const*> in_order(std::vector<BodyKind const*> kinds) {
  std::sort(kinds.begin(), kinds.end(), [](const BodyKind* a, const BodyKind* b) {
    return std::tie(a->dimension, a->key) < std::tie(b->dimension, b->key);
  });
  return kinds;
}

}  // namespace plumb
