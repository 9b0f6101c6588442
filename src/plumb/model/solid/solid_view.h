#pragma once

#include <vector>

#include <plumb/model/solid/solid.h>
#include <plumb/model/view.h>

namespace plumb {

/// The solid of a model of one solid, which was built from `spec`, in a state.
class SolidView final : public SurfaceView {
 public:
  SolidView(const SolidSpec& spec, const Model& model, const State& state)
      : spec_(spec), model_(model), state_(state) {}

  Eigen::Vector3d point(int i) const { return state_.q.segment<3>(3 * i); }
  /// Returns the singular values of the deformation gradient of each tetrahedron, the largest first; the last one is
  /// negative where it is inside out.
  std::vector<Eigen::Vector3d> stretches() const;
  /// Returns the elastic energy per volume at each point, J/m^3; a tetrahedron's energy is shared by its corners.
  std::vector<double> energy_density() const;

  std::vector<Eigen::Vector3d> points() const override;
  /// Those of the outside.
  std::vector<std::array<int, 3>> triangles() const override { return outer_triangles(spec_.rest); }
  /// The largest strain of the tetrahedra around each point.
  std::vector<PointArray> strains() const override;
  /// A coordinate that several supports hold counts for the first of them.
  std::vector<Wrench> reactions(const Eigen::VectorXd& gradient) const override;

 private:
  const SolidSpec& spec_;
  const Model& model_;
  const State& state_;
};

}  // namespace plumb
