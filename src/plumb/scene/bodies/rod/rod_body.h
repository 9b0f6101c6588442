#pragma once

#include <memory>
#include <vector>

#include <plumb/model/view.h>
#include <plumb/scene/bodies/body.h>
#include <plumb/scene/bodies/rod/scene_rod.h>

namespace plumb {

/// A rod of a scene as one of the models. Its clamps and wrenches are in the scene's order.
class RodBody : public Body {
 public:
  explicit RodBody(SceneRod rod) : rod_(std::move(rod)) {}

  const SceneRod& rod() const { return rod_; }

  const std::string& name() const final { return rod_.name; }
  double size() const final { return rod_.length; }
  bool is_curve() const final { return true; }
  Handling handling() const final;
  std::vector<Eigen::Vector3d> points(const State& state) const final { return view(state)->points(); }
  void draw(const State& state, Shape& shape) const final;
  void observe(const BodyAtInstant& now, Observations& out) const final;
  std::vector<Warning> doubts(const State& state) const final;

 protected:
  virtual std::unique_ptr<CurveView> view(const State& state) const = 0;
  /// Returns what each clamp does to the rod of the scene, which may be a little less than that of the model.
  virtual std::vector<Wrench> reactions(const CurveView& seen, const State& /*state*/,
                                        const Eigen::VectorXd& gradient) const {
    return seen.reactions(gradient);
  }

 private:
  SceneRod rod_;
};

std::shared_ptr<const RodBody> discrete_body(const SceneRod& rod);
std::shared_ptr<const RodBody> curved_body(const SceneRod& rod);
std::shared_ptr<const RodBody> ribbon_body(const SceneRod& rod);
std::shared_ptr<const RodBody> beam_body(const SceneRod& rod);
std::shared_ptr<const RodBody> rod_body(const SceneRod& rod);

}  // namespace plumb
