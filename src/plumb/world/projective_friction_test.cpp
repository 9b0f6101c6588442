#include <plumb/world/projective_friction.h>

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include <plumb/contact/detect/contact_finder.h>
#include <plumb/solve/projective_strip_for_test.h>
#include <plumb/world/contact_step.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr double kGravity = 9.81;

/// A flat plate of projections on an inclined plane, which rises along x.
struct ProjectiveIncline {
  ProjectiveIncline(double slope, double mu, int iterations) {
    const Eigen::Matrix3d turn = Eigen::AngleAxisd(-slope, Vector3d::UnitY()).toRotationMatrix();
    uphill = turn.col(0);
    ShellSpec spec;
    spec.rest = rectangle_mesh({.length = 0.1, .width = 0.1, .nx = 3, .ny = 3});
    for (Vector3d& x : spec.rest.points) x = turn * (x + Vector3d(0, 0, 5e-4));
    spec.material = {1e-3, 1e7, 0};
    const Model model = projective_shell(spec, projective_weights(spec.material, kRollingAlpha));
    Surroundings around;
    around.obstacles = {{PlaneShape{}, 0}};
    around.motion = [turn](double) { return ObstacleMotion{{{Vector3d::Zero(), turn.col(0), turn.col(1)}}, {}}; };
    around.friction.elsewhere = mu;
    stepper = std::make_unique<ProjectiveFriction>(model, around, iterations);
    state = model.initial;
    Loads loads = model.initial.loads;
    loads.gravity = {0, 0, -kGravity};
    programme = [loads](double) { return loads; };
  }
  void step(int n, double h) {
    for (int k = 0; k < n; ++k) ASSERT_EQ(stepper->step(state, programme, h).status, Status::ok);
  }
  double speed() const { return -uphill.dot(Vector3d(state.v.head<3>())); }

  std::unique_ptr<ProjectiveFriction> stepper;
  State state;
  Programme programme;
  Vector3d uphill;
};

TEST(ProjectiveFriction, AFlatPlateOnAnInclineSticksAndSlidesAsCoulombSays) {
  constexpr double kMu = 0.4, h = 0.01;
  for (const double share : {0.5, 0.99, 0.999}) {
    ProjectiveIncline plate(std::atan(share * kMu), kMu, 2);
    const Eigen::VectorXd before = plate.state.q;
    plate.step(50, h);
    EXPECT_LT((plate.state.q - before).cwiseAbs().maxCoeff(), 1e-12) << share;
    for (const ContactForce& c : plate.stepper->contacts()) EXPECT_TRUE(c.sticks) << share;
    EXPECT_EQ(plate.stepper->contacts().size(), 16u);
  }
  for (const double share : {1.001, 1.5}) {
    const double slope = std::atan(share * kMu);
    ProjectiveIncline plate(slope, kMu, 2);
    plate.step(20, h);
    EXPECT_NEAR(plate.speed(), kGravity * (std::sin(slope) - kMu * std::cos(slope)) * 20 * h, 1e-9) << share;
  }
}

TEST(ProjectiveFriction, WithoutFrictionAPlateSlidesFreely) {
  ProjectiveIncline plate(0.3, 0, 2);
  plate.step(20, 0.01);
  EXPECT_NEAR(plate.speed(), kGravity * std::sin(0.3) * 0.2, 1e-9);
}

TEST(ProjectiveFriction, TheBooksHaveWhatFrictionTakes) {
  const double mu = 0.4, slope = std::atan(2 * mu), h = 1e-3;
  ProjectiveIncline plate(slope, mu, 2);
  plate.stepper->meter().open(plate.state);
  double dissipated = 0, mass = 1000 * 0.01 * 1e-3;
  for (int k = 0; k < 200; ++k) dissipated += plate.stepper->step(plate.state, plate.programme, h).energy.dissipated;
  const double way = 0.5 * kGravity * (std::sin(slope) - mu * std::cos(slope)) * 0.04;
  EXPECT_NEAR(dissipated, mu * mass * kGravity * std::cos(slope) * way, 1e-6 * dissipated);
}

/// A strip, clamped at a slant above the ground, whose tip is pulled on it by its weight.
struct LeaningStrip {
  Model model;
  Surroundings around;
  Programme programme;

  explicit LeaningStrip(double mu) {
    ShellSpec spec = ProjectiveStrip{.n = 8}.spec();
    const Eigen::Matrix3d turn = Eigen::AngleAxisd(0.6, Vector3d::UnitY()).toRotationMatrix();
    for (Vector3d& x : spec.rest.points) x = turn * x;
    spec.clamp = {Vector3d::Zero(), turn.col(0), turn.col(1)};
    double lowest = 0;
    for (const Vector3d& x : spec.rest.points) lowest = std::min(lowest, x.z());
    const Vector3d up(0, 0, 0.5 * spec.material.thickness - lowest);
    for (Vector3d& x : spec.rest.points) x += up;
    spec.clamp.position += up;
    model = projective_shell(spec, projective_weights(spec.material, kRollingAlpha));
    Loads loads = model.initial.loads;
    loads.gravity = {0, 0, -10};
    programme = [loads](double) { return loads; };
    around.obstacles = {{PlaneShape{}, 0}};
    around.motion = [](double) { return ObstacleMotion{{Pose{}}, {}}; };
    around.friction.elsewhere = mu;
  }
};

/// The iterations come to rest where the exact solver's step ends: backward Euler with Coulomb's law.
TEST(ProjectiveFriction, IterationsComeToRestAtTheExactStep) {
  constexpr double h = 0.01;
  for (const double mu : {0.0, 0.1, 0.3, 2.0}) {
    const LeaningStrip strip(mu);
    const auto exact = make_stepper(strip.model, Method::backward_euler);
    State reference = strip.model.initial;
    std::vector<Touch> touches;
    ContactStepOutcome outcome;
    ContactFinder finder;
    const Toucher one[] = {{*exact, reference, strip.programme, false}};
    for (int k = 0; k < 3; ++k) {
      outcome = contact_step(one, strip.around, touches, h, {}, finder);
      ASSERT_EQ(outcome.status, Status::ok);
    }
    ASSERT_FALSE(outcome.contacts.empty());
    double off = 0;
    std::cout << "mu = " << mu << ", residual after iterations:";
    for (const int iterations : {10, 100, 1000, 10000}) {
      ProjectiveFriction projective(strip.model, strip.around, iterations);
      State state = strip.model.initial;
      for (int k = 0; k < 3; ++k) ASSERT_EQ(projective.step(state, strip.programme, h).status, Status::ok);
      std::cout << "  " << iterations << ": " << projective.residuals().back();
      off = (state.q - reference.q).cwiseAbs().maxCoeff();
      if (iterations != 10000) continue;
      EXPECT_LT(projective.residuals().back(), 1e-8) << mu;
      ASSERT_EQ(projective.contacts().size(), outcome.contacts.size()) << mu;
      for (std::size_t c = 0; c < outcome.contacts.size(); ++c) {
        EXPECT_LT((projective.contacts()[c].force - outcome.contacts[c].force).norm(),
                  1e-6 * outcome.contacts[c].force.norm());
        EXPECT_EQ(projective.contacts()[c].sticks, outcome.contacts[c].sticks);
      }
    }
    std::cout << "\n";
    EXPECT_LT(off, 1e-9) << mu;
  }
}

TEST(ProjectiveFriction, RefusesMeshes) {
  LeaningStrip strip(0.1);
  strip.around.obstacles[0].shape = MeshShape{};
  EXPECT_THROW(ProjectiveFriction(strip.model, strip.around, 10), UserError);
}

}  // namespace
}  // namespace plumb
