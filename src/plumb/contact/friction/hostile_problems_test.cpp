#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <plumb/contact/friction/random_for_test.h>
#include <plumb/contact/friction/rigid_contacts_for_test.h>
#include <plumb/contact/friction/sphere_pile_for_test.h>

// Problems with too many contacts, with no solution, with large friction or without any motion: the solver ends, says
// how it went, and its forces are numbers in their cones.

namespace plumb {
namespace {

ContactOutcome ends_well(const ContactProblem& problem, Eigen::VectorXd& r) {
  r = Eigen::VectorXd::Zero(problem.b.size());
  const ContactOptions options{1e-10, 500};
  const ContactOutcome outcome = solve_contact(problem, options, r);
  EXPECT_TRUE(outcome.status == Status::ok || outcome.status == Status::not_converged);
  EXPECT_EQ(outcome.status == Status::ok, outcome.residual <= options.tolerance);
  EXPECT_TRUE(r.allFinite());
  EXPECT_FALSE(std::isnan(outcome.residual));
  EXPECT_LE(outcome.residual, residual(problem, Eigen::VectorXd::Zero(r.size())));
  for (Eigen::Index i = 0; i < r.size(); i += 3)
    EXPECT_LE(r.segment<2>(i + 1).norm(), problem.cones[static_cast<std::size_t>(i / 3)].mu * r(i) + 1e-12 * r.norm());
  return outcome;
}

TEST(HostileProblems, ABlockOnManyPointsRests) {
  for (const double mu : {0.0, 0.5, 5.0}) {
    std::vector<PointForTest> points;
    for (int i = 0; i < 36; ++i) points.push_back({{i % 6 - 2.5, i / 6 - 2.5, -1}, Eigen::Vector3d::UnitZ()});
    RigidBodyForTest body;
    body.free << 0, 0, -1, 0, 0, 0;
    RigidContacts contacts(body, points, mu);
    Eigen::VectorXd r;
    EXPECT_EQ(ends_well(contacts.problem(), r).status, Status::ok) << mu;
    EXPECT_NEAR(contacts.wrench(r)(2), 1, 1e-9);
  }
}

TEST(HostileProblems, ABlockBetweenWallsThatComeNearerHasNoSolution) {
  RigidContacts contacts({}, {{{0, 0, -1}, Eigen::Vector3d::UnitZ()}, {{0, 0, 1}, -Eigen::Vector3d::UnitZ()}}, 0.5);
  contacts.problem().b(0) = contacts.problem().b(3) = -1;
  Eigen::VectorXd r;
  EXPECT_EQ(ends_well(contacts.problem(), r).status, Status::not_converged);
}

TEST(HostileProblems, AWedgeHoldsOrSlips) {
  // Two walls at 20 degrees to the vertical: with mu = 5 forces of any size balance each other.
  for (const double mu : {0.0, 0.2, 1.0, 5.0}) {
    const double angle = 20 * std::numbers::pi / 180;
    const Eigen::Vector3d left(std::cos(angle), 0, std::sin(angle)), right(-std::cos(angle), 0, std::sin(angle));
    RigidBodyForTest body;
    body.free << 0.2, 0.1, -1, 0.3, -0.2, 0.1;
    RigidContacts contacts(body, {{-left, left}, {-right, right}}, mu);
    Eigen::VectorXd r;
    ends_well(contacts.problem(), r);
  }
}

TEST(HostileProblems, NothingMoves) {
  const DenseDelassus w(Eigen::MatrixXd::Zero(12, 12));
  ContactProblem problem{&w, Eigen::VectorXd::Constant(12, -1), std::vector<Cone>(4, Cone{0.5}), 1};
  Eigen::VectorXd r;
  EXPECT_EQ(ends_well(problem, r).status, Status::not_converged);
}

TEST(HostileProblems, RandomOnesOfLowRankAndLargeFriction) {
  RandomForTest random(4);
  for (int k = 0; k < 60; ++k) {
    const int n = 2 + k % 9;
    const DenseDelassus w(random.semidefinite(3 * n, 1 + k % (3 * n), random.log_between(1, 1e8)));
    ContactProblem problem{&w, random.matrix(3 * n, 1), {}, random.log_between(1e-6, 1)};
    for (int i = 0; i < n; ++i) problem.cones.push_back(Cone{random.unit() < 0.2 ? 0 : random.log_between(0.01, 5)});
    Eigen::VectorXd r;
    ends_well(problem, r);
  }
}

TEST(HostileProblems, PilesAtRestOnManyMoreContactsThanTheyNeed) {
  for (const double mu : {0.1, 0.5, 1.0})
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      const SpherePile pile({200, mu, 0, seed});
      Eigen::VectorXd r = Eigen::VectorXd::Zero(3 * pile.n_contacts());
      EXPECT_EQ(solve_contact(pile.problem(), {1e-8, 2000}, r).status, Status::ok) << mu << ' ' << seed;
      EXPECT_LE(residual(pile.problem(), r), 1e-8);
    }
}

TEST(HostileProblems, APileOfSpheresEndsWithLawfulForces) {
  const SpherePile pile({60, 0.5, 1, 3});
  EXPECT_GT(pile.n_contacts(), 100);
  Eigen::VectorXd r;
  EXPECT_LT(ends_well(pile.problem(), r).residual, 1e-4);
}

}  // namespace
}  // namespace plumb
