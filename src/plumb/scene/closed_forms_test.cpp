// Whole scenes against closed forms, for every model that can be held and loaded that way.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <plumb/scene/bodies_for_test.h>
#include <plumb/scene/simulation/simulation.h>

namespace plumb {
namespace {

constexpr double kPi = std::numbers::pi;
const std::vector<RodKind> kAll{RodKind::discrete_elastic_rod, RodKind::super_helix, RodKind::super_clothoid,
                                RodKind::timoshenko_beam};
const std::vector<RodKind> kHeldAtBothEnds{RodKind::discrete_elastic_rod, RodKind::timoshenko_beam};

/// A rod of unit length, EI = 1, nearly inextensible, clamped at its start along x, without gravity.
OpenScene unit_rod(RodKind kind, int n) {
  OpenScene scene;
  scene.gravity.setZero();
  scene.solve = {.method = Method::static_, .duration = 1, .n_frames = 10};
  SceneRod rod;
  rod.name = "rod";
  rod.kind = kind;
  rod.n = n;
  rod.length = 1;
  rod.stiffness = {1e7, 1, 1, 0.8, 1, 1e-6};
  rod.shear = 3e6;
  rod.clamps = {SceneClamp{}};
  scene.rods = {rod};
  return scene;
}

Ramp ramp() { return {{{0, 0}, {1, 1}}}; }

/// To the last frame; every frame is a certified equilibrium.
void run(Simulation& simulation) {
  for (int i = 0; i <= simulation.n_frames(); ++i) {
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

Eigen::Vector3d seen_vector(Simulation& simulation, const std::string& name) {
  return {seen(simulation, name + " x"), seen(simulation, name + " y"), seen(simulation, name + " z")};
}

/// Models that carry it exactly, and those that converge: second order, or fourth for the quadratic beam.
double tolerance(RodKind kind, double discrete) {
  switch (kind) {
    case RodKind::discrete_elastic_rod:
      return discrete;
    case RodKind::timoshenko_beam:
      return 0.1 * discrete;
    default:
      return 1e-7;
  }
}

TEST(ClosedForm, an_end_moment_rolls_a_rod_into_a_circle) {
  for (const RodKind kind : kAll) {
    OpenScene scene = unit_rod(kind, kind == RodKind::super_helix || kind == RodKind::super_clothoid ? 10 : 60);
    // A moment fixed in space pushes a round rod out of its plane: a ribbon stays.
    scene.rods[0].stiffness.bend_2 = scene.rods[0].stiffness.twist = 1000;
    SceneForce load;
    load.at = 1;
    load.moment = {0, 0, 2 * kPi};
    load.scale = ramp();
    scene.rods[0].forces = {load};
    Simulation simulation(closed(scene));
    run(simulation);
    EXPECT_LT(seen_vector(simulation, "tip").norm(), tolerance(kind, 0.03)) << name(kind);
    EXPECT_NEAR(seen(simulation, "middle y"), 1 / kPi, tolerance(kind, 0.01)) << name(kind);
  }
}

// Bisshopp and Drucker 1945; the numbers are Mattiasson's (1981): deflection and shortening under P L^2 / EI = 5.
TEST(ClosedForm, the_tip_loaded_elastica) {
  for (const RodKind kind : kAll) {
    OpenScene scene = unit_rod(kind, 40);
    SceneForce load;
    load.at = 1;
    load.force = {0, 0, -5};
    load.scale = ramp();
    scene.rods[0].forces = {load};
    Simulation simulation(closed(scene));
    run(simulation);
    const double off = kind == RodKind::super_helix || kind == RodKind::discrete_elastic_rod ? 6e-4 : 2e-5;
    EXPECT_NEAR(seen(simulation, "tip z"), -0.71379, off) << name(kind);
    EXPECT_NEAR(1 - seen(simulation, "tip x"), 0.38763, off) << name(kind);
  }
}

// A helix under an axial force and the moment that keeps it a helix (Love, Art. 271): with curvature k, torsion t and
// the angle a of the tangent above the horizontal, F cos a = C (t - t0) k - B (k - k0) t.
TEST(ClosedForm, a_helix_under_tension_is_another_helix) {
  const double bend = 1, twist = 0.8;
  const Strains natural{6, 0, 1}, loaded{5.5, 0, 1.3};
  const double k = loaded.kappa_1, t = loaded.twist, angle = std::atan2(t, k);
  const double radius = k / (k * k + t * t);
  for (const RodKind kind : kAll) {
    OpenScene scene = unit_rod(kind, kind == RodKind::super_helix || kind == RodKind::super_clothoid ? 12 : 80);
    SceneRod& rod = scene.rods[0];
    rod.natural = rod.initial = natural;
    // The loaded helix: around the z axis, from (radius, 0, 0), its normal towards the axis.
    const auto tangent = [&](double phi) {
      return Eigen::Vector3d(-std::cos(angle) * std::sin(phi), std::cos(angle) * std::cos(phi), std::sin(angle));
    };
    const auto normal = [](double phi) { return Eigen::Vector3d(-std::cos(phi), -std::sin(phi), 0); };
    rod.start = {{radius, 0, 0}, tangent(0), normal(0)};
    const double phi = std::cos(angle) / radius;
    SceneForce load;
    load.at = 1;
    load.force = {0, 0, (twist * (t - natural.twist) * k - bend * (k - natural.kappa_1) * t) / std::cos(angle)};
    load.moment =
        bend * (k - natural.kappa_1) * tangent(phi).cross(normal(phi)) + twist * (t - natural.twist) * tangent(phi);
    load.scale = ramp();
    rod.forces = {load};
    Simulation simulation(closed(scene));
    run(simulation);
    const Eigen::Vector3d expected(radius * std::cos(phi), radius * std::sin(phi), std::sin(angle));
    EXPECT_LT((seen_vector(simulation, "tip") - expected).norm(), tolerance(kind, 3e-3)) << name(kind);
  }
}

TEST(ClosedForm, without_stiffness_a_rod_hangs_as_a_catenary) {
  const double span = 0.6;
  double a = 0.1;  // sinh(span / 2a) 2a = 1
  for (int i = 0; i < 100; ++i) {
    const double x = span / (2 * a), f = 2 * a * std::sinh(x) - 1;
    a -= f / (2 * std::sinh(x) - 2 * x * std::cosh(x));
  }
  const double sag = a * (std::cosh(span / (2 * a)) - 1);
  for (const RodKind kind : kHeldAtBothEnds) {
    OpenScene scene = unit_rod(kind, 80);
    scene.gravity = {0, 0, -1e5};  // rho A g L^3 / EI
    SceneClamp end;
    end.at = 1;
    end.move = {span - 1, 0, 0};
    end.moving = ramp();
    scene.rods[0].clamps.push_back(end);
    Simulation simulation(closed(scene));
    run(simulation);
    EXPECT_NEAR(seen(simulation, "middle z"), -sag, 0.01 * sag) << name(kind);
    EXPECT_NEAR(seen(simulation, "middle x"), span / 2, 1e-6) << name(kind);
    // Each clamp carries half of the weight.
    EXPECT_NEAR(seen(simulation, "clamp 1 force z"), 0.5e5, 1) << name(kind);
    EXPECT_NEAR(seen(simulation, "clamp 2 force z"), 0.5e5, 1) << name(kind);
  }
}

// Michell 1889: a ring of a naturally straight rod stays flat up to the twist 2 pi sqrt(3) EI / GJ; then it buckles,
// passes through itself and is a ring again, with two turns less. A little weight keeps it from swinging about its
// clamp at no cost.
TEST(ClosedForm, a_twisted_ring_snaps_at_michells_twist) {
  const double twist_stiffness = 0.8, critical = 2 * kPi * std::sqrt(3) / twist_stiffness;
  for (const RodKind kind : kHeldAtBothEnds) {
    OpenScene scene = unit_rod(kind, kind == RodKind::timoshenko_beam ? 40 : 120);
    scene.solve.n_frames = 102;
    scene.gravity = {0, 0, -0.02};
    scene.rods[0].start.director = {0, 0, -1};
    scene.rods[0].initial.kappa_1 = 2 * kPi;
    SceneClamp end;
    end.at = 1;
    end.turn = 1.02 * critical;
    end.turning = ramp();
    scene.rods[0].clamps.push_back(end);
    Simulation simulation(closed(scene));
    const auto flat = [&](double twist) { return 2 * kPi * kPi + 0.5 * twist_stiffness * twist * twist; };
    for (int frame = 0; frame <= 102; ++frame) {
      ASSERT_EQ(simulation.advance_to(frame).status, Status::ok) << name(kind) << ' ' << frame;
      const double twist = frame * 0.01 * critical, energy = seen(simulation, "elastic energy");
      if (frame <= 98) {
        EXPECT_NEAR(energy, flat(twist), 2e-3 * energy) << name(kind) << ' ' << frame;
      } else if (frame == 102) {
        EXPECT_NEAR(energy, flat(twist - 4 * kPi), 0.02 * energy) << name(kind);
      }
    }
  }
}

}  // namespace
}  // namespace plumb
