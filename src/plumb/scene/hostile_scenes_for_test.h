#pragma once

// Scenes that a careless or a hostile person could write: good ones with a few things spoilt.

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <plumb/contact/detect/obstacle_mesh.h>
#include <plumb/scene/bodies_for_test.h>
#include <plumb/scene/read_scene.h>

namespace plumb {

/// Small scenes that use every key.
inline const std::vector<std::string>& good_scenes() {
  static const std::vector<std::string> scenes{
      R"(title = "A strip"
[world]
gravity = [0, 0, "-9.81 m/s^2"]
[solve]
method = "static"
[rod]
model = "discrete-elastic-rod"
n = 8
length = "20 cm"
material = { E = "1.08 MPa", nu = 0.5, rho = "1200 kg/m^3" }
section = { shape = "rectangle", width = "1 cm", height = "1 mm" }
[[rod.clamp]]
at = "start"
)",
      R"(title = "A curl"
[world]
gravity_scale = [["0 s", 0], ["1 s", 1]]
[solve]
method = "static"
duration = "1 s"
frames = 3
[rod]
name = "curl"
model = "super-helix"
n = 4
length = "10 cm"
material = { E = "4 GPa", nu = 0.4, rho = "1300 kg/m^3" }
section = { shape = "ellipse", a = "50 um", b = "40 um" }
natural = { helix = { radius = "1 cm", pitch = "5 mm", hand = "left" } }
start = { position = [0, 0, "1 m"], tangent = [0, 0, -1], director = [0, 1, 0] }
[[rod.clamp]]
at = "start"
turn = { axis = [0, 0, 1], angle = "90 deg" }
[[rod.force]]
at = "end"
force = [0, 0, "-1e-6 N"]
moment = [0, 0, "1e-9 N*m"]
)",
      R"(title = "Grippers"
[solve]
duration = "2 s"
frames = 4
[rod]
name = "cable"
model = "timoshenko-beam"
n = 8
length = 0.3
stiffness = { EI = ["4e-5 N*m^2", 3e-5], GJ = "3e-5 N*m^2", EA = "70 N", mass = "7 g/m", GA = "20 N", spin = "8 g*um" }
natural = { curvature = ["1 1/m", 0], twist = 0 }
initial = { curvature = 0 }
[[rod.clamp]]
at = 0
position = [0, 0, 0]
tangent = [1, 0, 0]
director = [0, 1, 0]
[[rod.clamp]]
at = "end"
move = { by = ["-5 cm", 0, 0], when = [["0 s", 0], ["1 s", 1]] }
turn = { axis = [1, 0, 0], angle = "1 turn", when = [["1 s", 0], ["2 s", 1]] }
)",
      R"(title = "Two that swing"
[solve]
method = "implicit-midpoint"
duration = "20 ms"
frames = 2
dt = "5 ms"
[[rod]]
name = "left"
model = "discrete-elastic-rod"
n = 6
length = "10 cm"
material = { E = "10 MPa", nu = 0.45, rho = "1100 kg/m^3" }
section = { shape = "circle", r = "1 mm" }
damping = "10 ms"
[[rod.clamp]]
at = "2.5 cm"
[[rod]]
name = "right"
model = "super-clothoid"
n = 3
length = "10 cm"
material = { E = "10 MPa", nu = 0.45, rho = "1100 kg/m^3" }
section = { shape = "circle", r = "1 mm" }
initial = { curvature = "3 1/m" }
[[rod.clamp]]
at = "start"
[[rod.force]]
at = "5 cm"
force = [0, "1 mN", 0]
when = [["0 s", 1], ["10 ms", 0]]
)",
      R"(title = "A block, squeezed"
[solve]
method = "static"
duration = "1 s"
frames = 2
[solid]
name = "block"
mesh = { shape = "box", size = ["2 cm", "1 cm", 0.01], n = [2, 1, 1] }
rest = { scale = 1.01 }
law = "neo-hookean"
material = { E = "100 kPa", nu = 0.4, rho = "1100 kg/m^3" }
place = { position = [0, 0, "1 cm"], tangent = [1, 0, 0], director = [0, 1, 0] }
start = { shape = "random", seed = 3 }
pressure = { value = "10 Pa", when = [["0 s", 0], ["1 s", 1]], where = "top" }
[[solid.support]]
where = "bottom"
hold = "clamped"
[[solid.support]]
where = { near = [0, 0, "1 cm"] }
hold = ["z"]
move = { by = [0, 0, "-1 mm"] }
[[solid.force]]
where = { min = ["2 cm", 0, 0], max = ["2 cm", "1 cm", "1 cm"] }
force = [0, "1 mN", 0]
)",
      R"(title = "An eighth of a ball, thrown"
[solve]
method = "backward-euler"
duration = "20 ms"
frames = 2
dt = "5 ms"
[contact]
friction = 0.2
[obstacle]
shape = "plane"
[solid]
mesh = { shape = "ball", radius = "2 cm", n = 2, hole = "1 cm", n_layers = 1, eighth = true }
law = "stvk"
material = { E = "100 kPa", nu = 0.3, rho = "1100 kg/m^3" }
place = { position = [0, 0, "1 cm"] }
velocity = ["1 m/s", 0, 0]
spin = [0, 0, "2 1/s"]
damping = "1 ms"
skin = "0.1 mm"
copies = { count = [2, 1, 1], step = ["5 cm", 0, 0] }
)",
      R"(title = "A sheet whose mesh follows it"
[solve]
method = "backward-euler"
duration = "20 ms"
frames = 2
dt = "5 ms"
[plate]
mesh = { shape = "rectangle", length = "12 cm", width = "6 cm", nx = 3, ny = 2 }
thickness = "1 mm"
material = { E = "1 MPa", nu = 0.3, rho = "1100 kg/m^3" }
bending = "average"
[plate.remesh]
size_min = "1 cm"
size_max = "5 cm"
refine_angle = "20 deg"
refine_velocity = "1 m/s"
refine_compression = "2 mm"
aspect_min = 0.3
every = 2
[[plate.support]]
where = "left"
hold = "clamped"
)",
      R"(title = "A plate that rolls"
[solve]
duration = "1 s"
frames = 2
[plate]
mesh = { shape = "rectangle", length = "12 cm", width = "3 cm", nx = 3, ny = 1, pattern = "delaunay", jitter = 0.2, seed = 3 }
rest = { curvature = "2 1/m" }
thickness = "1 mm"
material = { E = "10 MPa", nu = 0.3, rho = "1100 kg/m^3" }
membrane = "neo-hookean"
bending = "theta"
place = { position = [0, 0, "1 m"], tangent = [0, 1, 0], director = [0, 0, 1] }
[[plate.support]]
where = "left"
hold = "clamped"
turn = { axis = [0, 0, 1], angle = "20 deg" }
[[plate.support]]
where = { near = ["12 cm", 0, 0] }
hold = ["y", "z"]
move = { by = [0, 0, "1 mm"] }
[[plate.force]]
where = "top"
force = [0, "1 mN", 0]
moment = [0, 0, "1e-5 N*m"]
when = [["0 s", 0], ["1 s", 1]]
[plate.pressure]
value = "1 Pa"
)",
      R"(title = "A roof"
[world]
gravity = [0, 0, 0]
[solve]
method = "arc-length"
duration = "1 s"
longest_step = 0.05
frames = 3
[plate]
name = "roof"
mesh = { shape = "cylinder", radius = 2.54, length = 0.254, begin = 0, end = 0.1, n_length = 3, n_turn = 3, pattern = "alternating" }
thickness = "12.7 mm"
material = { E = "3 GPa", nu = 0.3, rho = "1200 kg/m^3" }
bending = "average"
[[plate.support]]
where = "end"
hold = "hinged"
[[plate.support]]
where = "start"
hold = "symmetric"
normal = [0, 1, 0]
[[plate.support]]
where = "left"
hold = "symmetric"
[[plate.force]]
where = { min = [0, 0, 2.5], max = [0.1, 0.1, 2.6] }
force = [0, 0, "-300 N"]
when = [["0 s", 0], ["1 s", 1]]
)",
      R"(title = "A ring and a dome that fall"
[solve]
method = "backward-euler"
duration = "20 ms"
frames = 2
dt = "5 ms"
[[plate]]
name = "ring"
mesh = { shape = "annulus", inner = "6 cm", outer = "10 cm", turn = "270 deg", n_turn = 6, n_radius = 2, slit = true }
thickness = "1 mm"
material = { E = "1 MPa", nu = 0.4, rho = "1000 kg/m^3" }
bending = "hinge"
damping = "1 ms"
[[plate.support]]
where = "start"
hold = "clamped"
[[plate]]
name = "dome"
mesh = { shape = "hemisphere", radius = "5 cm", hole = "20 deg", turn = "360 deg", n_turn = 6, n_meridian = 3, pattern = "crossed" }
rest = { scale = 1.05 }
thickness = "1 mm"
material = { E = "1 MPa", nu = 0.4, rho = "1000 kg/m^3" }
)",
      R"(title = "Things that touch"
[solve]
method = "backward-euler"
duration = "20 ms"
frames = 2
dt = "5 ms"
[contact]
friction = 0.3
tolerance = 1e-9
self = false
leave_out = ["ghost"]
[[contact.pair]]
between = ["string", "ball"]
friction = 0.1
[[obstacle]]
name = "ground"
shape = "plane"
position = [0, 0, "-1 cm"]
normal = [0, 0.1, 1]
[[obstacle]]
name = "ball"
shape = "sphere"
radius = "2 cm"
position = [0, 0, "30 cm"]
move = { by = [0, 0, "-1 cm"], when = [["0 s", 0], ["10 ms", 1]] }
[[obstacle]]
name = "bar"
shape = "capsule"
length = "10 cm"
radius = "5 mm"
position = [0, "20 cm", "10 cm"]
tangent = [0, 1, 0]
[[obstacle]]
name = "drum"
shape = "cylinder"
length = "10 cm"
radius = "5 mm"
position = [0, "-20 cm", "10 cm"]
turn = { axis = [1, 0, 0], angle = "1 turn" }
[[obstacle]]
name = "brick"
shape = "box"
size = ["10 cm", "5 cm", "3 cm"]
radius = "1 mm"
position = [0, "50 cm", "10 cm"]
director = [0, 0, 1]
[[rod]]
name = "string"
model = "discrete-elastic-rod"
n = 4
length = "10 cm"
material = { E = "10 MPa", nu = 0.45, rho = "1100 kg/m^3" }
section = { shape = "circle", r = "1 mm" }
[[rod]]
name = "ghost"
model = "discrete-elastic-rod"
n = 4
length = "10 cm"
material = { E = "10 MPa", nu = 0.45, rho = "1100 kg/m^3" }
section = { shape = "circle", r = "1 mm" }
start = { position = [0, 0, "-5 cm"] }
)",
  };
  return scenes;
}

/// Spoils a text, the same way for the same seed on every machine.
class Vandal {
 public:
  explicit Vandal(std::uint64_t seed) : random_(seed) {}

  /// One of the good scenes after one to three misdeeds.
  std::string scene() {
    std::string text = one_of(good_scenes());
    for (std::size_t i = 1 + below(3); i > 0; --i) spoil(text);
    return text;
  }

  void spoil(std::string& text) {
    constexpr std::string_view kDigits = "0123456789.";
    switch (below(16)) {
      case 0:
        return drop_line(text);
      case 1:
        return swap_values(text);
      case 2:
      case 3:
      case 4:
        return replace(text, kDigits, one_of(kNumbers));
      case 5:
        return replace(text, "abcdefghijklmnopqrstuvwxyzEGIJAMNP^/*-", one_of(kWords));
      case 6:
        return insert(text, nest());
      case 7:
        return insert(text, std::string(1 + below(3), static_cast<char>(below(256))));
      case 8:
        return repeat_line(text);
      case 9:
        return cut(text);
      // Most often something that may well be read, so that what follows the parser is tried too.
      default:
        return replace(text, kDigits, std::to_string(1 + below(20)));
    }
  }

 private:
  static constexpr std::array<std::string_view, 20> kNumbers{
      "0",     "-1",    "-0.0",   "nan",  "inf",   "-inf",  "1e-320",
      "1e-99", "1e-30", "1e30",   "1e99", "1e308", "1e999", "9223372036854775807",
      "3.5",   "1e5",   "100000", "0x10", "1_0",   "true"};
  static constexpr std::array<std::string_view, 20> kWords{"m",      "kg",   "s",    "N*m",         "Pa",
                                                           "parsec", "m^99", "end",  "static",      "newmark",
                                                           "lenght", "rod",  "name", "super-helix", "timoshenko-beam",
                                                           "circle", "",     "\\n",  "\xC3\xA9",    "at"};

  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  template <class List>
  std::string one_of(const List& list) {
    return std::string(list[below(list.size())]);
  }

  /// [begin, end) of a line, with its end.
  std::pair<std::size_t, std::size_t> some_line(const std::string& text) {
    if (text.empty()) return {0, 0};
    const std::size_t inside = below(text.size());
    const std::size_t before = inside == 0 ? std::string::npos : text.rfind('\n', inside - 1);
    const std::size_t end = text.find('\n', inside);
    return {before == std::string::npos ? 0 : before + 1, end == std::string::npos ? text.size() : end + 1};
  }

  void drop_line(std::string& text) {
    const auto [begin, end] = some_line(text);
    text.erase(begin, end - begin);
  }

  void repeat_line(std::string& text) {
    const auto [begin, end] = some_line(text);
    text.insert(below(2) == 0 ? begin : some_line(text).first, text.substr(begin, end - begin));
  }

  /// What stands right of the equals signs of two lines changes places.
  void swap_values(std::string& text) {
    auto a = some_line(text), b = some_line(text);
    if (a.first > b.first) std::swap(a, b);
    const std::size_t at_a = text.find('=', a.first), at_b = text.find('=', b.first);
    if (a == b || at_a >= a.second || at_b >= b.second) return;
    const std::string value_a = text.substr(at_a, a.second - at_a), value_b = text.substr(at_b, b.second - at_b);
    text.replace(at_b, value_b.size(), value_a);
    text.replace(at_a, value_a.size(), value_b);
  }

  /// A run of these characters becomes something else.
  void replace(std::string& text, std::string_view characters, const std::string& by) {
    if (text.empty()) return;
    const std::size_t begin = text.find_first_of(characters, below(text.size()));
    if (begin == std::string::npos) return;
    const std::size_t end = text.find_first_not_of(characters, begin);
    text.replace(begin, end == std::string::npos ? end : end - begin, by);
  }

  void insert(std::string& text, const std::string& what) { text.insert(below(text.size() + 1), what); }

  void cut(std::string& text) { text.resize(below(text.size() + 1)); }

  std::string nest() {
    const std::string unit = one_of(std::array<std::string_view, 5>{"[", "{a=", "a.", "[[a]]\n", "\"\"\""});
    std::string nested;
    for (std::size_t i = 1 + below(5000); i > 0; --i) nested += unit;
    return nested;
  }

  std::mt19937_64 random_;
};

inline std::string hostile_scene(std::uint64_t seed) { return Vandal(seed).scene(); }

/// Every number of a scene.
inline std::vector<double> numbers_of(const OpenScene& scene) {
  std::vector<double> all;
  const auto add = [&](auto... numbers) { (all.push_back(numbers), ...); };
  const auto add_vector = [&](const Eigen::Vector3d& v) { add(v.x(), v.y(), v.z()); };
  const auto add_pose = [&](const Pose& pose) {
    for (const Eigen::Vector3d& v : {pose.position, pose.tangent, pose.director}) add_vector(v);
  };
  const auto add_ramp = [&](const Ramp& ramp) {
    for (const Ramp::Key& key : ramp.keys) add(key.time, key.value);
  };
  add_vector(scene.gravity);
  add_ramp(scene.gravity_scale);
  add(scene.solve.duration, scene.solve.dt, scene.solve.tolerance);
  add(scene.contact.friction, scene.contact.tolerance);
  for (const SceneContact::Pair& pair : scene.contact.pairs) add(pair.friction);
  for (const SceneObstacle& obstacle : scene.contact.obstacles) {
    add(obstacle.solid.radius, obstacle.motion.turn);
    add_pose(obstacle.start);
    add_vector(obstacle.motion.move);
    add_vector(obstacle.motion.turn_axis);
    add_ramp(obstacle.motion.moving);
    add_ramp(obstacle.motion.turning);
    for (const Eigen::Vector3d& point : surface_of(obstacle.solid).points) add_vector(point);
  }
  for (const SceneRod& rod : scene.rods) {
    const RodStiffness& s = rod.stiffness;
    add(rod.length, s.stretch, s.bend_1, s.bend_2, s.twist, s.mass_per_length, s.spin_inertia, rod.shear,
        rod.draw_radius, rod.damping);
    for (const Strains& strains : {rod.natural, rod.initial}) add(strains.kappa_1, strains.kappa_2, strains.twist);
    add_pose(rod.start);
    for (const SceneClamp& clamp : rod.clamps) {
      add(clamp.at, clamp.turn);
      if (clamp.pose) add_pose(*clamp.pose);
      add_vector(clamp.move);
      add_vector(clamp.turn_axis);
      add_ramp(clamp.moving);
      add_ramp(clamp.turning);
    }
    for (const SceneForce& force : rod.forces) {
      add(force.at);
      add_vector(force.force);
      add_vector(force.moment);
      add_ramp(force.scale);
    }
  }
  for (const SceneSolid& solid : scene.solids) {
    for (const auto* points : {&solid.rest.points, &solid.initial, &solid.start}) {
      for (const Eigen::Vector3d& p : *points) add_vector(p);
    }
    add(solid.material.young, solid.material.poisson, solid.density, solid.damping, solid.skin, solid.pressure);
    add_vector(solid.velocity);
    add_vector(solid.spin);
    add_ramp(solid.pressure_scale);
    for (const SceneHold& support : solid.supports) {
      add(support.turn);
      add_pose(support.pose);
      add_vector(support.move);
      add_vector(support.turn_axis);
      add_ramp(support.moving);
      add_ramp(support.turning);
    }
    for (const SceneLoad& load : solid.loads) {
      add_vector(load.force);
      add_ramp(load.scale);
    }
  }
  for (const ScenePlate& plate : scene.plates) {
    for (const auto* points : {&plate.rest.points, &plate.initial}) {
      for (const Eigen::Vector3d& p : *points) add_vector(p);
    }
    add(plate.material.thickness, plate.material.young, plate.material.poisson, plate.density, plate.damping,
        plate.pressure);
    add_ramp(plate.pressure_scale);
    for (const SceneSupport& support : plate.supports) {
      add(support.turn);
      add_pose(support.pose);
      add_vector(support.move);
      add_vector(support.turn_axis);
      add_ramp(support.moving);
      add_ramp(support.turning);
    }
    for (const SceneLoad& load : plate.loads) {
      add_vector(load.force);
      add_vector(load.moment);
      add_ramp(load.scale);
    }
  }
  return all;
}

}  // namespace plumb
