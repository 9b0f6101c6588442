#include <codes/explicit-beam/explicit_step.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <plumb/core/budget.h>
#include <plumb/core/status.h>

namespace codes {
namespace {

constexpr double kEuler = 20.190728556426629;  // EI/L^2: what the strip that begins to bend bears
constexpr double kShearShare = 5.0 / 6;        // of a rectangle's area

plumb::ContactKey key_of(int node) {
  plumb::ContactKey key;
  key.a_part = node;
  key.b_obstacle = 1;
  return key;
}

}  // namespace

BeamSection ExplicitStep::section(const StripToPush& strip, const ExplicitChoices& choices) {
  const double h = choices.slenderness * strip.length;
  BeamSection section;
  section.bend = strip.bending;
  section.stretch = 12 * strip.bending / (h * h);
  section.shear = kShearShare * 0.5 * section.stretch;  // Poisson's ratio is zero
  section.mass = strip.mass_per_length;
  section.rotary = strip.mass_per_length * h * h / 12;
  section.rotary = PlanarBeam::rotary_not_faster_than_stretch(section, strip.length / strip.n());
  return section;
}

ExplicitStep::ExplicitStep(const StripToPush& strip, const PushSchedule&, const ExplicitChoices& choices)
    : mu_(strip.mu),
      height_(strip.height),
      length_(strip.length),
      unit_time_(strip.unit_time()),
      choices_(choices),
      dt_(strip.scenario.knobs.dt * unit_time_),
      beam_(strip.n(), strip.length, section(strip, choices)),
      start_(beam_.straight(0)) {
  // Bent in the buckling mode and shortened by the force that belongs to it, so that nothing rings.
  const double shortened = 1 - kEuler * strip.unit_force() / section(strip, choices).stretch;
  for (int node = 0; node < beam_.n_nodes(); ++node) {
    const double s = beam_.s(node) / length_;
    const Eigen::Vector3d place = shortened * strip.place(s);
    start_[beam_.x(node)] = place.x();
    start_[beam_.z(node)] = place.z();
    start_[beam_.theta(node)] = strip.angle(s);
  }
  height_ = -start_[beam_.z(beam_.tip())];
  for (int node = 0; node < beam_.n_nodes(); ++node) start_[beam_.z(node)] += height_;
  const double stable = 2 / beam_.fastest(start_);
  if (dt_ > stable) {
    throw plumb::UserError(
        fmt::format("the time step {:.4g} is longer than {:.4g}, beyond which {} elements are unstable",
                    dt_ / unit_time_, stable / unit_time_, strip.n()));
  }
}

plumb::State ExplicitStep::begin() const {
  plumb::State state;
  state.q = start_;
  state.v = Eigen::VectorXd::Zero(start_.size());
  return state;
}

double ExplicitStep::start() const { return 1 - height_ / length_; }

namespace {

/// A node on the ground.
struct OnGround {
  int node = 0;
  double slip = 0;                    ///< x - anchor, m
  double normal = 0, tangential = 0;  ///< N s, impulses since the step of the schedule began
  int dragged = 0;                    ///< in how many steps it slid
  bool touches = true;                ///< in the step at hand
};

OnGround& place_of(int node, std::vector<OnGround>& all) {
  const auto at = std::lower_bound(all.begin(), all.end(), node, [](const OnGround& a, int n) { return a.node < n; });
  if (at != all.end() && at->node == node) return *at;
  return *all.insert(at, {.node = node});
}

}  // namespace

PushStepOutcome ExplicitStep::step(plumb::State& state, std::vector<plumb::Touch>& touches, const ClampWay& way,
                                   double until) {
  if (const plumb::Status left = plumb::budget_left(); left != plumb::Status::ok) return {.status = left};
  const double begun = state.time, duration = until - begun;
  const int n_steps = std::max(1, static_cast<int>(std::ceil(duration / dt_ * (1 - 1e-9))));
  const double dt = duration / n_steps, half = 0.5 * choices_.damping / unit_time_ * dt;
  const double kept = (1 - half) / (1 + half);
  const Eigen::ArrayXd push = dt / (1 + half) / beam_.masses().array();
  const double stiffness = choices_.penalty * beam_.masses()[beam_.tip()] / (dt * dt);
  const int nodes = beam_.n_nodes(), first_z = beam_.z(0);

  std::vector<OnGround> ground;
  for (const plumb::Touch& touch : touches) ground.push_back({.node = touch.key.a_part, .slip = touch.residue.x()});

  double* q = state.q.data();
  double* v = state.v.data();
  for (int i = 1; i <= n_steps; ++i) {
    beam_.forces(state.q, force_);
    state.v.array() = kept * state.v.array() + push * force_.array();
    for (OnGround& one : ground) one.touches = false;
    for (int node = 1; node < nodes; ++node) {
      const int x = node, z = first_z + node;
      const double depth = -(q[z] + dt * v[z]);
      if (depth <= 0) continue;
      OnGround& one = place_of(node, ground);
      one.touches = true;
      v[z] += depth / dt;
      const double normal = depth / (dt * push[z]), most = mu_ * normal / stiffness;
      if (std::abs(one.slip) > most) {
        one.slip = std::copysign(most, one.slip);
        ++one.dragged;
      }
      const double tangential = -stiffness * one.slip;
      v[x] += push[x] * tangential;
      one.slip += dt * v[x];
      one.normal += dt * normal;
      one.tangential += dt * tangential;
    }
    std::erase_if(ground, [](const OnGround& one) { return !one.touches; });
    state.q += dt * state.v;
    const double height = way.height_at(begun + i * dt);
    v[0] = v[beam_.theta(0)] = 0;
    v[first_z] = -way.speed_at(begun + i * dt);
    q[0] = q[beam_.theta(0)] = 0;
    q[first_z] = height;
  }
  state.time = until;

  PushStepOutcome outcome;
  outcome.iterations = n_steps;
  outcome.sticks = false;
  touches.clear();
  for (const OnGround& one : ground) {
    plumb::Touch touch;
    touch.key = key_of(one.node);
    touch.force = {one.tangential / duration, 0, one.normal / duration};
    touch.residue.x() = one.slip;
    touch.sticks = 2 * one.dragged < n_steps;
    outcome.sticks = outcome.sticks || touch.sticks;
    touches.push_back(touch);
  }
  if (!state.q.allFinite()) outcome.status = plumb::Status::not_converged;
  return outcome;
}

Eigen::Vector3d ExplicitStep::tip(const plumb::State& state) const {
  return {state.q[beam_.x(beam_.tip())], 0, state.q[beam_.z(beam_.tip())]};
}

std::vector<Eigen::Vector3d> ExplicitStep::points(const plumb::State& state) const {
  std::vector<Eigen::Vector3d> all;
  for (const int node : beam_.along()) all.emplace_back(state.q[beam_.x(node)], 0, state.q[beam_.z(node)]);
  return all;
}

MakePushStep explicit_steps(const ExplicitChoices& choices) {
  return [choices](const StripToPush& strip, const PushSchedule& schedule) {
    return std::make_unique<ExplicitStep>(strip, schedule, choices);
  };
}

}  // namespace codes
