#pragma once

#include <optional>
#include <vector>

#include <plumb/contact/detect/contact.h>
#include <plumb/world/contact_rows.h>

namespace plumb {

/// Where the points of a body go by a step of its unknowns, to first order.
class FreeMotion {
 public:
  /// `step`: of the free unknowns; null: it stays.
  FreeMotion(const BodyNow& now, const Eigen::VectorXd* step) : now_(now), step_(step) {}

  Eigen::Vector3d of(const BodyPoint& point) {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (std::size_t i = 0; step_ && i < static_cast<std::size_t>(point.n); ++i) {
      sum += point.weights[i] * of(point.points[i]);
    }
    return sum;
  }

 private:
  Eigen::Vector3d of(int point) {
    known_.resize(static_cast<std::size_t>(now_.model->embedding->n_points()));
    std::optional<Eigen::Vector3d>& known = known_[static_cast<std::size_t>(point)];
    if (known) return *known;
    const std::span<const int> stencil = now_.model->embedding->stencil(point);
    Eigen::Matrix3Xd jacobian(3, static_cast<Eigen::Index>(stencil.size()));
    now_.model->embedding->jacobian(*now_.q, now_.clamps, point, jacobian);
    known = Eigen::Vector3d::Zero();
    for (std::size_t k = 0; k < stencil.size(); ++k) {
      const int row = now_.model->layout.free_index[static_cast<std::size_t>(stencil[k])];
      if (row >= 0) *known += (*step_)[row] * jacobian.col(static_cast<Eigen::Index>(k));
    }
    return *known;
  }

  BodyNow now_;
  const Eigen::VectorXd* step_;
  std::vector<std::optional<Eigen::Vector3d>> known_;
};

}  // namespace plumb
