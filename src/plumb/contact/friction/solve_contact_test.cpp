#include <gtest/gtest.h>

#include <cstring>

#include <plumb/contact/friction/dense_delassus.h>
#include <plumb/contact/friction/random_for_test.h>
#include <plumb/contact/friction/sparse_delassus.h>

namespace plumb {
namespace {

struct Sample {
  DenseDelassus w;
  ContactProblem problem;
};

/// Contacts of one elastic body: W is full and definite.
std::unique_ptr<Sample> elastic_body(int n, double mu, std::uint64_t seed) {
  RandomForTest random(seed);
  auto sample = std::make_unique<Sample>(Sample{DenseDelassus(random.semidefinite(3 * n, 3 * n, 30)), {}});
  sample->problem.w = &sample->w;
  sample->problem.b = random.matrix(3 * n, 1);
  for (int i = 0; i < n; ++i) sample->problem.b(3 * i) -= 0.5;
  sample->problem.cones.assign(static_cast<std::size_t>(n), Cone{mu});
  return sample;
}

TEST(SolveContact, ForcesObeyCoulombsLawContactByContact) {
  int n_off = 0, n_stuck = 0, n_slipping = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const int n = 8;
    const auto sample = elastic_body(n, 0.5, seed);
    const ContactProblem& problem = sample->problem;
    Eigen::VectorXd r = Eigen::VectorXd::Zero(3 * n), u;
    const ContactOutcome outcome = solve_contact(problem, {1e-14}, r);
    EXPECT_EQ(outcome.status, Status::ok) << seed;
    EXPECT_EQ(outcome.residual, residual(problem, r));
    problem.w->apply(r, u);
    u += problem.b;
    const double force = r.norm(), speed = problem.b.norm();
    for (int i = 0; i < n; ++i) {
      const Eigen::Vector3d ri = r.segment<3>(3 * i), ui = u.segment<3>(3 * i);
      // Cone, complementarity, maximal dissipation.
      EXPECT_LE(ri.tail<2>().norm(), 0.5 * ri(0) + 1e-12 * force);
      EXPECT_GE(ui(0), -1e-12 * speed);
      EXPECT_NEAR(ri(0) * ui(0), 0, 1e-12 * force * speed);
      EXPECT_NEAR(-ri.tail<2>().dot(ui.tail<2>()), 0.5 * ri(0) * ui.tail<2>().norm(), 1e-12 * force * speed);
      ++(ri.norm() == 0 ? n_off : ui.norm() < 1e-10 ? n_stuck : n_slipping);
    }
  }
  EXPECT_GT(n_off, 10);
  EXPECT_GT(n_stuck, 10);
  EXPECT_GT(n_slipping, 10);
}

TEST(SolveContact, TheSameBitsAgain) {
  const auto sample = elastic_body(20, 0.7, 3);
  Eigen::VectorXd first = Eigen::VectorXd::Zero(60), second = first;
  solve_contact(sample->problem, {}, first);
  solve_contact(sample->problem, {}, second);
  EXPECT_EQ(std::memcmp(first.data(), second.data(), 60 * sizeof(double)), 0);
}

TEST(SolveContact, AJointBetweenContactsHolds) {
  const auto sample = elastic_body(6, 0.4, 5);
  sample->problem.cones[2] = {0, true};
  Eigen::VectorXd r = Eigen::VectorXd::Zero(18), u;
  EXPECT_EQ(solve_contact(sample->problem, {1e-14}, r).status, Status::ok);
  sample->w.apply(r, u);
  EXPECT_LT((u + sample->problem.b).segment<3>(6).norm(), 1e-13);
}

TEST(SolveContact, NothingToSolve) {
  const DenseDelassus none(Eigen::MatrixXd(0, 0));
  Eigen::VectorXd r;
  EXPECT_EQ(solve_contact({&none, Eigen::VectorXd(), {}, 0}, {}, r).status, Status::ok);
}

}  // namespace
}  // namespace plumb
