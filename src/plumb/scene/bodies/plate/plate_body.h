#pragma once

#include <memory>
#include <string>
#include <vector>

#include <plumb/model/shell/shell_view.h>
#include <plumb/scene/bodies/body.h>
#include <plumb/scene/bodies/plate/scene_plate.h>

namespace plumb {

/// A plate of a scene as a shell of triangles, as specified or on another mesh of its material. Its clamps are the
/// supports, in the scene's order.
class PlateBody final : public Body, private BodyRemeshing {
 public:
  explicit PlateBody(ScenePlate plate) : PlateBody(std::make_shared<const ScenePlate>(std::move(plate)), nullptr) {}
  /// Throws UserError if the mesh is none of the plate's material.
  PlateBody(std::shared_ptr<const ScenePlate> plate, std::shared_ptr<const MeshNow> mesh);

  const ScenePlate& plate() const { return *plate_; }
  /// Throws UserError if the mesh is to change and cannot.
  void check_remeshing() const;

  const std::string& name() const override { return plate_->name; }
  double size() const override;
  bool is_curve() const override { return false; }
  Handling handling() const override;
  BodyMeshes meshes() const override;
  const BodyRemeshing* remeshing() const override { return plate_->remesh ? this : nullptr; }
  std::vector<Eigen::Vector3d> points(const State& state) const override { return view(state).points(); }
  void draw(const State& state, Shape& shape) const override;
  void observe(const BodyAtInstant& now, Observations& out) const override;
  std::vector<Warning> doubts(const State& state) const override;

 private:
  Model build() const override;
  ShellView view(const State& state) const { return {*spec_, model(), state}; }
  /// Returns where the points are at first.
  const std::vector<Eigen::Vector3d>& initial() const {
    return spec_->start.empty() ? spec_->rest.points : spec_->start;
  }

  int every() const override { return plate_->remesh->every; }
  std::optional<RemeshedBody> remeshed(const State& state, const ObstaclesNear& near) const override;
  std::shared_ptr<const Body> on(std::shared_ptr<const MeshNow> mesh) const override;

  void observe_places(const ShellView& seen, Observations& out) const;
  void observe_supports(const std::vector<Wrench>& wrenches, Observations& out) const;
  void observe_loads(const ShellView& seen, Observations& out) const;

  std::shared_ptr<const ScenePlate> plate_;
  std::shared_ptr<const MeshNow> mesh_;                ///< null: as specified
  std::shared_ptr<const ShellSpec> specified_, spec_;  ///< as the scene says, and on the mesh
  std::uint64_t middle_name_;  ///< of the point that is nearest to the middle of the plate at first
  int middle_;                 ///< its number on the mesh
};

}  // namespace plumb
