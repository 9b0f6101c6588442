#include <codes/argus/adaptive_push.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <codes/push/exact_step.h>
#include <plumb/mechanics/state_fit.h>
#include <plumb/model/shell/shell.h>
#include <plumb/world/change_mesh.h>
#include <plumb/world/world_march.h>

namespace codes {
namespace {

/// Returns the strip as it hangs straight from its clamp.
plumb::ShellSpec straight(const StripToPush& strip, const TrianglePlate& plate) {
  plumb::ShellSpec spec = shell_strip_spec(strip, plate);
  spec.start.clear();
  return spec;
}

std::array<int, 2> ends_of(const std::vector<int>& row, const plumb::ShellSpec& spec) {
  const auto [low, high] = std::minmax_element(row.begin(), row.end(), [&](int a, int b) {
    return spec.rest.points[static_cast<std::size_t>(a)].y() < spec.rest.points[static_cast<std::size_t>(b)].y();
  });
  return {*low, *high};
}

bool same_mesh(const plumb::State& a, const plumb::State& b) {
  return a.mesh == b.mesh || (a.mesh && b.mesh && *a.mesh == *b.mesh);
}

}  // namespace

AdaptivePushStep::AdaptivePushStep(const StripToPush& strip, const PushSchedule& schedule, const TrianglePlate& plate,
                                   const Adaptivity& adaptivity)
    : ModelPushStep(strip, [&](const StripToPush& at) { return shell_strip(at, plate); }),
      length_(strip.length),
      clearance_(body().clearance),
      spec_(straight(strip, plate)),
      every_(adaptivity.every),
      last_(adaptivity.last),
      tolerance_(schedule.tolerance),
      step_(schedule.dt * strip.unit_time()),
      stepper_(plumb::make_stepper(body().model, plumb::Method::linearly_implicit_euler)),
      around_(rough_ground(strip.mu)) {
  corners_ = ends_of(shell_tip(spec_), spec_);
  const double cell = strip.length / strip.n();
  remeshing_.sizing.size_min = adaptivity.finest * cell;
  remeshing_.sizing.size_max = adaptivity.coarsest * cell;
  remeshing_.sizing.refine_angle = adaptivity.refine_angle;
  begin_ = bent(strip);
}

plumb::State AdaptivePushStep::bent(const StripToPush& strip) const {
  plumb::State state = plumb::shell(spec_).initial;
  if (auto better = plumb::remeshed(spec_, state, remeshing_)) state = std::move(better->state);
  const plumb::MeshNow mesh = state.mesh ? *state.mesh : plumb::mesh_of(spec_);
  const auto distance = [&](const Eigen::Vector3d& rest) { return row_at(spec_, strip, rest); };
  std::set<double> distances;
  for (const Eigen::Vector3d& rest : mesh.rest) distances.insert(distance(rest));
  const std::map<double, Eigen::Vector3d> rows = bent_rows(strip, distances, last_held_row(spec_, strip));
  const double height = clearance_ - rows.rbegin()->second.z();
  for (std::size_t i = 0; i < mesh.rest.size(); ++i) {
    const Eigen::Vector3d& row = rows.at(distance(mesh.rest[i]));
    state.q.segment<3>(3 * static_cast<Eigen::Index>(i)) = Eigen::Vector3d(row.x(), mesh.rest[i].y(), height + row.z());
  }
  state.loads.clamps[0].position.z() = height;
  return state;
}

double AdaptivePushStep::start() const { return 1 - (begin_.loads.clamps[0].position.z() - clearance_) / length_; }

PushStepOutcome AdaptivePushStep::step(plumb::State& state, std::vector<plumb::Touch>& touches, const ClampWay& way,
                                       double until) {
  if (!same_mesh(state, stepper_->model().initial)) stepper_->reset(plumb::shell(spec_, state));
  const plumb::Programme programme = [&](double time) { return loads_at(way, time); };
  // Argus does not watch the energy, and goes on whatever a change of the mesh does to it.
  state.books = {};
  const long count = std::lround(until / step_);
  const bool due = count % every_ == 0 && (last_ == 0 || count <= last_);
  std::vector<plumb::Toucher> one;
  one.push_back({*stepper_, state, programme, false, false, {due ? 1 : 0, [&] { return remesh(one, touches); }}});
  const plumb::WorldMarchOutcome done = plumb::march(one, around_, touches, until, until - state.time,
                                                     {.tolerance = tolerance_}, plumb::ContactWay::exact, &finder_);
  return outcome_of(done, touches, around_.friction.elsewhere);
}

plumb::Status AdaptivePushStep::remesh(std::span<const plumb::Toucher> strip, std::vector<plumb::Touch>& touches) {
  auto better = plumb::remeshed(spec_, strip[0].state, remeshing_);
  if (!better) return plumb::Status::ok;
  plumb::Model model = plumb::shell(spec_, better->state);
  plumb::change_mesh(strip, 0, around_, touches,
                     {std::move(model), std::move(better->state), std::move(better->successors)});
  return plumb::Status::ok;  // the strip keeps its mesh where it cannot go to the other one
}

Eigen::Vector3d AdaptivePushStep::tip(const plumb::State& state) const {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const int corner : corners_) {
    Eigen::Index number = corner;
    if (state.mesh) {
      const auto& names = state.mesh->names;
      number = std::find(names.begin(), names.end(), static_cast<std::uint64_t>(corner)) - names.begin();
      ENSURE(number < static_cast<Eigen::Index>(names.size()));
    }
    sum += 0.5 * state.q.segment<3>(3 * number);
  }
  return sum;
}

std::vector<Eigen::Vector3d> AdaptivePushStep::points(const plumb::State& state) const {
  std::vector<Eigen::Vector3d> all;
  for (Eigen::Index i = 0; i < state.q.size(); i += 3) all.emplace_back(state.q.segment<3>(i));
  return all;
}

bool AdaptivePushStep::fits(const plumb::State& state) const {
  if (!state.mesh) return ModelPushStep::fits(state);
  const auto& names = state.mesh->names;
  const bool has_corners = std::all_of(corners_.begin(), corners_.end(), [&](int corner) {
    return std::find(names.begin(), names.end(), static_cast<std::uint64_t>(corner)) != names.end();
  });
  try {
    return has_corners && plumb::fits(state, plumb::shell(spec_, state).initial);
  } catch (const plumb::UserError&) {
    return false;
  }
}

}  // namespace codes
