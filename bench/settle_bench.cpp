// Plates that settle, on Cantilever: what the step in time, the criterion of rest and remeshing do to the answer, and
// what each load costs. User CPU.
//   settle_bench [rest|step|cost|scatter|pushed ...]
// `pushed`: what the rows of animation say where they are most wrong, with the cards' knobs and beyond them tenfold.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <string>

#include <bench/cpu_time.h>
#include <codes/projective-dynamics/projective_plate.h>
#include <judge/protocols/cantilever/master_curve.h>
#include <judge/protocols/lateral_buckling/master_curve.h>
#include <judge/question/code.h>

namespace {

const judge::Code& row(const std::string& name) {
  for (const judge::Code* code : judge::all_codes()) {
    if (code->describe().name == name) return *code;
  }
  throw plumb::UserError("no code " + name);
}

std::unique_ptr<judge::Trial> opened(const std::string& name, const judge::Knobs& knobs) {
  judge::Scenario s;
  s.ask(judge::ClampedStrip{{0.1, 1e-3, 0}});
  s.scales = {1, 12e9, 1e3};
  s.knobs = knobs;
  return row(name).open(s);
}

double aspect(judge::Trial& trial) {
  const auto seen = trial.observe({"drop", "reach"});
  return seen.at("drop") / seen.at("reach");
}

/// What a sweep over the loads of the protocol shows.
struct Swept {
  std::map<double, double> aspects;  ///< by Gamma; none where a load failed
  int n_failed = 0, n_unstable = 0, steps = 0;
  double seconds = 0;
};

Swept swept(const std::string& name, const judge::Knobs& knobs, double decades_apart, double from = -3, double to = 4) {
  Swept s;
  const double start = user_seconds();
  const auto trial = opened(name, knobs);
  for (double power = from; power <= to + 1e-9; power += decades_apart) {
    const double gamma = std::pow(10, power);
    const judge::Reply reply = trial->advance({{"gamma", gamma}});
    s.steps += reply.iterations;
    if (reply.status != plumb::Status::ok) {
      ++s.n_failed;
      continue;
    }
    s.n_unstable += reply.negative_modes > 0;
    s.aspects[gamma] = aspect(*trial);
  }
  s.seconds = user_seconds() - start;
  return s;
}

/// The largest relative difference from the static answer of the same plate.
double off_statics(const Swept& s, const Swept& statics) {
  double most = 0;
  for (const auto& [gamma, found] : s.aspects) {
    const auto there = statics.aspects.find(gamma);
    if (there != statics.aspects.end()) most = std::max(most, std::abs(found / there->second - 1));
  }
  return most;
}

constexpr double kApart = 0.1;  // decades

void rest() {
  std::printf("\nfixed mesh, n = 60, dt = 1: against statics, by the speed at which it counts as being at rest\n");
  std::printf("%10s %12s %8s %10s %8s\n", "tol", "H/W off by", "failed", "steps/load", "CPU s");
  const Swept statics = swept("discrete-shell", {.n = 60}, kApart);
  for (const double tol : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7}) {
    const Swept s = swept("discrete-shell-arcsim/strip", {.n = 60, .dt = 1, .tol = tol}, kApart);
    std::printf("%10.0e %12.2e %8d %10.1f %8.2f\n", tol, off_statics(s, statics), s.n_failed,
                s.steps / (7 / kApart + 1), s.seconds);
  }
}

void step() {
  std::printf("\nfixed mesh, n = 60, tol = 1e-6: against statics, by the step in time\n");
  std::printf("%10s %12s %8s %10s %8s\n", "dt", "H/W off by", "failed", "steps/load", "CPU s");
  const Swept statics = swept("discrete-shell", {.n = 60}, kApart);
  for (const double dt : {0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 100.0}) {
    const Swept s = swept("discrete-shell-arcsim/strip", {.n = 60, .dt = dt, .tol = 1e-6}, kApart);
    std::printf("%10.2f %12.2e %8d %10.1f %8.2f\n", dt, off_statics(s, statics), s.n_failed, s.steps / (7 / kApart + 1),
                s.seconds);
  }
}

void cost() {
  std::printf("\nthe cards' own knobs, 281 loads\n%-30s %8s %8s %10s %8s %12s %12s\n", "", "failed", "saddles",
              "steps/load", "CPU s", "over curve", "under curve");
  for (const std::string name : {"arcsim", "arcsim/fixed", "arcsim/sine", "discrete-shell-arcsim",
                                 "discrete-shell-arcsim/fixed", "discrete-shell-arcsim/strip"}) {
    const Swept s = swept(name, row(name).describe().protocols.at("cantilever").knobs, 0.025);
    double over = 0, under = 0;
    for (const auto& [gamma, found] : s.aspects) {
      const double relative = found / judge::cantilever_curve(gamma).aspect - 1;
      over = std::max(over, relative);
      under = std::min(under, relative);
    }
    std::printf("%-30s %8d %8d %10.1f %8.1f %+12.4f %+12.4f\n", name.c_str(), s.n_failed, s.n_unstable, s.steps / 281.0,
                s.seconds, over, under);
  }
}

/// How H/W jumps from load to load beside what the curve does: the largest and the mean difference of neighbours in
/// log(H/W of the code / H/W of the curve).
void scatter() {
  std::printf(
      "\nscatter between neighbouring loads, 0.025 decades apart, Gamma = 0.1 to 10, n = 60\n%-30s %10s %12s %12s\n",
      "", "tol", "mean jump", "largest jump");
  for (const std::string name :
       {"discrete-shell-arcsim/strip", "discrete-shell-arcsim/fixed", "discrete-shell-arcsim"}) {
    for (const double tol : {1e-2, 1e-4, 1e-6}) {
      const Swept s = swept(name, {.n = 60, .dt = 1, .tol = tol}, 0.025, -1, 1);
      double sum = 0, most = 0, last = NAN;
      int n = 0;
      for (const auto& [gamma, found] : s.aspects) {
        const double off = std::log(found / judge::cantilever_curve(gamma).aspect);
        if (!std::isnan(last)) {
          sum += std::abs(off - last);
          most = std::max(most, std::abs(off - last));
          ++n;
        }
        last = off;
      }
      std::printf("%-30s %10.0e %12.2e %12.2e\n", name.c_str(), tol, sum / std::max(1, n), most);
    }
  }
}

struct Push {
  const char* what;
  double dt, tol;  ///< factors on the card's
};
constexpr Push kPushes[] = {{"card", 1, 1}, {"dt / 10", 0.1, 1}, {"tol / 10", 1, 0.1}, {"both", 0.1, 0.1}};

judge::Knobs pushed_knobs(const std::string& name, const char* protocol, const Push& push) {
  judge::Knobs knobs = row(name).describe().protocols.at(protocol).knobs;
  knobs.dt *= push.dt;
  knobs.tol *= push.tol;
  return knobs;
}

void print_pushed_cantilever(const std::string& name, double gamma) {
  std::printf("%-28s %6g", name.c_str(), gamma);
  for (const Push& push : kPushes) {
    const auto trial = opened(name, pushed_knobs(name, "cantilever", push));
    const judge::Reply reply = trial->advance({{"gamma", gamma}});
    if (reply.status != plumb::Status::ok) std::printf("  %16s", "not at rest");
    if (reply.status != plumb::Status::ok) continue;
    std::printf("  %8.5f (%5d)", aspect(*trial) / judge::cantilever_curve(gamma).aspect, reply.iterations);
  }
  std::printf("\n");
}

void print_pushed_buckling(const std::string& name, double width, double weight) {
  const double critical = judge::lateral_buckling_threshold(width, judge::lateral_buckling_nu);
  std::printf("%-28s w/L %.1f Gamma* %g, plate %s:", name.c_str(), width, weight,
              weight > critical ? "buckled" : "flat");
  for (const Push& push : kPushes) {
    judge::Scenario s;
    s.ask(judge::BucklingPlate{{width, 1e-3, judge::lateral_buckling_nu}, 0.2, 1e-4, 80});
    s.scales = {1, 12e9, 1e3};
    s.knobs = pushed_knobs(name, "lateral-buckling", push);
    const auto trial = row(name).open(s);
    const judge::Reply reply = trial->advance({{"gamma_star", weight}});
    if (reply.status != plumb::Status::ok) std::printf("  %s not at rest", push.what);
    if (reply.status == plumb::Status::ok) {
      std::printf("  %s %.2e (%d)", push.what, trial->observe({"lateral"}).at("lateral"), reply.iterations);
    }
  }
  std::printf("\n");
}

void pushed() {
  std::printf("\nCantilever, one load from rest: H/W over that of the curve (steps)\n%-28s %6s", "", "Gamma");
  for (const Push& push : kPushes) std::printf("  %16s", push.what);
  std::printf("\n");
  const std::string rows[] = {"arcsim",
                              "arcsim/fixed",
                              "arcsim/sine",
                              "discrete-shell-arcsim",
                              "discrete-shell-arcsim/fixed",
                              "discrete-shell-arcsim/strip"};
  for (const std::string& name : rows) print_pushed_cantilever(name, 1e-3);
  std::printf("\nProjective Dynamics, Gamma = 1e-3 from rest: H/W over that of the curve\n");
  for (const int iterations : {10, 100, 1000, 10000}) {
    const codes::PlateCode code(judge::Card{}, codes::ProjectivePlate{.iterations = iterations});
    judge::Scenario s;
    s.ask(judge::ClampedStrip{{0.1, 1e-3, 0}});
    s.scales = {1, 12e9, 1e3};
    s.knobs = row("projective-dynamics").describe().protocols.at("cantilever").knobs;
    const auto trial = code.open(s);
    trial->advance({{"gamma", 1e-3}});
    std::printf("%6d iterations %10.3e\n", iterations, aspect(*trial) / judge::cantilever_curve(1e-3).aspect);
  }
  std::printf("\nLateral Buckling: the tip's way aside over L; above 1e-4 is buckled (steps)\n");
  for (const std::string& name : rows) {
    const bool soft = name.starts_with("arcsim"), strip = name == "discrete-shell-arcsim/strip";
    print_pushed_buckling(name, soft ? 0.5 : strip ? 0.4 : 1.0, soft ? 12 : strip ? 21 : 39);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const std::map<std::string, std::function<void()>> parts{
      {"rest", rest}, {"step", step}, {"cost", cost}, {"scatter", scatter}, {"pushed", pushed}};
  for (const auto& [name, part] : parts) {
    const bool asked = std::any_of(argv + 1, argv + argc, [&](const char* a) { return a == name; });
    if (argc == 1 || asked) part();
  }
}
