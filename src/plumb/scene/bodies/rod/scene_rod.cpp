#include <plumb/scene/bodies/rod/scene_rod.h>

#include <algorithm>

#include <plumb/core/status.h>

namespace plumb {

std::string_view name(RodKind kind) {
  switch (kind) {
    case RodKind::discrete_elastic_rod:
      return "discrete-elastic-rod";
    case RodKind::super_helix:
      return "super-helix";
    case RodKind::super_clothoid:
      return "super-clothoid";
    case RodKind::super_ribbon:
      return "super-ribbon";
    case RodKind::timoshenko_beam:
      return "timoshenko-beam";
  }
  bug("a kind of rod has a name", __FILE__, __LINE__);
}

RodEdges SceneRod::edges() const {
  const auto clamped = [&](double at) {
    return std::any_of(clamps.begin(), clamps.end(), [&](const SceneClamp& c) { return c.at == at; });
  };
  const double before = clamped(0) ? 0.5 : 0, after = clamped(length) ? 0.5 : 0;
  return {length / (n - before - after), before};
}

}  // namespace plumb
