#include <plumb/step/energy_balance.h>

#include <algorithm>
#include <cmath>

#include <plumb/mechanics/convex.h>

namespace plumb {
namespace {

constexpr int kChunk = 64;

constexpr auto kAll = [](int, int) { return true; };

/// Visits the elements of a term: `evaluate(begin, end, buffer)` fills the buffer, `visit(element, slot, buffer)`
/// reads. Chunks of elements that are not `wanted(begin, end)` are left out.
template <class Evaluate, class Visit, class Wanted>
Status for_elements(const Energy& term, const Evaluate& evaluate, const Visit& visit, const Wanted& wanted) {
  ElementBuffer buffer;
  for (int begin = 0; begin < term.n_elements(); begin += kChunk) {
    const int end = std::min(begin + kChunk, term.n_elements());
    if (!wanted(begin, end)) continue;
    buffer.resize(end - begin, term.stencil_size());
    if (const Status s = evaluate(begin, end, buffer); s != Status::ok) return s;
    for (int e = begin; e < end; ++e) visit(e, e - begin, buffer);
  }
  return Status::ok;
}

bool same_pose(const Pose& a, const Pose& b) {
  return a.position == b.position && a.tangent == b.tangent && a.director == b.director;
}

bool same_wrench(const Wrench& a, const Wrench& b) { return a.force == b.force && a.moment == b.moment; }

bool same_rate(const PoseRate& a, const PoseRate& b) { return a.velocity == b.velocity && a.spin == b.spin; }

/// Do both say the same but for the poses of the clamps?
bool same_but_for_clamps(const Loads& a, const Loads& b) {
  return a.gravity == b.gravity && a.pressures == b.pressures &&
         std::equal(a.wrenches.begin(), a.wrenches.end(), b.wrenches.begin(), b.wrenches.end(), same_wrench);
}

bool same_clamps(const Loads& a, const Loads& b) {
  return std::equal(a.clamps.begin(), a.clamps.end(), b.clamps.begin(), b.clamps.end(), same_pose) &&
         std::equal(a.clamp_rates.begin(), a.clamp_rates.end(), b.clamp_rates.begin(), b.clamp_rates.end(), same_rate);
}

}  // namespace

EnergyMeter::EnergyMeter(const Model& model) : model_(&model) { ENSURE(model.inertia != nullptr); }

double EnergyMeter::potential(const State& state, const Loads& loads) const {
  double sum = 0;
  for (const auto& term : model_->energies) {
    if (!term->has_potential()) continue;
    const Status status = for_elements(
        *term,
        [&](int begin, int end, ElementBuffer& out) {
          return term->evaluate(state, loads, begin, end, {.value = true}, out);
        },
        [&](int, int slot, ElementBuffer& buffer) { sum += buffer.value(slot); }, kAll);
    if (status != Status::ok) return HUGE_VAL;
  }
  return sum;
}

bool EnergyMeter::clamps_move(const Eigen::VectorXd& way) const {
  for (int i = 0; i < way.size(); ++i) {
    if (way[i] != 0 && !model_->layout.is_free(i)) return true;
  }
  return false;
}

bool EnergyMeter::holds_any(const Energy& term, int begin, int end) const {
  for (int element = begin; element < end; ++element) {
    for (const int unknown : term.stencil(element)) {
      if (!model_->layout.is_free(unknown)) return true;
    }
  }
  return false;
}

/// The work of the clamps against the gradient of E, and that of the loads without a potential, on all unknowns.
/// `gradient(term, begin, end, buffer)` evaluates a term's.
template <class Evaluate>
double EnergyMeter::work_against(const Eigen::VectorXd& way, bool clamps_move, const Evaluate& gradient) const {
  double work = 0;
  for (const auto& term : model_->energies) {
    if (!clamps_move && term->has_potential()) continue;
    for_elements(
        *term, [&](int begin, int end, ElementBuffer& out) { return gradient(*term, begin, end, out); },
        [&](int element, int slot, ElementBuffer& buffer) {
          const auto unknowns = term->stencil(element);
          for (int i = 0; i < buffer.stencil(); ++i) {
            const int at = unknowns[static_cast<std::size_t>(i)];
            const double done = buffer.gradient(slot, i) * way[at];
            if (!model_->layout.is_free(at)) work += done;
            if (!term->has_potential()) work -= done;
          }
        },
        [&](int begin, int end) { return !term->has_potential() || holds_any(*term, begin, end); });
  }
  return work;
}

template <class Visit, class Wanted>
void EnergyMeter::for_viscous_forces(const Sample& at, const Visit& visit, const Wanted& wanted) const {
  for (const auto& term : model_->dissipations) {
    const std::shared_ptr<const Energy> over_step = at.from ? term->over_step(*at.from, at.duration) : nullptr;
    const Energy& forces = over_step ? *over_step : *term;
    for_elements(
        *term,
        [&](int begin, int end, ElementBuffer& out) {
          return forces.evaluate(*at.state, *at.loads, begin, end, {.gradient = true}, out);
        },
        [&](int element, int slot, ElementBuffer& buffer) {
          const auto unknowns = term->stencil(element);
          for (int i = 0; i < buffer.stencil(); ++i) {
            visit(unknowns[static_cast<std::size_t>(i)], buffer.gradient(slot, i));
          }
        },
        [&](int begin, int end) { return wanted(*term, begin, end); });
  }
}

double EnergyMeter::work_against_rates(const Sample& at, const Eigen::VectorXd& way,
                                       const Eigen::VectorXd& inertial) const {
  double work = 0;
  const auto held = [&](int i) { return !model_->layout.is_free(i); };
  for_viscous_forces(
      at,
      [&](int unknown, double force) {
        if (held(unknown)) work += force * way[unknown];
      },
      [&](const Energy& term, int begin, int end) { return holds_any(term, begin, end); });
  for (int i = 0; i < model_->layout.n_q; ++i) {
    if (held(i)) work -= inertial[i] * way[i];
  }
  return work;
}

double EnergyMeter::viscous_loss(const Sample& at, const Eigen::VectorXd& way) const {
  double loss = 0;
  for_viscous_forces(
      at, [&](int unknown, double force) { loss += force * way[unknown]; },
      [](const Energy&, int, int) { return true; });
  return loss;
}

double EnergyMeter::viscous_loss(const State& state, const Loads& loads, const Eigen::VectorXd& way) const {
  return viscous_loss({&state, &loads, 1}, way);
}

/// Returns the work of the clamps on what they carry, J: the change of its kinetic energy. If the mass matrix couples
/// held entries to free ones, the free rates have momenta on the held entries too, and the clamps make them change.
double EnergyMeter::work_on_clamped_masses(const State& start, const State& end) const {
  const auto part = [&](const State& state, bool held) {
    Eigen::VectorXd v = state.v;
    for (Eigen::Index i = 0; i < v.size(); ++i) {
      if (model_->layout.is_free(static_cast<int>(i)) == held) v[i] = 0;
    }
    return v;
  };
  const Inertia& inertia = *model_->inertia;
  const Eigen::VectorXd held_start = part(start, true), held_end = part(end, true);
  Eigen::VectorXd given_start, given_end;
  inertia.momentum(start, {}, part(start, false), given_start);
  inertia.momentum(end, {}, part(end, false), given_end);
  return inertia.energy(end, {}, held_end) - inertia.energy(start, {}, held_start) +
         0.5 * (held_start + held_end).dot(given_end - given_start);
}

/// Where the Lagrangian L = T - V depends on time by itself, through gravity, forces, and clamps that are no unknowns,
/// v.dL/dv - L changes by minus dL/dt: here by the difference of L under the loads of both ends, as a mean over both
/// ends. T + V differs from v.dL/dv - L by 2 T - v.dT/dv, which is zero unless clamps that are no unknowns move.
double EnergyMeter::work_of_changing_loads(const State& start, const State& end) const {
  const Inertia& inertia = *model_->inertia;
  const bool driven = !same_clamps(start.loads, end.loads);
  double work = 0;
  if (driven || !same_but_for_clamps(start.loads, end.loads)) {
    for (const State* at : {&start, &end}) {
      work += 0.5 * (potential(*at, end.loads) - potential(*at, start.loads));
      if (driven) work -= 0.5 * (inertia.energy(*at, end.loads, at->v) - inertia.energy(*at, start.loads, at->v));
    }
  }
  if (!(start.loads.clamp_rates.empty() && end.loads.clamp_rates.empty())) {
    const auto off = [&](const State& at) {
      Eigen::VectorXd momentum;
      inertia.momentum(at, at.loads, at.v, momentum);
      return 2 * kinetic(at) - at.v.dot(momentum);
    };
    work += off(end) - off(start);
  }
  return work;
}

StepWork EnergyMeter::over(const State& start, const State& end, const Eigen::VectorXd& way,
                           std::span<const Sample> samples) const {
  StepWork step;
  step.work = work_over(start, end, way, samples);
  for (const Sample& sample : samples) {
    step.dissipated += sample.weight * viscous_loss(sample, way);
  }
  return step;
}

double EnergyMeter::work_over(const State& start, const State& end, const Eigen::VectorXd& way,
                              std::span<const Sample> samples) const {
  double work = 0;
  Eigen::VectorXd inertial;
  const bool moved = clamps_move(way);
  for (const Sample& sample : samples) {
    model_->inertia->force(*sample.state, *sample.loads, sample.state->v, inertial);
    work += sample.weight * work_against_rates(sample, way, inertial);
    work += sample.weight * work_against(way, moved, [&](const Energy& term, int begin, int stop, ElementBuffer& out) {
              return term.evaluate(*sample.state, *sample.loads, begin, stop, {.gradient = true}, out);
            });
  }
  if (moved) work += work_on_clamped_masses(start, end);
  return work + work_of_changing_loads(start, end);
}

/// The gradient of elements at a start, and their convex Hessians times the way.
Status EnergyMeter::linearised_gradient(const Energy& term, const State& start, const Loads& loads,
                                        const Eigen::VectorXd& way, int begin, int end, ElementBuffer& out) const {
  const bool curved = !term.linear();
  const Status status =
      term.evaluate(start, loads, begin, end, {.gradient = true, .hessian = curved, .convex = true}, out);
  if (status != Status::ok || !curved) return status;
  const auto n = static_cast<std::size_t>(out.stencil());
  std::vector<double> scale(n);
  for (int element = begin; element < end; ++element) {
    const int slot = element - begin;
    const auto unknowns = term.stencil(element);
    if (!term.convexifies()) {
      for (std::size_t i = 0; i < n; ++i) scale[i] = model_->layout.scale[unknowns[i]];
      make_convex(slot, scale, out);
    }
    for (int i = 0; i < out.stencil(); ++i) {
      for (int j = 0; j < out.stencil(); ++j) {
        const int entry = ElementBuffer::packed_index(std::max(i, j), std::min(i, j));
        out.gradient(slot, i) += out.hessian(slot, entry) * way[unknowns[static_cast<std::size_t>(j)]];
      }
    }
  }
  return Status::ok;
}

double EnergyMeter::work_of_one_iteration(const State& start, const State& end, const Eigen::VectorXd& way) const {
  State shape_of_start = start;
  shape_of_start.v = end.v;
  Eigen::VectorXd inertial;
  model_->inertia->force(end, end.loads, end.v, inertial);
  const bool moved = clamps_move(way);
  double work = work_against_rates({&shape_of_start, &end.loads, 1}, way, inertial);
  work += work_against(way, moved, [&](const Energy& term, int begin, int stop, ElementBuffer& out) {
    if (term.has_potential()) return linearised_gradient(term, start, end.loads, way, begin, stop, out);
    return term.evaluate(end, end.loads, begin, stop, {.gradient = true}, out);
  });
  if (moved) work += work_on_clamped_masses(start, end);
  return work + work_of_changing_loads(start, end);
}

StepWork EnergyMeter::over(const Way& way, const State& middle, const Loads& loads) const {
  Eigen::VectorXd inertial;
  model_->inertia->mean_force(way, middle, loads, inertial);
  StepWork step;
  step.dissipated = viscous_loss(middle, loads, way.step);
  step.work = work_against_rates({&middle, &loads, 1}, way.step, inertial);
  const bool moved = clamps_move(way.step);
  step.work += work_against(way.step, moved, [&](const Energy& term, int begin, int stop, ElementBuffer& out) {
    return term.evaluate_along(way, loads, begin, stop, {.gradient = true}, out);
  });
  if (moved) step.work += work_on_clamped_masses(way.start, way.end);
  step.work += work_of_changing_loads(way.start, way.end);
  return step;
}

void EnergyMeter::open(State& state) const {
  if (state.books.open) return;
  state.books = {};
  state.books.open = true;
  state.books.start_potential = potential(state);
  state.books.start = kinetic(state) + state.books.start_potential;
}

EnergyBalance EnergyMeter::balance(const State& state) const {
  const EnergyBooks& books = state.books;
  EnergyBalance b;
  b.kinetic = kinetic(state);
  b.potential = potential(state);
  b.numerical = books.start + books.work - books.dissipated - books.remeshed - b.kinetic - b.potential;
  constexpr double kRounding = 1e-13;
  b.noise = kRounding * (std::abs(books.start) + std::abs(b.potential) + b.kinetic + std::abs(books.work));
  // A body that is at rest but for rounding has no energy whose parts could be compared: what moves by this part of its
  // size in a second is at rest.
  constexpr double kAtRest = 1e-9;
  const double at_rest = model_->inertia->energy(state, state.loads, kAtRest * model_->layout.scale);
  b.in_play = std::max(
      {books.in_play, at_rest, b.kinetic + std::abs(b.potential - books.start_potential) + std::abs(books.work)});
  return b;
}

EnergyBalance EnergyMeter::enter(State& state, const StepWork& step) const {
  EnergyBooks& books = state.books;
  books.work += step.work;
  books.dissipated += step.dissipated;
  books.steps += 1;
  const EnergyBalance b = balance(state);
  books.in_play = b.in_play;
  const double lost = std::abs(b.numerical) > b.noise ? b.numerical : 0;
  books.gain = std::max(books.gain, -lost);
  books.loss = std::max(books.loss, lost);
  return b;
}

namespace {

double share(double part, const EnergyBooks& books) { return books.in_play > 0 ? part / books.in_play : 0; }

}  // namespace

double gained_share(const EnergyBooks& books) { return share(books.gain, books); }
double lost_share(const EnergyBooks& books) { return share(books.loss, books); }
double remeshed_share(const EnergyBooks& books) { return share(std::abs(books.remeshed), books); }

double allowed_share(double limit, const EnergyBooks& books, Judged when) {
  constexpr double kBeginning = 100;  // steps
  if (when == Judged::at_the_end) return limit;
  return books.steps > 0 ? limit * (1 + kBeginning / books.steps) : HUGE_VAL;
}

bool drifts(const EnergyBooks& books, Method method, double limit, Judged when) {
  const double most = allowed_share(limit, books, when);
  return gained_share(books) > most || (conserves(method) && lost_share(books) > most);
}

bool loses_much(const EnergyBooks& books, Method method, Judged when) {
  return !conserves(method) && lost_share(books) > allowed_share(kWarnedLoss, books, when);
}

}  // namespace plumb
