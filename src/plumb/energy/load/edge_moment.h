#pragma once

#include <array>
#include <string_view>
#include <vector>

#include <plumb/mechanics/circulatory.h>
#include <plumb/mechanics/energy.h>

namespace plumb {

/// Forces on points, E = -share f.x, joules: the force of a wrench of the loads, fixed in space, spread over points.
class PointForces final : public Energy {
 public:
  struct Place {
    std::array<int, 3> unknowns;
    int wrench = 0;    ///< of the loads
    double share = 1;  ///< of its force
  };
  explicit PointForces(std::vector<Place> places) : places_(std::move(places)) {}

  Role role() const override { return Role::load; }
  bool linear() const override { return true; }
  std::string_view name() const override { return "point forces"; }
  int n_elements() const override { return static_cast<int>(places_.size()); }
  int stencil_size() const override { return 3; }
  std::span<const int> stencil(int element) const override {
    return places_[static_cast<std::size_t>(element)].unknowns;
  }
  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;
  Status hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, int begin, int end,
                       ElementBuffer& out) const override;

 private:
  std::vector<Place> places_;
};

/// Moments on boundary edges of a shell, fixed in space: the moment m of a wrench of the loads, spread over edges. It
/// works on the turning of the edge p q and of its normal, which is the normal N of the triangle (p, q, c) turned about
/// the edge by the director phi. With the tangent t of the edge, its length l, the height h of c over it, and xi where
/// on the edge that height stands,
///   dE = -share (m x t).(dq - dp)/l - share (m.t) (dphi + N.(dc - (1 - xi) dp - xi dq)/h).
/// A moment has no potential: its value is zero, its gradient is minus its work, and its Hessian is the symmetric part
/// of its stiffness, which suffices to certify. Unknowns: p, q, c, phi; without directors, phi's place repeats one of
/// c's and its derivatives are zero. Outside the domain are triangles without area.
class EdgeMoments final : public Energy, public Circulatory {
 public:
  struct Place {
    std::array<int, 10> unknowns;
    bool director = true;  ///< has the edge one?
    int wrench = 0;        ///< of the loads
    double share = 1;      ///< of its moment
  };
  explicit EdgeMoments(std::vector<Place> places) : places_(std::move(places)) {}

  Role role() const override { return Role::load; }
  bool has_potential() const override { return false; }
  std::string_view name() const override { return "edge moments"; }
  int n_elements() const override { return static_cast<int>(places_.size()); }
  int stencil_size() const override { return 10; }
  std::span<const int> stencil(int element) const override {
    return places_[static_cast<std::size_t>(element)].unknowns;
  }
  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;
  void add_skew(const State& state, const Loads& loads, std::vector<Eigen::Triplet<double>>& out) const override;

 private:
  std::vector<Place> places_;
};

}  // namespace plumb
