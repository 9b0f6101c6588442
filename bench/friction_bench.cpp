// The friction solver on one core: residual of the worst contact (contact/friction/problem.h), user CPU, contacts per
// second. A problem that does not reach its tolerance says FAILED with the residual that it reached.
//   friction_bench [pile|others|large|exists|cloth|tolerance|one|siconos ...]; without words all but `one` and `others`

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <bench/cpu_time.h>
#include <bench/siconos_solver.h>
#include <plumb/contact/friction/central_path.h>
#include <plumb/contact/friction/cloth_on_bumps_for_test.h>
#include <plumb/contact/friction/cone.h>
#include <plumb/contact/friction/one_contact.h>
#include <plumb/contact/friction/random_for_test.h>
#include <plumb/contact/friction/sphere_pile_for_test.h>

namespace {

using namespace plumb;

struct Tally {
  int n = 0, failed = 0, bearing = 0, slipping = 0, contacts = 0;
  double slowest = 0, worst = 0, total = 0;
};

/// Counts the contacts that bear force, and those of them that slip.
void count_modes(const ContactProblem& problem, const Eigen::VectorXd& r, Tally& tally) {
  constexpr double kSmall = 1e-6;
  Eigen::VectorXd u;
  problem.w->apply(r, u);
  u += problem.b;
  double motion = 0;
  for (Eigen::Index i = 0; i < r.size(); i += 3) motion = std::max(motion, problem.b.segment<3>(i).norm());
  for (Eigen::Index i = 0; i < r.size(); i += 3) {
    ++tally.contacts;
    if (!(r(i) > kSmall * problem.force_scale)) continue;
    ++tally.bearing;
    tally.slipping += u.segment<2>(i + 1).norm() > kSmall * motion;
  }
}

/// Solves from zero forces, prints a line and adds it to the tally.
void solve(const std::string& name, const ContactProblem& problem, const ContactOptions& options, Tally& tally) {
  const int n = problem.w->n_contacts();
  Eigen::VectorXd r = Eigen::VectorXd::Zero(3 * n);
  const double start = user_seconds();
  const ContactOutcome outcome = solve_contact(problem, options, r);
  const double seconds = user_seconds() - start, reached = residual(problem, r);
  const bool ok = outcome.status == Status::ok && reached <= options.tolerance;
  std::printf("%-34s %6d contacts  residual %.1e  %7.3f s  %9.0f contacts/s  %6d sweeps  %3d Newton  %s\n",
              name.c_str(), n, reached, seconds, n / std::max(seconds, 1e-6), outcome.sweeps, outcome.newton_iterations,
              ok ? "ok" : "FAILED");
  std::fflush(stdout);
  ++tally.n;
  tally.failed += !ok;
  tally.slowest = std::max(tally.slowest, seconds);
  tally.total += seconds;
  tally.worst = std::max(tally.worst, reached);
  count_modes(problem, r, tally);
}

void print(const char* name, const Tally& t) {
  std::printf("%s: %d problems, %d failed, worst residual %.1e, slowest %.3f s, mean %.3f s\n", name, t.n, t.failed,
              t.worst, t.slowest, t.total / std::max(t.n, 1));
  std::printf("  %.0f %% of the contacts bear force, %.0f %% of these slip\n\n",
              100.0 * t.bearing / std::max(t.contacts, 1), 100.0 * t.slipping / std::max(t.bearing, 1));
}

void piles(std::uint64_t first, std::uint64_t last) {
  for (const double agitation : {0.0, 3.0})
    for (const double mu : {0.1, 0.5, 1.0}) {
      Tally tally;
      for (std::uint64_t seed = first; seed <= last; ++seed) {
        const SpherePile spheres({500, mu, agitation, seed});
        char name[80];
        std::snprintf(name, sizeof name, "pile mu %.1f shaken %.0f seed %d", mu, agitation, static_cast<int>(seed));
        solve(name, spheres.problem(), {1e-8, 10000}, tally);
      }
      print("pile to 1e-8", tally);
    }
}

/// Do the piles have solutions? Whether they are shaken makes no difference to what can open.
void exists() {
  for (const double mu : {0.1, 0.5, 1.0}) {
    int n = 0;
    const double start = user_seconds();
    for (std::uint64_t seed = 1; seed <= 20; ++seed) n += solution_must_exist(SpherePile({500, mu, 0, seed}).problem());
    std::printf("piles with mu %.1f, seeds 1 to 20: %d must have a solution (%.1f s)\n", mu, n, user_seconds() - start);
    std::fflush(stdout);
  }
  std::printf("\n");
}

void large() {
  Tally tally;
  const SpherePile spheres({4290, 0.5, 0, 1});
  solve("large pile mu 0.5", spheres.problem(), {1e-8, 10000}, tally);
  print("large pile to 1e-8", tally);
}

void cloth() {
  for (const double stiffness : {1.0, 100.0})
    for (const double mu : {0.1, 0.5, 1.0}) {
      Tally tally;
      for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const ClothOnBumps sheet({20, stiffness, mu, seed});
        char name[80];
        std::snprintf(name, sizeof name, "cloth k %.0f mu %.1f seed %d", stiffness, mu, static_cast<int>(seed));
        solve(name, sheet.problem(), {1e-10, 10000}, tally);
      }
      print("cloth to 1e-10", tally);
    }
}

/// Returns the mean over contacts of the squared natural map, in N or N s: the kind of measure that So-Bogus stops by.
double mean_of_squares(const ContactProblem& problem, const Eigen::VectorXd& r) {
  Eigen::VectorXd u;
  problem.w->apply(r, u);
  u += problem.b;
  double sum = 0;
  for (int i = 0; i < problem.w->n_contacts(); ++i)
    sum += natural_map(problem.cones[static_cast<std::size_t>(i)], problem.w->block(i, i).norm(), r.segment<3>(3 * i),
                       u.segment<3>(3 * i))
               .squaredNorm();
  return sum / std::max(problem.w->n_contacts(), 1);
}

void tolerance() {
  const SpherePile spheres({500, 0.5, 0, 1});
  std::printf("one pile: mean of squared errors beside the worst contact, relative to a weight x dt\n");
  for (const int sweeps : {16, 64, 256, 1024, 4096}) {
    Eigen::VectorXd r = Eigen::VectorXd::Zero(3 * spheres.n_contacts());
    solve_contact(spheres.problem(), {1e-14, sweeps, 1 << 20}, r);
    const double scale = spheres.problem().force_scale;
    std::printf("  %5d sweeps  mean of squares %.1e  worst contact %.1e\n", sweeps,
                mean_of_squares(spheres.problem(), r) / (scale * scale), residual(spheres.problem(), r));
  }
  std::printf("\n");
}

/// A million contacts alone, half of them degenerate. Where W is singular a solution need not exist.
void one() {
  RandomForTest random(15);
  constexpr int kKinds = 5;
  const char* const names[kKinds] = {"definite W", "W of rank 2", "W of rank 1", "W = 0", "mu = 0"};
  int count[kKinds] = {}, not_numbers = 0, worse_than_none = 0, outside = 0;
  double worst[kKinds] = {};
  for (int k = 0; k < 1000000; ++k) {
    const int kind = random.unit() < 0.5 ? 0 : static_cast<int>(kKinds * random.unit());
    const int rank = kind >= 1 && kind <= 3 ? 3 - kind : 3;
    const double size = random.log_between(1e-60, 1e60);
    const Eigen::Matrix3d w = size * Eigen::Matrix3d(random.semidefinite(3, rank, random.log_between(1, 1e4)));
    const double mu = kind == 4 ? 0 : random.log_between(1e-3, 1e2);
    const Eigen::Vector3d b = random.vector3() * random.log_between(1e-60, 1e60);
    const OneContact contact(w, Cone{mu});
    const Eigen::Vector3d r = contact.solve(b, random.vector3());
    ++count[kind];
    if (!r.allFinite()) {
      ++not_numbers;
      continue;
    }
    outside += std::hypot(r(1), r(2)) > mu * r(0) * (1 + 1e-12);
    const double error = contact.residual(b, r), none = contact.residual(b, Eigen::Vector3d::Zero());
    worse_than_none += error > none * (1 + 1e-12);
    worst[kind] = std::max(worst[kind], error / std::max(r.norm(), b.norm() / contact.size()));
  }
  for (int kind = 0; kind < kKinds; ++kind)
    std::printf("%-12s %7d contacts, worst relative residual %.1e\n", names[kind], count[kind], worst[kind]);
  std::printf("not numbers %d, outside the cone %d, worse than no force %d\n\n", not_numbers, outside, worse_than_none);
}

#ifdef PLUMB_SICONOS
void siconos() {
  for (const int iterations : {100, 1000, 10000}) {
    const SpherePile spheres({500, 0.5, 0, 1});
    double start = user_seconds();
    const Eigen::VectorXd r = siconos_forces(spheres.problem(), 1e-14, iterations);
    std::printf("Siconos NSGS, pile mu 0.5 seed 1, %5d sweeps: residual %.1e  %.3f s\n", iterations,
                residual(spheres.problem(), r), user_seconds() - start);
    std::fflush(stdout);
  }
  const ClothOnBumps sheet({20, 1, 0.5, 1});
  for (const int iterations : {10, 30, 100}) {
    const double start = user_seconds();
    const Eigen::VectorXd r = siconos_forces(sheet.problem(), 1e-14, iterations);
    std::printf("Siconos NSGS, cloth k 1 mu 0.5 seed 1, %3d sweeps: residual %.1e  %.3f s\n", iterations,
                residual(sheet.problem(), r), user_seconds() - start);
    std::fflush(stdout);
  }
}
#else
void siconos() { std::printf("Siconos is not installed: apt install libsiconos-numerics-dev\n"); }
#endif

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) words = {"pile", "large", "exists", "cloth", "tolerance", "siconos"};
  for (const std::string& word : words) {
    if (word == "pile") piles(1, 10);
    if (word == "others") piles(11, 20);
    if (word == "exists") exists();
    if (word == "large") large();
    if (word == "cloth") cloth();
    if (word == "tolerance") tolerance();
    if (word == "one") one();
    if (word == "siconos") siconos();
  }
}
