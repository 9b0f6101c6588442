#include <plumb/scene/bodies/rod/read_clamps.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include <plumb/scene/bodies/rod/read_strains.h>
#include <plumb/scene/read/read_motion.h>
#include <plumb/scene/read/read_pose.h>

namespace plumb {
namespace {

constexpr double kLeastSpacing = 2;  ///< elements

std::string shown(double length) { return format_quantity(length, dimension::length); }

double read_place(const Keys& keys, double length) {
  const std::string_view expected = "\"start\", \"end\" or an arc length as \"5 cm\"";
  const Entry entry = keys.need("at", fmt::format("say where, as {}", expected));
  if (entry.is_word()) {
    const std::string word = entry.text();
    if (word == "start") return 0;
    if (word == "end") return length;
    if (word.find_first_of("0123456789") == std::string::npos) {
      entry.refuse(fmt::format("expected {}, got '{}'", expected, quotable(word)));
    }
  }
  const double at = entry.not_negative(dimension::length);
  if (at > length * (1 + 1e-9)) {
    entry.refuse(fmt::format("{} is beyond the end of the rod, whose length is {}", shown(at), shown(length)));
  }
  return std::min(at, length);
}

std::optional<Pose> read_pose_of_clamp(const Keys& keys, double length) {
  const bool told = keys.has("position") || keys.has("tangent") || keys.has("director");
  if (!told) return std::nullopt;
  for (const auto key : {"position", "tangent", "director"}) {
    keys.need(key, "a clamp that is told where it stands needs position, tangent and director together");
  }
  return read_pose(keys, length_of_rod(length));
}

SceneClamp read_clamp(const Entry& entry, const SceneRod& rod, const SceneSolve& solve) {
  const Keys keys(entry, {"at", "position", "tangent", "director", "move", "turn"});
  SceneClamp clamp;
  clamp.at = read_place(keys, rod.length);
  clamp.pose = read_pose_of_clamp(keys, rod.length);
  read_motion(keys, length_of_rod(rod.length), solve, clamp);
  return clamp;
}

void check_start_alone(const Keys& keys, const std::vector<Entry>& entries, const SceneRod& rod) {
  const std::string why = fmt::format(
      "a {} is held at its start and nowhere else: it needs one [[rod.clamp]] at = \"start\"; a discrete-elastic-rod "
      "or "
      "a timoshenko-beam can be held anywhere",
      name(rod.kind));
  if (entries.empty()) keys.need("clamp", why);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i > 0 || rod.clamps[i].at != 0) entries[i].refuse(why);
  }
}

void check_spacing(const std::vector<Entry>& entries, const SceneRod& rod) {
  std::vector<std::size_t> order(rod.clamps.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return rod.clamps[a].at < rod.clamps[b].at; });
  for (std::size_t i = 1; i < order.size(); ++i) {
    const auto [first, second] = std::minmax(order[i - 1], order[i]);
    const double gap = rod.clamps[order[i]].at - rod.clamps[order[i - 1]].at;
    if (gap <= 1e-9 * rod.length) {
      entries[second].refuse(fmt::format("holds the same place as {}; leave one of them out", entries[first].keys()));
    }
    const double h = rod.length / rod.n;
    if (gap < kLeastSpacing * h * (1 - 1e-9)) {
      entries[second].refuse(fmt::format("{} from {}: clamps are at least {} elements apart, so n must be at least {}",
                                         shown(gap), entries[first].keys(), kLeastSpacing,
                                         std::ceil(kLeastSpacing * rod.length / gap * (1 - 1e-9))));
    }
  }
}

/// A clamp of a discrete elastic rod holds a whole element.
void check_something_moves(const Keys& keys, const SceneRod& rod) {
  const int n_clamps = static_cast<int>(rod.clamps.size());
  if (rod.kind != RodKind::discrete_elastic_rod || n_clamps < rod.n) return;
  keys.find("n")->refuse(
      fmt::format("each clamp holds an element and none is left to move; n must be at least {}", n_clamps + 1));
}

}  // namespace

std::vector<SceneClamp> read_clamps(const Keys& keys, const SceneRod& given, const SceneSolve& solve) {
  const std::vector<Entry> entries = keys.tables("clamp", "[[rod.clamp]]");
  SceneRod rod = given;
  for (const Entry& entry : entries) rod.clamps.push_back(read_clamp(entry, rod, solve));
  if (is_curved(rod.kind)) {
    check_start_alone(keys, entries, rod);
  } else if (entries.empty() && solve.method == Method::static_) {
    keys.need("clamp", "nothing holds the rod, so it has no equilibrium; add [[rod.clamp]] at = \"start\"");
  }
  check_spacing(entries, rod);
  check_something_moves(keys, rod);
  return rod.clamps;
}

std::vector<SceneForce> read_forces(const Keys& keys, const SceneRod& rod) {
  std::vector<SceneForce> forces;
  for (const Entry& entry : keys.tables("force", "[[rod.force]]")) {
    const Keys force(entry, {"at", "force", "moment", "when"});
    SceneForce read;
    read.at = read_place(force, rod.length);
    read_pull(force, read);
    forces.push_back(read);
  }
  return forces;
}

}  // namespace plumb
