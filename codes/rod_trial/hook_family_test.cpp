// Both families on a Super-Helix: the hook is that of the master curve; and a rod that is kept in its plane has loops
// to lose, so that the sweep and the hook come to different equilibria.

#include <codes/rod_trial/hook_family.h>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <codes/rod_trial/hook_rival.h>
#include <codes/rod_trial/rod_trial.h>
#include <plumb/model/curved_rod/curved_rod.h>
#include <plumb/model/curved_rod/curved_rod_view.h>

namespace codes {
namespace {

constexpr double kTurns = 3;

judge::Scenario scenario(int n) {
  judge::Scenario s;
  s.ask(judge::HangingCurl{5e-4, 0.5, kTurns, 1e-3});
  s.scales = {0.7, 3e6, 1100};
  s.knobs.n = n;
  return s;
}

double gamma(double x) { return std::pow(x * 2 * std::numbers::pi * kTurns, 3); }

/// Kept in the plane of its natural circle.
class PlanarHelix final : public DiscreteRod {
 public:
  explicit PlanarHelix(const ScenarioRod& rod) : clamp_(rod.clamp) {
    rod_.lengths.assign(static_cast<std::size_t>(rod.n_elements), rod.length / rod.n_elements);
    rod_.bend_1 = rod.stiffness.bend_1;
    rod_.bend_2 = rod.stiffness.bend_2;
    rod_.twist = rod.stiffness.twist;
    rod_.mass_per_length = rod.stiffness.mass_per_length;
    rod_.natural.assign(static_cast<std::size_t>(rod_.n_unknowns()), 0);
    for (std::size_t i = 0; i < rod_.natural.size(); i += 3) rod_.natural[i] = rod.natural_curvature;
  }
  plumb::Model model() const override { return plumb::curved_rod({.rod = rod_, .planar = true}, clamp_); }
  std::unique_ptr<plumb::CurveView> view(const plumb::Model&, const plumb::State& state) const override {
    return std::make_unique<plumb::CurvedRodView>(rod_, state);
  }

 private:
  plumb::CurvedRod rod_;
  plumb::Pose clamp_;
};

std::unique_ptr<DiscreteRod> planar(const ScenarioRod& rod) { return std::make_unique<PlanarHelix>(rod); }

HookFamily family(const ScenarioRod& rod) {
  ScenarioRod straight = rod;
  straight.natural_curvature = 0;
  return {rod, planar(straight)->model().initial};
}

/// The angle through which the rod turns between clamp and free end, in turns.
double turned(const ScenarioRod& rod, const plumb::State& state) {
  double angle = 0;
  for (Eigen::Index i = 0; i < state.q.size(); i += 3) angle += state.q[i] * rod.length / rod.n_elements;
  return angle / (2 * std::numbers::pi);
}

TEST(HookFamily, hangs_without_loops) {
  const ScenarioRod rod(scenario(60), 3e6);
  Continued following(planar(rod)->model());
  const auto hook = family(rod).at(gamma(0.95), following);
  ASSERT_TRUE(hook);
  EXPECT_EQ(hook->outcome.negative_modes, 0);
  EXPECT_GT(turned(rod, hook->state), 0.1);
  EXPECT_LT(turned(rod, hook->state), 0.5) << "it hooks, and makes no loop";
}

TEST(HookFamily, becomes_the_coil_under_a_small_weight) {
  const ScenarioRod rod(scenario(60), 3e6);
  Continued following(planar(rod)->model());
  const auto light = family(rod).at(gamma(0.1), following);
  ASSERT_TRUE(light);
  EXPECT_GT(turned(rod, light->state), kTurns - 0.2);
}

TEST(HookFamily, does_not_depend_on_what_was_asked_before) {
  const ScenarioRod rod(scenario(30), 3e6);
  Continued following(planar(rod)->model());
  HookFamily fresh = family(rod), asked = family(rod);
  for (const double x : {0.9, 0.2, 0.7, 0.4}) asked.at(gamma(x), following);
  EXPECT_EQ(asked.at(gamma(0.5), following)->state.q, fresh.at(gamma(0.5), following)->state.q);
}

TEST(HookFamily, says_nothing_where_the_coil_is_all_there_is) {
  const ScenarioRod rod(scenario(10), 3e6);
  Continued following(planar(rod)->model());
  EXPECT_FALSE(family(rod).at(0, following));
}

TEST(HookRival, is_not_asked_between_loads_that_had_one_shape) {
  RodAtWork work(scenario(30), 3e6, planar);
  HookRival rival(work.rod(), planar);
  const FoundEquilibrium found = work.advance(gamma(0.9));
  const int alone = found.outcome.iterations;
  EXPECT_EQ(rival.compare(work, found, gamma(0.9), judge::Approach::bisect).iterations, alone);
  EXPECT_GT(rival.compare(work, found, gamma(0.9), judge::Approach::sweep).iterations, alone);
  rival.set_two_shapes(true);
  EXPECT_GT(rival.compare(work, found, gamma(0.9), judge::Approach::bisect).iterations, alone);
}

TEST(HookRival, is_shown_if_the_sweep_failed) {
  RodAtWork work(scenario(30), 3e6, planar);
  HookRival rival(work.rod(), planar);
  const FoundEquilibrium failed{work.sweep().state(), {}};
  const Shown shown = rival.compare(work, failed, gamma(0.9), judge::Approach::sweep);
  EXPECT_EQ(shown.seen.outcome.status, plumb::Status::ok);
  EXPECT_FALSE(shown.other) << "what failed is no equilibrium";
  EXPECT_TRUE(rival.two_shapes());
}

const std::vector<std::string> kBoth{"energy", "other_energy"};

TEST(RodTrial, shows_the_equilibrium_of_lower_energy_and_tells_of_the_other) {
  const RodCode code({}, planar);
  const auto trial = code.open(scenario(40));
  const ScenarioRod rod(scenario(40), 3e6);
  HookFamily hooks = family(rod);
  Continued following(planar(rod)->model());
  int n_other = 0, n_hook = 0;
  for (double x = 0.1; x < 0.9; x *= 1.05) {
    ASSERT_EQ(trial->advance({{"x", x}, {"gamma", gamma(x)}}).status, plumb::Status::ok) << x;
    const auto seen = trial->also_observe(kBoth);
    const double unit = rod.stiffness.bend_2 / rod.length;
    const double hook = hooks.at(gamma(x), following)->outcome.energy / unit;
    if (!seen.contains("other_energy")) {
      EXPECT_NEAR(seen.at("energy"), hook, 1e-8 * std::max(1.0, std::abs(hook))) << x;
      continue;
    }
    ++n_other;
    EXPECT_LT(seen.at("energy"), seen.at("other_energy")) << x;
    if (std::abs(seen.at("energy") - hook) < 1e-8 * std::abs(hook)) ++n_hook;
  }
  EXPECT_GT(n_other, 0) << "in the plane two shapes coexist";
  EXPECT_GT(n_hook, 0) << "and the hook is the lower one somewhere";
  EXPECT_LT(n_hook, n_other) << "and the coil somewhere else";
}

/// Saved and loaded after any of the loads, a trial answers as if nothing had happened.
void goes_on_with_the_same_bits(const std::vector<double>& loads) {
  const RodCode code({}, planar);
  for (std::size_t cut = 1; cut < loads.size(); ++cut) {
    const auto whole = code.open(scenario(30)), first = code.open(scenario(30)), second = code.open(scenario(30));
    double farthest = 0;
    for (std::size_t i = 0; i < loads.size(); ++i) {
      if (i == cut) second->load(first->save());
      judge::Trial& half = i < cut ? *first : *second;
      const auto approach = loads[i] > farthest ? judge::Approach::sweep : judge::Approach::bisect;
      const judge::Load load{{{"x", loads[i]}, {"gamma", gamma(loads[i])}}, approach};
      farthest = std::max(farthest, loads[i]);
      EXPECT_EQ(whole->advance(load).iterations, half.advance(load).iterations) << "cut " << cut << ", load " << i;
      EXPECT_EQ(whole->also_observe(kBoth), half.also_observe(kBoth)) << "cut " << cut << ", load " << i;
    }
    EXPECT_EQ(whole->save(), second->save());
  }
}

TEST(RodTrial, goes_on_with_the_same_bits_where_there_are_two_shapes) {
  goes_on_with_the_same_bits({0.2, 0.25, 0.3, 0.35, 0.4, 0.32, 0.31, 0.45});
}

TEST(RodTrial, goes_on_with_the_same_bits_where_there_is_one) { goes_on_with_the_same_bits({0.7, 0.9, 0.8, 0.95}); }

}  // namespace
}  // namespace codes
