// The energy balance of scenes that move: who is believed, who is warned of, and who is stopped.

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <plumb/scene/read_scene.h>
#include <plumb/scene/simulation/simulation.h>

namespace plumb {
namespace {

using testing::HasSubstr;

/// The steel wire of examples/scenes/pendulum_rod.toml without gravity, T = 0.353 s.
std::string wire(const std::string& solve) {
  return fmt::format(R"(
[solve]
duration = "3.53 s"
frames = 10
{}

[world]
gravity = [0, 0, 0]

[rod]
model = "discrete-elastic-rod"
n = 40
length = "50 cm"
material = {{ E = "200 GPa", nu = 0.3, rho = "7800 kg/m^3" }}
section = {{ shape = "circle", r = "0.5 mm" }}
initial = {{ curvature = "0.4 1/m" }}
start = {{ tangent = [0, 0, -1], director = [1, 0, 0] }}

[[rod.clamp]]
at = "start"
)",
                     solve);
}

struct End {
  Status status = Status::ok;
  std::vector<Warning> warnings;
  double energy = 0, numerical_loss = 0;  ///< the latter as a share
};

double observed(const Frame& frame, const std::string& name) {
  const auto found = std::find_if(frame.observables.begin(), frame.observables.end(),
                                  [&](const Observable& o) { return o.name == name; });
  return found == frame.observables.end() ? NAN : found->value;
}

End simulated(const std::string& text) {
  Simulation simulation(read_scene(text, "wire.toml"));
  End end;
  for (int frame = 0; frame <= simulation.n_frames() && end.status == Status::ok; ++frame) {
    end.status = simulation.advance_to(frame).status;
  }
  const Frame last = simulation.look();
  end.warnings = simulation.warnings();
  end.energy = observed(last, "total energy");
  end.numerical_loss = observed(last, "numerical loss share");
  return end;
}

constexpr double kStart = 0.388e-3;  // J

TEST(EnergyOfScenes, a_wire_that_gains_energy_is_stopped) {
  for (const char* method : {"implicit-midpoint", "newmark"}) {
    const End end = simulated(wire(fmt::format("method = \"{}\"\ndt = \"5.04 ms\"", method)));
    EXPECT_EQ(end.status, Status::energy_drift) << method;
    ASSERT_EQ(end.warnings.size(), 1u) << method;
    EXPECT_THAT(text(end.warnings[0]), HasSubstr("gained")) << method;
    EXPECT_THAT(text(end.warnings[0]), HasSubstr("energy-keeping")) << method;
  }
}

TEST(EnergyOfScenes, error_control_sees_the_balance) {
  const End end = simulated(wire("method = \"implicit-midpoint\"\ntolerance = 1e-4"));
  EXPECT_TRUE(end.status != Status::ok || std::abs(end.energy - kStart) < 0.1 * kStart) << end.energy / kStart;
}

TEST(EnergyOfScenes, energy_keeping_keeps_it_in_silence) {
  const End end = simulated(wire("method = \"energy-keeping\"\ndt = \"5.04 ms\""));
  EXPECT_EQ(end.status, Status::ok);
  EXPECT_TRUE(end.warnings.empty());
  EXPECT_NEAR(end.energy, kStart, 0.002 * kStart);
  EXPECT_LT(std::abs(end.numerical_loss), 1e-9);
}

TEST(EnergyOfScenes, what_a_method_damps_by_design_is_told_but_no_failure) {
  const End end = simulated(wire("method = \"backward-euler\"\ndt = \"5.04 ms\""));
  EXPECT_EQ(end.status, Status::ok);
  ASSERT_EQ(end.warnings.size(), 1u);
  EXPECT_EQ(end.warnings[0].kind, "numerical loss");
  EXPECT_GT(end.numerical_loss, 0.3);
}

// After n steps of symplectic Euler a free fall from rest lacks 1/(2n + 1) of the energy in play, 2.4 % after twenty.
// While a motion begins that is allowed for; at its end it is said.
TEST(EnergyOfScenes, a_short_motion_is_judged_at_its_end_without_allowance) {
  const std::string falling = R"(
[solve]
method = "symplectic-euler"
duration = "20 us"
frames = 2
dt = "1 us"

[rod]
model = "discrete-elastic-rod"
n = 10
length = "50 cm"
material = { E = "1 MPa", nu = 0.3, rho = "1000 kg/m^3" }
section = { shape = "circle", r = "5 mm" }
)";
  Simulation simulation(read_scene(falling, "falling.toml"));
  for (int frame = 0; frame < 2; ++frame) ASSERT_EQ(simulation.advance_to(frame).status, Status::ok);
  EXPECT_TRUE(simulation.warnings().empty());
  ASSERT_EQ(simulation.advance_to(2).status, Status::ok);
  ASSERT_EQ(simulation.warnings().size(), 1u);
  EXPECT_THAT(text(simulation.warnings()[0]), HasSubstr("lost"));
}

TEST(EnergyOfScenes, the_damping_of_generalised_alpha_can_be_chosen) {
  const std::string solve = "method = \"generalised-alpha\"\ndt = \"5.04 ms\"\nhigh_frequency_radius = ";
  const End strong = simulated(wire(solve + "0")), weak = simulated(wire(solve + "0.6"));
  EXPECT_EQ(strong.status, Status::ok);
  EXPECT_EQ(weak.status, Status::ok);
  EXPECT_GT(strong.numerical_loss, weak.numerical_loss);
  EXPECT_THROW(simulated(wire(solve + "1.5")), UserError);
  EXPECT_THROW(simulated(wire("method = \"newmark\"\nhigh_frequency_radius = 0.5")), UserError);
}

}  // namespace
}  // namespace plumb
