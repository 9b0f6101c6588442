#include <plumb/scene/bodies/rod/read_strains.h>

#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace plumb {
namespace {

Strains read_helix(const Entry& entry) {
  const Keys keys(entry, {"radius", "pitch", "hand"});
  const double r = keys.need("radius", "of the helix, as radius = \"1 cm\"").positive(dimension::length);
  const double pitch = keys.need("pitch", "the rise of a turn, as pitch = \"5 mm\"").not_negative(dimension::length);
  const auto hand = keys.find("hand");
  const bool left = hand && hand->choice({"right", "left"}) == 1;
  const double c = pitch / (2 * std::numbers::pi);
  return {r / (r * r + c * c), 0, (left ? -c : c) / (r * r + c * c)};
}

void read_curvature(const Entry& entry, Strains& strains) {
  if (!entry.is_list()) {
    strains.kappa_1 = entry.quantity(dimension::curvature);
    return;
  }
  const std::vector<Entry> pair = entry.list("");
  if (pair.size() != 2)
    entry.refuse(fmt::format("expected one number or a pair [kappa_1, kappa_2], got {}", pair.size()));
  strains.kappa_1 = pair[0].quantity(dimension::curvature);
  strains.kappa_2 = pair[1].quantity(dimension::curvature);
}

/// Radians that an element can turn by: nodes see only what turns less than a right angle, curvatures any turn, but
/// nobody means so many.
double most_turn(RodKind kind) { return is_curved(kind) ? 100 : 1; }

void check_turn(const Entry& place, const Strains& strains, const SceneRod& rod) {
  const double total = std::hypot(strains.kappa_1, strains.kappa_2, strains.twist) * rod.length;
  const double most = most_turn(rod.kind);
  if (total <= most * rod.n) return;
  const double needed = std::ceil(total / most);
  place.refuse(
      fmt::format("turns by {:.3g} rad along each element, at most {} rad can be resolved; {}", total / rod.n, most,
                  needed <= most_elements(rod.kind)
                      ? fmt::format("n must be at least {}", needed)
                      : fmt::format("n = {:.3g} would do, more than the {} allowed", needed, most_elements(rod.kind))));
}

}  // namespace

bool is_curved(RodKind kind) {
  return kind == RodKind::super_helix || kind == RodKind::super_clothoid || kind == RodKind::super_ribbon;
}

int most_elements(RodKind kind) { return is_curved(kind) ? 500 : 100000; }

Strains read_strains(const Entry& entry, const SceneRod& rod) {
  const Keys keys(entry, {"curvature", "twist", "helix"});
  Strains strains;
  const auto curvature = keys.find("curvature"), twist = keys.find("twist");
  if (const auto helix = keys.find("helix")) {
    if (curvature || twist) helix->refuse("a helix gives curvature and twist already; leave it or them out");
    strains = read_helix(*helix);
  }
  if (curvature) read_curvature(*curvature, strains);
  if (twist) strains.twist = twist->quantity(dimension::curvature);
  check_turn(entry, strains, rod);
  return strains;
}

}  // namespace plumb
