// Solids of tetrahedra in time.
#include <cmath>

#include <gtest/gtest.h>

#include <plumb/geometry/tetrahedral_generators.h>
#include <plumb/model/solid/solid.h>
#include <plumb/step/march.h>

namespace plumb {
namespace {

constexpr double kDuration = 0.2;  // s

Model soft_bar(double relaxation) {
  SolidSpec spec;
  spec.rest = box_mesh({{1, 0.4, 0.4}, {2, 1, 1}});
  spec.material = {SolidLaw::stable_neo_hookean, 5e4, 0.4};
  spec.relaxation = relaxation;
  spec.supports.resize(1);
  for (std::size_t i = 0; i < spec.rest.points.size(); ++i) {
    if (spec.rest.points[i].x() == 0) spec.supports[0].points.push_back(static_cast<int>(i));
  }
  return solid(spec);
}

State moved(const Model& model, Method method, int n_steps) {
  const auto stepper = make_stepper(model, method);
  State state = model.initial;
  Loads loads = model.initial.loads;
  loads.gravity = {0, -3, -9};
  const Programme programme = [&](double) { return loads; };
  EXPECT_EQ(march(*stepper, state, programme, kDuration, {.dt = kDuration / n_steps}).status, Status::ok)
      << name(method);
  return state;
}

TEST(SolidMotion, every_method_of_time_has_its_order) {
  const Model model = soft_bar(0.002);
  const State exact = moved(model, Method::implicit_midpoint, 1600);
  for (const Method method : all_methods()) {
    if (method == Method::static_) continue;
    const bool late = method == Method::symplectic_euler || method == Method::linearly_implicit_euler;
    const int n = late ? 800 : 100;
    const double coarse = (moved(model, method, n).q - exact.q).norm();
    const double fine = (moved(model, method, 2 * n).q - exact.q).norm();
    EXPECT_GT(std::log2(coarse / fine), order(method) - 0.2) << name(method) << ' ' << coarse;
  }
}

TEST(SolidMotion, the_energy_is_kept_without_viscosity_and_lost_with_it) {
  for (const double relaxation : {0.0, 0.02}) {
    const State end = moved(soft_bar(relaxation), Method::energy_keeping, 100);
    EXPECT_LT(std::max(end.books.gain, end.books.loss), 1e-6 * end.books.in_play);
    EXPECT_GT(end.books.in_play, 1);
    if (relaxation == 0) {
      EXPECT_EQ(end.books.dissipated, 0);
    } else {
      EXPECT_GT(end.books.dissipated, 0.01 * end.books.in_play);
    }
  }
}

// Its tetrahedra are at rest but for rounding, which viscosity and the method may make of what they like.
TEST(SolidMotion, a_free_body_at_rest_stays_there_and_gains_nothing) {
  SolidSpec spec;
  spec.rest = box_mesh({{0.1, 0.1, 0.1}, {3, 3, 3}});
  spec.material = {SolidLaw::stable_neo_hookean, 1e6, 0.3};
  spec.relaxation = 5e-3;
  const Model model = solid(spec);
  for (const Method method : {Method::backward_euler, Method::tr_bdf2}) {
    const auto stepper = make_stepper(model, method);
    State state = model.initial;
    const Programme programme = [&](double) { return model.initial.loads; };
    EXPECT_EQ(march(*stepper, state, programme, 0.05, {.dt = 5e-4}).status, Status::ok) << name(method);
    EXPECT_LT((state.q - model.initial.q).norm(), 1e-12);
    EXPECT_LT(std::max(gained_share(state.books), lost_share(state.books)), 1e-3);
  }
}

}  // namespace
}  // namespace plumb
