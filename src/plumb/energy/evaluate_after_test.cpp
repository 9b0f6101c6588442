// The Hessian of Newton's method on its way: Energy::evaluate_after.

#include <gtest/gtest.h>

#include <plumb/energy/rod/edge_stretch.h>
#include <plumb/energy/rod/exact_beam.h>
#include <plumb/energy/shell/koiter_membrane.h>
#include <plumb/energy/shell/naghdi.h>
#include <plumb/mechanics/specimen.h>

namespace plumb {
namespace {

Eigen::MatrixXd dense(ElementBuffer& buffer, int slot) {
  const int n = buffer.stencil();
  Eigen::MatrixXd h(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) h(i, j) = h(j, i) = buffer.hessian(slot, ElementBuffer::packed_index(i, j));
  }
  return h;
}

/// Nodes turned about an axis by a straight step: each goes along its tangent and so away from the axis.
Eigen::VectorXd straight_turn(const Eigen::VectorXd& nodes) {
  Eigen::VectorXd step(nodes.size());
  const Eigen::Vector3d spin(0.3, -0.5, 0.7);
  for (Eigen::Index i = 0; i < nodes.size(); i += 3) step.segment<3>(i) = spin.cross(nodes.segment<3>(i));
  return step;
}

TEST(EvaluateAfter, a_step_of_zero_leaves_the_exact_hessian_and_no_step_touches_the_forces) {
  for (const Specimen& specimen : all_specimens()) {
    const Energy& energy = *specimen.energy;
    const State state = shaken(specimen, 1);
    const Eigen::VectorXd step = state.q - specimen.rest.q;
    ElementBuffer plain, after;
    plain.resize(energy.n_elements(), energy.stencil_size());
    after.resize(energy.n_elements(), energy.stencil_size());
    const Want all{true, true, true};
    const Loads& loads = specimen.loads;
    ASSERT_EQ(energy.evaluate(state, loads, 0, energy.n_elements(), all, plain), Status::ok) << specimen.name;
    for (const bool moved : {false, true}) {
      const Eigen::VectorXd taken = moved ? step : Eigen::VectorXd(0 * step);
      ASSERT_EQ(energy.evaluate_after(taken, state, loads, 0, energy.n_elements(), all, after), Status::ok);
      for (int e = 0; e < energy.n_elements(); ++e) {
        EXPECT_EQ(plain.value(e), after.value(e)) << specimen.name;
        for (int i = 0; i < energy.stencil_size(); ++i) EXPECT_EQ(plain.gradient(e, i), after.gradient(e, i));
        // A linear term fills no Hessian.
        if (!moved && !energy.linear()) {
          EXPECT_TRUE(dense(plain, e).isApprox(dense(after, e), 1e-14)) << specimen.name;
        }
      }
    }
  }
}

/// The straight turn stretches, which the exact Hessian takes for tension; foreseen was none.
TEST(EvaluateAfter, an_edge_that_was_turned_has_no_tension_across) {
  const EdgeStretch energy({{0, 1, 2, 3, 4, 5}}, {{7.0, 1.0}});
  State state;
  state.q = (Eigen::VectorXd(6) << 0, 0, 0, 0.6, 0.8, 0).finished();
  const Eigen::VectorXd step = straight_turn(state.q);
  state.q += step;
  ElementBuffer buffer;
  buffer.resize(1, 6);
  ASSERT_EQ(energy.evaluate_after(step, state, {}, 0, 1, {true, true, true}, buffer), Status::ok);
  const Eigen::Vector3d edge = state.q.tail<3>(), across = edge.cross(Eigen::Vector3d::UnitX()).normalized();
  const Eigen::MatrixXd h = dense(buffer, 0);
  EXPECT_LT((h.rightCols<3>() * across).norm(), 1e-14 * h.norm());
  EXPECT_GT((h.rightCols<3>() * edge).norm(), 0.1 * h.norm());
  ASSERT_EQ(energy.evaluate(state, {}, 0, 1, {true, true, true}, buffer), Status::ok);
  EXPECT_GT((dense(buffer, 0).rightCols<3>() * across).norm(), 0.01 * h.norm());
}

TEST(EvaluateAfter, a_triangle_that_was_turned_has_no_tension_across) {
  for (const MembraneLaw law : {MembraneLaw::st_venant_kirchhoff, MembraneLaw::neo_hookean}) {
    State state;
    state.q = (Eigen::VectorXd(9) << 0, 0, 0, 1, 0.2, 0, 0.3, 0.9, 0).finished();
    const auto x = [&](int node) -> Eigen::Vector3d { return state.q.segment<3>(3 * node); };
    const KoiterMembrane energy(law, {{0, 1, 2, 3, 4, 5, 6, 7, 8}},
                                {{{0.1, 10, 0.3}, first_form<double>(x(0), x(1), x(2))}});
    const Eigen::VectorXd step = 0.01 * straight_turn(state.q);
    state.q += step;
    ElementBuffer buffer;
    buffer.resize(ElementBuffer::kLanes, 9);
    ASSERT_EQ(energy.evaluate_after(step, state, {}, 0, 1, {true, true, true}, buffer), Status::ok);
    const Eigen::MatrixXd h = dense(buffer, 0);
    ASSERT_EQ(energy.evaluate(state, {}, 0, 1, {true, true, true}, buffer), Status::ok);
    const Eigen::MatrixXd exact = dense(buffer, 0);
    const Eigen::Vector3d normal = (x(1) - x(0)).cross(x(2) - x(0)).normalized();
    for (int corner = 0; corner < 3; ++corner) {
      const double tension = (exact.middleCols<3>(3 * corner) * normal).norm();
      EXPECT_GT(tension, 1e-6 * h.norm());
      // StVenant-Kirchhoff's stress is linear in the first form; of the other law this is the first order.
      const double left = law == MembraneLaw::st_venant_kirchhoff ? 1e-15 * h.norm() : 1e-3 * tension;
      EXPECT_LT((h.middleCols<3>(3 * corner) * normal).norm(), left);
    }
  }
}

// Where nothing is stressed, turning an element costs nothing; one that is stretched pulls itself back.
TEST(EvaluateAfter, a_beam_that_was_turned_has_no_tension) {
  State state;
  state.q = Eigen::VectorXd::Zero(18);
  state.history = {Eigen::VectorXd(27)};
  const BeamNodes nodes = BeamNodes::in_a_row(3, 0, 0);
  for (int i = 0; i < 3; ++i) {
    state.q[6 * i] = 0.5 * i;
    nodes.rotations->set(state, i, Eigen::Matrix3d::Identity());
  }
  BeamLaw law{1, {1e4, 1e4, 1e4}, {1, 2, 3}, {}};
  BeamElement<double> element;
  ASSERT_TRUE(beam_element(nodes, {0, 1, 2}, state, element));
  for (std::size_t p = 0; p < 2; ++p) law.rest[p] = beam_strain<double>(element, kBeamPoints[p], law.length);
  const ExactBeam energy(nodes, {{0, 1, 2}}, {law});
  Layout layout = Layout::all_free(18);
  layout.carried = {nodes.rotations};

  const Eigen::Vector3d spin(0, 0.05, 0.1);
  const auto turn = [&] {
    Eigen::VectorXd all(18);
    for (int i = 0; i < 3; ++i) all.segment<6>(6 * i) << spin.cross(state.q.segment<3>(6 * i)), spin;
    return all;
  };
  const Eigen::VectorXd step = turn();
  ASSERT_EQ(layout.retract(state, step), Status::ok);
  const auto resists = [&](bool after) {
    ElementBuffer buffer;
    buffer.resize(ElementBuffer::kLanes, 18);
    const Want all{true, true, true};
    EXPECT_EQ(after ? energy.evaluate_after(step, state, {}, 0, 1, all, buffer)
                    : energy.evaluate(state, {}, 0, 1, all, buffer),
              Status::ok);
    return (dense(buffer, 0) * turn()).norm();
  };
  EXPECT_GT(resists(false), 1);
  EXPECT_LT(resists(true), 1e-10);
}

/// Points turned along their tangents, directors along their great circles.
template <class Element>
void expect_no_tension_of_a_turned_cell(NaghdiRule rule) {
  const DirectorMesh<Element> mesh = rectangle<Element>({0, 1}, {0, 0.8});
  const DirectorUnknowns unknowns = unknowns_in_a_row(mesh);
  const auto n_q = static_cast<int>(3 * unknowns.points.size() + 2 * unknowns.turns.size());
  const auto directors = std::make_shared<Directors>(unknowns.turns, 0);
  Layout layout = Layout::all_free(n_q);
  layout.carried = {directors};
  State state;
  state.q = Eigen::VectorXd::Zero(n_q);
  state.history = {Eigen::VectorXd(9 * mesh.n_directors)};
  for (std::size_t i = 0; i < mesh.points.size(); ++i) state.q.segment<3>(unknowns.points[i]) = mesh.points[i];
  for (int i = 0; i < mesh.n_directors; ++i) directors->set_triad(state, i, Eigen::Matrix3d::Identity());
  const NaghdiShell<Element> energy(mesh, unknowns, directors, {0.01, 1e6, 0.3}, rule, state);

  const Eigen::Vector3d spin(0.03, 0.1, 0.05);
  const auto turn = [&] {
    Eigen::VectorXd all(n_q);
    for (const int p : unknowns.points) all.segment<3>(p) = spin.cross(state.q.segment<3>(p));
    for (std::size_t i = 0; i < unknowns.turns.size(); ++i) {
      const Eigen::Matrix3d triad = directors->triad(state, static_cast<int>(i));
      all.segment<2>(unknowns.turns[i]) = triad.leftCols<2>().transpose() * spin.cross(triad.col(2));
    }
    return all;
  };
  const Eigen::VectorXd step = turn();
  ASSERT_EQ(layout.retract(state, step), Status::ok);
  const auto resists = [&](bool after) {
    ElementBuffer buffer;
    buffer.resize(ElementBuffer::kLanes, energy.stencil_size());
    const Want all{true, true, true};
    EXPECT_EQ(after ? energy.evaluate_after(step, state, {}, 0, 1, all, buffer)
                    : energy.evaluate(state, {}, 0, 1, all, buffer),
              Status::ok);
    const Eigen::VectorXd whole = turn();
    Eigen::VectorXd own(energy.stencil_size());
    for (int k = 0; k < own.size(); ++k) own[k] = whole[energy.stencil(0)[static_cast<std::size_t>(k)]];
    return (dense(buffer, 0) * own).norm();
  };
  EXPECT_GT(resists(false), 1);
  EXPECT_LT(resists(true), 1e-10);
}

TEST(EvaluateAfter, a_shell_with_directors_that_was_turned_has_no_tension) {
  expect_no_tension_of_a_turned_cell<DirectorTriangle>(partly_reduced_triangle);
  expect_no_tension_of_a_turned_cell<DirectorQuadrilateral>(reduced_quadrilateral);
}

}  // namespace
}  // namespace plumb
