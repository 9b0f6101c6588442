#pragma once

#include <array>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <plumb/energy/shell/naghdi_kernel.h>
#include <plumb/energy/shell/naghdi_rule.h>
#include <plumb/energy/shell/sheet_material.h>
#include <plumb/frames/directors.h>
#include <plumb/geometry/director_mesh.h>
#include <plumb/linalg/dual.h>
#include <plumb/linalg/packet.h>
#include <plumb/mechanics/energy.h>

namespace plumb {

/// A shear-flexible shell with one director (Naghdi; Hale, Brunetti, Bordas and Maurini 2018), joules:
///   W = int A/2 |e|^2 + D/2 |k|^2 + 5/12 G t |gamma|^2 dA,   A = Y t/(1 - nu^2), D = A t^2/12, G = Y/(2 (1 + nu)),
///   |m|^2 = m11^2 + m22^2 + 2 nu m11 m22 + 2 (1 - nu) m12^2,
/// with the strains of strain/naghdi.h less those at rest, by a rule. Any rest shape with a tangent plane. Directors
/// are unit vectors at the nodes (frames/directors.h); between them vectors are interpolated and their length is taken
/// out. Unknowns of an element: its points, then the turns of its directors. Closed-form derivatives, four elements at
/// once (energy/shell/naghdi_kernel.h). Outside the domain: directors of one element that turn by more than half a turn
/// or so.
template <class Element>
class NaghdiShell final : public Energy {
 public:
  static constexpr int kUnknowns = 3 * Element::kPoints + 2 * Element::kDirectors;

  /// The mesh is the rest shape, with the directors that the rest state has.
  NaghdiShell(const DirectorMesh<Element>& mesh, const DirectorUnknowns& unknowns,
              std::shared_ptr<const Directors> triads, const SheetMaterial& material, NaghdiRule rule,
              const State& rest);

  std::string_view name() const override { return "Naghdi shell"; }
  int n_elements() const override { return static_cast<int>(stencils_.size()); }
  int stencil_size() const override { return kUnknowns; }
  std::span<const int> stencil(int element) const override { return stencils_[static_cast<std::size_t>(element)]; }

  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;
  Status evaluate_after(const Eigen::VectorXd& step, const State& state, const Loads& loads, int begin, int end,
                        Want want, ElementBuffer& out) const override;
  /// Duals by the jet of each point, and by the turns of each director.
  Status evaluate_by_duals(const State& state, const Loads& loads, int begin, int end, Want want,
                           ElementBuffer& out) const;

 private:
  using Point = NaghdiKernelPoint<Packet, Element::kPoints, Element::kDirectors>;
  using Kernel = NaghdiKernel<Packet, Element::kPoints, Element::kDirectors>;
  /// Points and directors of four elements where the last step began, with what it did to them to first order.
  struct LastStep {
    std::array<Vector3<Dual<1, Packet>>, Element::kPoints> x;
    std::array<Vector3<Dual<1, Packet>>, Element::kDirectors> d;
  };

  Status evaluate_closed(const Eigen::VectorXd* step, const State& state, int begin, int end, Want want,
                         ElementBuffer& out) const;
  void load(const State& state, int first, int end, Kernel& kernel) const;
  LastStep last_step(const Eigen::VectorXd& step, int first, int end, const Kernel& kernel) const;
  Point& point(int element, std::size_t p) { return points_[static_cast<std::size_t>(element / 4) * n_points_ + p]; }
  const Point& point(int element, std::size_t p) const {
    return points_[static_cast<std::size_t>(element / 4) * n_points_ + p];
  }
  template <class Nodal, class Basis, class S>
  bool point_energy(int element, std::size_t p, const Nodal& nodal, Basis& basis, S& energy) const;
  void set_point(int element, std::size_t p, const NaghdiPoint& at,
                 const std::array<Eigen::Vector3d, Element::kPoints>& x, const SheetMaterial& material,
                 const std::array<int, Element::kDirectors>& directors, const State& rest);

  std::vector<std::array<int, kUnknowns>> stencils_;
  double poisson_;
  std::size_t n_points_ = 0;   ///< of an element
  std::vector<Point> points_;  ///< of four elements at once; the last four repeat the last element
  std::shared_ptr<const Directors> triads_;
  std::vector<std::array<int, Element::kDirectors>> directors_;
};

extern template class NaghdiShell<DirectorTriangle>;
extern template class NaghdiShell<DirectorQuadrilateral>;

}  // namespace plumb
