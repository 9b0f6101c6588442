#include <plumb/scene/read/read_contact.h>

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/scene/read/check_overlaps.h>
#include <plumb/scene/read/read_obstacles.h>

namespace plumb {
namespace {

constexpr double kMostFriction = 100, kLeastTolerance = 1e-14, kMostTolerance = 1e-3;

std::vector<std::string> names_of_families(const Scene& scene) {
  std::vector<std::string> names;
  for (const Family& family : scene.families) names.push_back(family.name);
  return names;
}

/// What no obstacle may be called.
std::vector<std::string> names_taken(const Scene& scene) {
  std::vector<std::string> names = names_of_families(scene);
  for (const auto& body : scene.bodies) names.push_back(body->name());
  return names;
}

BodySize largest_of(const Scene& scene) {
  double size = 0;
  for (const auto& body : scene.bodies) size = std::max(size, body->size());
  return {size, "the size of the largest body"};
}

double read_friction(const Entry& entry) {
  const double friction = entry.not_negative(dimension::none);
  if (friction > kMostFriction) entry.refuse(fmt::format("at most {}, got {}", kMostFriction, friction));
  return friction;
}

/// Names of families of bodies, then of obstacles, as numbers.
class Names {
 public:
  explicit Names(const Scene& scene) : all_(names_of_families(scene)), n_bodies_(all_.size()) {
    for (const SceneObstacle& obstacle : scene.contact.obstacles) all_.push_back(obstacle.name);
  }
  std::size_t number(const Entry& entry) const { return entry.choice(all_); }
  std::size_t body(const Entry& entry) const { return entry.choice({all_.begin(), all_.begin() + n()}); }
  bool is_body(std::size_t number) const { return number < n_bodies_; }
  std::size_t n_bodies() const { return n_bodies_; }

 private:
  std::ptrdiff_t n() const { return static_cast<std::ptrdiff_t>(n_bodies_); }
  std::vector<std::string> all_;
  std::size_t n_bodies_;
};

SceneContact::Pair read_pair(const Entry& entry, const Names& names) {
  const Keys keys(entry, {"between", "friction"});
  const Entry between = keys.need("between", "the names of the two, as between = [\"rod\", \"ground\"]");
  const std::vector<Entry> two = between.list("a pair of names, as [\"rod\", \"ground\"]");
  if (two.size() != 2) between.refuse(fmt::format("expected a pair of names, got {}", two.size()));
  std::size_t a = names.number(two[0]), b = names.number(two[1]);
  if (a > b) std::swap(a, b);
  if (!names.is_body(a)) between.refuse("obstacles do not touch each other; one of the two must be a body");
  const bool obstacle = !names.is_body(b);
  const double friction = read_friction(keys.need("friction", "its coefficient, as friction = 0.3"));
  return {static_cast<int>(a), static_cast<int>(obstacle ? b - names.n_bodies() : b), obstacle, friction};
}

std::vector<SceneContact::Pair> read_pairs(const Keys& contact, const Names& names) {
  std::vector<SceneContact::Pair> pairs;
  for (const Entry& entry : contact.tables("pair", "[[contact.pair]]")) {
    const SceneContact::Pair pair = read_pair(entry, names);
    const bool again = std::any_of(pairs.begin(), pairs.end(), [&](const SceneContact::Pair& other) {
      return other.body == pair.body && other.other == pair.other && other.obstacle == pair.obstacle;
    });
    if (again) entry.refuse("an earlier pair is between the same two; leave one of them out");
    pairs.push_back(pair);
  }
  return pairs;
}

std::vector<bool> read_left_out(const Keys& contact, const Names& names, const Scene& scene) {
  std::vector<bool> left_out(scene.bodies.size(), false);
  const auto entry = contact.find("leave_out");
  if (!entry) return left_out;
  for (const Entry& name : entry->list("a list of bodies, as [\"rod\"]")) {
    const Family& family = scene.families[names.body(name)];
    for (std::size_t i = family.begin; i < family.end; ++i) left_out[i] = true;
  }
  if (std::find(left_out.begin(), left_out.end(), false) == left_out.end()) {
    entry->refuse("no body is left that could touch anything; leave [contact] and the obstacles out instead");
  }
  return left_out;
}

std::string methods_with_contact() {
  std::string names;
  for (const Method method : all_methods()) {
    if (completed_by_contact(method)) names += (names.empty() ? "\"" : ", \"") + std::string(name(method)) + '"';
  }
  return names;
}

void read_table(const Keys& contact, Scene& scene) {
  SceneContact& into = scene.contact;
  const Names names(scene);
  if (const auto friction = contact.find("friction")) into.friction = read_friction(*friction);
  if (const auto tolerance = contact.find("tolerance")) {
    into.tolerance = tolerance->positive(dimension::none);
    if (!(into.tolerance >= kLeastTolerance && into.tolerance <= kMostTolerance)) {
      tolerance->refuse(fmt::format("between {} and {}, got {}", kLeastTolerance, kMostTolerance, into.tolerance));
    }
  }
  if (const auto method = contact.find("method")) {
    into.filtered = method->choice({"exact", "velocity-filter"}) == 1;
    if (into.filtered && scene.solve.method == Method::static_) {
      method->refuse(
          fmt::format("a velocity filter follows steps in time; give solve.method = {}", methods_with_contact()));
    }
    if (into.filtered && contact.has("tolerance")) {
      method->refuse("a velocity filter has no residual that a tolerance could be for; leave contact.tolerance out");
    }
  }
  if (const auto self = contact.find("self")) into.self = self->yes_or_no();
  into.pairs = read_pairs(contact, names);
  into.leave_out = read_left_out(contact, names, scene);
}

void check_method(const Entry& place, const Keys& solve, const SceneSolve& read) {
  const Method chosen = read.method;
  const auto method = solve.find("method");
  const Entry& where = method ? *method : place;
  if (read.arc_length) where.refuse("a path by arc-length knows no contact; choose \"static\", or leave contact out");
  if (chosen == Method::static_) return;
  if (!completed_by_contact(chosen)) {
    where.refuse(fmt::format("contact cannot complete the steps of {}; with contact the method is {}", name(chosen),
                             methods_with_contact()));
  }
}

void check_step(const Entry& place, const Keys& solve) {
  constexpr std::string_view kWhy =
      "contact takes steps of a fixed length, for an impact has no error that could be controlled";
  const auto dt = solve.find("dt"), tolerance = solve.find("tolerance");
  if (tolerance && !(dt && dt->from_command_line())) {
    tolerance->refuse(fmt::format("{}; give dt instead, as dt = \"1 ms\"", kWhy));
  }
  if (dt) return;
  if (solve.has("method")) solve.need("dt", fmt::format("{}, as dt = \"1 ms\"", kWhy));
  place.refuse(fmt::format("{}; give solve.dt, as dt = \"1 ms\"", kWhy));
}

/// Refuses what equilibria with contact do not know (world/static_path.h).
void check_equilibrium(const Entry& place, const Keys& contact, const Scene& scene) {
  const std::string motion = methods_with_contact();
  const std::size_t n = scene.bodies.size();
  if (n > 1) {
    place.refuse(
        fmt::format("an equilibrium with contact has one body, but there are {}; give solve.method = {}", n, motion));
  }
  if (scene.contact.obstacles.empty()) {
    place.refuse(fmt::format(
        "a body in equilibrium touches obstacles only, and there is none; give one, or solve.method = {}", motion));
  }
  if (scene.contact.self) {
    place.refuse(fmt::format(
        "a body in equilibrium does not touch itself; give contact.self = false, or solve.method = {}", motion));
  }
  if (scene.bodies.front()->starts_anywhere()) {
    place.refuse("an equilibrium with contact starts from where the body is put; leave start out");
  }
  if (const auto tolerance = contact.find("tolerance")) {
    tolerance->refuse("equilibria with contact are found to rounding; leave it out");
  }
  const Handling handling = scene.bodies.front()->handling();
  if (handling.has_moment() || handling.pressure != 0) {
    place.refuse(
        "an equilibrium with contact has no moments and no pressure, for they have no potential; leave them out");
  }
}

/// Returns the table that turns contact on; none: it is off.
std::optional<Entry> place_of_contact(const Keys& file) {
  const auto contact = file.find("contact");
  return contact ? contact : file.find("obstacle");
}

}  // namespace

void check_contact(const Keys& file, const Keys& solve, const SceneSolve& read) {
  const auto place = place_of_contact(file);
  if (!place) return;
  check_method(*place, solve, read);
  if (read.method != Method::static_) check_step(*place, solve);
}

void read_contact(const Keys& file, const MeshReader& read_mesh, Scene& scene) {
  const Keys contact = Keys::maybe(file, "contact", {"method", "friction", "pair", "tolerance", "self", "leave_out"});
  const auto found = place_of_contact(file);
  if (!found) return;
  const Entry& place = *found;
  scene.contact.on = true;
  scene.contact.obstacles = read_obstacles(file, scene.solve, largest_of(scene), names_taken(scene), read_mesh);
  read_table(contact, scene);
  if (scene.solve.method == Method::static_) check_equilibrium(place, contact, scene);
  check_overlaps(place, scene);
}

}  // namespace plumb
