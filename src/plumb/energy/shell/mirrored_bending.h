#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include <plumb/energy/shell/hinge.h>
#include <plumb/energy/shell/koiter_bending.h>

namespace plumb {

/// A plane through an edge, behind which the shell goes on as its own mirror image: how a clamp or a symmetry holds the
/// direction of the shell there. The normal of the edge then lies in the plane.
struct Mirror {
  Eigen::Vector3d normal = Eigen::Vector3d::UnitX();  ///< of the plane; unit
  int pose = -1;                                      ///< of the loads, in whose frame the normal is; -1: in space

  Eigen::Vector3d normal_in_space(const Loads& loads) const {
    return pose < 0 ? normal : Eigen::Vector3d(loads.clamps[static_cast<std::size_t>(pose)].frame() * normal);
  }
};

/// The image of c in the plane through p.
template <class S>
Vector3<S> mirrored(const Vector3<S>& c, const Vector3<S>& p, const Eigen::Vector3d& plane_normal) {
  const Vector3<S> normal = plane_normal.cast<S>();
  return c - normal * (2.0 * (c - p).dot(normal));
}

/// A bending triangle (energy/shell/koiter_bending.h) of which some edges are mirrors; those have no neighbour and no
/// director.
struct MirroredTriangle {
  BendingTriangle triangle;
  std::array<std::optional<Mirror>, 3> mirrors;
};

/// The bends II_i of its edges, as KoiterBending has them, where a mirrored edge is a hinge with the image of its own
/// opposite corner. q: the unknowns of KoiterBending. False outside the domain.
template <class S>
bool mirrored_edge_bends(EdgeBend kind, const MirroredTriangle& t, const std::array<S, 21>& q, const Loads& loads,
                         std::array<S, 3>& bends) {
  const auto point = [&](std::size_t i) { return Vector3<S>(q[3 * i], q[3 * i + 1], q[3 * i + 2]); };
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector3<S> c = point(i), a = point((i + 1) % 3), b = point((i + 2) % 3);
    S height, angle, gamma = t.triangle.director[i] * q[18 + i];
    if (!height_over_edge(c, a, b, height)) return false;
    if (t.triangle.hinged[i] || t.mirrors[i]) {
      const Vector3<S> across = t.mirrors[i] ? mirrored<S>(c, a, t.mirrors[i]->normal_in_space(loads)) : point(3 + i);
      if (!hinge_angle<S>(c, a, b, across, angle)) return false;
      gamma += 0.5 * angle;
    }
    if (!edge_bend(kind, height, gamma, bends[i])) return false;
  }
  return true;
}

/// K of the energy 1/2 (II - rest)^T K (II - rest) of a triangle, J/m^2.
Eigen::Matrix3d bend_stiffness(const BendingTriangle& triangle);

/// The Koiter bending of triangles with mirrored edges, joules. They are few: derivatives are by dual numbers. Stencils
/// are those of KoiterBending; the neighbour of a mirrored edge repeats corner i.
class MirroredBending final : public ElementEnergy<MirroredBending, 21> {
 public:
  MirroredBending(EdgeBend kind, std::vector<std::array<int, 21>> stencils, std::vector<MirroredTriangle> triangles);
  ~MirroredBending() override;

  std::string_view name() const override { return "mirrored bending"; }
  Role role() const override { return Role::mirror; }

  template <class S>
  bool value(int triangle, const std::array<S, 21>& q, const State& state, const Loads& loads, S& energy) const;

 private:
  EdgeBend kind_;
  std::vector<MirroredTriangle> triangles_;
  std::vector<Eigen::Matrix3d> stiffness_;
};

/// Half a hinge (energy/shell/hinge.h) at a mirrored edge p q: its other half belongs to the image. Unknowns: c, p, q.
class MirroredHinges final : public ElementEnergy<MirroredHinges, 9> {
 public:
  /// The laws are those of the whole hinges.
  MirroredHinges(std::vector<std::array<int, 9>> stencils, std::vector<HingeLaw> laws, std::vector<Mirror> mirrors,
                 HingeMeasure measure = HingeMeasure::angle);
  ~MirroredHinges() override;

  std::string_view name() const override { return "mirrored hinges"; }
  Role role() const override { return Role::mirror; }

  template <class S>
  bool value(int hinge, const std::array<S, 9>& q, const State& state, const Loads& loads, S& energy) const;

 private:
  std::vector<HingeLaw> laws_;
  std::vector<Mirror> mirrors_;
  HingeMeasure measure_;
};

}  // namespace plumb
