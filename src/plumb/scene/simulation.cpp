#include <plumb/scene/simulation.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include <plumb/scene/programme.h>

namespace plumb {

struct Simulation::Rod {
  Rod(const Scene& scene, const SceneRod& of)
      : spec(of),
        body(rod_body(spec)),
        model(body->model()),
        state(model.rest),
        loads(programme(scene, spec, model.rest.loads)),
        all_free(Layout::all_free(model.layout.n_q, model.layout.retraction)),
        everything(all_free, model.energies),
        potential(everything.pattern()) {
    if (scene.solve.method == Method::static_) {
      continuation.emplace(model);
    } else {
      stepper.emplace(model, scene.solve.method);
    }
  }

  SceneRod spec;
  std::unique_ptr<RodBody> body;
  Model model;
  State state;
  Programme loads;
  std::optional<Continuation> continuation;
  std::optional<Stepper> stepper;
  // What clamps do is read from the gradient on all of q.
  Layout all_free;
  Assembly everything;
  Potential potential;
};

namespace {

double value(const Energy& energy, const State& state) {
  ElementBuffer buffer;
  buffer.resize(energy.n_elements(), energy.stencil_size());
  if (energy.evaluate(state, state.loads, 0, energy.n_elements(), {.value = true}, buffer) != Status::ok) return 0;
  double sum = 0;
  for (int e = 0; e < energy.n_elements(); ++e) sum += buffer.value(e);
  return sum;
}

void add_vector(std::vector<Observable>& out, const std::string& name, const std::string& unit,
                const Eigen::Vector3d& v) {
  for (int i = 0; i < 3; ++i) out.push_back({fmt::format("{} {}", name, "xyz"[i]), unit, v[i]});
}

void append(std::vector<double>& to, const std::vector<double>& from) { to.insert(to.end(), from.begin(), from.end()); }

/// Adds a rod to a shape; all rods have the same arrays.
void draw(const SceneRod& spec, const RodSamples& samples, Shape& shape) {
  shape.curves.push_back(
      {spec.name, static_cast<int>(shape.points.size()), static_cast<int>(samples.positions.size()), spec.draw_radius});
  shape.points.insert(shape.points.end(), samples.positions.begin(), samples.positions.end());
  if (shape.arrays.empty()) {
    shape.arrays = {{"curvature", "1/m", 1, {}},
                    {"curvature 1", "1/m", 1, {}},
                    {"curvature 2", "1/m", 1, {}},
                    {"twist", "1/m", 1, {}},
                    {"arc length", "m", 1, {}}};
  }
  for (std::size_t i = 0; i < samples.kappa_1.size(); ++i) {
    shape.arrays[0].values.push_back(std::hypot(samples.kappa_1[i], samples.kappa_2[i]));
  }
  append(shape.arrays[1].values, samples.kappa_1);
  append(shape.arrays[2].values, samples.kappa_2);
  append(shape.arrays[3].values, samples.twist);
  append(shape.arrays[4].values, samples.arc_length);
}

}  // namespace

Simulation::Simulation(Scene scene) : scene_(std::move(scene)) {
  for (const SceneRod& rod : scene_.rods) rods_.push_back(std::make_unique<Rod>(scene_, rod));
}

Simulation::~Simulation() = default;

double Simulation::frame_time(int frame) const {
  return frame == n_frames() ? scene_.solve.duration : scene_.solve.duration * frame / n_frames();
}

FrameOutcome Simulation::advance_to(int frame) {
  const double time = frame_time(frame);
  FrameOutcome total;
  for (auto& rod : rods_) {
    FrameOutcome one;
    if (rod->continuation) {
      one = to_equilibrium(*rod, time);
    } else if (frame == 0) {
      rod->state.loads = rod->loads(0);
    } else {
      const TimeControl control{scene_.solve.dt, scene_.solve.tolerance};
      const MarchOutcome outcome = march(*rod->stepper, rod->state, rod->loads, time, control);
      one = {outcome.status, {}, rod->state.time, outcome.iterations, outcome.steps};
    }
    total.iterations += one.iterations;
    total.steps += one.steps;
    if (one.status != Status::ok) {
      total.status = one.status;
      total.rod = rod->spec.name;
      total.time = rod->state.time;
      return total;
    }
  }
  total.time = time;
  return total;
}

FrameOutcome Simulation::to_equilibrium(Rod& rod, double time) {
  FrameOutcome total;
  for (const double station : stations(rod.spec, rod.state.time, time)) {
    Loads target = rod.loads(station);
    target.clamp_rates.clear();
    const Outcome outcome = rod.continuation->advance(rod.state, target);
    total.iterations += outcome.iterations;
    total.steps += outcome.load_steps;
    total.status = outcome.status;
    if (outcome.status != Status::ok) return total;
    rod.state.time = station;
  }
  return total;
}

Frame Simulation::look() {
  Frame frame;
  frame.time = rods_.front()->state.time;
  const bool moves = scene_.solve.method != Method::static_;
  for (auto& rod : rods_) {
    const std::string prefix = rods_.size() > 1 ? rod->spec.name + " " : "";
    const State& state = rod->state;
    const RodSamples samples = rod->body->samples(rod->model, state);
    draw(rod->spec, samples, frame.shape);
    auto& out = frame.observables;
    add_vector(out, prefix + "tip", "m", samples.positions.back());
    add_vector(out, prefix + "middle", "m", samples.positions[samples.positions.size() / 2]);
    double elastic = 0, external = 0;
    for (const auto& energy : rod->model.energies) (energy->external() ? external : elastic) += value(*energy, state);
    out.push_back({prefix + "elastic energy", "J", elastic});
    out.push_back({prefix + "energy of loads", "J", external});
    if (moves) {
      const double kinetic = rod->stepper->kinetic_energy(state);
      out.push_back({prefix + "kinetic energy", "J", kinetic});
      out.push_back({prefix + "total energy", "J", elastic + external + kinetic});
    }
    if (rod->everything.evaluate(state, state.loads, {.gradient = true}, rod->potential) != Status::ok) continue;
    const auto reactions = rod->body->reactions(rod->model, state, rod->potential.gradient);
    for (std::size_t i = 0; i < reactions.size(); ++i) {
      const std::string clamp = fmt::format("{}clamp{}", prefix, reactions.size() > 1 ? fmt::format(" {}", i + 1) : "");
      add_vector(out, clamp + " force", "N", reactions[i].force);
      add_vector(out, clamp + " moment", "N m", reactions[i].moment);
    }
  }
  return frame;
}

/// The number of rods, then size and bytes of each state.
std::string Simulation::save() const {
  std::string bytes;
  const auto put = [&bytes](std::uint64_t n) { bytes.append(reinterpret_cast<const char*>(&n), sizeof n); };
  put(rods_.size());
  for (const auto& rod : rods_) {
    const std::string state = plumb::save(rod->state);
    put(state.size());
    bytes += state;
  }
  return bytes;
}

void Simulation::load(const std::string& bytes) {
  std::size_t at = 0;
  const auto fail = [] { throw UserError("not a saved state of this scene: it is of another scene, or cut short"); };
  const auto take = [&] {
    std::uint64_t n = 0;
    if (bytes.size() - at < sizeof n) fail();
    std::memcpy(&n, bytes.data() + at, sizeof n);
    at += sizeof n;
    return n;
  };
  if (take() != rods_.size()) fail();
  std::vector<State> states;
  for (const auto& rod : rods_) {
    const std::uint64_t size = take();
    if (bytes.size() - at < size) fail();
    states.push_back(load_state(bytes.substr(at, size)));
    at += size;
    if (states.back().q.size() != rod->state.q.size()) fail();
  }
  if (at != bytes.size()) fail();
  for (std::size_t i = 0; i < states.size(); ++i) rods_[i]->state = std::move(states[i]);
}

bool Simulation::continue_from(const Simulation& other) {
  if (scene_.solve.method != Method::static_ || other.rods_.size() != rods_.size()) return false;
  std::vector<State> before;
  for (const auto& rod : rods_) before.push_back(rod->state);
  for (std::size_t i = 0; i < rods_.size(); ++i) {
    Rod& rod = *rods_[i];
    const State& from = other.rods_[i]->state;
    bool found = false;
    if (from.q.size() == rod.state.q.size() && from.loads.clamps.size() == rod.state.loads.clamps.size() &&
        from.loads.wrenches.size() == rod.state.loads.wrenches.size()) {
      rod.state = from;
      Loads target = rod.loads(scene_.solve.duration);
      target.clamp_rates.clear();
      found = rod.continuation->advance(rod.state, target).status == Status::ok;
      rod.state.time = scene_.solve.duration;
    }
    if (!found) {
      for (std::size_t k = 0; k < rods_.size(); ++k) rods_[k]->state = before[k];
      return false;
    }
  }
  return true;
}

std::vector<Vibrations> Simulation::vibrations(int k) const {
  std::vector<Vibrations> all;
  for (const auto& rod : rods_) all.push_back(plumb::vibrations(rod->model, rod->state, k));
  return all;
}

Shape Simulation::vibrating(std::size_t index, const Eigen::VectorXd& mode, double amplitude) const {
  Shape shape;
  for (std::size_t i = 0; i < rods_.size(); ++i) {
    const Rod& rod = *rods_[i];
    State state = rod.state;
    if (i == index) {
      // The scale of a mode is set by how far its points go, to first order.
      const RodSamples here = rod.body->samples(rod.model, state);
      State nudged = state;
      const double small = 1e-6 / mode.cwiseQuotient(rod.model.layout.scale).cwiseAbs().maxCoeff();
      if (rod.model.layout.retraction->retract(nudged, small * mode) == Status::ok) {
        const RodSamples there = rod.body->samples(rod.model, nudged);
        double largest = 0;
        for (std::size_t p = 0; p < here.positions.size(); ++p) {
          largest = std::max(largest, (there.positions[p] - here.positions[p]).norm());
        }
        if (largest > 0 &&
            rod.model.layout.retraction->retract(state, amplitude * small / largest * mode) != Status::ok) {
          state = rod.state;
        }
      }
    }
    draw(rod.spec, rod.body->samples(rod.model, state), shape);
  }
  return shape;
}

}  // namespace plumb
