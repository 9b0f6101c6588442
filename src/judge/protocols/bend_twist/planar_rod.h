#pragma once

// The planar equilibrium of the hanging curl. Lengths are in units of R, s runs from the clamp to the free end at phi,
// theta is the angle of the tangent with the downward vertical. With w = rho A g R^3 / (E I) = x^3 the energy over
// EI/R,
//   integral of (theta' - 1)^2 / 2 - w (phi - s) cos theta,
// is stationary where
//   theta'' = w (phi - s) sin theta,  theta(0) = 0,  theta'(phi) = 1.

#include <array>
#include <vector>

#include <judge/protocols/bend_twist/spectral_chain.h>

namespace judge {

class PlanarRod {
 public:
  /// The natural circle, theta = s, under no weight.
  PlanarRod(double phi, int n_elements);

  /// Follows the equilibrium while x goes to a new value. False where the branch ends in a fold on the way: the rod
  /// then stays at the last equilibrium found before it. Every equilibrium on the way is stable within the plane.
  bool follow_to(double x);

  /// Forgets its shape and hangs straight under a large weight, but for a hook at the free end.
  void hang_straight();

  double phi() const { return phi_; }
  double x() const { return x_; }
  double weight() const { return x_ * x_ * x_; }
  int n_elements() const { return n_elements_; }
  double element_length() const { return phi_ / n_elements_; }
  /// Arc length from the free end at a node of an element.
  double from_free_end(int element, int node) const;
  /// Angles at the nodes from clamp to free end; those shared by two elements come once.
  const std::vector<double>& theta() const { return theta_; }
  /// d theta / ds at the nodes of an element.
  std::array<double, spectral_nodes> curvature(int element) const;

 private:
  bool newton(double x);

  double phi_;
  int n_elements_;
  double x_ = 0;
  std::vector<double> theta_;
};

}  // namespace judge
