#pragma once

#include <array>
#include <string_view>
#include <vector>

#include <plumb/energy/shell/hinge.h>

namespace plumb {

/// One hinge of a sheet that is flat at rest.
struct QuadraticHinge {
  double stiffness = 0;             ///< N/m: that of HingeLaw over the square of the edge's length
  std::array<double, 4> weights{};  ///< of c, p, q, d
};

/// The hinge at the edge p q between triangles (p, q, c) and (q, p, d) of the rest shape, with the stiffness of `law`.
/// Throws UserError for a hinge that is not flat at rest.
QuadraticHinge quadratic_hinge(const HingeLaw& law, const Eigen::Vector3d& c, const Eigen::Vector3d& p,
                               const Eigen::Vector3d& q, const Eigen::Vector3d& d);

/// Bending of a sheet that is flat at rest and does not stretch (Bergou, Wardetzky, Harmon, Zorin and Grinspun 2006,
/// section 4), at its interior edges:
///   E = sum 1/2 stiffness |s|^2,   s = sum_i w_i x_i,   joules,
/// with cotangent weights: of a hinge at the edge p q of length l, with heights h and h' over it and feet at the parts mu
/// and mu' of its way,
///   w_c = l/h,  w_d = l/h',  w_p = -(1 - mu) l/h - (1 - mu') l/h',  w_q = -mu l/h - mu' l/h'.
/// s is zero for whatever is affine, and l times the angle of a hinge that is nearly flat; for one that is folded by
/// theta, and not stretched, |s| = 2 l sin(theta/2). So the stiffness is that of a hinge over l^2; the Hessian is constant
/// and never negative. Unknowns of an element: c, p, q, d.
/// Known limits: those of hinges (energy/shell/hinge.h), softer where the mesh is folded sharply; stretching that is not
/// the same in neighbouring triangles costs, too.
class QuadraticBending final : public ElementEnergy<QuadraticBending, 12> {
 public:
  QuadraticBending(std::vector<std::array<int, 12>> stencils, std::vector<QuadraticHinge> hinges);
  ~QuadraticBending() override;

  std::string_view name() const override { return "quadratic bending"; }
  Role role() const override { return Role::bend; }
  bool convexifies() const override { return true; }

  template <class S>
  bool value(int hinge, const std::array<S, 12>& q, const State& state, const Loads& loads, S& energy) const;

  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;
  Status hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, int begin, int end,
                       ElementBuffer& out) const override;

 private:
  const QuadraticHinge& hinge(int i) const { return hinges_[static_cast<std::size_t>(i)]; }
  Eigen::Vector3d sum(int hinge, const Eigen::VectorXd& q) const;

  std::vector<QuadraticHinge> hinges_;
};

}  // namespace plumb
