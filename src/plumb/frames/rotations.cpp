#include <plumb/frames/rotations.h>

#include <plumb/strain/rotation.h>

namespace plumb {

Status Rotations::carry(State& state, const Eigen::VectorXd& step) const {
  for (int i = 0; i < size(); ++i) {
    const Eigen::Vector3d turned = step.segment<3>(turn(i));
    if (turned.squaredNorm() == 0) continue;
    set(state, i, rotation<double>(turned) * of(state, i));
  }
  return Status::ok;
}

}  // namespace plumb
