#include <codes/plate_trial/triangle_plate.h>

#include <algorithm>
#include <cmath>

#include <plumb/core/status.h>
#include <plumb/mechanics/size.h>
#include <plumb/model/shell/shell_view.h>

namespace codes {
namespace {

constexpr std::uint64_t kSeed = 1;

/// Rows of points across the plate, half a cell of them behind the clamp.
struct Rows {
  explicit Rows(const ScenarioPlate& plate)
      : n(plate.n_elements + 1), step(plate.length / (n - 0.5)), length(step * n), width(plate.width) {}
  int n;
  double step, length, width;

  plumb::TriangleMesh mesh(plumb::CellPattern pattern, double jitter) const {
    const bool equilateral = pattern == plumb::CellPattern::equilateral;
    const double across = equilateral ? 2 / std::sqrt(3.0) * step : step;
    const int n_across = std::max(2, static_cast<int>(std::lround(width / across)));
    plumb::check_size("a shell", 2.0 * n * n_across, plumb::entries_of_element(21));
    // The generator shifts every other row along its first direction; ours are across.
    if (equilateral) return turned(made({width, length, n_across, n, pattern}, jitter));
    return made({length, width, n, n_across, pattern}, jitter);
  }

 private:
  static plumb::TriangleMesh made(const plumb::RectangleGrid& grid, double jitter) {
    return jitter > 0 ? plumb::jittered_rectangle_mesh(grid, jitter, kSeed) : plumb::rectangle_mesh(grid);
  }
  /// Returns the mesh with x and y exchanged; normals stay along z.
  static plumb::TriangleMesh turned(plumb::TriangleMesh mesh) {
    for (Eigen::Vector3d& p : mesh.points) std::swap(p.x(), p.y());
    for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
    return mesh;
  }
};

/// Returns the points of the first two rows.
std::vector<int> clamped_points(const plumb::TriangleMesh& mesh, double step) {
  std::vector<int> points;
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    if (mesh.points[i].x() < 1.01 * step) points.push_back(static_cast<int>(i));
  }
  return points;
}

std::vector<int> nearest_points(const plumb::TriangleMesh& mesh, const Eigen::Vector3d& tip) {
  const auto distance = [&](std::size_t i) { return (mesh.points[i] - tip).norm(); };
  double least = distance(0);
  for (std::size_t i = 0; i < mesh.points.size(); ++i) least = std::min(least, distance(i));
  std::vector<int> points;
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    if (distance(i) < 1.01 * least + 1e-9) points.push_back(static_cast<int>(i));
  }
  return points;
}

/// A place on the centre line between two rows of points.
struct BetweenRows {
  std::vector<int> before, behind;  ///< the points of each that are nearest to the centre line
  double share = 0;                 ///< of the row behind
};

BetweenRows between_rows(const plumb::TriangleMesh& mesh, const plumb::Pose& clamp, double at) {
  const auto along = [&](const Eigen::Vector3d& p) { return (p - clamp.position).dot(clamp.tangent); };
  double before = -HUGE_VAL, behind = HUGE_VAL;
  for (const Eigen::Vector3d& p : mesh.points) {
    if (along(p) <= at) before = std::max(before, along(p));
    if (along(p) >= at) behind = std::min(behind, along(p));
  }
  const auto row = [&](double s) { return nearest_points(mesh, clamp.position + s * clamp.tangent); };
  return {row(before), row(behind), behind > before ? (at - before) / (behind - before) : 0};
}

class MeshedPlate final : public DiscretePlate {
 public:
  MeshedPlate(plumb::ShellSpec spec, std::vector<int> tip, BetweenRows middle)
      : spec_(std::move(spec)), tip_(std::move(tip)), middle_(std::move(middle)) {}
  plumb::Model model() const override { return plumb::shell(spec_); }
  Eigen::Vector3d tip(const plumb::Model& model, const plumb::State& state) const override {
    return plumb::ShellView(spec_, model, state).mean(tip_);
  }
  Eigen::Vector3d middle(const plumb::Model& model, const plumb::State& state) const override {
    const plumb::ShellView view(spec_, model, state);
    return (1 - middle_.share) * view.mean(middle_.before) + middle_.share * view.mean(middle_.behind);
  }

 private:
  plumb::ShellSpec spec_;
  std::vector<int> tip_;
  BetweenRows middle_;
};

}  // namespace

plumb::ShellSpec TrianglePlate::spec(const ScenarioPlate& plate) const {
  const Rows rows(plate);
  plumb::ShellSpec spec;
  spec.rest = rows.mesh(pattern, 0);
  spec.clamped = clamped_points(spec.rest, rows.step);
  if (jitter > 0) {
    const std::vector<Eigen::Vector3d> held = spec.rest.points;
    spec.rest = rows.mesh(pattern, jitter);
    for (const int p : spec.clamped) {
      spec.rest.points[static_cast<std::size_t>(p)] = held[static_cast<std::size_t>(p)];
    }
  }
  const Eigen::Matrix3d frame = plate.clamp.frame();
  for (Eigen::Vector3d& p : spec.rest.points) {
    p = plate.clamp.position + frame * Eigen::Vector3d(p.x() - 0.5 * rows.step, p.y() - 0.5 * plate.width, 0);
  }
  spec.material = {plate.thickness, plate.young, plate.nu};
  spec.density = plate.density;
  spec.membrane = membrane;
  spec.bending = bending;
  spec.hinge_factor = hinge_factor;
  spec.hinge_measure = hinge_measure;
  spec.clamp = plate.clamp;
  return spec;
}

std::vector<int> TrianglePlate::tip_points(const ScenarioPlate& plate, const plumb::ShellSpec& spec) {
  return nearest_points(spec.rest, plate.clamp.position + plate.length * plate.clamp.tangent);
}

std::unique_ptr<DiscretePlate> TrianglePlate::operator()(const ScenarioPlate& plate) const {
  plumb::ShellSpec made = spec(plate);
  std::vector<int> tip = tip_points(plate, made);
  BetweenRows middle = between_rows(made.rest, plate.clamp, 0.5 * plate.length);
  return std::make_unique<MeshedPlate>(std::move(made), std::move(tip), std::move(middle));
}

}  // namespace codes
