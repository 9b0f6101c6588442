// Remeshing of a sheet whose wrinkles appear, wander and vanish: a thousand remeshings, what they keep, what they do to
// momentum and shape, and what they cost; on a coarse mesh and on a fine one. With a number as argument, that many
// operations are printed one by one.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <plumb/core/status.h>
#include <plumb/geometry/mesh_topology.h>
#include <plumb/geometry/remesh/shape_change.h>
#include <plumb/geometry/remesh/wrinkling_sheet_for_test.h>

namespace plumb {
namespace {

constexpr int kRemeshings = 1000;
constexpr double kDt = 0.01;  // s: ten times flat, wrinkled and flat again
SizingOptions sizing(double refine_angle) {
  return {.size_min = 0.005, .size_max = 0.5 * refine_angle, .refine_angle = refine_angle};
}

const char* name(RemeshKind kind) {
  return kind == RemeshKind::split ? "split" : kind == RemeshKind::flip ? "flip" : "collapse";
}

/// The worst of all operations of a kind.
struct Worst {
  int n = 0;
  double interpolated = 0, kept = 0, shape = 0;
};

struct Books {
  std::array<Worst, 3> kinds;
  std::size_t fewest = SIZE_MAX, most = 0;
  double triangles = 0, largest_step = 0;
  std::array<double, 3> seconds{};
  double area_error = 0, mass_error = 0, interpolated = 0, kept = 0;
};

void enter_steps(const SheetStep& step, Books& books, int& to_print) {
  const std::vector<double> shape = shape_changes(step.remeshed.history, step.positions);
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const RemeshKind kind = step.remeshed.history.steps[i].kind;
    const StepMomentum& p = step.momentum.steps[i];
    Worst& worst = books.kinds[static_cast<std::size_t>(kind)];
    ++worst.n;
    worst.interpolated = std::max(worst.interpolated, (p.interpolated - p.before).norm() / p.before.norm());
    worst.kept = std::max(worst.kept, (p.kept - p.before).norm() / p.before.norm());
    worst.shape = std::max(worst.shape, shape[i]);
    if (to_print-- <= 0) continue;
    std::printf(
        "%-9s before %12.5e %12.5e %12.5e  interpolated %12.5e %12.5e %12.5e  kept %12.5e %12.5e %12.5e  shape %.1e "
        "m\n",
        name(kind), p.before.x(), p.before.y(), p.before.z(), p.interpolated.x(), p.interpolated.y(),
        p.interpolated.z(), p.kept.x(), p.kept.y(), p.kept.z(), shape[i]);
  }
}

void enter(const SheetStep& step, Books& books) {
  const MeshNow& mesh = step.remeshed.mesh;
  static const double whole_mass = total_mass(start_of_sheet());
  const TriangleMesh rest = at_rest(mesh);
  check(rest);
  mesh_topology(rest);
  for (int t = 0; t < static_cast<int>(rest.triangles.size()); ++t) ENSURE(area_vector(rest, t).z() > 0);
  books.fewest = std::min(books.fewest, mesh.rest.size());
  books.most = std::max(books.most, mesh.rest.size());
  books.area_error = std::max(books.area_error, std::abs(area(rest) - 1));
  books.mass_error = std::max(books.mass_error, std::abs(total_mass(mesh) / whole_mass - 1));
  const Eigen::Vector3d before = total_momentum(step.before, step.velocities);
  const auto change = [&](const std::vector<Eigen::Vector3d>& velocities) {
    return (total_momentum(mesh, velocities) - before).norm() / before.norm();
  };
  books.interpolated = std::max(books.interpolated, change(step.interpolated_velocities));
  books.kept = std::max(books.kept, change(step.momentum.velocities));
  books.triangles += static_cast<double>(step.before.triangles.size());
  for (std::size_t i = 0; i < 3; ++i) books.seconds[i] += step.seconds[i];
  books.largest_step = std::max(books.largest_step, step.seconds[0] + step.seconds[1] + step.seconds[2]);
}

void print(const Books& books) {
  std::printf("%d remeshings, %zu to %zu points; every mesh conforming, none turned over or flat\n", kRemeshings,
              books.fewest, books.most);
  std::printf("largest relative change of rest area %.1e, of mass %.1e\n", books.area_error, books.mass_error);
  std::printf("largest relative change of the momentum in a remeshing: interpolated %.1e, kept %.1e\n",
              books.interpolated, books.kept);
  std::printf("%-9s %8s   %s\n", "", "number",
              "largest relative change of momentum, interpolated and kept; largest change of the shape");
  for (const RemeshKind kind : {RemeshKind::split, RemeshKind::flip, RemeshKind::collapse}) {
    const Worst& worst = books.kinds[static_cast<std::size_t>(kind)];
    std::printf("%-9s %8d   %8.1e %8.1e %8.1e m\n", name(kind), worst.n, worst.interpolated, worst.kept, worst.shape);
  }
  const auto each = [&](double seconds) { return 1e6 * seconds / books.triangles; };
  std::printf("CPU, us per triangle and remeshing: sizing %.3f, remeshing %.3f, carrying over %.3f\n",
              each(books.seconds[0]), each(books.seconds[1]), each(books.seconds[2]));
  std::printf("mean %.2f ms for %.0f triangles, largest %.2f ms\n",
              1e3 * (books.seconds[0] + books.seconds[1] + books.seconds[2]) / kRemeshings,
              books.triangles / kRemeshings, 1e3 * books.largest_step);
}

}  // namespace
}  // namespace plumb

int main(int n_arguments, char** arguments) {
  using namespace plumb;
  int to_print = n_arguments > 1 ? std::atoi(arguments[1]) : 0;
  for (const double refine_angle : {0.2, 0.1}) {
    Books books;
    run_wrinkling_sheet(kRemeshings, kDt, sizing(refine_angle), [&](const SheetStep& step) {
      enter(step, books);
      enter_steps(step, books, to_print);
    });
    std::printf("refine_angle %.1f rad: ", refine_angle);
    print(books);
  }
}
