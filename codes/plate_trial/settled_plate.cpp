#include <codes/plate_trial/settled_plate.h>

#include <plumb/solve/certificate.h>

namespace codes {
namespace {

class SettlingPlate final : public DiscretePlate {
 public:
  SettlingPlate(std::unique_ptr<DiscretePlate> plate, const plumb::SettleOptions& options)
      : plate_(std::move(plate)), options_(options) {}

  plumb::Model model() const override { return plate_->model(); }
  std::unique_ptr<Follower> follower() const override {
    return std::make_unique<SettledFollower>(model(), plumb::Method::linearly_implicit_euler, options_);
  }
  Eigen::Vector3d tip(const plumb::Model& model, const plumb::State& state) const override {
    return plate_->tip(model, state);
  }

 private:
  std::unique_ptr<DiscretePlate> plate_;
  plumb::SettleOptions options_;
};

}  // namespace

SettledFollower::SettledFollower(const plumb::Model& model, plumb::Method method, const plumb::SettleOptions& options)
    : stepper_(plumb::make_stepper(model, method)), exact_(model), options_(options) {}

plumb::Outcome SettledFollower::advance(plumb::State& state, const plumb::Loads& target) {
  plumb::State moved = state;
  moved.v.setZero();
  const plumb::Settled settled = plumb::settle(*stepper_, moved, target, options_);
  plumb::Outcome outcome;
  outcome.status = settled.status;
  outcome.iterations = settled.iterations;
  outcome.load_steps = settled.steps;
  if (settled.status != plumb::Status::ok) return outcome;
  const plumb::Certificate certificate = plumb::certify(exact_, moved);
  outcome.residual = certificate.residual;
  outcome.negative_modes = certificate.negative_modes;
  outcome.update = certificate.distance;
  state = std::move(moved);
  return outcome;
}

std::unique_ptr<DiscretePlate> SettledPlate::operator()(const ScenarioPlate& plate) const {
  plumb::SettleOptions options;
  options.dt = plate.dt * plate.slowness();
  options.rate = plate.tol / plate.slowness();
  return std::make_unique<SettlingPlate>(triangles(plate), options);
}

}  // namespace codes
