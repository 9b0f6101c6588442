#pragma once

// The weight at which a developable strip on its edge leaves its plane, without the strip's equilibria: the linear
// theory of a flat strip, in Legendre polynomials.
//
// A strip that is all but flat, with the curvature kappa and the twist kappa eta = phi', has the elastic energy over
// D w
//      N = 1/2 int kappa^2 (1 + eta^2)^2 V(w eta') ds,
// and the strip's weight does the work Gamma B, B = int m phi kappa ds, m = (1 - s)^2 / 2: in the plane, the weight
// bends the strip edgewise by the moment Gamma m, and where the strip has turned by phi a part of it bends the strip
// flatwise. Both are of degree two in kappa, whatever eta is: the threshold is the least N/B over all kappa and eta.
// For a given eta it is an eigenvalue, for a given kappa a minimum over eta; the two are found in turn.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <Eigen/Dense>

#include <plumb/model/curved_rod/ribbon.h>

namespace codes {

class FlatLimit {
 public:
  /// `degree`: of the polynomials.
  FlatLimit(double width, plumb::RibbonClamp clamp, int degree) : width_(width), n_(degree + 1) {
    place_points();
    for (int g = 0; g < kPoints; ++g) {
      const Eigen::VectorXd p = legendre(at_[g]), d = slopes(p);
      // At the free end, where no moment is left, kappa vanishes as m does; at a clamped edge eta vanishes.
      const bool held = clamp == plumb::RibbonClamp::edge;
      kappa_.row(g) = p.head(n_) * std::pow(1 - at_[g], 2);
      eta_.row(g) = held ? Eigen::VectorXd(p.head(n_) * at_[g]) : Eigen::VectorXd(p.head(n_));
      eta_slope_.row(g) = held ? Eigen::VectorXd(d.head(n_) * at_[g] + p.head(n_)) : Eigen::VectorXd(d.head(n_));
    }
  }

  double threshold() {
    Eigen::VectorXd eta = Eigen::VectorXd::Zero(n_);
    eta[0] = 0.2;
    double weight = 0;
    for (int i = 0; i < 400; ++i) {
      const double before = weight;
      const Eigen::VectorXd kappa = bend(eta, weight);
      turn(kappa, weight, eta);
      if (std::abs(weight - before) < 1e-9 * weight) break;
    }
    return weight;
  }

 private:
  static constexpr int kPoints = 60;
  using Points = Eigen::Matrix<double, kPoints, 1>;

  /// Gauss's points and weights on [0, 1], and the matrix that integrates from 0 to each of them.
  void place_points() {
    for (int i = 0; i < kPoints; ++i) {
      double t = -std::cos(std::numbers::pi * (i + 0.75) / (kPoints + 0.5)), slope = 1;
      for (int newton = 0; newton < 20; ++newton) {
        double before = 1, p = t;
        for (int k = 1; k < kPoints; ++k) before = std::exchange(p, ((2 * k + 1) * t * p - k * before) / (k + 1));
        slope = kPoints * (t * p - before) / (t * t - 1);
        t -= p / slope;
      }
      at_[i] = (t + 1) / 2;
      weights_[i] = 1 / ((1 - t * t) * slope * slope);
    }
    Eigen::MatrixXd p(kPoints, kPoints), integrals(kPoints, kPoints);
    for (int g = 0; g < kPoints; ++g) {
      const Eigen::VectorXd all = legendre(at_[g]);
      p.row(g) = all.head(kPoints);
      integrals(g, 0) = at_[g];
      for (int k = 1; k < kPoints; ++k) integrals(g, k) = (all[k + 1] - all[k - 1]) / (2 * (2 * k + 1));
    }
    const Eigen::VectorXd norms = Eigen::VectorXd::LinSpaced(kPoints, 1, 2 * kPoints - 1);
    integral_ = integrals * norms.asDiagonal() * p.transpose() * weights_.asDiagonal();
  }

  static Eigen::VectorXd legendre(double s) {
    Eigen::VectorXd p(kPoints + 1);
    p[0] = 1;
    p[1] = 2 * s - 1;
    for (int k = 1; k < kPoints; ++k) p[k + 1] = ((2 * k + 1) * p[1] * p[k] - k * p[k - 1]) / (k + 1);
    return p;
  }
  static Eigen::VectorXd slopes(const Eigen::VectorXd& p) {
    Eigen::VectorXd d = Eigen::VectorXd::Zero(kPoints + 1);
    d[1] = 2;
    for (int k = 1; k < kPoints; ++k) d[k + 1] = d[k - 1] + 2 * (2 * k + 1) * p[k];
    return d;
  }

  /// V and its first two derivatives, from L = V x = ln((1 + x/2) / (1 - x/2)).
  static Eigen::Vector3d fan(double x) {
    if (std::abs(x) < 1e-2)
      return {1 + x * x / 12 + std::pow(x, 4) / 80, x / 6 + x * x * x / 20, 1.0 / 6 + 0.15 * x * x};
    const double v = std::log((1 + x / 2) / (1 - x / 2)) / x, slope = 1 / (1 - x * x / 4), first = (slope - v) / x;
    return {v, first, (x / 2 * slope * slope - 2 * first) / x};
  }

  Points moment() const { return (0.5 * (1 - at_.array()).square()).matrix(); }

  /// Finds the curvature that needs the least weight, with these generators; gives the weight.
  Eigen::VectorXd bend(const Eigen::VectorXd& eta, double& weight) const {
    const Points slope = eta_ * eta, change = eta_slope_ * eta;
    Points stiffness;
    for (int g = 0; g < kPoints; ++g) {
      stiffness[g] = weights_[g] * std::pow(1 + slope[g] * slope[g], 2) * fan(width_ * change[g])[0];
    }
    const Eigen::MatrixXd stored = kappa_.transpose() * stiffness.asDiagonal() * kappa_;
    const Eigen::MatrixXd turned = integral_ * slope.asDiagonal() * kappa_;
    Eigen::MatrixXd work = turned.transpose() * weights_.cwiseProduct(moment()).asDiagonal() * kappa_;
    work = (work + work.transpose()).eval();
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> eigen(work, stored);
    weight = 1 / eigen.eigenvalues()[n_ - 1];
    return eigen.eigenvectors().col(n_ - 1);
  }

  /// Moves the generators towards where they store least, N - weight B, with this curvature: Newton's method within the
  /// domain.
  void turn(const Eigen::VectorXd& kappa, double weight, Eigen::VectorXd& eta) const {
    const Points bent = kappa_ * kappa, carried = moment().cwiseProduct(bent);
    const Points beyond = Points::Constant(weights_.dot(carried)) - integral_ * carried;
    for (int i = 0; i < 3; ++i) {
      const Points slope = eta_ * eta, change = eta_slope_ * eta;
      Eigen::VectorXd gradient = Eigen::VectorXd::Zero(n_);
      Eigen::MatrixXd hessian = Eigen::MatrixXd::Zero(n_, n_);
      for (int g = 0; g < kPoints; ++g) {
        const double a = slope[g], share = 0.5 * weights_[g] * bent[g] * bent[g];
        const double f = std::pow(1 + a * a, 2), f1 = 4 * a * (1 + a * a), f2 = 4 + 12 * a * a;
        const Eigen::Vector3d v = fan(width_ * change[g]);
        const Eigen::VectorXd e = eta_.row(g), d = width_ * eta_slope_.row(g);
        gradient += share * (f1 * v[0] * e + f * v[1] * d) - weight * weights_[g] * bent[g] * beyond[g] * e;
        hessian += share * (f2 * v[0] * e * e.transpose() + f1 * v[1] * (e * d.transpose() + d * e.transpose()) +
                            f * v[2] * d * d.transpose());
      }
      Eigen::VectorXd step = -hessian.ldlt().solve(gradient);
      while (!inside(eta + step, change)) step *= 0.7;
      eta += step;
    }
  }

  /// Do generators stay apart, and come nearer to the edge of the domain by four fifths of the distance at most?
  bool inside(const Eigen::VectorXd& eta, const Points& before) const {
    const Points after = eta_slope_ * eta;
    for (int g = 0; g < kPoints; ++g) {
      const double room = 2 - std::abs(width_ * before[g]);
      if (!(2 - std::abs(width_ * after[g]) > 0.2 * room)) return false;
    }
    return true;
  }

  double width_;
  int n_;
  Points at_, weights_;
  Eigen::MatrixXd integral_;
  Eigen::MatrixXd kappa_{kPoints, n_}, eta_{kPoints, n_}, eta_slope_{kPoints, n_};
};

}  // namespace codes
