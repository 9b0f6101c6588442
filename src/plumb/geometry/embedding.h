#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

#include <plumb/core/status.h>

namespace plumb {

/// Positions x_i(q) of material points, with their derivatives. Gravity, contact, grabs and clamps see only this, so
/// they work on any unknowns: nodes (the identity), curvatures (a chain), ...
class Embedding {
 public:
  virtual ~Embedding() = default;
  virtual int n_points() const = 0;
  /// The unknowns x_i depends on; every point has the same number of them.
  virtual std::span<const int> stencil(int point) const = 0;
  virtual Eigen::Vector3d position(const Eigen::VectorXd& q, int point) const = 0;
  /// out = J_i^T f, on the stencil.
  virtual void pull(const Eigen::VectorXd& q, int point, const Eigen::Vector3d& f, std::span<double> out) const = 0;
  /// Is x_i linear in q? Then J^T f has no derivative.
  virtual bool linear() const = 0;
};

/// The identity: point i is three consecutive unknowns of q.
class NodalEmbedding final : public Embedding {
 public:
  /// first[i]: index in q of the x coordinate of point i.
  explicit NodalEmbedding(const std::vector<int>& first);

  int n_points() const override { return static_cast<int>(stencils_.size() / 3); }
  std::span<const int> stencil(int point) const override {
    return {&stencils_[3 * static_cast<std::size_t>(point)], 3};
  }
  Eigen::Vector3d position(const Eigen::VectorXd& q, int point) const override {
    return q.segment<3>(stencils_[3 * static_cast<std::size_t>(point)]);
  }
  void pull(const Eigen::VectorXd& q, int point, const Eigen::Vector3d& f, std::span<double> out) const override;
  bool linear() const override { return true; }

 private:
  std::vector<int> stencils_;
};

}  // namespace plumb
