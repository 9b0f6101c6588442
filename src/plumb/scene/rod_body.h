#pragma once

#include <memory>
#include <vector>

#include <plumb/model/model.h>
#include <plumb/scene/scene.h>

namespace plumb {

/// Places along a rod and what it does there.
struct RodSamples {
  std::vector<Eigen::Vector3d> positions;                   ///< m
  std::vector<double> arc_length, kappa_1, kappa_2, twist;  ///< m; 1/m
};

/// A rod of a scene as one of the models: how it is built, and what one sees of it. Its clamps and wrenches are in the
/// scene's order; its rest state is the initial shape.
class RodBody {
 public:
  virtual ~RodBody() = default;
  virtual Model model() const = 0;
  virtual RodSamples samples(const Model& model, const State& state) const = 0;
  /// What a clamp does to the rod, from the gradient of the potential on all of q; the held part's own inertia is left
  /// out. Empty: the clamp is no part of q.
  virtual std::vector<Wrench> reactions(const Model& model, const State& state,
                                        const Eigen::VectorXd& gradient) const = 0;
};

std::unique_ptr<RodBody> discrete_body(const SceneRod& rod);
std::unique_ptr<RodBody> curved_body(const SceneRod& rod);
std::unique_ptr<RodBody> beam_body(const SceneRod& rod);
std::unique_ptr<RodBody> rod_body(const SceneRod& rod);

}  // namespace plumb
