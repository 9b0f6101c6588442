#include <plumb/scene/rod_body.h>

#include <plumb/core/status.h>

namespace plumb {

std::unique_ptr<RodBody> rod_body(const SceneRod& rod) {
  switch (rod.kind) {
    case RodKind::discrete_elastic_rod:
      return discrete_body(rod);
    case RodKind::super_helix:
    case RodKind::super_clothoid:
      return curved_body(rod);
    case RodKind::timoshenko_beam:
      return beam_body(rod);
  }
  bug("a kind of rod has a body", __FILE__, __LINE__);
}

}  // namespace plumb
