#pragma once

// A sheet whose wrinkles appear, wander and vanish, without physics: where each point of the material is at a time is
// prescribed, and the mesh follows. It serves the tests and bench/remesh_bench.cpp.

#include <array>
#include <cmath>
#include <ctime>
#include <functional>
#include <numbers>
#include <numeric>
#include <vector>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/geometry/remesh/momentum.h>
#include <plumb/geometry/remesh/named_mesh_for_test.h>
#include <plumb/geometry/remesh/remesh.h>
#include <plumb/geometry/remesh/sizing_field.h>
#include <plumb/geometry/remesh/transfer.h>

namespace plumb {

/// The square [0, 1]^2, m, with a packet of waves of height up to 4 cm and length 0.25 m, whose centre runs round an
/// ellipse and whose waves turn; it is flat at whole numbers of the time, s.
inline Eigen::Vector3d wrinkled(const Eigen::Vector3d& rest, double time) {
  using std::numbers::pi;
  const double swell = 0.04 * std::pow(std::sin(pi * time), 2);
  const Eigen::Vector2d centre(0.5 + 0.3 * std::cos(1.7 * time), 0.5 + 0.2 * std::sin(2.3 * time));
  const Eigen::Vector2d waves = 8 * pi * Eigen::Vector2d(std::cos(0.9 * time), std::sin(0.9 * time));
  const Eigen::Vector2d away = rest.head<2>() - centre;
  return rest +
         swell * std::exp(-6 * away.squaredNorm()) * std::sin(waves.dot(away) - 5 * time) * Eigen::Vector3d::UnitZ();
}

/// By central differences, m/s; the sheet also moves as a whole along x.
inline Eigen::Vector3d velocity_of_wrinkled(const Eigen::Vector3d& rest, double time) {
  constexpr double kStep = 1e-5;
  return (wrinkled(rest, time + kStep) - wrinkled(rest, time - kStep)) / (2 * kStep) + Eigen::Vector3d::UnitX();
}

/// One remeshing of the sheet, before and after.
struct SheetStep {
  MeshNow before;
  std::vector<Eigen::Vector3d> positions, velocities;  ///< of the old points
  Remeshed remeshed;
  KeptMomentum momentum;
  std::vector<Eigen::Vector3d> interpolated_velocities;  ///< of the new points
  std::array<double, 3> seconds;                         ///< CPU of sizing, remeshing, and carrying over
};

inline constexpr double kSheetDensity = 1000;  ///< kg/m^3

inline std::vector<double> mass_per_area(const MeshNow& mesh) {
  std::vector<double> density = mesh.thickness;
  for (double& value : density) value *= kSheetDensity;
  return density;
}

/// A mesh of 10 x 10 cells whose thickness varies by a third, so that its transfer is put to the test.
inline MeshNow start_of_sheet() {
  MeshNow mesh = named(rectangle_mesh({1, 1, 10, 10, CellPattern::alternating}));
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    mesh.thickness[t] = 1e-3 * (1 + mesh.rest[static_cast<std::size_t>(mesh.triangles[t][0])].x() / 3);
  }
  return mesh;
}

/// The four corners stay, and so does the whole edge x = 0.
inline KeptParts kept_of_sheet(const MeshNow& start) {
  std::vector<std::uint64_t> row;
  KeptParts kept;
  for (std::size_t i = 0; i < start.rest.size(); ++i) {
    if (start.rest[i].x() == 0) row.push_back(start.names[i]);
  }
  kept.edges = edges_between(start, row);
  return kept;
}

/// Remeshes the sheet n times at intervals of `dt`, and shows each remeshing to `see`.
inline void run_wrinkling_sheet(int n, double dt, const SizingOptions& options,
                                const std::function<void(const SheetStep&)>& see) {
  const auto since = [](std::clock_t start) { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; };
  MeshNow mesh = start_of_sheet();
  const KeptParts kept = kept_of_sheet(mesh);
  for (int i = 0; i < n; ++i) {
    SheetStep step;
    step.before = mesh;
    for (const Eigen::Vector3d& x : mesh.rest) {
      step.positions.push_back(wrinkled(x, dt * i));
      step.velocities.push_back(velocity_of_wrinkled(x, dt * i));
    }
    std::clock_t start = std::clock();
    const std::vector<Eigen::Matrix3d> sizing = sizing_field(mesh, step.positions, step.velocities, options);
    step.seconds[0] = since(start);
    start = std::clock();
    step.remeshed = remesh(mesh, sizing, kept);
    step.seconds[1] = since(start);
    start = std::clock();
    const std::vector<double> density = mass_per_area(mesh);
    const RemeshHistory& history = step.remeshed.history;
    step.momentum = momentum_keeping_velocities(history, {mesh, step.velocities, density});
    transferred_to_points(history, step.positions);
    step.seconds[2] = since(start);
    step.interpolated_velocities = transferred_to_points(history, step.velocities);
    mesh = step.remeshed.mesh;
    see(step);
  }
}

/// The momentum of lumped masses, kg m/s.
inline Eigen::Vector3d total_momentum(const MeshNow& mesh, const std::vector<Eigen::Vector3d>& velocities) {
  const std::vector<double> masses = lumped_masses(mesh, mass_per_area(mesh));
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (std::size_t i = 0; i < masses.size(); ++i) sum += masses[i] * velocities[i];
  return sum;
}

inline double total_mass(const MeshNow& mesh) {
  const std::vector<double> masses = lumped_masses(mesh, mass_per_area(mesh));
  return std::accumulate(masses.begin(), masses.end(), 0.0);
}

}  // namespace plumb
