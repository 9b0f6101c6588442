#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/frame.h>

namespace plumb {

/// The positions x_i of material points of a body, as functions of its unknowns q and, if a clamp is not among the
/// unknowns, of the clamps' poses. Contact, grabs and pictures see a body through this alone, so they work on any
/// unknowns: nodes (the identity), control points (weighted sums), curvatures (a chain). Derivatives by q are those
/// along a step that adds to q.
class Embedding {
 public:
  virtual ~Embedding() = default;
  virtual int n_points() const = 0;
  /// Returns the entries of q that x_i depends on, each once; points may have different numbers of them, or none.
  virtual std::span<const int> stencil(int point) const = 0;
  /// Computes the positions of all points, m.
  virtual void positions(const Eigen::VectorXd& q, std::span<const Pose> clamps,
                         std::span<Eigen::Vector3d> x) const = 0;
  /// Computes the velocities of all points, m/s, if q changes at the rates v and the clamps move at `rates`; if there
  /// are no rates, the clamps are at rest.
  virtual void velocities(const Eigen::VectorXd& q, std::span<const Pose> clamps, std::span<const PoseRate> rates,
                          const Eigen::VectorXd& v, std::span<Eigen::Vector3d> out) const = 0;
  /// Computes dx_i/dq, a column for each entry of the stencil.
  virtual void jacobian(const Eigen::VectorXd& q, std::span<const Pose> clamps, int point,
                        Eigen::Ref<Eigen::Matrix3Xd> on_stencil) const = 0;
  /// Is every x_i linear in q? Then J^T r has no derivative.
  virtual bool linear() const = 0;
  /// Computes r . d2x_i/dq2 on the stencil, the derivative of J^T r: the geometric stiffness of a force r on the point.
  /// It is zero if the embedding is linear; others must override this.
  virtual void curvature(const Eigen::VectorXd& q, std::span<const Pose> clamps, int point, const Eigen::Vector3d& r,
                         Eigen::Ref<Eigen::MatrixXd> on_stencil) const;

  /// Returns the positions of all points.
  std::vector<Eigen::Vector3d> points_at(const Eigen::VectorXd& q, std::span<const Pose> clamps) const;
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
  /// Returns the index in q of the x coordinate of a point.
  int first(int point) const { return stencils_[3 * static_cast<std::size_t>(point)]; }
  void positions(const Eigen::VectorXd& q, std::span<const Pose> clamps, std::span<Eigen::Vector3d> x) const override;
  void velocities(const Eigen::VectorXd& q, std::span<const Pose> clamps, std::span<const PoseRate> rates,
                  const Eigen::VectorXd& v, std::span<Eigen::Vector3d> out) const override;
  void jacobian(const Eigen::VectorXd& q, std::span<const Pose> clamps, int point,
                Eigen::Ref<Eigen::Matrix3Xd> on_stencil) const override;
  bool linear() const override { return true; }

 private:
  std::vector<int> stencils_;
};

}  // namespace plumb
