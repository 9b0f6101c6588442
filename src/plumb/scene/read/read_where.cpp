#include <plumb/scene/read/read_where.h>

#include <numeric>

#include <fmt/format.h>

namespace plumb {
namespace {

std::vector<int> in_box(const Keys& keys, const std::vector<Eigen::Vector3d>& all) {
  const Eigen::Vector3d low = keys.need("min", "a box has min and max").vector(dimension::length);
  const Eigen::Vector3d high = keys.need("max", "a box has min and max").vector(dimension::length);
  if ((low.array() > high.array()).any()) keys.find("max")->refuse("must not be below min");
  // A side given to its last digit has its points, whatever rounding did to them.
  const double slack = 1e-9 * (1e-9 + low.cwiseAbs().maxCoeff() + high.cwiseAbs().maxCoeff());
  std::vector<int> points;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto x = all[i].array();
    if ((x >= low.array() - slack).all() && (x <= high.array() + slack).all()) points.push_back(static_cast<int>(i));
  }
  if (points.empty()) keys.entry().refuse(fmt::format("none of the {} points is in this box", all.size()));
  return points;
}

std::vector<int> nearest(const Entry& entry, const std::vector<Eigen::Vector3d>& all) {
  const Eigen::Vector3d place = entry.vector(dimension::length);
  std::size_t best = 0;
  for (std::size_t i = 1; i < all.size(); ++i) {
    if ((all[i] - place).stableNorm() < (all[best] - place).stableNorm()) best = i;
  }
  return {static_cast<int>(best)};
}

std::vector<int> by_name(const Entry& entry, const NamedPlaces& places) {
  std::vector<std::string> names;
  for (const auto& side : places.sides) names.push_back(side.first);
  names.emplace_back("all");
  const std::size_t which = entry.choice(names);
  if (which < places.sides.size()) return places.sides[which].second;
  std::vector<int> all(places.points.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace

std::vector<int> read_where(const Keys& keys, const NamedPlaces& places) {
  const Entry entry =
      keys.need("where", fmt::format("say where, as \"{}\", {{ min = [...], max = [...] }} or {{ near = [...] }}",
                                     places.sides.empty() ? "all" : places.sides.front().first));
  if (entry.is_word()) return by_name(entry, places);
  const Keys place(entry, {"min", "max", "near"});
  const auto near = place.find("near");
  if (!near) return in_box(place, places.points);
  if (place.has("min") || place.has("max")) near->refuse("a box and a place; give one of them");
  return nearest(*near, places.points);
}

}  // namespace plumb
