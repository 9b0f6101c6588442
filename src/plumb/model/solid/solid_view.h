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
  /// Returns von Mises' measure of Cauchy's stress in each tetrahedron, Pa: the size of the part that is no pressure, equal
  /// to the stress of a bar that is pulled. Where a tetrahedron is flat or inside out, per area as if its volume were a
  /// thousandth of that at rest.
  std::vector<double> von_mises() const;
  /// Returns the mean of a number per tetrahedron at each point, by the volumes at rest.
  std::vector<double> mean_around(const std::vector<double>& of_tetrahedra) const;
  /// Returns the volume now, m^3; what is inside out counts less than nothing.
  double volume() const;
  /// Returns an estimate of the part of the elastic energy that the mesh gets wrong (Zienkiewicz and Zhu 1987): the
  /// Biot's stress is constant on each tetrahedron, and its difference from its own mean around the points, by Hooke's
  /// energy, is what a finer mesh would change.
  /// It is large where stress jumps: where bending or a hole falls between too few tetrahedra, and where they lock.
  double error_of_energy() const;
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
