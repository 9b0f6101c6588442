#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <plumb/contact/friction/problem.h>
#include <plumb/contact/friction/random_for_test.h>
#include <plumb/contact/friction/sparse_delassus.h>

namespace plumb {

struct PileSpec {
  int n_bodies = 500;
  double mu = 0.5;
  double agitation = 0;  ///< random velocities before the step, in multiples of g dt
  std::uint64_t seed = 1;
};

/// A pile of rigid spheres on the ground, six unknowns each, and the contact problem of one step: r impulses in N s, u
/// velocities in m/s. Every sphere is dropped at a random place and comes down on those below until three of them, or
/// the ground, hold it (Visscher and Bolsterli 1972). The pile is repeated sideways, so that it needs no walls. It is
/// eight spheres high: about one in eight lies on the ground, and there are about 2.75 contacts per body.
class SpherePile {
 public:
  explicit SpherePile(const PileSpec& spec) : spec_(spec), random_(spec.seed) {
    constexpr double kMeanRadius = 0.01, kHeight = 8, kFilled = 0.58;  // kFilled: volume of spheres over volume
    const double volume = spec.n_bodies * 4 / 3.0 * std::numbers::pi * std::pow(kMeanRadius, 3) / kFilled;
    side_ = std::sqrt(volume / (kHeight * 2 * kMeanRadius * 0.82));
    for (int i = 0; i < spec.n_bodies; ++i) drop(random_.between(0.7, 1.3) * kMeanRadius);
    find_contacts();
    make_problem();
  }
  SpherePile(const SpherePile&) = delete;
  SpherePile& operator=(const SpherePile&) = delete;

  int n_bodies() const { return static_cast<int>(centres_.size()); }
  int n_contacts() const { return static_cast<int>(contacts_.size()); }
  const ContactProblem& problem() const { return problem_; }

 private:
  static constexpr double kGravity = 9.81, kStep = 5e-3, kDensity = 2500;

  struct PileContact {
    std::array<int, 2> bodies;  ///< the second is -1 for the ground
    Eigen::Matrix3d frame;      ///< columns: the normal towards the first body, two tangents
    double gap;                 ///< m
  };

  /// Returns b - a for the copy of b that is nearest to a.
  Eigen::Vector3d between(const Eigen::Vector3d& a, const Eigen::Vector3d& b) const {
    Eigen::Vector3d d = b - a;
    for (int k = 0; k < 2; ++k) d(k) -= side_ * std::round(d(k) / side_);
    return d;
  }

  void drop(double radius) {
    const double x = random_.between(0, side_), y = random_.between(0, side_);
    Eigen::Vector3d centre(x, y, top_ + 3 * radius);
    // Down in small steps, out of those it overlaps after each; shorter steps where it no longer comes down.
    for (double step = 0.2 * radius; step > 1e-12 * radius;) {
      const Eigen::Vector3d before = centre;
      centre.z() -= step;
      push_out(centre, radius);
      if (before.z() - centre.z() < 1e-2 * step) step *= 0.5;
    }
    centres_.push_back(centre);
    radii_.push_back(radius);
    top_ = std::max(top_, centre.z());
  }

  void push_out(Eigen::Vector3d& centre, double radius) const {
    constexpr int kRounds = 20;
    for (int round = 0; round < kRounds; ++round) {
      bool moved = false;
      for (std::size_t i = 0; i < centres_.size(); ++i) {
        const double reach = radius + radii_[i];
        if (std::abs(centre.z() - centres_[i].z()) >= reach) continue;
        const Eigen::Vector3d d = between(centres_[i], centre);
        const double distance = d.norm();
        if (distance >= reach * (1 - 1e-14)) continue;
        centre += d * (reach / distance - 1);
        moved = true;
      }
      centre.z() = std::max(centre.z(), radius);
      if (!moved) return;
    }
  }

  /// Contacts that a fall of one step can close.
  void find_contacts() {
    const double near = kGravity * kStep * kStep;
    for (int i = 0; i < n_bodies(); ++i) {
      const auto a = static_cast<std::size_t>(i);
      add_if_near(i, -1, Eigen::Vector3d::UnitZ(), centres_[a].z() - radii_[a], near);
      for (int j = 0; j < i; ++j) {
        const auto b = static_cast<std::size_t>(j);
        const Eigen::Vector3d d = between(centres_[b], centres_[a]);
        add_if_near(i, j, d.normalized(), d.norm() - radii_[a] - radii_[b], near);
      }
    }
  }

  void add_if_near(int i, int j, const Eigen::Vector3d& normal, double gap, double near) {
    if (gap > near) return;
    Eigen::Matrix3d frame;
    frame << normal, normal.unitOrthogonal(), normal.cross(normal.unitOrthogonal());
    contacts_.push_back({{i, j}, frame, std::max(gap, 0.0)});
  }

  double mass(int body) const {
    return kDensity * 4 / 3.0 * std::numbers::pi * std::pow(radii_[static_cast<std::size_t>(body)], 3);
  }

  /// Returns the 3x6 matrix that makes a body's velocity and spin the velocity of its point at the contact, seen from
  /// the other body, in the contact's frame.
  Eigen::Matrix<double, 3, 6> jacobian(const PileContact& c, int side) const {
    const double radius = radii_[static_cast<std::size_t>(c.bodies[static_cast<std::size_t>(side)])];
    const double sign = side == 0 ? 1 : -1;
    const Eigen::Vector3d arm = -sign * radius * c.frame.col(0);
    Eigen::Matrix3d cross;  // v + spin x arm = v - arm x spin
    cross << 0, -arm.z(), arm.y(), arm.z(), 0, -arm.x(), -arm.y(), arm.x(), 0;
    Eigen::Matrix<double, 3, 6> j;
    j << sign * c.frame.transpose(), -sign * c.frame.transpose() * cross;
    return j;
  }

  void make_problem() {
    w_ = SparseDelassus(n_contacts());
    problem_.w = &w_;
    problem_.b = Eigen::VectorXd::Zero(3 * n_contacts());
    problem_.cones.assign(contacts_.size(), Cone{spec_.mu});
    std::vector<std::vector<std::array<int, 2>>> of_body(centres_.size());  // contact, side
    for (int c = 0; c < n_contacts(); ++c)
      for (int side = 0; side < 2; ++side) {
        const int body = contacts_[static_cast<std::size_t>(c)].bodies[static_cast<std::size_t>(side)];
        if (body >= 0) of_body[static_cast<std::size_t>(body)].push_back({c, side});
      }
    double weight = 0;
    for (int body = 0; body < n_bodies(); ++body) {
      const double m = mass(body), radius = radii_[static_cast<std::size_t>(body)], inertia = 0.4 * m * radius * radius;
      weight += m * kGravity * kStep / n_bodies();
      Eigen::Matrix<double, 6, 1> free, inverse;
      free << random_.vector3(), random_.vector3() / radius;
      free *= spec_.agitation * kGravity * kStep;
      free(2) -= kGravity * kStep;
      inverse << Eigen::Vector3d::Constant(1 / m), Eigen::Vector3d::Constant(1 / inertia);
      const auto& here = of_body[static_cast<std::size_t>(body)];
      for (std::size_t p = 0; p < here.size(); ++p) {
        const auto ji = jacobian(contacts_[static_cast<std::size_t>(here[p][0])], here[p][1]);
        problem_.b.segment<3>(3 * here[p][0]) += ji * free;
        for (std::size_t q = p; q < here.size(); ++q) {
          const auto jj = jacobian(contacts_[static_cast<std::size_t>(here[q][0])], here[q][1]);
          w_.add(here[p][0], here[q][0], ji * inverse.asDiagonal() * jj.transpose());
        }
      }
    }
    for (int c = 0; c < n_contacts(); ++c) problem_.b(3 * c) += contacts_[static_cast<std::size_t>(c)].gap / kStep;
    problem_.force_scale = weight;
  }

  PileSpec spec_;
  RandomForTest random_;
  double side_ = 0, top_ = 0;
  std::vector<Eigen::Vector3d> centres_;
  std::vector<double> radii_;
  std::vector<PileContact> contacts_;
  SparseDelassus w_{0};
  ContactProblem problem_;  ///< points to w_: a pile is not copied
};

}  // namespace plumb
