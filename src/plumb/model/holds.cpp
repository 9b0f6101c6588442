#include <plumb/model/holds.h>

#include <Eigen/Geometry>

namespace plumb {

void PointHold::step_to(const State& state, const Loads& loads, Eigen::VectorXd& step) const {
  step.segment<3>(x_) = loads.clamps[clamp_].position - state.q.segment<3>(x_);
}

std::vector<int> SectionHold::fixed() const {
  std::vector<int> all = point_.fixed();
  for (int k = 0; k < 3; ++k) all.push_back(rotations_->turn(index_) + k);
  return all;
}

void SectionHold::step_to(const State& state, const Loads& loads, Eigen::VectorXd& step) const {
  point_.step_to(state, loads, step);
  const Eigen::AngleAxisd turn(loads.clamps[clamp_].frame() * rotations_->of(state, index_).transpose());
  step.segment<3>(rotations_->turn(index_)) = turn.angle() * turn.axis();
}

}  // namespace plumb
