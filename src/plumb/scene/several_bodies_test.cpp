// Several bodies of one scene go together, and do not feel each other.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/scene/read_scene.h>
#include <plumb/scene/simulation/simulation.h>

namespace plumb {
namespace {

std::string solve(const std::string& keys) {
  return fmt::format("[solve]\nduration = \"60 ms\"\nframes = 3\n{}\n", keys);
}

std::string rod(const std::string& name, const std::string& model, const std::string& young) {
  return fmt::format(R"([[rod]]
name = "{}"
model = "{}"
n = 6
length = "20 cm"
material = {{ E = "{}", nu = 0.5, rho = "1200 kg/m^3" }}
section = {{ shape = "rectangle", width = "1 cm", height = "1 mm" }}
[[rod.clamp]]
at = "start"
)",
                     name, model, young);
}

const std::string kRod = rod("soft", "discrete-elastic-rod", "1 MPa");
const std::string kOther = rod("stiff", "super-helix", "50 MPa");
const std::string kPlate = R"([[plate]]
name = "leaf"
mesh = { shape = "rectangle", length = "20 cm", width = "10 cm", nx = 3, ny = 2 }
thickness = "1 mm"
material = { E = "1 MPa", nu = 0.3, rho = "1000 kg/m^3" }
[[plate.support]]
where = "left"
hold = "clamped"
)";

Simulation simulation(const std::string& text) { return Simulation(read_scene(text, "several.toml")); }

void advance(Simulation& of, int first, int last) {
  for (int frame = first; frame <= last; ++frame) ASSERT_EQ(of.advance_to(frame).status, Status::ok) << frame;
}

std::vector<Eigen::Vector3d> points_after_all_frames(const std::string& text) {
  Simulation one = simulation(text);
  advance(one, 0, 3);
  return one.look().shape.points;
}

TEST(SeveralBodies, stand_in_the_scene_by_their_dimension) {
  const Scene scene = read_scene(solve("method = \"static\"") + kPlate + kOther + kRod, "several.toml");
  std::vector<std::string> names;
  for (const auto& body : scene.bodies) names.push_back(body->name());
  EXPECT_THAT(names, testing::ElementsAre("stiff", "soft", "leaf"));
}

TEST(SeveralBodies, with_a_fixed_step_each_has_the_bits_that_it_has_alone) {
  for (const std::string method : {"newmark", "backward-euler", "static"}) {
    const std::string head =
        solve(fmt::format("method = \"{}\"\n{}", method, method == "static" ? "" : "dt = \"5 ms\""));
    std::vector<Eigen::Vector3d> alone;
    for (const std::string& body : {kRod, kOther, kPlate}) {
      const auto points = points_after_all_frames(head + body);
      alone.insert(alone.end(), points.begin(), points.end());
    }
    EXPECT_EQ(points_after_all_frames(head + kRod + kOther + kPlate), alone) << method;
  }
}

TEST(SeveralBodies, a_run_that_was_saved_goes_on_to_the_same_bits) {
  for (const std::string step : {"dt = \"5 ms\"", "tolerance = 1e-3"}) {
    const std::string text = solve("method = \"newmark\"\n" + step) + kRod + kOther;
    Simulation whole = simulation(text), resumed = simulation(text);
    advance(whole, 0, 1);
    resumed.load(whole.save());
    advance(whole, 2, 3);
    advance(resumed, 2, 3);
    EXPECT_EQ(whole.save(), resumed.save()) << step;
  }
}

// Under error control the soft rod takes the steps of the stiff one.
TEST(SeveralBodies, under_error_control_all_take_the_same_steps) {
  const std::string head = solve("method = \"newmark\"\ntolerance = 1e-3");
  const auto steps = [&](const std::string& bodies) {
    Simulation of = simulation(head + bodies);
    int n = 0;
    for (int frame = 0; frame <= of.n_frames(); ++frame) n += of.advance_to(frame).steps;
    return n;
  };
  const int soft = steps(kRod), both = steps(kRod + kOther);
  EXPECT_EQ(both % 2, 0);
  EXPECT_GE(both / 2, soft);
}

TEST(SeveralBodies, one_that_fails_is_named) {
  const std::string text = solve("method = \"symplectic-euler\"\ndt = \"1 ms\"") +
                           rod("calm", "discrete-elastic-rod", "1 Pa") + rod("wild", "discrete-elastic-rod", "1 GPa");
  Simulation of = simulation(text);
  ASSERT_EQ(of.advance_to(0).status, Status::ok);
  const FrameOutcome outcome = of.advance_to(1);
  EXPECT_NE(outcome.status, Status::ok);
  EXPECT_EQ(outcome.body, "wild");
  EXPECT_LT(outcome.time, 0.02);
}

TEST(SeveralBodies, a_model_is_built_once_for_all_who_share_the_scene) {
  const Scene scene = read_scene(solve("method = \"static\"") + kPlate + kRod, "several.toml");
  const Scene copy = scene;
  const Simulation one(scene), other(copy);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    EXPECT_EQ(&one.body(i).model(), &scene.bodies[i]->model());
    EXPECT_EQ(&other.body(i).model(), &scene.bodies[i]->model());
  }
}

}  // namespace
}  // namespace plumb
