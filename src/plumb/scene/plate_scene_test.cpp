// Plates of scenes at work: against closed forms, and against what must be true of any of them.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <plumb/scene/arch_for_test.h>
#include <plumb/scene/plate_for_test.h>
#include <plumb/scene/simulation/simulation.h>
#include <plumb/scene/strip_for_test.h>

namespace plumb {
namespace {

using Eigen::Vector3d;
constexpr double kPi = std::numbers::pi;

Scene read(const std::string& text) { return read_scene(text, "plate.toml"); }

/// To the last frame; every frame is found.
void run(Simulation& simulation) {
  for (int i = 0; i <= simulation.n_frames() && !(i > 0 && simulation.finished()); ++i) {
    ASSERT_EQ(simulation.advance_to(i).status, Status::ok) << "frame " << i;
  }
}

double seen(Simulation& simulation, const std::string& name) {
  for (const Observable& o : simulation.look().observables) {
    if (o.name == name) return o.value;
  }
  ADD_FAILURE() << "no observable " << name;
  return 0;
}

Vector3d seen_vector(Simulation& simulation, const std::string& name) {
  return {seen(simulation, name + " x"), seen(simulation, name + " y"), seen(simulation, name + " z")};
}

/// A strip of unit length along x, D = 1 without Poisson's effect, clamped at x = 0, without gravity.
std::string strip(const std::string& more) {
  return R"([world]
gravity = [0, 0, 0]
[solve]
duration = 1
frames = 8
[plate]
mesh = { shape = "rectangle", length = 1, width = 0.2, nx = 20, ny = 4, pattern = "alternating" }
thickness = 0.001
material = { E = 12e9, nu = 0, rho = 1000 }
[[plate.support]]
where = "left"
hold = "clamped"
)" + more;
}

TEST(PlateScene, a_moment_rolls_a_strip_into_half_a_circle) {
  for (const char* bending : {"tan", "sin", "average"}) {
    Scene scene = read(changed(strip("[[plate.force]]\nwhere = \"right\"\nmoment = [0, -0.6283185307, 0]\n"
                                     "when = [[0, 0], [1, 1]]\n"),
                               "thickness", std::string("bending = \"") + bending + "\"\nthickness"));
    Simulation simulation(scene);
    run(simulation);
    EXPECT_NEAR(seen(simulation, "force displacement x"), -1, 0.03) << bending;
    EXPECT_NEAR(seen(simulation, "highest z"), 2 / kPi, 0.01) << bending;
    // The clamp turns against the moment, with no force.
    EXPECT_LT((seen_vector(simulation, "support moment") - Vector3d(0, 0.2 * kPi, 0)).norm(), 1e-4) << bending;
    EXPECT_LT(seen_vector(simulation, "support force").norm(), 1e-6) << bending;
  }
}

// Deflection and shortening of the elastica under P L^2 / EI = 5 (Mattiasson 1981).
TEST(PlateScene, a_force_bends_a_strip_as_the_elastica) {
  Simulation simulation(
      read(strip("[[plate.force]]\nwhere = \"right\"\nforce = [0, 0, -1]\nwhen = [[0, 0], [1, 1]]\n")));
  run(simulation);
  EXPECT_NEAR(seen(simulation, "force displacement z"), -0.71379, 2e-3);
  EXPECT_NEAR(seen(simulation, "force displacement x"), -0.38763, 2e-3);
  EXPECT_LT((seen_vector(simulation, "support force") - Vector3d(0, 0, 1)).norm(), 1e-6);
  // About the middle of the clamped side, at which the strip's own middle line begins.
  EXPECT_NEAR(seen(simulation, "support moment y"), -(1 - 0.38763), 2e-3);
}

TEST(PlateScene, supports_carry_weight_and_forces_wherever_they_stand) {
  const std::string text = changed(kPlate, "\"static\"", "\"static\"\nduration = 1\nframes = 4") + R"(
[[plate.support]]
where = "right"
hold = "clamped"
move = { by = ["-2 cm", "1 cm", 0] }
turn = { axis = [0, 1, 0], angle = "40 deg" }
[[plate.force]]
where = "top"
force = [0, "2 mN", 0]
[[plate.force]]
where = { near = ["10 cm", "5 cm", 0] }
force = ["3 mN", 0, 0]
)";
  for (const char* bending : {"tan", "hinge"}) {
    Simulation simulation(read(changed(text, "thickness", std::string("bending = \"") + bending + "\"\nthickness")));
    run(simulation);
    const double weight = 0.2 * 0.1 * 1e-3 * 1000 * 9.81;
    const Vector3d first = seen_vector(simulation, "support 1 force"),
                   second = seen_vector(simulation, "support 2 force");
    EXPECT_LT((first + second + Vector3d(3e-3, 2e-3, -weight)).norm(), 1e-7);

    // Moments about the origin: what holds, what pulls, and the weight.
    const Frame frame = simulation.look();
    Vector3d total = Vector3d(0, 0.05, 0).cross(first) + seen_vector(simulation, "support 1 moment") +
                     Vector3d(0.18, 0.06, 0).cross(second) + seen_vector(simulation, "support 2 moment");
    const auto& points = frame.shape.points;
    const std::vector<double> masses = [&] {
      std::vector<double> m(points.size(), 0.0);
      for (const auto& t : frame.shape.surfaces[0].triangles) {
        for (const int p : t) m[static_cast<std::size_t>(p)] += 0.02 / 16 / 3;
      }
      return m;
    }();
    for (std::size_t i = 0; i < points.size(); ++i) total += points[i].cross(Vector3d(0, 0, -9.81 * masses[i]));
    // The force along the top is spread by length: ends take half.
    double shares = 0;
    for (int i = 0; i <= 4; ++i) {
      const double share = i == 0 || i == 4 ? 0.125 : 0.25;
      shares += share;
      total += points[static_cast<std::size_t>(3 * i + 2)].cross(Vector3d(0, 2e-3 * share, 0));
    }
    EXPECT_EQ(shares, 1);
    total += points[7].cross(Vector3d(3e-3, 0, 0));
    EXPECT_LT(total.norm(), 1e-8) << bending;
  }
}

TEST(PlateScene, a_quarter_between_planes_of_symmetry_does_as_the_whole) {
  const std::string whole = R"([solve]
duration = 1
frames = 2
[world]
gravity = [0, 0, 0]
[plate]
mesh = { shape = "rectangle", length = 2, width = 2, nx = 8, ny = 8, pattern = "crossed" }
place = { position = [-1, -1, 0] }
thickness = 0.02
material = { E = 1e6, nu = 0.3, rho = 1000 }
[[plate.support]]
where = "boundary"
hold = "clamped"
[plate.pressure]
value = 50
when = [[0, 0], [1, 1]]
)";
  std::string quarter = changed(
      changed(changed(whole, "length = 2, width = 2", "length = 1, width = 1"), "nx = 8, ny = 8", "nx = 4, ny = 4"),
      "place = { position = [-1, -1, 0] }\n", "");
  quarter = changed(quarter, "where = \"boundary\"", "where = \"right\"") +
            "[[plate.support]]\nwhere = \"top\"\nhold = \"clamped\"\n"
            "[[plate.support]]\nwhere = \"left\"\nhold = \"symmetric\"\n"
            "[[plate.support]]\nwhere = \"bottom\"\nhold = \"symmetric\"\n";
  Simulation all(read(whole)), part(read(quarter));
  run(all);
  run(part);
  EXPECT_GT(seen(all, "highest z"), 0.02);
  EXPECT_NEAR(seen(part, "highest z") / seen(all, "highest z"), 1, 1e-6);
  EXPECT_NEAR(4 * seen(part, "bending energy") / seen(all, "bending energy"), 1, 1e-6);
  // Both clamped sides carry the pressure on the quarter.
  EXPECT_NEAR(seen(part, "support 1 force z") + seen(part, "support 2 force z"), -50, 0.1);
  EXPECT_NEAR(seen(all, "support force z"), -200, 0.4);
}

// A clamped edge is as straight as its triangle: the curve begins half a cell further on.
TEST(PlateScene, a_naturally_curved_plate_curls_up) {
  Simulation simulation(read(changed(strip(""), "thickness", "rest = { curvature = 1.5 }\nthickness")));
  run(simulation);
  EXPECT_NEAR(seen(simulation, "highest z"), (1 - std::cos(1.5 * (1 - 0.025))) / 1.5, 1e-3);
  EXPECT_LT(seen(simulation, "bending energy"), 1e-3 * 0.5 * 0.2 * 1.5 * 1.5);
}

const std::string kArch = arch({.solve = "method = \"arc-length\"\nlongest_step = 0.01\nframes = 120", .n_length = 4});

TEST(PlateScene, a_path_goes_through_limit_points_and_ends_at_the_load) {
  Simulation simulation(read(kArch));
  std::vector<double> factors, modes;
  std::vector<std::string> states;
  for (int i = 0; i <= simulation.n_frames() && !(i > 0 && simulation.finished()); ++i) {
    ASSERT_EQ(simulation.advance_to(i).status, Status::ok) << "frame " << i;
    factors.push_back(seen(simulation, "load factor"));
    modes.push_back(seen(simulation, "negative modes"));
    states.push_back(simulation.save());
    EXPECT_EQ(simulation.look().time, i);
  }
  EXPECT_TRUE(simulation.finished());
  EXPECT_EQ(factors.front(), 0);
  EXPECT_EQ(factors.back(), 1);
  EXPECT_EQ(modes.front(), 0);
  EXPECT_EQ(modes.back(), 0);
  // It turns back at a limit, where it becomes unstable, and once more.
  int turns = 0;
  for (std::size_t i = 2; i < factors.size(); ++i) {
    turns += (factors[i] - factors[i - 1]) * (factors[i - 1] - factors[i - 2]) < 0 ? 1 : 0;
  }
  EXPECT_EQ(turns, 2);
  EXPECT_EQ(*std::max_element(modes.begin(), modes.end()), 1);
  EXPECT_NEAR(seen(simulation, "force displacement z"), -0.03, 1e-3);

  // Saved in the middle and loaded again, it goes on to the same bits.
  Simulation again(read(kArch));
  const std::size_t middle = states.size() / 2;
  again.load(states[middle]);
  EXPECT_EQ(seen(again, "negative modes"), modes[middle]);
  for (std::size_t i = middle + 1; i < states.size(); ++i) {
    ASSERT_EQ(again.advance_to(static_cast<int>(i)).status, Status::ok);
    EXPECT_EQ(again.save(), states[i]) << i;
  }
}

// A narrow plate vibrates as a beam, 1.875^2 sqrt(D / rho t) / L^2.
TEST(PlateScene, vibrations_are_those_of_a_beam) {
  Scene scene = read(strip(""));
  Simulation simulation(scene);
  run(simulation);
  const double first = 1.8751 * 1.8751 / (2 * kPi);
  EXPECT_NEAR(simulation.vibrations(3)[0].frequencies[0] / first, 1, 0.01);
  const Shape swung = simulation.vibrating(0, simulation.vibrations(1)[0].shapes.col(0), 0.1);
  double largest = 0;
  for (const Vector3d& p : swung.points) largest = std::max(largest, std::abs(p.z()));
  EXPECT_NEAR(largest, 0.1, 1e-3);
}

TEST(PlateScene, falls_freely_without_support) {
  std::string text =
      changed(kPlate, "\"static\"", "\"implicit-midpoint\"\nduration = \"0.1 s\"\nframes = 2\ndt = \"5 ms\"");
  text = text.substr(0, text.find("[[plate.support]]"));
  Simulation simulation(read(text));
  run(simulation);
  EXPECT_NEAR(seen(simulation, "middle z"), -0.5 * 9.81 * 0.01, 1e-6);
  EXPECT_NEAR(seen(simulation, "total energy"), 0, 1e-9);
  EXPECT_NEAR(seen(simulation, "largest displacement"), 0.5 * 9.81 * 0.01, 1e-6);
}

TEST(PlateScene, rods_and_plates_stand_beside_each_other) {
  Simulation simulation(read(kPlate + kStrip.substr(kStrip.find("[rod]"))));
  run(simulation);
  const Frame frame = simulation.look();
  ASSERT_EQ(frame.shape.curves.size(), 1u);
  ASSERT_EQ(frame.shape.surfaces.size(), 1u);
  EXPECT_EQ(frame.shape.surfaces[0].first, 11);
  EXPECT_EQ(frame.shape.surfaces[0].n_points, 15);
  EXPECT_EQ(frame.shape.points.size(), 26u);
  for (const PointArray& array : frame.shape.arrays) {
    EXPECT_EQ(array.values.size(), 26u * static_cast<std::size_t>(array.n_components)) << array.name;
  }
  EXPECT_LT(seen(simulation, "rod tip z"), 0);
  EXPECT_LT(seen(simulation, "plate lowest z"), 0);
}

TEST(PlateScene, energies_of_the_points_make_up_the_whole) {
  Simulation simulation(read(kPlate));
  run(simulation);
  const Frame frame = simulation.look();
  for (const char* name : {"membrane energy", "bending energy"}) {
    double sum = 0;
    for (const PointArray& array : frame.shape.arrays) {
      if (array.name != name) continue;
      std::vector<double> areas(frame.shape.points.size(), 0.0);
      for (const auto& t : frame.shape.surfaces[0].triangles) {
        for (const int p : t) areas[static_cast<std::size_t>(p)] += 0.02 / 16 / 3;
      }
      for (std::size_t i = 0; i < areas.size(); ++i) sum += areas[i] * array.values[i];
    }
    EXPECT_NEAR(sum / seen(simulation, name), 1, 1e-9) << name;
  }
}

}  // namespace
}  // namespace plumb
