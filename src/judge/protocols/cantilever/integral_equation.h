#pragma once

// The Cantilever curve by a second formulation, for tests and the benchmark. Integrating eq. (3) twice,
//   theta(s) = Gamma int_0^s int_r^1 (1 - q) cos theta(q) dq dr,
// and replacing the integrals by those of the polynomial through n Gauss-Legendre nodes gives n equations without any
// derivative; Newton's method solves them, starting from the solution of a smaller Gamma. Nodes crowd at the clamp.

#include <Eigen/Dense>
#include <cmath>
#include <numbers>

namespace judge {

class IntegralEquation {
 public:
  struct End {
    double x = 0;
    double y = 0;
  };

  explicit IntegralEquation(int n = 100) : n_(n), theta_(Eigen::VectorXd::Zero(n)) { place_nodes(); }

  /// Values of Gamma must not fall, nor rise by much more than twofold from one call to the next.
  End solve(double gamma) {
    map_nodes(std::log1p(std::sqrt(gamma)));
    const Eigen::VectorXd lever = Eigen::VectorXd::Ones(n_) - s_;
    for (int iteration = 0; iteration < 30; ++iteration) {
      const Eigen::VectorXd load = gamma * (lever.array() * theta_.array().cos());
      const Eigen::VectorXd slope = gamma * (lever.array() * theta_.array().sin());
      Eigen::MatrixXd jacobian = green_ * slope.asDiagonal();
      jacobian.diagonal().array() += 1;
      const Eigen::VectorXd update = jacobian.partialPivLu().solve(green_ * load - theta_);
      theta_ += update;
      if (update.norm() <= 1e-14 * theta_.norm()) break;
    }
    return {weight_.dot(theta_.array().cos().matrix()), weight_.dot(theta_.array().sin().matrix())};
  }

 private:
  /// P_0 .. P_n at t.
  Eigen::VectorXd legendre(double t) const {
    Eigen::VectorXd p(n_ + 1);
    p[0] = 1, p[1] = t;
    for (int k = 1; k < n_; ++k) p[k + 1] = ((2 * k + 1) * t * p[k] - k * p[k - 1]) / (k + 1);
    return p;
  }

  /// Gauss-Legendre nodes and weights on [-1, 1], and the matrix of integrals from -1 to each node.
  void place_nodes() {
    t_.resize(n_), gauss_.resize(n_);
    Eigen::MatrixXd p(n_, n_ + 1);
    for (int i = 0; i < n_; ++i) {
      double t = -std::cos(std::numbers::pi * (i + 0.75) / (n_ + 0.5)), slope = 1;
      for (int newton = 0; newton < 10; ++newton) {
        const Eigen::VectorXd q = legendre(t);
        slope = n_ * (t * q[n_] - q[n_ - 1]) / (t * t - 1);
        t -= q[n_] / slope;
      }
      t_[i] = t, gauss_[i] = 2 / ((1 - t * t) * slope * slope);
      p.row(i) = legendre(t).transpose();
    }
    // int_-1^t P_k = (P_k+1 - P_k-1) / (2k + 1); the interpolant's coefficient of P_k is (2k + 1)/2 sum_j w_j P_k f_j.
    integral_.resize(n_, n_);
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j) {
        double sum = 1 + t_[i];
        for (int k = 1; k < n_; ++k) sum += p(j, k) * (p(i, k + 1) - p(i, k - 1));
        integral_(i, j) = gauss_[j] * sum / 2;
      }
  }

  /// s = (e^(a tau) - 1) / (e^a - 1) with tau from 0 to 1; then both integrals with respect to s.
  void map_nodes(double a) {
    const Eigen::ArrayXd tau = (t_.array() + 1) / 2;
    s_ = (a * tau).unaryExpr([](double z) { return std::expm1(z); }).matrix() / std::expm1(a);
    const Eigen::VectorXd stretch = (a * tau).exp().matrix() * (a / std::expm1(a) / 2);
    weight_ = gauss_.cwiseProduct(stretch);
    const Eigen::MatrixXd from_clamp = integral_ * stretch.asDiagonal();
    const Eigen::MatrixXd to_end = Eigen::VectorXd::Ones(n_) * weight_.transpose() - from_clamp;
    green_ = from_clamp * to_end;
  }

  int n_;
  Eigen::VectorXd t_, gauss_, s_, weight_, theta_;
  Eigen::MatrixXd integral_, green_;
};

}  // namespace judge
