// A sheet between two bars wrinkles and is pulled flat, again and again, with a mesh that follows after every step.
//
//   remeshed_sheet_bench [STEPS [OPERATIONS.csv]]
//
// It prints how many operations there were, that the mesh stays whole, that area, mass and momentum are kept, what the
// remeshing costs beside the steps, and that a restart and another number of threads give the same bits. The file gets
// a line for every operation with the momentum of the triangles that it replaces, before and after.

#include <cstdio>
#include <cstdlib>
#include <optional>

#include <plumb/core/disk.h>
#include <plumb/core/parallel.h>
#include <plumb/geometry/mesh_topology.h>
#include <plumb/step/remeshed_sheet_for_test.h>

namespace plumb {
namespace {

constexpr double kStep = 2e-3, kLength = 0.4, kWidth = 0.3;

/// What the remeshings so far have done, and the worst of it.
struct Tally {
  RemeshCounts counts;
  std::size_t least_points = SIZE_MAX, most_points = 0;
  double area = 0, boundary = 0, mass = 0;  ///< how far they were off at most, of what they should be
  double flattest = 1;                      ///< area of a triangle over that of an equilateral one on its longest side
  double momentum = 0;                      ///< lost by an operation, of the momentum of all masses at the mean speed
  int n_not_whole = 0;                      ///< meshes that are no disc of upright triangles
  double stepping = 0, remeshing = 0, rebuilding = 0;  ///< s
};

double mass_of(const ShellSpec& spec, const MeshNow& mesh) {
  double sum = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    sum += spec.density * mesh.thickness[t] * area({mesh.rest, mesh.triangles}, static_cast<int>(t));
  }
  return sum;
}

void look_at_mesh(const ShellSpec& spec, const MeshNow& mesh, Tally& tally) {
  const TriangleMesh rest{mesh.rest, mesh.triangles};
  const MeshTopology topology = mesh_topology(rest);
  const auto x = [&](int p) -> const Eigen::Vector3d& { return rest.points[static_cast<std::size_t>(p)]; };
  double whole = 0, boundary = 0;
  bool upright = true;
  for (std::size_t t = 0; t < rest.triangles.size(); ++t) {
    const double signed_area = area_vector(rest, static_cast<int>(t)).z();
    const auto& [a, b, c] = rest.triangles[t];
    const double longest = std::max({(x(a) - x(b)).norm(), (x(b) - x(c)).norm(), (x(c) - x(a)).norm()});
    tally.flattest = std::min(tally.flattest, signed_area / (0.25 * std::sqrt(3.0) * longest * longest));
    upright = upright && signed_area > 0;
    whole += signed_area;
  }
  for (const MeshEdge& edge : topology.edges) {
    if (edge.boundary()) boundary += (x(edge.points[0]) - x(edge.points[1])).norm();
  }
  const bool disc = rest.points.size() + rest.triangles.size() == topology.edges.size() + 1;
  if (!upright || !disc) ++tally.n_not_whole;
  tally.area = std::max(tally.area, std::abs(whole / (kLength * kWidth) - 1));
  tally.boundary = std::max(tally.boundary, std::abs(boundary / (2 * (kLength + kWidth)) - 1));
  const double mass = spec.density * spec.material.thickness * kLength * kWidth;
  tally.mass = std::max(tally.mass, std::abs(mass_of(spec, mesh) / mass - 1));
  tally.least_points = std::min(tally.least_points, rest.points.size());
  tally.most_points = std::max(tally.most_points, rest.points.size());
}

std::string csv(const Eigen::Vector3d& v) {
  char text[100];
  std::snprintf(text, sizeof text, ",%.17g,%.17g,%.17g", v.x(), v.y(), v.z());
  return text;
}

class Watch {
 public:
  Watch(const ShellSpec& spec, const char* file) : spec_(spec) {
    if (file != nullptr) {
      operations_.emplace(file, "time [s],before x [kg m/s],y,z,interpolated x,y,z,after x,y,z\n");
    }
  }

  void see(const SheetRemeshing& now) {
    tally_.counts.splits += now.after.counts.splits;
    tally_.counts.flips += now.after.counts.flips;
    tally_.counts.collapses += now.after.counts.collapses;
    tally_.stepping += now.step_seconds;
    tally_.remeshing += now.remesh_seconds;
    tally_.rebuilding += now.rebuild_seconds;
    look_at_mesh(spec_, *now.after.state.mesh, tally_);
    const State& before = now.before;
    const double speed = before.v.norm() / std::sqrt(static_cast<double>(before.v.size()) / 3),
                 whole = spec_.density * spec_.material.thickness * kLength * kWidth * speed;
    for (const StepMomentum& step : now.after.momenta) {
      tally_.momentum = std::max(tally_.momentum, (step.kept - step.before).norm() / whole);
      if (operations_) {
        operations_->add(std::to_string(before.time) + csv(step.before) + csv(step.interpolated) + csv(step.kept) +
                         '\n');
      }
    }
  }
  const Tally& tally() const { return tally_; }

 private:
  const ShellSpec& spec_;
  std::optional<GrowingText> operations_;
  Tally tally_;
};

std::uint64_t hash_of_run(double until, int n_threads) {
  set_threads(n_threads);
  MovingSheet moving(remeshed_sheet());
  ENSURE(moving.go_to(0.5 * until, kStep) == Status::ok);
  ENSURE(moving.go_to(until, kStep) == Status::ok);
  return hash(moving.state());
}

std::uint64_t hash_of_restarted_run(const std::string& saved, double until) {
  MovingSheet moving(remeshed_sheet(), load_state(saved));
  ENSURE(moving.go_to(until, kStep) == Status::ok);
  return hash(moving.state());
}

void print(const Tally& tally, const State& end) {
  std::printf("splits %d, flips %d, collapses %d\n", tally.counts.splits, tally.counts.flips, tally.counts.collapses);
  std::printf("points from %zu to %zu, a factor of %.1f\n", tally.least_points, tally.most_points,
              static_cast<double>(tally.most_points) / static_cast<double>(tally.least_points));
  std::printf("meshes that are no disc of upright triangles: %d; flattest triangle %.2g of an equilateral one\n",
              tally.n_not_whole, tally.flattest);
  std::printf("at most off: rest area %.1e, boundary %.1e, mass %.1e, momentum by one operation %.1e\n", tally.area,
              tally.boundary, tally.mass, tally.momentum);
  std::printf("remeshing %s %.2g %% of the energy in play\n", end.books.remeshed > 0 ? "took" : "added",
              100 * remeshed_share(end.books));
  const double all = tally.stepping + tally.remeshing + tally.rebuilding;
  std::printf("time: steps %.2f s, remeshing %.2f s (%.1f %% of all), models on new meshes %.2f s (%.1f %%)\n",
              tally.stepping, tally.remeshing, 100 * tally.remeshing / all, tally.rebuilding,
              100 * tally.rebuilding / all);
}

}  // namespace
}  // namespace plumb

int main(int argc, char** argv) {
  using namespace plumb;
  const int n_steps = argc > 1 ? std::atoi(argv[1]) : 1000;
  const double until = n_steps * kStep;
  const RemeshedSheet sheet = remeshed_sheet();
  Watch watch(sheet.spec, argc > 2 ? argv[2] : nullptr);
  set_threads(1);
  MovingSheet moving(sheet);
  const auto see = [&](const SheetRemeshing& now) { watch.see(now); };
  Status status = moving.go_to(0.5 * until, kStep, see);
  const std::string saved = save(moving.state());
  if (status == Status::ok) status = moving.go_to(until, kStep, see);
  std::printf("%g steps of %g s: %s\n", moving.state().books.steps, kStep, std::string(name(status)).c_str());
  print(watch.tally(), moving.state());
  if (status != Status::ok) return 1;
  const std::uint64_t one = hash(moving.state()), restarted = hash_of_restarted_run(saved, until),
                      two = hash_of_run(until, 2);
  std::printf("hash: one thread %016lx, two threads %016lx, restarted in the middle %016lx: %s\n", one, two, restarted,
              one == two && one == restarted ? "the same" : "DIFFERENT");
  return one == two && one == restarted ? 0 : 1;
}
