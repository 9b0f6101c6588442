#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <codes/explicit-beam/explicit_step.h>
#include <codes/push/dynamic_push.h>
#include <judge/protocols/stick_slip/master_curve.h>
#include <plumb/core/status.h>

namespace codes {
namespace {

judge::Scenario strip(double mu, int n = 40) {
  judge::Scenario scenario;
  scenario.scales = {1, 12 / (1e-9 * 0.1), 1e4};  // EI = 1, rho A = 1, L = 1
  scenario.knobs.n = n;
  scenario.knobs.dt = 8.8e-6 * 40 / n;
  scenario.ask(judge::PushedStrip{{0.1, 1e-3, 0}, mu, 1e-3});
  return scenario;
}

PlanarBeam beam(int n = 40) {
  const StripToPush straight(strip(0.1, n), 1e-4);
  return {n, 1, ExplicitStep::section(straight, {})};
}

/// A beam that is bent to an arc of curvature kappa, stretched, and turned as a whole.
Eigen::VectorXd arc(const PlanarBeam& b, double kappa, double stretch, double turn) {
  Eigen::VectorXd q = b.straight(0);
  for (int node = 0; node < b.n_nodes(); ++node) {
    const double s = b.s(node), at = turn + kappa * s;
    q[b.x(node)] = 0.3 + stretch * (kappa == 0 ? s * std::sin(turn) : (std::cos(turn) - std::cos(at)) / kappa);
    q[b.z(node)] = 0.7 - stretch * (kappa == 0 ? s * std::cos(turn) : (std::sin(at) - std::sin(turn)) / kappa);
    q[b.theta(node)] = at;
  }
  return q;
}

TEST(PlanarBeam, TurnedAsAWholeItIsFreeOfForces) {
  const PlanarBeam b = beam();
  for (const double turn : {-3.9, -1.0, 0.3, 2.5}) {
    Eigen::VectorXd force;
    b.forces(arc(b, 0, 1, turn), force);
    EXPECT_LT(force.cwiseAbs().maxCoeff(), 1e-13 * 12 / 9e-6) << turn;
  }
}

TEST(PlanarBeam, StoresWhatTheContinuumStores) {
  const PlanarBeam b = beam();
  const double stretch = 12 / 9e-6;  // EA
  EXPECT_NEAR(b.energy(arc(b, 0, 1.01, 1.2)) / (0.5 * stretch * 1e-4), 1, 1e-9);
  // The arc's chord strains vanish with the fourth power of an element's turn.
  EXPECT_NEAR(b.energy(arc(b, 2, 1, -0.4)) / (0.5 * 4), 1, 1e-4);
}

TEST(PlanarBeam, ForcesAreMinusTheSlopeOfTheEnergy) {
  const PlanarBeam b = beam(7);
  Eigen::VectorXd q = arc(b, 1.5, 1.001, 0.2), force;
  for (Eigen::Index i = 0; i < q.size(); ++i) q[i] += 0.01 * std::sin(5.3 * static_cast<double>(i * i));
  b.forces(q, force);
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    Eigen::VectorXd ahead = q, behind = q;
    ahead[i] += 1e-6;
    behind[i] -= 1e-6;
    EXPECT_NEAR(force[i], (b.energy(behind) - b.energy(ahead)) / 2e-6, 1e-7 * force.cwiseAbs().maxCoeff()) << i;
  }
}

/// The free beam in central differences, without damping; `hold` may take back what it wants after each step.
template <class Hold>
void move(const PlanarBeam& b, Eigen::VectorXd& q, Eigen::VectorXd& v, double dt, int steps, const Hold& hold) {
  Eigen::VectorXd force;
  for (int i = 0; i < steps; ++i) {
    b.forces(q, force);
    v += dt * force.cwiseQuotient(b.masses());
    hold(v);
    q += dt * v;
    if (!(q.cwiseAbs().maxCoeff() < 100)) return;
  }
}
constexpr auto kFree = [](Eigen::VectorXd&) {};

TEST(PlanarBeam, StretchingIsItsFastestVibration) {
  for (const int n : {10, 40}) {
    const PlanarBeam b = beam(n);
    const double axial = 1.0 / n / (std::sqrt(6.0) * std::sqrt(12.0) / 3e-3);
    EXPECT_NEAR(2 / b.fastest(b.straight(1)) / axial, 1, 1e-3);
  }
  EXPECT_NEAR(2 / beam().fastest(beam().straight(1)), 8.84e-6, 0.005e-6);
}

TEST(PlanarBeam, IsStableBelowTheStepOfThatAndNotAbove) {
  const PlanarBeam b = beam(10);
  const double limit = 2 / b.fastest(b.straight(1));
  for (const double share : {0.99, 1.01}) {
    Eigen::VectorXd q = b.straight(1), v = Eigen::VectorXd::Zero(q.size());
    for (Eigen::Index i = 0; i < v.size(); ++i) v[i] = 1e-3 * std::sin(3.7 * static_cast<double>(i * i));
    move(b, q, v, share * limit, 4000, kFree);
    EXPECT_EQ(q.allFinite() && q.cwiseAbs().maxCoeff() < 2, share < 1) << share;
  }
}

TEST(PlanarBeam, CarriesAWaveAtItsSpeed) {
  const PlanarBeam b = beam(100);
  const double speed = std::sqrt(12.0) / 3e-3,
               dt = 0.9 * PlanarBeam::axial_step(ExplicitStep::section(StripToPush(strip(0.1, 100), 1e-4), {}), 0.01);
  Eigen::VectorXd q = b.straight(0), v = Eigen::VectorXd::Zero(q.size());
  const Eigen::VectorXd rest = q;
  // A smooth pulse that runs towards the tip: v = -c u'.
  const auto pulse = [](double s) { return 1e-6 * std::exp(-std::pow((s - 0.3) / 0.06, 2)); };
  for (int node = 0; node < b.n_nodes(); ++node) {
    const double s = b.s(node), slope = -2 * (s - 0.3) / (0.06 * 0.06) * pulse(s);
    q[b.z(node)] -= pulse(s);
    v[b.z(node)] = speed * slope;
  }
  const int steps = static_cast<int>(0.4 / (speed * dt));
  move(b, q, v, dt, steps, kFree);
  double most = 0, at = 0;
  for (int node = 0; node < b.n_nodes(); ++node) {
    const double u = rest[b.z(node)] - q[b.z(node)];
    if (u > most) most = u, at = b.s(node);
  }
  EXPECT_NEAR(most / 1e-6, 1, 0.02);
  EXPECT_NEAR((at - 0.3) / (speed * dt * steps), 1, 0.02);
}

TEST(PlanarBeam, AsACantileverItSwingsAtItsFrequency) {
  const PlanarBeam b = beam(20);
  constexpr double kFirst = 3.51601527;  // sqrt(EI/(rho A L^4)) rad/s
  const double dt = 0.95 * 2 / b.fastest(b.straight(0));
  Eigen::VectorXd q = b.straight(0), v = Eigen::VectorXd::Zero(q.size());
  for (int node = 0; node < b.n_nodes(); ++node) {
    // Clamped and free, in the first mode, at a small speed.
    const double k = 1.87510407, s = k * b.s(node), share = (std::cosh(k) + std::cos(k)) / (std::sinh(k) + std::sin(k));
    v[b.x(node)] = 1e-4 * (std::cosh(s) - std::cos(s) - share * (std::sinh(s) - std::sin(s)));
    v[b.theta(node)] = 1e-4 * k * (std::sinh(s) + std::sin(s) - share * (std::cosh(s) - std::cos(s)));
  }
  const auto clamp = [&](Eigen::VectorXd& rates) { rates[b.x(0)] = rates[b.z(0)] = rates[b.theta(0)] = 0; };
  const auto energy = [&] { return b.energy(q) + 0.5 * v.dot(b.masses().cwiseProduct(v)); };
  const double before = energy();
  int steps = 0;
  while (q[b.x(b.tip())] >= 0) {
    move(b, q, v, dt, 1, clamp);
    ++steps;
  }
  EXPECT_NEAR(steps * dt * kFirst / std::numbers::pi, 1, 2e-3);
  EXPECT_NEAR(energy() / before, 1, 1e-3);
}

PushSchedule hurried() { return {.dt = 5e-4, .speed = 0.02, .relaxation = 0, .bent = 1e-4}; }

TEST(ExplicitBeam, SlipsWhereTheElasticaSaysAndBearsItsForces) {
  DynamicPush push(strip(0.2), hurried(), explicit_steps({.damping = 5}));
  const judge::StickSlipPoint exact = judge::stick_slip_at_friction(0.2);
  ASSERT_EQ(push.push_to(0.1), plumb::Status::ok);
  EXPECT_NEAR(push.seen().P / judge::stick_slip_curve(push.seen().eps_y).P, 1, 2e-3);
  EXPECT_LT(std::abs(push.seen().tip_shift), 2e-6);
  ASSERT_EQ(push.push_to(exact.eps_y + 0.01), plumb::Status::ok);
  EXPECT_NEAR(push.seen().slips_from / exact.eps_y, 1, 0.01);
  EXPECT_GT(push.seen().tip_shift, 1e-3);
}

TEST(ExplicitBeam, StoresTheWorkOfTheClamp) {
  DynamicPush push(strip(0.35), hurried(), explicit_steps());
  const ExplicitStep same(StripToPush(strip(0.35), 1e-4), hurried(), {});
  const auto energy = [&] { return same.beam().energy(push.state().q); };
  ASSERT_EQ(push.push_to(0.05), plumb::Status::ok);
  const double before = energy();
  double work = 0;
  for (double eps_y = 0.055; eps_y < 0.1001; eps_y += 0.005) {
    const DynamicPush::Seen last = push.seen();
    ASSERT_EQ(push.push_to(eps_y), plumb::Status::ok);
    work += 0.5 * (last.P + push.seen().P) * (push.seen().eps_y - last.eps_y);
  }
  // Damping takes the rest: alpha times the mass times the square of a speed of some 0.02.
  EXPECT_NEAR((energy() - before) / work, 1, 0.01);
}

TEST(ExplicitBeam, LoadedItHasTheSameBits) {
  const auto push = [] { return DynamicPush(strip(0.05), hurried(), explicit_steps()); };
  DynamicPush whole = push(), first = push(), second = push();
  ASSERT_EQ(whole.push_to(0.02), plumb::Status::ok);
  ASSERT_EQ(first.push_to(0.007), plumb::Status::ok);
  second.load(first.save());
  ASSERT_EQ(second.push_to(0.02), plumb::Status::ok);
  EXPECT_EQ(second.save(), whole.save());
}

TEST(ExplicitBeam, RefusesAStepThatIsNotStable) {
  judge::Scenario scenario = strip(0.1);
  scenario.knobs.dt = 9e-6;
  EXPECT_THROW(DynamicPush(scenario, hurried(), explicit_steps()), plumb::UserError);
}

}  // namespace
}  // namespace codes
