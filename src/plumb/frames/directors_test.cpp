#include <plumb/frames/directors.h>

#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

namespace plumb {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;

/// One point, one director.
struct Node {
  Directors directors{{3}, 0};
  State state;

  Node() {
    state.q = Eigen::VectorXd::Zero(5);
    state.history = {Eigen::VectorXd::Zero(9)};
    directors.set_triad(state, 0, Matrix3d::Identity());
  }
  void turn(const Vector2d& by) {
    Eigen::VectorXd step = Eigen::VectorXd::Zero(5);
    step.tail<2>() = by;
    EXPECT_EQ(directors.carry(state, step), Status::ok);
  }
  Matrix3d triad() const { return directors.triad(state, 0); }
};

TEST(Directors, a_step_turns_along_a_great_circle) {
  Node node;
  node.turn({0.4, 0});
  EXPECT_LT((node.triad().col(2) - Vector3d(std::sin(0.4), 0, std::cos(0.4))).norm(), 1e-15);
  EXPECT_LT((node.triad().col(1) - Vector3d::UnitY()).norm(), 1e-15);
  node.turn({0, std::numbers::pi / 2});
  EXPECT_LT((node.triad().col(2) - Vector3d::UnitY()).norm(), 1e-15);
}

TEST(Directors, the_turned_director_is_the_one_that_the_step_leads_to) {
  Node node;
  node.turn({0.3, -1.1});
  const std::array<double, 2> step{0.7, 0.5};
  const Vector3d there = turned_director<double>(node.triad(), step);
  node.turn({step[0], step[1]});
  EXPECT_LT((node.triad().col(2) - there).norm(), 1e-14);
}

TEST(Directors, a_step_leads_to_any_director_even_the_opposite_one) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 20; ++i) {
    Node node;
    node.turn({normal(random), normal(random)});
    Vector3d target = Vector3d(normal(random), normal(random), normal(random)).normalized();
    if (i == 0) target = -node.triad().col(2);
    if (i == 1) target = node.triad().col(2);
    const Vector2d step = Directors::step_to(node.triad(), target);
    EXPECT_LE(step.norm(), std::numbers::pi + 1e-12);
    node.turn(step);
    EXPECT_LT((node.triad().col(2) - target).norm(), 1e-14) << i;
  }
}

TEST(Directors, triads_stay_orthonormal) {
  Node node;
  for (int i = 0; i < 10000; ++i) node.turn({0.7 * std::sin(0.3 * i), 0.5 * std::cos(i)});
  EXPECT_LT((node.triad().transpose() * node.triad() - Matrix3d::Identity()).norm(), 1e-12);
}

}  // namespace
}  // namespace plumb
