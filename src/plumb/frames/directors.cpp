#include <plumb/frames/directors.h>

#include <cmath>

#include <plumb/strain/rotation.h>

namespace plumb {

Status Directors::carry(State& state, const Eigen::VectorXd& step) const {
  for (std::size_t i = 0; i < turns_.size(); ++i) {
    const Eigen::Vector2d s = step.segment<2>(turns_[i]);
    if (s.squaredNorm() == 0) continue;
    const Eigen::Matrix3d old = triad(state, static_cast<int>(i));
    // The axis is d x (s1 t1 + s2 t2).
    const Eigen::Vector3d axis = s[0] * old.col(1) - s[1] * old.col(0);
    set_triad(state, static_cast<int>(i), rotation<double>(axis) * old);
  }
  return Status::ok;
}

Eigen::Vector2d Directors::step_to(const Eigen::Matrix3d& triad, const Eigen::Vector3d& director) {
  const Eigen::Vector3d seen = triad.transpose() * director;
  const double sine = seen.head<2>().norm(), angle = std::atan2(sine, seen[2]);
  if (angle == 0) return Eigen::Vector2d::Zero();
  // To the opposite every way is equally short.
  return sine > 0 ? Eigen::Vector2d(seen.head<2>() * (angle / sine)) : Eigen::Vector2d(angle, 0);
}

}  // namespace plumb
