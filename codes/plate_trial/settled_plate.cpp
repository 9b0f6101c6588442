#include <codes/plate_trial/settled_plate.h>

#include <algorithm>

#include <plumb/step/change_model.h>

namespace codes {
namespace {

/// Returns how ARCSim's shipped scenes adapt their meshes, for a plate of n cells: an edge sees a turn of 0.3 rad at
/// most, where n is 120, and may be 24 cells long.
plumb::ShellRemeshing remeshing(const ScenarioPlate& plate, const std::vector<int>& kept) {
  constexpr double kUsualCells = 120, kUsualAngle = 0.3, kCoarsest = 24;
  const double cell = plate.length / plate.n_elements;
  plumb::ShellRemeshing r;
  r.sizing.size_min = cell;
  r.sizing.size_max = kCoarsest * cell;
  r.sizing.refine_angle = kUsualAngle * kUsualCells / plate.n_elements;
  r.kept.assign(kept.begin(), kept.end());
  return r;
}

/// A plate whose points have names that stay: numbers in the mesh of its specification.
class SettlingPlate final : public DiscretePlate {
 public:
  SettlingPlate(plumb::ShellSpec spec, std::vector<int> tip, const plumb::SettleOptions& options,
                std::optional<plumb::ShellRemeshing> remeshing)
      : spec_(std::move(spec)), tip_(std::move(tip)), options_(options), remeshing_(std::move(remeshing)) {}

  plumb::Model model() const override { return plumb::shell(spec_); }
  std::unique_ptr<Follower> follower() const override {
    return std::make_unique<SettledFollower>(spec_, options_, remeshing_);
  }
  /// What moves in its plane stays in it.
  bool leaves_saddles() const override { return false; }
  Eigen::Vector3d tip(const plumb::Model& /*model*/, const plumb::State& state) const override {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const int name : tip_) sum += state.q.segment<3>(3 * number(name, state));
    return sum / static_cast<double>(tip_.size());
  }

 private:
  static Eigen::Index number(int name, const plumb::State& state) {
    if (!state.mesh) return name;
    const auto& names = state.mesh->names;
    const auto found = std::find(names.begin(), names.end(), static_cast<std::uint64_t>(name));
    ENSURE(found != names.end());
    return found - names.begin();
  }

  plumb::ShellSpec spec_;
  std::vector<int> tip_;
  plumb::SettleOptions options_;
  std::optional<plumb::ShellRemeshing> remeshing_;
};

void refuse_lost_points(const plumb::State& state, const std::vector<std::uint64_t>& kept) {
  if (!state.mesh) return;
  for (const std::uint64_t name : kept) {
    if (!std::count(state.mesh->names.begin(), state.mesh->names.end(), name)) {
      throw plumb::UserError("not a saved trial of this scenario: its mesh has lost the plate's tip");
    }
  }
}

bool same_mesh(const plumb::State& a, const plumb::State& b) {
  return a.mesh == b.mesh || (a.mesh && b.mesh && *a.mesh == *b.mesh);
}

}  // namespace

SettledFollower::SettledFollower(plumb::ShellSpec spec, const plumb::SettleOptions& options,
                                 std::optional<plumb::ShellRemeshing> remeshing)
    : spec_(std::move(spec)),
      options_(options),
      remeshing_(std::move(remeshing)),
      stepper_(plumb::make_stepper(plumb::shell(spec_), plumb::Method::linearly_implicit_euler)) {}

void SettledFollower::expect(const plumb::State& state) {
  if (remeshing_ && !same_mesh(state, model().initial)) {
    refuse_lost_points(state, remeshing_->kept);
    stepper_->reset(plumb::shell(spec_, state));
  }
  refuse_misfit(state);
}

plumb::Outcome SettledFollower::advance(plumb::State& state, const plumb::Loads& target) {
  expect(state);
  plumb::State moved = state;
  moved.v.setZero();
  const plumb::Settled settled = plumb::settle(*stepper_, moved, target, options_, between_steps());
  plumb::Outcome outcome;
  outcome.status = settled.status;
  outcome.iterations = settled.iterations;
  outcome.load_steps = settled.steps;
  if (settled.status != plumb::Status::ok) return outcome;

  const plumb::Certificate found = certificate(moved);
  outcome.residual = found.residual;
  outcome.negative_modes = found.negative_modes;
  outcome.update = found.distance;
  state = std::move(moved);
  return outcome;
}

plumb::Certificate SettledFollower::certificate(const plumb::State& state) {
  if (!exact_ || !same_mesh(exact_->model().initial, state)) exact_.emplace(model());
  return plumb::certify(*exact_, state);
}

plumb::BetweenSteps SettledFollower::between_steps() const {
  if (!remeshing_) return {};
  constexpr int kStepsOfAFrame = 8;  // in most of ARCSim's shipped scenes
  constexpr int kFrames = 10;
  return [this, step = 0](plumb::Stepper& stepper, plumb::State& state) mutable {
    ++step;
    const bool due = step % kStepsOfAFrame == 0 && step <= kFrames * kStepsOfAFrame;
    return due ? remesh(stepper, state) : plumb::Status::ok;
  };
}

plumb::Status SettledFollower::remesh(plumb::Stepper& stepper, plumb::State& state) const {
  auto better = plumb::remeshed(spec_, state, *remeshing_);
  if (!better) return plumb::Status::ok;
  plumb::Model model = plumb::shell(spec_, better->state);
  return plumb::change_model(stepper, state, std::move(model), std::move(better->state));
}

std::unique_ptr<DiscretePlate> SettledPlate::operator()(const ScenarioPlate& plate) const {
  plumb::SettleOptions options;
  options.max_steps = 2000;
  options.dt = (plate.dt > 0 ? plate.dt : kSettlingStep) * plate.slowness();
  options.rate = (plate.tol > 0 ? plate.tol : kRest) / plate.slowness();
  plumb::ShellSpec spec = triangles.spec(plate);
  std::vector<int> tip = TrianglePlate::tip_points(plate, spec);
  auto follows = adaptive ? std::optional(remeshing(plate, tip)) : std::nullopt;
  return std::make_unique<SettlingPlate>(std::move(spec), std::move(tip), options, std::move(follows));
}

}  // namespace codes
