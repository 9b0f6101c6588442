#include <plumb/energy/rod/exact_beam.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

namespace plumb {
namespace {

/// A crooked beam whose elements differ in length, stiffness and rest strain; nodes are turned by up to `turn` radians
/// against their neighbours.
struct Crooked {
  State state;
  BeamNodes nodes;
  std::vector<std::array<int, 3>> elements;
  std::vector<BeamLaw> laws;

  Crooked(int n_elements, double turn) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const auto any = [&] { return Eigen::Vector3d(uniform(random), uniform(random), uniform(random)); };
    const int n_nodes = 2 * n_elements + 1;
    nodes = BeamNodes::in_a_row(n_nodes, 0, 0);
    state.q = Eigen::VectorXd::Zero(6 * n_nodes);
    state.history = {Eigen::VectorXd::Zero(9 * n_nodes)};
    Eigen::Matrix3d frame = Eigen::Matrix3d::Identity();
    Eigen::Vector3d position(3, -2, 1);
    for (int i = 0; i < n_nodes; ++i) {
      state.q.segment<3>(6 * i) = position;
      state.q.segment<3>(6 * i + 3) = any();
      nodes.rotations->set(state, i, frame);
      position += frame * (Eigen::Vector3d(0.3, 0, 0) + 0.1 * any());
      frame *= rotation<double>(turn * any().normalized());
    }
    for (int e = 0; e < n_elements; ++e) {
      elements.push_back({2 * e, 2 * e + 1, 2 * e + 2});
      BeamLaw law{0.6 + 0.05 * e, Eigen::Vector3d(50, 20, 25) + any(), Eigen::Vector3d(1, 2, 3) + 0.5 * any(), {}};
      for (auto& rest : law.rest) rest = {0.1 * any(), any()};
      laws.push_back(law);
    }
  }

  std::unique_ptr<const ExactBeam> energy() const { return std::make_unique<ExactBeam>(nodes, elements, laws); }
};

ElementBuffer evaluated(const Energy& energy, const State& state, Want want = {true, true, true}) {
  ElementBuffer buffer;
  buffer.resize(energy.n_elements(), 18);
  EXPECT_EQ(energy.evaluate(state, {}, 0, energy.n_elements(), want, buffer), Status::ok);
  return buffer;
}

TEST(ExactBeam, EqualsItsDualsInEveryLaneAndUpToTheEndOfItsDomain) {
  for (const double turn : {0.0, 1e-6, 0.5, 1.4}) {
    const Crooked beam(7, turn);
    const auto energy = beam.energy();
    ElementBuffer closed = evaluated(*energy, beam.state), duals;
    duals.resize(7, 18);
    ASSERT_EQ(energy->evaluate_by_duals(beam.state, {}, 0, 7, {true, true, true}, duals), Status::ok);
    for (int e = 0; e < 7; ++e) {
      EXPECT_NEAR(closed.value(e), duals.value(e), 1e-13 * duals.value(e));
      double force = 0, stiffness = 0;
      for (int i = 0; i < 18; ++i) force = std::max(force, std::abs(duals.gradient(e, i)));
      for (int k = 0; k < duals.packed(); ++k) stiffness = std::max(stiffness, std::abs(duals.hessian(e, k)));
      for (int i = 0; i < 18; ++i) EXPECT_NEAR(closed.gradient(e, i), duals.gradient(e, i), 1e-13 * force);
      for (int k = 0; k < duals.packed(); ++k) {
        EXPECT_NEAR(closed.hessian(e, k), duals.hessian(e, k), 1e-13 * stiffness) << "turn " << turn << " entry " << k;
      }
    }
  }
}

TEST(ExactBeam, AnElementGivesTheSameBitsInAnyCompanyAndWhateverElseIsWanted) {
  const Crooked beam(7, 0.5);
  ElementBuffer all = evaluated(*beam.energy(), beam.state);
  ElementBuffer forces = evaluated(*beam.energy(), beam.state, {.gradient = true});
  ElementBuffer values = evaluated(*beam.energy(), beam.state, {.value = true});
  for (std::size_t e = 0; e < 7; ++e) {
    const int i = static_cast<int>(e);
    const ExactBeam lonely(beam.nodes, {beam.elements[e]}, {beam.laws[e]});
    ElementBuffer alone = evaluated(lonely, beam.state);
    EXPECT_EQ(all.value(i), alone.value(0));
    EXPECT_EQ(all.value(i), values.value(i));
    for (int k = 0; k < 18; ++k) {
      EXPECT_EQ(all.gradient(i, k), alone.gradient(0, k));
      EXPECT_EQ(all.gradient(i, k), forces.gradient(i, k));
    }
    for (int k = 0; k < all.packed(); ++k) EXPECT_EQ(all.hessian(i, k), alone.hessian(0, k));
  }
}

TEST(ExactBeam, AnyElementTurnedTooFarIsOutsideTheDomain) {
  for (const int node : {0, 4, 9, 14}) {
    Crooked beam(7, 0.1);
    const Rotations& rotations = *beam.nodes.rotations;
    rotations.set(beam.state, node, rotation<double>(Eigen::Vector3d(0, 2, 0)) * rotations.of(beam.state, node));
    ElementBuffer buffer;
    buffer.resize(7, 18);
    EXPECT_EQ(beam.energy()->evaluate(beam.state, {}, 0, 7, {.value = true}, buffer), Status::outside_domain) << node;
  }
}

}  // namespace
}  // namespace plumb
