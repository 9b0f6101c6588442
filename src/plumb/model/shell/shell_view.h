#pragma once

#include <initializer_list>
#include <span>

#include <plumb/mechanics/energy.h>
#include <plumb/model/shell/shell.h>
#include <plumb/model/view.h>

namespace plumb {

/// The shell of a model of one shell, which was built from `spec`, in a state.
class ShellView final : public SurfaceView {
 public:
  ShellView(const ShellSpec& spec, const Model& model, const State& state)
      : spec_(spec), model_(model), state_(state) {}

  Eigen::Vector3d point(int i) const { return state_.q.segment<3>(3 * i); }
  /// Returns the mean of some points.
  Eigen::Vector3d mean(std::span<const int> points) const;
  /// Returns of each triangle the largest stretch minus one, in either direction.
  std::vector<double> triangle_strains() const;
  /// Returns the energy per area of the terms with these roles at each point, J/m^2; an element's energy is shared by
  /// its three corners.
  std::vector<double> energy_density(std::initializer_list<Role> roles) const;

  std::vector<Eigen::Vector3d> points() const override;
  std::vector<std::array<int, 3>> triangles() const override { return spec_.rest.triangles; }
  /// The largest strain of the triangles around each point.
  std::vector<PointArray> strains() const override;
  /// A coordinate that several supports hold counts for the first of them.
  ///
  /// Where a mirror holds the direction of an edge (energy/shell/mirrored_bending.h), the energy of its triangle
  /// depends on how the support is turned. It is left alone by turning triangle and mirror together, so turning the
  /// mirror alone works as turning the triangle back: that is the mirror's moment. A triangle between two mirrors
  /// counts for the first of them.
  std::vector<Wrench> reactions(const Eigen::VectorXd& gradient) const override;

 private:
  const ShellSpec& spec_;
  const Model& model_;
  const State& state_;
};

}  // namespace plumb
