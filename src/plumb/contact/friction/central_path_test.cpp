#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <plumb/contact/friction/central_path.h>
#include <plumb/contact/friction/dense_delassus.h>
#include <plumb/contact/friction/rigid_contacts_for_test.h>
#include <plumb/contact/friction/sphere_pile_for_test.h>

// The central path alone, without sweeps: contacts with too many forces, joints, no friction, no solution.

namespace plumb {
namespace {

CentralPathOutcome followed(const ContactProblem& problem, double tolerance, Eigen::VectorXd& r) {
  const GaussSeidel sweeps(problem);
  Eigen::VectorXd u;
  r = Eigen::VectorXd::Zero(problem.b.size());
  sweeps.residual(r, u);
  const CentralPathOutcome outcome = follow_central_path(problem, sweeps, tolerance, 100, r, u);
  EXPECT_EQ(outcome.residual, residual(problem, r));
  EXPECT_TRUE(r.allFinite());
  return outcome;
}

TEST(CentralPath, SolvesPilesWithMoreForcesThanUnknowns) {
  for (const double mu : {0.1, 1.0})
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const SpherePile pile({200, mu, 0, seed});
      EXPECT_GT(3 * pile.n_contacts(), 6 * pile.n_bodies());
      Eigen::VectorXd r;
      EXPECT_LE(followed(pile.problem(), 1e-8, r).residual, 1e-8) << mu << ' ' << seed;
    }
}

TEST(CentralPath, ABlockOnManyPointsRests) {
  for (const double mu : {0.0, 0.5}) {  // without friction there is a normal alone
    std::vector<PointForTest> points;
    for (int i = 0; i < 36; ++i) points.push_back({{i % 6 - 2.5, i / 6 - 2.5, -1}, Eigen::Vector3d::UnitZ()});
    RigidBodyForTest body;
    body.free << 0, 0, -1, 0, 0, 0;
    RigidContacts contacts(body, points, mu);
    Eigen::VectorXd r;
    EXPECT_LE(followed(contacts.problem(), 1e-10, r).residual, 1e-10) << mu;
    EXPECT_NEAR(contacts.wrench(r)(2), 1, 1e-8);
    for (Eigen::Index i = 0; i < r.size(); i += 3) EXPECT_LE(r.segment<2>(i + 1).norm(), mu * r(i) + 1e-12);
  }
}

TEST(CentralPath, AJointAmongContactsHolds) {
  RandomForTest random(7);
  const int n = 8;
  const DenseDelassus w(random.semidefinite(3 * n, 3 * n, 100));
  ContactProblem problem{&w, random.matrix(3 * n, 1), std::vector<Cone>(n, Cone{0.4}), 1};
  for (int i = 0; i < n; ++i) problem.b(3 * i) -= 0.5;
  problem.cones[2] = {0, true};
  problem.cones[5] = {0, false};
  Eigen::VectorXd r, u;
  EXPECT_LE(followed(problem, 1e-8, r).residual, 1e-8);
  w.apply(r, u);
  EXPECT_LT((u + problem.b).segment<3>(6).norm(), 1e-7);
  EXPECT_EQ(r.segment<2>(16).norm(), 0);
}

TEST(CentralPath, NoSolutionIsNotCalledOne) {
  // Walls that come nearer. Forces may only grow; the solver refuses them, whatever the path's residual is.
  RigidContacts contacts({}, {{{0, 0, -1}, Eigen::Vector3d::UnitZ()}, {{0, 0, 1}, -Eigen::Vector3d::UnitZ()}}, 0.5);
  contacts.problem().b(0) = contacts.problem().b(3) = -1;
  Eigen::VectorXd r;
  followed(contacts.problem(), 1e-8, r);
  r.setZero();
  EXPECT_EQ(solve_contact(contacts.problem(), {1e-8, 500}, r).status, Status::not_converged);
}

TEST(SolutionMustExist, WhereAllContactsCanOpen) {
  const SpherePile pile({500, 0.5, 0, 4});
  EXPECT_TRUE(solution_must_exist(pile.problem()));
}

TEST(SolutionMustExist, NotBetweenWallsThatComeNearerNorWhereNothingMoves) {
  RigidContacts contacts({}, {{{0, 0, -1}, Eigen::Vector3d::UnitZ()}, {{0, 0, 1}, -Eigen::Vector3d::UnitZ()}}, 0.5);
  contacts.problem().b(0) = contacts.problem().b(3) = 1;  // walls that go away
  EXPECT_TRUE(solution_must_exist(contacts.problem()));
  contacts.problem().b(0) = contacts.problem().b(3) = -1;
  EXPECT_FALSE(solution_must_exist(contacts.problem()));
  const DenseDelassus w(Eigen::MatrixXd::Zero(12, 12));
  ContactProblem problem{&w, Eigen::VectorXd::Constant(12, -1), std::vector<Cone>(4, Cone{0.5}), 1};
  EXPECT_FALSE(solution_must_exist(problem));
  problem.cones[1].joint = true;
  EXPECT_FALSE(solution_must_exist(problem));
}

TEST(SolutionMustExist, InAWedgeUntilItJams) {
  // Walls at 20 degrees to the vertical: with mu < tan 70 the body can leave upwards.
  const double angle = 20 * std::numbers::pi / 180;
  const Eigen::Vector3d left(std::cos(angle), 0, std::sin(angle)), right(-std::cos(angle), 0, std::sin(angle));
  for (const double mu : {0.2, 0.35, 0.38, 5.0}) {
    RigidBodyForTest body;
    body.free << 0, 0, -1, 0, 0, 0;
    RigidContacts contacts(body, {{-left, left}, {-right, right}}, mu);
    EXPECT_EQ(solution_must_exist(contacts.problem()), mu < std::tan(angle)) << mu;
  }
}

TEST(CentralPath, TheSameBitsAgain) {
  const SpherePile pile({60, 1, 0, 2});
  Eigen::VectorXd first, second;
  followed(pile.problem(), 1e-8, first);
  followed(pile.problem(), 1e-8, second);
  EXPECT_TRUE(first == second);
}

}  // namespace
}  // namespace plumb
