#include <plumb/solve/projective_statics.h>

#include <Eigen/Cholesky>
#include <Eigen/SVD>

#include <gtest/gtest.h>

#include <plumb/core/parallel.h>
#include <plumb/geometry/vertex_star.h>
#include <plumb/solve/equilibrium.h>
#include <plumb/solve/projective_strip_for_test.h>

namespace plumb {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;

double distance(const State& a, const State& b) { return (a.q - b.q).cwiseAbs().maxCoeff(); }

/// Local and global steps as the paper writes them, with dense matrices: projections by singular values, and points
/// from the normal equations.
class WrittenOut {
 public:
  WrittenOut(const ShellSpec& spec, const ProjectiveWeights& weights) : spec_(spec) {
    const auto n = static_cast<Eigen::Index>(spec.rest.points.size());
    for (const auto& t : spec.rest.triangles) {
      Eigen::Matrix2d edges;
      const auto x = [&](std::size_t i) { return spec.rest.points[static_cast<std::size_t>(t[i])]; };
      edges << (x(1) - x(0)).head<2>(), (x(2) - x(0)).head<2>();
      MatrixXd difference = MatrixXd::Zero(2, n);
      for (Eigen::Index i = 0; i < 2; ++i) {
        difference(i, t[0]) = -1;
        difference(i, t[static_cast<std::size_t>(i + 1)]) = 1;
      }
      gradients_.push_back(edges.transpose().inverse() * difference);
      stretch_.push_back(weights.stretch * std::abs(edges.determinant()) / 2);
    }
    matrix_ = MatrixXd::Zero(n, n);
    for (std::size_t t = 0; t < gradients_.size(); ++t) {
      matrix_ += stretch_[t] * gradients_[t].transpose() * gradients_[t];
    }
    for (const VertexStar& star : interior_stars(spec.rest, mesh_topology(spec.rest))) {
      Eigen::VectorXd row = Eigen::VectorXd::Zero(n);
      for (std::size_t j = 0; j < star.ring.size(); ++j) {
        row[star.ring[j]] += star.cotangents[j] / star.area;
        row[star.centre] -= star.cotangents[j] / star.area;
      }
      matrix_ += weights.bend * star.area * row * row.transpose();
    }
    for (Eigen::Index i = 0; i < n; ++i) {
      if (std::find(spec.clamped.begin(), spec.clamped.end(), i) == spec.clamped.end()) free_.push_back(i);
    }
  }

  void iterate(MatrixXd& x, double gravity) const {
    MatrixXd pull = MatrixXd::Zero(x.rows(), 3);
    for (std::size_t t = 0; t < gradients_.size(); ++t) {
      const MatrixXd f = gradients_[t] * x;  // 2 x 3
      const auto svd = f.jacobiSvd(Eigen::ComputeThinU | Eigen::ComputeThinV);
      pull += stretch_[t] * gradients_[t].transpose() * svd.matrixU() * svd.matrixV().transpose();
      const double third = area(spec_.rest, static_cast<int>(t)) * spec_.density * spec_.material.thickness / 3;
      for (const int p : spec_.rest.triangles[t]) pull(p, 2) -= third * gravity;
    }
    const MatrixXd held = [&] {
      MatrixXd all = x;
      for (const Eigen::Index i : free_) all.row(i).setZero();
      return all;
    }();
    pull -= matrix_ * held;
    const MatrixXd reduced = matrix_(free_, free_), right = pull(free_, Eigen::all);
    x(free_, Eigen::all) = reduced.llt().solve(right).eval();
  }

 private:
  const ShellSpec& spec_;
  std::vector<MatrixXd> gradients_;
  std::vector<double> stretch_;
  MatrixXd matrix_;
  std::vector<Eigen::Index> free_;
};

TEST(ProjectiveStatics, is_what_the_paper_writes) {
  const ProjectiveStrip strip{.n = 6};
  const ShellSpec spec = strip.spec();
  const WrittenOut written(spec, projective_weights(spec.material, strip.alpha));
  ProjectiveStatics statics(strip.model(), {.iterations = 1});
  State state = statics.model().initial;
  MatrixXd x(spec.rest.points.size(), 3);
  for (Eigen::Index i = 0; i < x.rows(); ++i) x.row(i) = spec.rest.points[static_cast<std::size_t>(i)];
  for (int k = 0; k < 20; ++k) {
    ASSERT_EQ(statics.advance(state, ProjectiveStrip::weight(statics.model(), 3)).status, Status::ok);
    written.iterate(x, 3);
    for (Eigen::Index i = 0; i < x.rows(); ++i) {
      ASSERT_LT((state.q.segment<3>(3 * i) - x.row(i).transpose()).norm(), 1e-12) << k;
    }
  }
  EXPECT_GT(-x(x.rows() - 1, 2), 0.01);
}

TEST(ProjectiveStatics, never_gains_energy) {
  const ProjectiveStrip strip;
  ProjectiveStatics statics(strip.model(), {});
  const Loads loads = ProjectiveStrip::weight(statics.model(), 30);
  State state = statics.model().initial;
  double before = HUGE_VAL;
  for (int k = 0; k < 300; ++k) {
    Outcome outcome;
    ASSERT_EQ(statics.iterate(state, loads, outcome), Status::ok);
    ASSERT_LT(outcome.energy, before);
    before = outcome.energy;
  }
}

/// Newton's method with the exact Hessian on the very same energy is the oracle. The weight pulls the strip taut: under
/// a tenth of it the sides, which do not bend, would flap about for hundreds of thousands of iterations.
TEST(ProjectiveStatics, converges_to_the_equilibrium_that_newton_finds) {
  const ProjectiveStrip strip;
  ProjectiveStatics statics(strip.model(), {.iterations = 200000, .tolerance = 1e-14});
  const Loads loads = ProjectiveStrip::weight(statics.model(), 30);
  State iterated = statics.model().initial;
  const Outcome outcome = statics.advance(iterated, loads);
  ASSERT_EQ(outcome.status, Status::ok);
  EXPECT_LT(outcome.iterations, 200000);
  State found = iterated;
  ASSERT_EQ(equilibrium(statics.model(), found, loads).status, Status::ok);
  EXPECT_LT(distance(iterated, found), 1e-8);
  EXPECT_GT(distance(statics.model().initial, found), 0.5);
}

TEST(ProjectiveStatics, gives_the_same_bits_for_any_number_of_threads_and_goes_on_where_it_was) {
  const ProjectiveStrip strip{.n = 24};
  const auto run = [&](int n_threads, int first) {
    set_threads(n_threads);
    State state = strip.model().initial;
    for (const int iterations : {first, 40 - first}) {
      ProjectiveStatics statics(strip.model(), {.iterations = iterations});
      EXPECT_EQ(statics.advance(state, ProjectiveStrip::weight(statics.model(), 20)).iterations, iterations);
      state = load_state(save(state));
    }
    set_threads(1);
    return hash(state);
  };
  const std::uint64_t alone = run(1, 20);
  for (const int n : {2, 3, 5}) EXPECT_EQ(run(n, 20), alone) << n;
  EXPECT_EQ(run(1, 7), alone);
}

TEST(ProjectiveStatics, goes_where_its_clamp_goes) {
  const ProjectiveStrip strip{.n = 4};
  ProjectiveStatics statics(strip.model(), {.iterations = 300});
  State state = statics.model().initial;
  const Vector3d shift(0.1, 0.2, -0.1);
  Loads loads = state.loads;
  loads.clamps[0].position += shift;
  ASSERT_EQ(statics.advance(state, loads).status, Status::ok);
  const Eigen::VectorXd moved = state.q - statics.model().initial.q;
  for (const int p : strip.spec().clamped) EXPECT_LT((moved.segment<3>(3 * p) - shift).norm(), 1e-14);
  EXPECT_LT((moved.tail<3>() - shift).norm(), 0.5 * shift.norm());
}

TEST(ProjectiveStatics, refuses_what_is_no_projection) {
  ShellSpec hinges = ProjectiveStrip{}.spec();
  hinges.bending = ShellBending::hinge;
  EXPECT_THROW(ProjectiveStatics(shell(hinges), {}), UserError);
  ShellSpec viscous = ProjectiveStrip{}.spec();
  viscous.relaxation = 1;
  EXPECT_THROW(projective_shell(viscous, {}), UserError);
}

}  // namespace
}  // namespace plumb
