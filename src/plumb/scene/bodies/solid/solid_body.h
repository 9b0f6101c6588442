#pragma once

#include <string>
#include <vector>

#include <plumb/model/solid/solid_view.h>
#include <plumb/scene/bodies/body.h>
#include <plumb/scene/bodies/solid/scene_solid.h>

namespace plumb {

/// A solid of a scene. Its clamps are the supports, in the scene's order; what one sees of it is its outside.
class SolidBody final : public Body {
 public:
  explicit SolidBody(SceneSolid solid);

  const SceneSolid& solid() const { return solid_; }

  const std::string& name() const override { return solid_.name; }
  double size() const override;
  bool is_curve() const override { return false; }
  bool is_filled() const override { return true; }
  bool starts_anywhere() const override { return !solid_.start.empty(); }
  Handling handling() const override;
  BodyMeshes meshes() const override { return {{}, {solid_.rest, {solid_.initial, solid_.rest.tetrahedra}}}; }
  std::vector<Eigen::Vector3d> points(const State& state) const override;
  void draw(const State& state, Shape& shape) const override;
  void observe(const BodyAtInstant& now, Observations& out) const override;
  std::vector<Warning> doubts(const State& state) const override;

 private:
  Model build() const override;
  SolidView view(const State& state) const { return {spec_, model(), state}; }
  void observe_places(const SolidView& seen, Observations& out) const;
  void observe_supports(const std::vector<Wrench>& wrenches, Observations& out) const;
  void observe_loads(const SolidView& seen, Observations& out) const;

  SceneSolid solid_;
  SolidSpec spec_;
  OuterSurface outside_;
  int middle_;  ///< the point that is nearest to the middle of the solid at first
};

}  // namespace plumb
