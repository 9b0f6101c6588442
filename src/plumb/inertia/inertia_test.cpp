#include <random>

#include <gtest/gtest.h>

#include <plumb/inertia/consistent_inertia.h>
#include <plumb/inertia/curved_inertia.h>
#include <plumb/inertia/lumped_inertia.h>
#include <plumb/inertia/summed_inertia.h>
#include <plumb/linalg/pattern.h>

namespace plumb {
namespace {

class CurvedInertiaTest : public testing::TestWithParam<CurvatureShape> {
 protected:
  CurvedInertiaTest() {
    rod_.shape = GetParam();
    rod_.lengths = {0.3, 0.5, 0.4};
    rod_.bend_1 = rod_.bend_2 = rod_.twist = 1;
    rod_.mass_per_length = 0.7;
    rod_.spin_inertia = 0.2;
    const int n = kPlace.first + rod_.n_unknowns() + 2;
    rod_.natural.assign(static_cast<std::size_t>(rod_.n_unknowns()), 0);
    inertia_ = curved_rod_inertia(rod_, kPlace);
    std::mt19937 random(7);
    std::uniform_real_distribution<double> around(-1, 1);
    const auto any = [&](double) { return around(random); };
    state_.q = Eigen::VectorXd::Zero(n).unaryExpr(any);
    v_ = Eigen::VectorXd::Zero(n).unaryExpr(any);
    const Eigen::Vector3d tangent = Eigen::Vector3d(1, 2, 2) / 3;
    loads_.clamps = {Pose{}, {{0.1, 0.2, 0.3}, tangent, any_perpendicular(tangent)}};
    loads_.clamp_rates = {{}, {{0.5, -0.4, 0.8}, {0.9, 1.1, -0.6}}};
  }

  double energy(const Eigen::VectorXd& q, const Eigen::VectorXd& v) const {
    State moved = state_;
    moved.q = q;
    return inertia_->energy(moved, loads_, v);
  }

  /// Between unknowns and clamps of others.
  static constexpr CurvedPlace kPlace{4, 1};

  CurvedRod rod_;
  std::shared_ptr<const Inertia> inertia_;
  State state_;
  Loads loads_;
  Eigen::VectorXd v_;
};

Eigen::MatrixXd mass_matrix(const Inertia& inertia, const State& state, double factor) {
  const auto n = static_cast<int>(state.q.size());
  SymmetricPattern pattern(n);
  std::vector<int> all(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) all[static_cast<std::size_t>(i)] = i;
  pattern.add_stencil(all);
  pattern.finish();
  SymmetricMatrix mass(pattern);
  mass.set_zero();
  inertia.add_mass(state, Layout::all_free(n), factor, mass);
  return mass.dense();
}

constexpr double kStep = 1e-4;

TEST_P(CurvedInertiaTest, momentum_and_force_are_the_derivatives_of_the_energy) {
  Eigen::VectorXd momentum, force;
  inertia_->momentum(state_, loads_, v_, momentum);
  inertia_->force(state_, loads_, v_, force);
  for (Eigen::Index i = 0; i < v_.size(); ++i) {
    const Eigen::VectorXd e = kStep * Eigen::VectorXd::Unit(v_.size(), i);
    EXPECT_NEAR(momentum[i], (energy(state_.q, v_ + e) - energy(state_.q, v_ - e)) / (2 * kStep), 1e-8);
    EXPECT_NEAR(force[i], (energy(state_.q + e, v_) - energy(state_.q - e, v_)) / (2 * kStep), 1e-7);
  }
}

TEST_P(CurvedInertiaTest, the_mass_matrix_is_the_second_derivative_by_the_rates) {
  const auto n = static_cast<int>(v_.size());
  const Eigen::MatrixXd dense = mass_matrix(*inertia_, state_, 2);
  Eigen::VectorXd zero, one;
  inertia_->momentum(state_, loads_, Eigen::VectorXd::Zero(n), zero);
  for (int i = 0; i < n; ++i) {
    inertia_->momentum(state_, loads_, Eigen::VectorXd::Unit(n, i), one);
    EXPECT_LT((dense.col(i) - 2 * (one - zero)).norm(), 1e-13);
  }
}

// A straight rod, turned about its clamp: 1/2 (m L^2 / 3) omega^2; spun about itself: 1/2 (spin inertia) L omega^2.
TEST_P(CurvedInertiaTest, is_that_of_a_rigid_rod_where_only_the_clamp_moves) {
  state_.q.setZero();
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(v_.size());
  const Eigen::Vector3d tangent = loads_.clamps[1].tangent, across = loads_.clamps[1].director;
  loads_.clamp_rates = {{}, {Eigen::Vector3d::Zero(), 3 * across}};
  const double length = 1.2;
  EXPECT_NEAR(inertia_->energy(state_, loads_, still), 0.5 * 9 * 0.7 * std::pow(length, 3) / 3, 1e-12);
  loads_.clamp_rates = {{}, {Eigen::Vector3d::Zero(), 3 * tangent}};
  EXPECT_NEAR(inertia_->energy(state_, loads_, still), 0.5 * 9 * 0.2 * length, 1e-12);
  loads_.clamp_rates = {{}, {2 * across, Eigen::Vector3d::Zero()}};
  EXPECT_NEAR(inertia_->energy(state_, loads_, still), 0.5 * 4 * 0.7 * length, 1e-12);
}

// The clamp still moves in all directions and turns about all axes.
TEST(PlanarInertia, is_that_of_the_helix_in_space) {
  CurvedRod rod;
  rod.lengths = {0.3, 0.5, 0.4, 0.2};
  rod.bend_1 = rod.bend_2 = rod.twist = 1;
  rod.mass_per_length = 0.7;
  rod.spin_inertia = 0.2;
  rod.natural.assign(12, 0);
  const CurvedPlace place{1, 0};
  const auto planar = curved_rod_inertia(rod, place, true), in_space = curved_rod_inertia(rod, place, false);
  Loads loads;
  loads.clamps = {{{0.1, 0.2, 0.3}, Eigen::Vector3d(1, 2, 2) / 3, Eigen::Vector3d(2, 1, -2) / 3}};
  loads.clamp_rates = {{{0.5, -0.4, 0.8}, {0.9, 1.1, -0.6}}};
  State state;
  state.q = Eigen::VectorXd::Zero(14);
  Eigen::VectorXd v = state.q;
  for (int e = 0; e < 4; ++e) {
    state.q[1 + 3 * e] = 6 * std::sin(2.0 + e);
    v[1 + 3 * e] = std::cos(5.0 * e);
  }
  EXPECT_NEAR(planar->energy(state, loads, v), in_space->energy(state, loads, v), 1e-14);
  Eigen::VectorXd momentum, momentum_in_space, force, force_in_space;
  planar->momentum(state, loads, v, momentum);
  in_space->momentum(state, loads, v, momentum_in_space);
  planar->force(state, loads, v, force);
  in_space->force(state, loads, v, force_in_space);
  const Eigen::MatrixXd mass = mass_matrix(*planar, state, 2), mass_in_space = mass_matrix(*in_space, state, 2);
  ASSERT_EQ(momentum.size(), momentum_in_space.size());
  for (int e = 0; e < 4; ++e) {
    const int i = 1 + 3 * e;
    EXPECT_NEAR(momentum[i], momentum_in_space[i], 1e-14);
    EXPECT_NEAR(force[i], force_in_space[i], 1e-14);
    for (int f = 0; f < 4; ++f) EXPECT_NEAR(mass(i, 1 + 3 * f), mass_in_space(i, 1 + 3 * f), 1e-14);
  }
}

INSTANTIATE_TEST_SUITE_P(shapes, CurvedInertiaTest, testing::Values(CurvatureShape::constant, CurvatureShape::linear));

/// Two points that share their mass as the ends of a linear element do, at 3 and 0 in q; the entries 6 and 7 are others.
ConsistentInertia element() {
  const Eigen::Matrix2d masses{{2, 1}, {1, 2}};
  return ConsistentInertia({3, 0}, masses.sparseView());
}

TEST(ConsistentInertia, has_the_matrix_that_it_was_given) {
  const ConsistentInertia inertia = element();
  State state;
  state.q = Eigen::VectorXd::Zero(8);
  const Eigen::VectorXd v = Eigen::VectorXd::LinSpaced(8, -1, 2.5);
  Eigen::VectorXd p, force;
  inertia.momentum(state, {}, v, p);
  inertia.force(state, {}, v, force);
  EXPECT_EQ(p.head<3>(), 2 * v.head<3>() + v.segment<3>(3));
  EXPECT_EQ(p.segment<3>(3), v.head<3>() + 2 * v.segment<3>(3));
  EXPECT_TRUE(p.tail<2>().isZero(0));
  EXPECT_TRUE(force.isZero(0));
  EXPECT_EQ(inertia.energy(state, {}, v), 0.5 * p.dot(v));
  EXPECT_LT((mass_matrix(inertia, state, 3) * v - 3 * p).norm(), 1e-14);
}

TEST(SummedInertia, is_the_sum_of_its_parts) {
  const auto shared = std::make_shared<ConsistentInertia>(element());
  const auto lumped = std::make_shared<LumpedInertia>(Eigen::VectorXd::LinSpaced(8, 1, 2));
  const SummedInertia both({shared, lumped});
  State state;
  state.q = Eigen::VectorXd::Zero(8);
  const Eigen::VectorXd v = Eigen::VectorXd::LinSpaced(8, -1, 2.5);
  Eigen::VectorXd p, first, second;
  both.momentum(state, {}, v, p);
  shared->momentum(state, {}, v, first);
  lumped->momentum(state, {}, v, second);
  EXPECT_EQ(p, first + second);
  EXPECT_TRUE(both.constant());
  EXPECT_NEAR(both.energy(state, {}, v), 0.5 * p.dot(v), 1e-13);
  EXPECT_LT((mass_matrix(both, state, 1) * v - p).norm(), 1e-13);
}

}  // namespace
}  // namespace plumb
