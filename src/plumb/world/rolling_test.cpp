#include <gtest/gtest.h>

#include <algorithm>

#include <plumb/contact/detect/find_contacts.h>
#include <plumb/mechanics/assembly.h>
#include <plumb/model/elastic_rod/rod_view.h>
#include <plumb/world/contact_rows.h>

namespace plumb {
namespace {

using Eigen::Vector3d, Eigen::VectorXd;

/// The first edge of a rod across a bar along y, seen by contact.
class EdgeOnBar {
 public:
  EdgeOnBar() {
    RodSpec spec;
    spec.nodes = {0, 0.1, 0.2};
    spec.stiffness.stretch = spec.stiffness.bend_1 = spec.stiffness.bend_2 = spec.stiffness.twist = 1;
    spec.stiffness.mass_per_length = spec.stiffness.spin_inertia = 1;
    spec.contact_radius = 0.01;
    model_ = elastic_rod(spec);
    q_ = model_.initial.q;
    set(0, {-0.04, -0.01, kHeight - 0.005});
    set(1, {0.06, 0.02, kHeight + 0.01});
    set(2, {0.15, 0.02, kHeight + 0.05});
  }

  Contact touch(const VectorXd& q) const {
    const auto x = model_.embedding->points_at(q, {});
    const SurfaceNow body[] = {{model_.surface.get(), x, false}};
    const Obstacle bar{CylinderShape{1, kRadius}, 0};
    const ObstacleNow bars[] = {{&bar, {Vector3d::Zero(), Vector3d::UnitY(), Vector3d::UnitX()}}};
    for (const Contact& contact : find_contacts(body, bars, 0.1)) {
      if (contact.key.kind == ContactKey::Kind::edge_obstacle) return contact;
    }
    ADD_FAILURE() << "the inside of the edge does not touch";
    return {};
  }

  /// Returns the second derivative of the gap along a step of the nodes, by differences, 1/m.
  double bend_of_gap(const VectorXd& step) const {
    constexpr double kSmall = 1e-4;
    return (touch(q_ + kSmall * step).gap - 2 * touch(q_).gap + touch(q_ - kSmall * step).gap) / (kSmall * kSmall);
  }
  /// Returns what a force of 1 N along the normal adds to the matrix, along a step, N/m.
  double added(const VectorXd& step) const {
    SymmetricMatrix matrix(Assembly(model_.layout, model_.energies).pattern());
    std::fill_n(matrix.values(), matrix.n_values(), 0.0);
    const Contact contact = touch(q_);
    add_curvature(contact, contact.normal, 0, {&model_, &q_, {}}, matrix);
    double sum = 0;
    for (int row = 0; row < matrix.size(); ++row) {
      for (int column = 0; column <= row; ++column) {
        const std::int32_t at = matrix.position(row, column);
        sum += (row == column ? 1 : 2) * matrix.values()[at] * step[row] * step[column];
      }
    }
    return sum;
  }
  /// Returns how the distance of the touching point itself from the bar bends along a step: its way around the bar,
  /// squared, over its distance from the axis, 1/m.
  double bend_of_distance(const VectorXd& step) const {
    const Contact contact = touch(q_);
    const Vector3d around = Vector3d::UnitY().cross(contact.normal);
    const double way =
        around.dot(contact.a.weights[0] * step.segment<3>(0) + contact.a.weights[1] * step.segment<3>(4));
    return way * way / (kRadius + 0.01 + contact.gap);
  }
  VectorXd step(const Vector3d& first, const Vector3d& second) const {
    VectorXd all = VectorXd::Zero(q_.size());
    all.segment<3>(0) = first;
    all.segment<3>(4) = second;
    return all;
  }

 private:
  static constexpr double kRadius = 0.02, kHeight = 0.035;
  void set(int node, const Vector3d& x) { q_.segment<3>(4 * node) = x; }

  Model model_;
  VectorXd q_;
};

// With g g^T / phi_ww in the matrix for a force of 1 N, the gap bends as its point's distance does, less that.
TEST(Rolling, AForceOnAnEdgeStiffensItAsTheGapBends) {
  const EdgeOnBar edge;
  for (const auto& [first, second] : {std::pair{Vector3d(0, 0, 1), Vector3d(0, 0, -0.5)},
                                      {Vector3d(1, 0, 0), Vector3d(1, 0, 0)},
                                      {Vector3d(0.3, -0.4, 0.7), Vector3d(-0.6, 0.2, 0.9)}}) {
    const VectorXd step = edge.step(first, second);
    const double added = edge.added(step);
    EXPECT_GT(added, 0.01);
    EXPECT_NEAR(edge.bend_of_gap(step), edge.bend_of_distance(step) - added, 1e-4 * added);
  }
}

}  // namespace
}  // namespace plumb
