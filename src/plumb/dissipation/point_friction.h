#pragma once

#include <memory>

#include <Eigen/Core>

#include <plumb/dissipation/dissipation.h>
#include <plumb/geometry/embedding.h>

namespace plumb {

/// How friction follows from the velocity u along the ground, m/s, at a normal force r_n, N. Neither law sticks: a point
/// under any tangential force, however small, moves.
enum class FrictionOfSpeed {
  viscous,      ///< r_T = -mu r_n u/v0,                D = mu r_n u^2/(2 v0): any size, linear in u
  regularised,  ///< r_T = -mu r_n u/sqrt(u^2 + v0^2),  D = mu r_n (sqrt(u^2 + v0^2) - v0): below mu r_n
};

struct PointFrictionLaw {
  FrictionOfSpeed kind = FrictionOfSpeed::viscous;
  double mu = 0;     ///< coefficient of friction
  double speed = 0;  ///< v0, m/s, above zero: where the viscous force comes to mu r_n
};

/// Friction of one point of a body with ground at rest, as a loss that depends on the velocity (Romero et al. 2021,
/// section 5.4: "friction forces proportional to the object velocity"). The normal force is not found here: it is
/// the first entry of a slot of the history, written by whoever takes the step; zero: the point does not touch.
/// Derivatives are by the rates alone: exact for straight embeddings, and for others at the point where J is taken.
class PointFriction final : public Dissipation {
 public:
  PointFriction(std::shared_ptr<const Embedding> embedding, int point, const Eigen::Vector3d& normal,
                const PointFrictionLaw& law, std::size_t slot);

  std::string_view name() const override { return "friction of a point"; }
  int n_elements() const override { return 1; }
  int stencil_size() const override { return static_cast<int>(embedding_->stencil(point_).size()); }
  std::span<const int> stencil(int /*element*/) const override { return embedding_->stencil(point_); }
  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;

  /// Returns the friction on the point, N, in space.
  Eigen::Vector3d force(const State& state, const Loads& loads) const;

 private:
  /// D, W, with its derivatives by u.
  struct Loss {
    double value;
    Eigen::Vector3d slope;
    Eigen::Matrix3d curvature;
  };
  Loss loss(const State& state, const Loads& loads) const;

  std::shared_ptr<const Embedding> embedding_;
  int point_;
  Eigen::Matrix3d along_;  ///< takes the normal part away
  PointFrictionLaw law_;
  std::size_t slot_;
};

}  // namespace plumb
