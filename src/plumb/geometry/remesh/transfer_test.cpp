#include <plumb/geometry/remesh/transfer.h>

#include <random>

#include <gtest/gtest.h>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/geometry/remesh/momentum.h>
#include <plumb/geometry/remesh/remesh.h>
#include <plumb/geometry/remesh/remesh_for_test.h>
#include <plumb/geometry/remesh/shape_change.h>

namespace plumb {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// A plate whose left half gets finer and whose right half gets coarser.
struct Plate {
  MeshNow mesh = named(jittered_rectangle_mesh({2, 1, 40, 20}, 0.2, 1));
  Remeshed remeshed;

  explicit Plate(bool refine_only = false) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> number(1e-3, 2e-3);
    for (double& thickness : mesh.thickness) thickness = number(random);
    std::vector<Matrix3d> sizing;
    for (const Vector3d& x : mesh.rest) {
      const double length = x.x() < 1 || refine_only ? 0.02 : 0.3;
      sizing.emplace_back(Matrix3d::Identity() / (length * length));
    }
    remeshed = remesh(mesh, sizing, {});
  }

  const RemeshHistory& history() const { return remeshed.history; }
};

std::vector<Vector3d> random_vectors(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> number;
  std::vector<Vector3d> all(n);
  for (Vector3d& v : all) v = Vector3d(number(random), number(random), number(random));
  return all;
}

Vector3d momentum(const MeshNow& mesh, const std::vector<Vector3d>& velocities) {
  const std::vector<double> masses = lumped_masses(mesh, mesh.thickness);
  Vector3d sum = Vector3d::Zero();
  for (std::size_t i = 0; i < masses.size(); ++i) sum += masses[i] * velocities[i];
  return sum;
}

double mass(const MeshNow& mesh) {
  const std::vector<double> masses = lumped_masses(mesh, mesh.thickness);
  return std::accumulate(masses.begin(), masses.end(), 0.0);
}

TEST(Transfer, points_that_stay_succeed_themselves_and_others_are_succeeded_nearby) {
  const Plate plate;
  const std::vector<Successor> after = successors(plate.history());
  const MeshNow& now = plate.remeshed.mesh;
  ASSERT_EQ(after.size(), plate.mesh.rest.size());
  std::size_t n_stayed = 0;
  for (std::size_t i = 0; i < after.size(); ++i) {
    ASSERT_GE(after[i].point, 0);
    const auto heir = static_cast<std::size_t>(after[i].point);
    ASSERT_LT(heir, now.rest.size());
    EXPECT_EQ(after[i].stayed, now.names[heir] == plate.mesh.names[i]);
    n_stayed += after[i].stayed ? 1u : 0u;
    EXPECT_LT((now.rest[heir] - plate.mesh.rest[i]).norm(), 1) << i;
  }
  EXPECT_GT(n_stayed, 0u);
  EXPECT_LT(n_stayed, after.size());
}

TEST(Transfer, a_linear_field_stays_linear) {
  const Plate plate;
  EXPECT_GT(plate.remeshed.counts.splits, 300);
  EXPECT_GT(plate.remeshed.counts.collapses, 300);
  const auto field = [](const Vector3d& u) { return 1 + 3 * u.x() - 2 * u.y(); };
  std::vector<double> values;
  for (const Vector3d& u : plate.mesh.rest) values.push_back(field(u));
  const std::vector<double> found = transferred_to_points(plate.history(), values);
  ASSERT_EQ(found.size(), plate.remeshed.mesh.rest.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], field(plate.remeshed.mesh.rest[i]), 1e-13);
}

TEST(Transfer, rest_places_are_where_the_mesh_says) {
  const Plate plate;
  EXPECT_EQ(transferred_to_points(plate.history(), plate.mesh.rest), plate.remeshed.mesh.rest);
}

TEST(Transfer, mass_is_kept_where_thickness_varies_and_equal_thickness_stays_equal) {
  const Plate plate;
  EXPECT_NEAR(mass(plate.remeshed.mesh) / mass(plate.mesh), 1, 1e-13);
  const auto [least, most] = std::minmax_element(plate.mesh.thickness.begin(), plate.mesh.thickness.end());
  for (const double thickness : plate.remeshed.mesh.thickness) {
    EXPECT_GE(thickness, *least * (1 - 1e-12));
    EXPECT_LE(thickness, *most * (1 + 1e-12));
  }
  const std::vector<double> equal(plate.mesh.triangles.size(), 0.1);
  for (const double value : transferred_to_triangles(plate.history(), equal)) EXPECT_EQ(value, 0.1);
}

TEST(Momentum, splits_keep_it_without_further_ado) {
  const Plate plate(true);
  const std::vector<Vector3d> velocities = random_vectors(plate.mesh.rest.size(), 1);
  const KeptMomentum kept =
      momentum_keeping_velocities(plate.history(), {plate.mesh, velocities, plate.mesh.thickness});
  int splits = 0;
  for (std::size_t i = 0; i < kept.steps.size(); ++i) {
    if (plate.history().steps[i].kind != RemeshKind::split) continue;
    ++splits;
    EXPECT_LT((kept.steps[i].interpolated - kept.steps[i].before).norm(), 1e-16);
  }
  EXPECT_GT(splits, 1000);
}

TEST(Momentum, a_linear_velocity_field_on_equal_thickness_needs_no_correction) {
  Plate plate;
  const std::vector<double> equal(plate.mesh.triangles.size(), 1);
  std::vector<Vector3d> velocities;
  for (const Vector3d& u : plate.mesh.rest) velocities.emplace_back(u.y(), 2 - u.x(), 3 * u.x());
  const KeptMomentum kept = momentum_keeping_velocities(plate.history(), {plate.mesh, velocities, equal});
  const std::vector<Vector3d> interpolated = transferred_to_points(plate.history(), velocities);
  for (std::size_t i = 0; i < interpolated.size(); ++i) {
    EXPECT_LT((kept.velocities[i] - interpolated[i]).norm(), 1e-11);
  }
}

TEST(Momentum, flips_and_collapses_lose_some_and_it_is_made_good) {
  const Plate plate;
  const std::vector<Vector3d> velocities = random_vectors(plate.mesh.rest.size(), 2);
  const KeptMomentum kept =
      momentum_keeping_velocities(plate.history(), {plate.mesh, velocities, plate.mesh.thickness});
  const Vector3d before = momentum(plate.mesh, velocities);
  const double scale = mass(plate.mesh);  // times 1 m/s
  EXPECT_LT((momentum(plate.remeshed.mesh, kept.velocities) - before).norm(), 1e-13 * scale);
  const std::vector<Vector3d> interpolated = transferred_to_points(plate.history(), velocities);
  EXPECT_GT((momentum(plate.remeshed.mesh, interpolated) - before).norm(), 1e-4 * scale);
}

TEST(Momentum, held_points_keep_their_velocities) {
  const Plate plate;
  const std::vector<Vector3d> velocities = random_vectors(plate.mesh.rest.size(), 3);
  std::vector<bool> held;
  for (const Vector3d& u : plate.mesh.rest) held.push_back(u.y() < 0.3);
  const KeptMomentum kept =
      momentum_keeping_velocities(plate.history(), {plate.mesh, velocities, plate.mesh.thickness, held});
  int n_held = 0;
  for (std::size_t i = 0; i < kept.velocities.size(); ++i) {
    const std::uint64_t name = plate.remeshed.mesh.names[i];
    if (name >= held.size() || !held[static_cast<std::size_t>(name)]) continue;
    ++n_held;
    EXPECT_EQ(kept.velocities[i], velocities[static_cast<std::size_t>(name)]);
  }
  EXPECT_GT(n_held, 100);
}

TEST(ShapeChange, a_plane_keeps_its_shape_and_a_bent_sheet_changes_at_flips_and_collapses_alone) {
  const Plate plate;
  for (const double change : shape_changes(plate.history(), plate.mesh.rest)) EXPECT_LT(change, 1e-14);
  std::vector<Vector3d> bent = plate.mesh.rest;
  for (Vector3d& x : bent) x.z() = 0.1 * x.x() * x.x();
  const std::vector<double> changes = shape_changes(plate.history(), bent);
  double largest = 0;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (plate.history().steps[i].kind == RemeshKind::split) {
      EXPECT_EQ(changes[i], 0);
    }
    largest = std::max(largest, changes[i]);
  }
  // Edges of up to 0.3 m on a curvature of 0.2/m: the middle of a chord lies 0.2 * 0.3^2 / 8 m above the arc.
  EXPECT_GT(largest, 1e-4);
  EXPECT_LT(largest, 4e-3);
}

}  // namespace
}  // namespace plumb
