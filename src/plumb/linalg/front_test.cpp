#include <gtest/gtest.h>

#include <cstring>

#include <plumb/core/parallel.h>
#include <plumb/linalg/front.h>
#include <plumb/linalg/samples_for_test.h>

namespace plumb {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A front with memory of its own, of a matrix with both signs of pivots.
struct OwnFront {
  int own, below;
  MatrixXd a, diagonal, rows, update;
  VectorXd pivots, scale;
  FrontRoom room;
  WorkMeter meter;

  OwnFront(int n_own, int n_below) : own(n_own), below(n_below) {
    samples::Random random(11);
    a = random.symmetric(own + below);
    for (int i = 0; i < own; ++i) a(i, i) = (i % 3 == 1 ? -1 : 1) * (10.0 + 2 * (own + below));
    diagonal = MatrixXd::Zero(Front::padded(own), own);
    diagonal.topRows(own) = a.topLeftCorner(own, own).triangularView<Eigen::Lower>();
    rows = MatrixXd::Zero(Front::padded(below), own);
    rows.topRows(below) = a.bottomLeftCorner(below, own);
    update = MatrixXd::Constant(Front::padded(below), Front::padded(below), 1e300);
    pivots.resize(own);
    scale = a.diagonal().head(own).cwiseAbs();
  }
  Status eliminated() {
    return eliminate({own, below, diagonal.data(), rows.data(), update.data(), pivots.data(), scale.data()}, room,
                     meter);
  }
};

TEST(Front, is_what_its_factors_multiply_to) {
  for (const auto& [own, below] : {std::pair{1, 0},
                                   {1, 1},
                                   {2, 3},
                                   {3, 0},
                                   {4, 4},
                                   {5, 13},
                                   {7, 30},
                                   {12, 2},
                                   {31, 45},
                                   {128, 1},
                                   {129, 17},
                                   {130, 0},
                                   {257, 70}}) {
    OwnFront f(own, below);
    ASSERT_EQ(f.eliminated(), Status::ok);
    const MatrixXd l1 = f.diagonal.topRows(own).triangularView<Eigen::UnitLower>(), l2 = f.rows.topRows(below);
    const MatrixXd d = f.pivots.asDiagonal();
    const double small = 1e-13 * f.a.cwiseAbs().maxCoeff();
    EXPECT_LT((l1 * d * l1.transpose() - f.a.topLeftCorner(own, own)).cwiseAbs().maxCoeff(), small);
    EXPECT_EQ((f.pivots.array() < 0).count(), (own + 1) / 3);
    if (below == 0) continue;
    EXPECT_LT((l2 * d * l1.transpose() - f.a.bottomLeftCorner(below, own)).cwiseAbs().maxCoeff(), small);
    const MatrixXd off =
        (f.update.topLeftCorner(below, below) + l2 * d * l2.transpose()).triangularView<Eigen::Lower>();
    EXPECT_LT(off.cwiseAbs().maxCoeff(), small) << own << " " << below;
  }
}

TEST(Front, finds_a_lost_pivot_wherever_it_is) {
  for (int k = 0; k < 9; ++k) {
    OwnFront f(9, 3);
    f.diagonal.col(k).setZero();
    f.diagonal.row(k).setZero();
    f.rows.col(k).setZero();
    EXPECT_EQ(f.eliminated(), Status::singular) << k;
  }
}

// Large enough for threads to be woken up.
TEST(Front, has_the_same_bits_for_any_number_of_threads) {
  OwnFront alone(150, 420);
  ASSERT_EQ(alone.eliminated(), Status::ok);
  for (const int n : {2, 3, 5, 8}) {
    set_threads(n);
    OwnFront many(150, 420);
    ASSERT_EQ(many.eliminated(), Status::ok);
    EXPECT_TRUE(many.rows == alone.rows && many.pivots == alone.pivots) << n;
    const auto lower = [](const MatrixXd& m) -> MatrixXd { return m.triangularView<Eigen::Lower>(); };
    EXPECT_TRUE(lower(many.update) == lower(alone.update)) << n;
  }
  set_threads(1);
}

}  // namespace
}  // namespace plumb
