// Contact of every model through its embedding: a strip that is held at one end falls onto a plane and onto a sphere, and
// a free plate falls onto the strip.

#include <gtest/gtest.h>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/geometry/tetrahedral_generators.h>
#include <plumb/model/curved_rod/curved_rod.h>
#include <plumb/model/elastic_rod/elastic_rod.h>
#include <plumb/model/exact_beam/exact_beam.h>
#include <plumb/model/naghdi_shell/naghdi_shell.h>
#include <plumb/model/shell/shell.h>
#include <plumb/model/solid/solid.h>
#include <plumb/model/spline_shell/spline_shell.h>
#include <plumb/world/touching_bodies_for_test.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr double kLength = 0.2, kWidth = 0.03, kThickness = 2e-3;  // m
constexpr double kBending = 4e-4, kMassPerLength = 0.06;           // N m^2, kg/m
constexpr double kGravity = 9.81, kHeight = 0.02, kMu = 0.4;       // m/s^2, m: of the clamp above the ground
const Pose kClamp{{0, 0, kHeight}, Vector3d::UnitX(), Vector3d::UnitY()};
const SheetMaterial kSheet{kThickness, 12 * kBending / (kWidth * kThickness * kThickness * kThickness), 0.3};

Model discrete_rod() {
  RodSpec spec;
  spec.nodes = clamped_nodes(kLength, 10);
  spec.stiffness = {1e3, kBending, kBending, kBending, kMassPerLength, 1e-7};
  spec.clamped_edges = {0};
  spec.relaxation = 1e-3;
  spec.contact_radius = 0.5 * kThickness;
  return elastic_rod(spec, kClamp);
}

Model curvatures(CurvatureShape shape) {
  CurvedRodSpec spec;
  spec.rod.shape = shape;
  spec.rod.lengths.assign(4, kLength / 4);
  spec.rod.bend_1 = spec.rod.bend_2 = spec.rod.twist = kBending;
  spec.rod.mass_per_length = kMassPerLength;
  spec.rod.spin_inertia = 1e-7;
  spec.rod.natural.assign(static_cast<std::size_t>(spec.rod.n_unknowns()), 0);
  spec.relaxation = 1e-3;
  spec.points_per_element = 2;
  spec.contact_radius = 0.5 * kThickness;
  return curved_rod(spec, kClamp);
}

Model beam() {
  BeamSpec spec;
  spec.lengths.assign(4, kLength / 4);
  spec.stretch = spec.shear = 1e3;
  spec.bend_1 = spec.bend_2 = spec.twist = kBending;
  spec.mass_per_length = kMassPerLength;
  spec.spin_inertia = 1e-7;
  spec.relaxation = 1e-3;
  spec.contact_radius = 0.5 * kThickness;
  return exact_beam(spec, kClamp);
}

Model triangles() {
  ShellSpec spec;
  spec.rest =
      rectangle_mesh({.length = kLength, .width = kWidth, .nx = 8, .ny = 1, .pattern = CellPattern::alternating});
  for (Vector3d& x : spec.rest.points) x += Vector3d(0, -0.5 * kWidth, kHeight);
  for (int i = 0; i < static_cast<int>(spec.rest.points.size()); ++i) {
    if (spec.rest.points[static_cast<std::size_t>(i)].x() < 1e-9) spec.clamped.push_back(i);
  }
  spec.clamp = kClamp;
  spec.material = kSheet;
  spec.relaxation = 1e-3;
  return shell(spec);
}

Model splines() {
  SplineShellSpec spec;
  spec.length = kLength;
  spec.width = kWidth;
  spec.n_along = 5;
  spec.material = kSheet;
  return spline_shell(spec, kClamp);
}

Model naghdi(NaghdiElement element) {
  NaghdiShellSpec spec;
  spec.length = kLength;
  spec.width = kWidth;
  spec.n_along = 4;
  spec.element = element;
  spec.material = kSheet;
  return naghdi_shell(spec, kClamp);
}

/// Thicker than the others by its skin, and softer: linear tetrahedra are stiff against bending.
Model tetrahedra() {
  SolidSpec spec;
  spec.rest = box_mesh({{kLength, kWidth, kThickness}, {16, 3, 1}});
  for (Vector3d& x : spec.rest.points) x += Vector3d(0, -0.5 * kWidth, kHeight - 0.5 * kThickness);
  SolidSupport clamp{{}, kClamp, {true, true, true}};
  for (int i = 0; i < static_cast<int>(spec.rest.points.size()); ++i) {
    if (spec.rest.points[static_cast<std::size_t>(i)].x() < 1e-9) clamp.points.push_back(i);
  }
  spec.supports = {clamp};
  spec.material = {SolidLaw::stable_neo_hookean, 0.05 * kSheet.young, 0.3};
  spec.relaxation = 1e-3;
  spec.skin = 0.5 * kThickness;
  return solid(spec);
}

/// A free plate across the strip, near its end and above it.
Model falling_plate() {
  ShellSpec spec;
  spec.rest = rectangle_mesh({.length = 0.04, .width = 0.05, .nx = 2, .ny = 2, .pattern = CellPattern::alternating});
  for (Vector3d& x : spec.rest.points) x += Vector3d(0.131, -0.023, kHeight + kThickness + 5e-3);
  spec.material = {kThickness, 1e8, 0.3};
  spec.relaxation = 1e-3;
  return shell(spec);
}

struct NamedModel {
  const char* name;
  std::function<Model()> make;
};
const std::vector<NamedModel> kModels{
    {"discrete_rod", discrete_rod},
    {"helix", [] { return curvatures(CurvatureShape::constant); }},
    {"clothoid", [] { return curvatures(CurvatureShape::linear); }},
    {"beam", beam},
    {"triangles", triangles},
    {"splines", splines},
    {"naghdi_triangles", [] { return naghdi(NaghdiElement::triangle); }},
    {"naghdi_quadrilaterals", [] { return naghdi(NaghdiElement::quadrilateral); }},
    {"tetrahedra", tetrahedra},
};

class EveryModel : public testing::TestWithParam<std::size_t> {
 protected:
  static Model with_weight(Model model) {
    model.initial.loads.gravity = {0, 0, -kGravity};
    return model;
  }
  Model strip() const { return with_weight(kModels[GetParam()].make()); }
};
INSTANTIATE_TEST_SUITE_P(models, EveryModel, testing::Range<std::size_t>(0, kModels.size()),
                         [](const auto& one) { return std::string(kModels[one.param].name); });

TEST_P(EveryModel, FallsOntoAPlaneAndASphere) {
  const Obstacle plane{PlaneShape{}, 0}, sphere{SphereShape{0.05}, 0};
  const Pose on_ground, beside{{0.1, 0.005, -0.045}};
  TouchingBodies world;
  TouchingBodies::Body& body = world.add(strip());
  world.add(plane, on_ground);
  world.add(sphere, beside);
  world.around.friction.elsewhere = kMu;
  bool on_plane = false, on_sphere = false;
  double worst = HUGE_VAL;
  for (int i = 1; i <= 80; ++i) {
    const WorldMarchOutcome outcome = world.march_to(2e-3 * i, 2e-3);
    ASSERT_EQ(outcome.status(), Status::ok) << i;
    EXPECT_FALSE(outcome.bodies[0].drifted);
    EXPECT_LE(outcome.residual, 1e-10) << i;
    for (const ContactForce& c : outcome.contacts) {
      (c.key.b_owner == 0 ? on_plane : on_sphere) = true;
      const double normal = c.force.dot(c.normal), along = (c.force - normal * c.normal).norm();
      EXPECT_LE(along, kMu * normal * (1 + 1e-9)) << i;  // the sphere's normal turns with the last Newton step
      EXPECT_LT(std::abs(c.gap), 1e-9 * kLength) << i;
    }
    for (const int p : body.model.surface->points) {
      const Vector3d x = body.points()[static_cast<std::size_t>(p)];
      worst = std::min({worst, nearness(plane.shape, on_ground, x).distance - 0.5 * kThickness,
                        nearness(sphere.shape, beside, x).distance - 0.5 * kThickness});
    }
  }
  EXPECT_GT(worst, -1e-9 * kLength);
  EXPECT_TRUE(on_plane || on_sphere);
  EXPECT_LT(gained_share(body.state.books), 1e-6);
}

TEST_P(EveryModel, IsHitByAPlateThatFeelsTheOppositeForce) {
  TouchingBodies world;
  world.add(strip());
  TouchingBodies::Body& plate = world.add(with_weight(falling_plate()));
  world.add({PlaneShape{}, 0}, {{0, 0, -0.03}});
  world.around.friction.elsewhere = kMu;
  for (int i = 0; i < plate.model.embedding->n_points(); ++i) plate.state.v[3 * i + 2] = -1;
  const double mass = 1000 * 0.04 * 0.05 * kThickness, dt = 1e-3;
  const auto momentum = [&] {
    Eigen::VectorXd p;
    plate.model.inertia->momentum(plate.state, plate.state.loads, plate.state.v, p);
    Vector3d sum = Vector3d::Zero();
    for (int i = 0; i < plate.model.embedding->n_points(); ++i) sum += p.segment<3>(3 * i);
    return sum;
  };
  bool met = false;
  for (int i = 1; i <= 60; ++i) {
    const Vector3d before = momentum();
    const WorldMarchOutcome outcome = world.march_to(dt * i, dt);
    ASSERT_EQ(outcome.status(), Status::ok) << i;
    EXPECT_LE(outcome.residual, 1e-10) << i;
    Vector3d force = mass * Vector3d(0, 0, -kGravity);
    for (const ContactForce& c : outcome.contacts) {
      EXPECT_GT(c.gap, -1e-9 * kLength) << i;
      if (c.key.a_body == 1) force += c.force;
      if (c.key.b_obstacle == 0 && c.key.b_owner == 1) force -= c.force;
      met = met || c.key.b_obstacle == 0;
    }
    if (outcome.bodies[1].rejected == 0) {
      EXPECT_LT((momentum() - before - dt * force).norm(), 1e-9 * mass * kGravity * dt) << i;
    }
  }
  EXPECT_TRUE(met);
  for (const std::size_t i : {0, 1}) EXPECT_LT(gained_share(world[i].state.books), 1e-6) << i;
}

}  // namespace
}  // namespace plumb
