// Plates of splines and of directors in motion.

#include <cmath>
#include <functional>
#include <numbers>

#include <gtest/gtest.h>

#include <plumb/model/naghdi_shell/naghdi_shell.h>
#include <plumb/model/spline_shell/spline_shell.h>
#include <plumb/solve/equilibrium.h>
#include <plumb/solve/vibration.h>
#include <plumb/step/march.h>
#include <plumb/step/rods_for_test.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

struct Plate {
  double length = 1, width = 0.3, thickness = 0.1, young = 1e5, poisson = 0.3, density = 1000;
  int n_along = 2, n_across = 1;

  double mass() const { return density * length * width * thickness; }
};

template <class Spec>
Spec spec_of(const Plate& plate) {
  Spec spec;
  spec.length = plate.length;
  spec.width = plate.width;
  spec.n_along = plate.n_along;
  spec.n_across = plate.n_across;
  spec.material = {plate.thickness, plate.young, plate.poisson};
  spec.density = plate.density;
  return spec;
}

Model of_directors(const Plate& plate, NaghdiElement element) {
  NaghdiShellSpec spec = spec_of<NaghdiShellSpec>(plate);
  spec.element = element;
  return naghdi_shell(spec);
}

struct NamedPlate {
  std::string name;
  std::function<Model(const Plate&)> make;
};
const std::vector<NamedPlate> kPlates{
    {"splines", [](const Plate& p) { return spline_shell(spec_of<SplineShellSpec>(p)); }},
    {"naghdi_triangles", [](const Plate& p) { return of_directors(p, NaghdiElement::triangle); }},
    {"naghdi_quadrilaterals", [](const Plate& p) { return of_directors(p, NaghdiElement::quadrilateral); }}};

class PlateMotion : public testing::TestWithParam<std::size_t> {
 protected:
  Model make(const Plate& plate) const { return kPlates[GetParam()].make(plate); }
  bool has_directors() const { return GetParam() > 0; }
};
INSTANTIATE_TEST_SUITE_P(plates, PlateMotion, testing::Range<std::size_t>(0, kPlates.size()),
                         [](const auto& test) { return kPlates[test.param].name; });

/// Calls visit(index in q) for the first coordinate of every point in space.
template <class Visit>
void for_points(const Layout& layout, const Visit& visit) {
  for (const Block& block : layout.blocks) {
    for (int i = 0; i < block.count; ++i) visit(block.at(i));
  }
}

Vector3d linear_momentum(const Model& model, const State& state) {
  Eigen::VectorXd p;
  model.inertia->momentum(state, {}, state.v, p);
  Vector3d sum = Vector3d::Zero();
  for_points(model.layout, [&](int x) { sum += p.segment<3>(x); });
  return sum;
}

TEST_P(PlateMotion, a_plate_has_its_mass) {
  const Plate plate;
  const Model model = make(plate);
  State state = model.initial;
  const Vector3d velocity(1, 2, -3);
  for_points(model.layout, [&](int x) { state.v.segment<3>(x) = velocity; });
  EXPECT_LT((linear_momentum(model, state) - plate.mass() * velocity).norm(), 1e-12 * plate.mass());
  EXPECT_NEAR(model.inertia->energy(state, {}, state.v), 0.5 * plate.mass() * velocity.squaredNorm(),
              1e-12 * plate.mass());
}

// About the middle of the clamped edge: m L^2/3, m (W^2 + t^2)/12, and both. Splines leave out the t^2.
TEST_P(PlateMotion, a_plate_has_its_moments_of_inertia) {
  const Plate plate;
  const Model model = make(plate);
  const double along = plate.mass() * plate.length * plate.length / 3,
               across = plate.mass() * plate.width * plate.width / 12,
               through = has_directors() ? plate.mass() * plate.thickness * plate.thickness / 12 : 0;
  const Vector3d expected(across + through, along + through, along + across);
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3d spin = Vector3d::Unit(axis);
    Eigen::VectorXd v = Eigen::VectorXd::Zero(model.layout.n_q);
    std::vector<bool> point(static_cast<std::size_t>(model.layout.n_q), false);
    for_points(model.layout, [&](int x) {
      v.segment<3>(x) = spin.cross(model.initial.q.segment<3>(x));
      for (int k = 0; k < 3; ++k) point[static_cast<std::size_t>(x + k)] = true;
    });
    // The directors begin along z, their tangents along x and y.
    const Vector3d director_rate = spin.cross(Vector3d::UnitZ());
    for (int i = 0, k = 0; i < model.layout.n_q; ++i) {
      if (!point[static_cast<std::size_t>(i)]) v[i] = director_rate[k++ % 2];
    }
    EXPECT_NEAR(2 * model.inertia->energy(model.initial, {}, v), expected[axis], 1e-12 * plate.mass()) << axis;
  }
}

// A strip without Poisson's ratio is a beam of unit width: EI/m = E t^2/(12 rho).
TEST_P(PlateMotion, the_frequencies_of_a_clamped_strip_are_those_of_euler_and_bernoulli) {
  Plate strip;
  strip.width = 0.1;
  strip.thickness = 2e-3;
  strip.poisson = 0;
  strip.n_along = 16;
  const Model model = make(strip);
  const Vibrations found = vibrations(model, model.initial, 3);
  ASSERT_EQ(found.status, Status::ok);
  constexpr double kRoots[3] = {1.87510407, 4.69409113, 7.85475744};  // cos x cosh x = -1
  for (int i = 0; i < 3; ++i) {
    const double speed = strip.thickness * std::sqrt(strip.young / (12 * strip.density));
    const double expected = kRoots[i] * kRoots[i] * speed / (2 * std::numbers::pi);
    EXPECT_NEAR(found.frequencies[i] / expected, 1, 0.005) << i;
    RecordProperty("mode_" + std::to_string(i), std::to_string(found.frequencies[i] / expected));
  }
}

State marched(const Model& model, Method method, int n_steps) {
  constexpr double kUntil = 0.1;
  const auto stepper = make_stepper(model, method);
  State state = model.initial;
  const MarchOutcome outcome =
      march(*stepper, state, swinging(model, 0.3, {0, -3, -9}), kUntil, {.dt = kUntil / n_steps});
  EXPECT_EQ(outcome.status, Status::ok) << name(method);
  return state;
}

// Against a much finer solution by another method; the clamp swings and turns.
TEST_P(PlateMotion, every_stepper_has_its_order) {
  Plate plate;
  plate.n_along = 1;
  const Model model = make(plate);
  const State exact = marched(model, Method::implicit_midpoint, 3200);
  const auto distance = [&](const State& state) {
    return (state.q - exact.q).cwiseQuotient(model.layout.scale).cwiseAbs().maxCoeff();
  };
  for (const Method method : all_methods()) {
    if (method == Method::static_) continue;
    const int n = order(method) == 1 ? 800 : 200;
    const double coarse = distance(marched(model, method, n)), fine = distance(marched(model, method, 2 * n));
    EXPECT_GT(std::log2(coarse / fine), order(method) - 0.2) << name(method) << ' ' << coarse;
  }
}

/// The largest drift over the energy in play that a motion shows.
double largest_drift(Stepper& stepper, State& state, const Programme& programme, double dt, int n_steps) {
  const MarchOutcome outcome = march(stepper, state, programme, n_steps * dt, {.dt = dt});
  EXPECT_EQ(outcome.status, Status::ok);
  return std::max(gained_share(state.books), lost_share(state.books));
}

TEST_P(PlateMotion, a_swinging_plate_keeps_its_energy) {
  const Model model = make({});
  Loads loads = model.initial.loads;
  loads.gravity = {0, 1, -5};
  const auto stepper = make_stepper(model, Method::energy_keeping);
  State state = model.initial;
  EXPECT_LT(largest_drift(
                *stepper, state, [&](double) { return loads; }, 0.01, 100),
            1e-8);
  EXPECT_GT(state.books.in_play, 1);
}

// The clamp shares masses with the points beside it.
TEST_P(PlateMotion, the_work_of_a_swinging_clamp_is_booked) {
  const Model model = make({});
  const auto stepper = make_stepper(model, Method::energy_keeping);
  State state = model.initial;
  EXPECT_LT(largest_drift(*stepper, state, swinging(model, 0.3, {0, -3, -9}), 0.01, 60), 1e-8);
  EXPECT_GT(std::abs(state.books.work), 0.1);
}

// A strip of sheet steel, whose stretch no step of its bending follows: let go from where a weight of six times its own
// holds it, by a tenth of its length aside.
TEST_P(PlateMotion, a_strip_of_steel_keeps_its_energy) {
  Plate strip{.length = 0.3, .width = 0.05, .thickness = 0.5e-3, .young = 200e9, .density = 7800, .n_along = 8};
  const Model model = make(strip);
  const Vibrations slow = vibrations(model, model.initial, 1);
  const double dt = 1 / slow.frequencies[0] / 70;
  State state = model.initial;
  Loads weight = model.initial.loads;
  weight.gravity = {0, 0, -60};
  ASSERT_EQ(equilibrium(model, state, weight).status, Status::ok);
  const auto stepper = make_stepper(model, Method::energy_keeping);
  EXPECT_LT(largest_drift(
                *stepper, state, [&](double) { return model.initial.loads; }, dt, 70),
            1e-8);
}

TEST_P(PlateMotion, a_plate_that_nothing_holds_keeps_its_linear_momentum) {
  Model model = make({});
  model.layout = model.layout.freed();
  model.constraints.clear();
  for (const Method method : all_methods()) {
    if (method == Method::static_) continue;
    State state = model.initial;
    for_points(model.layout, [&](int i) {
      const Vector3d x = state.q.segment<3>(i);
      state.v.segment<3>(i) = Vector3d(0.2, 1, 0.5) + Vector3d(1, -2, 1).cross(x) + Vector3d(0, 0, x.x() * x.x());
    });
    const Vector3d before = linear_momentum(model, state);
    const auto stepper = make_stepper(model, method);
    const double dt = method == Method::symplectic_euler ? 1e-4 : 2e-3;
    ASSERT_EQ(march(*stepper, state, [](double) { return Loads{}; }, 0.05, {.dt = dt}).status, Status::ok)
        << name(method);
    EXPECT_LT((linear_momentum(model, state) - before).norm(), 1e-10 * before.norm()) << name(method);
  }
}

}  // namespace
}  // namespace plumb
