#pragma once

#include <memory>
#include <vector>

#include <plumb/scene/bodies/body.h>

namespace plumb {

/// Places along a rod and what it does there.
struct RodSamples {
  std::vector<Eigen::Vector3d> positions;                   ///< m
  std::vector<double> arc_length, kappa_1, kappa_2, twist;  ///< m; 1/m
};

/// A rod of a scene as one of the models: how it is built, and what one sees of it. Its clamps and wrenches are in the
/// scene's order.
class RodBody : public Body {
 public:
  explicit RodBody(SceneRod rod) : rod_(std::move(rod)) {}

  const std::string& name() const final { return rod_.name; }
  double size() const final { return rod_.length; }
  Handling handling() const final;
  void draw(const BodyView& view, Shape& shape) const final;
  void observe(const BodyView& view, Observations& out) const final;
  std::vector<Warning> doubts(const BodyView& view) const final;

 protected:
  virtual RodSamples samples(const Model& model, const State& state) const = 0;
  /// What a clamp does to the rod, from the gradient of the potential on all of q; the held part's own inertia is left
  /// out. Empty: the clamp is no part of q.
  virtual std::vector<Wrench> reactions(const Model& model, const State& state,
                                        const Eigen::VectorXd& gradient) const = 0;
  SceneRod rod_;
};

std::unique_ptr<Body> discrete_body(const SceneRod& rod);
std::unique_ptr<Body> curved_body(const SceneRod& rod);
std::unique_ptr<Body> beam_body(const SceneRod& rod);
std::unique_ptr<Body> rod_body(const SceneRod& rod);

}  // namespace plumb
