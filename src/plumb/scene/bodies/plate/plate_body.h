#pragma once

#include <string>
#include <vector>

#include <plumb/model/shell/shell_view.h>
#include <plumb/scene/bodies/body.h>
#include <plumb/scene/bodies/plate/scene_plate.h>

namespace plumb {

/// A plate of a scene as a shell of triangles. Its clamps are the supports, in the scene's order.
class PlateBody final : public Body {
 public:
  explicit PlateBody(ScenePlate plate);

  const ScenePlate& plate() const { return plate_; }

  const std::string& name() const override { return plate_.name; }
  double size() const override;
  bool is_curve() const override { return false; }
  Handling handling() const override;
  std::vector<TriangleMesh> meshes() const override;
  std::vector<Eigen::Vector3d> points(const State& state) const override { return view(state).points(); }
  void draw(const State& state, Shape& shape) const override;
  void observe(const BodyAtInstant& now, Observations& out) const override;
  std::vector<Warning> doubts(const State& state) const override;

 private:
  Model build() const override { return shell(spec_); }
  ShellView view(const State& state) const { return {spec_, model(), state}; }
  void observe_places(const ShellView& seen, Observations& out) const;
  void observe_supports(const std::vector<Wrench>& wrenches, Observations& out) const;
  void observe_loads(const ShellView& seen, Observations& out) const;

  ScenePlate plate_;
  ShellSpec spec_;
  int middle_;  ///< the point that is nearest to the middle of the plate at first
};

}  // namespace plumb
