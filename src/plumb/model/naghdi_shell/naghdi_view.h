#pragma once

#include <plumb/model/naghdi_shell/naghdi_shell.h>
#include <plumb/model/view.h>

namespace plumb {

/// The plate of a model of one Naghdi shell, in a state; its points are the nodes.
class NaghdiView final : public SurfaceView {
 public:
  NaghdiView(const NaghdiShellSpec& spec, const Model& model, const State& state)
      : spec_(spec), model_(model), state_(state) {}

  /// Returns the middle of the free edge.
  Eigen::Vector3d tip() const { return naghdi_tip(spec_, model_, state_); }

  std::vector<Eigen::Vector3d> points() const override;
  /// Between the corners of the elements.
  std::vector<std::array<int, 3>> triangles() const override;
  /// The angle by which the director at each node with one leans from the normal; 0 at the others.
  std::vector<PointArray> strains() const override;
  /// The clamp holds the nodes of the edge s = 0 and their directors as one rigid body.
  std::vector<Wrench> reactions(const Eigen::VectorXd& gradient) const override;

 private:
  const NaghdiShellSpec& spec_;
  const Model& model_;
  const State& state_;
};

}  // namespace plumb
