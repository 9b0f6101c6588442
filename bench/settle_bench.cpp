// Plates that settle, on Cantilever: what the step in time, the criterion of rest and remeshing do to the answer, and
// what each load costs. User CPU.
//   settle_bench [rest|step|cost|scatter ...]

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <string>

#include <bench/cpu_time.h>
#include <judge/protocols/cantilever/master_curve.h>
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

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const std::map<std::string, std::function<void()>> parts{
      {"rest", rest}, {"step", step}, {"cost", cost}, {"scatter", scatter}};
  for (const auto& [name, part] : parts) {
    const bool asked = std::any_of(argv + 1, argv + argc, [&](const char* a) { return a == name; });
    if (argc == 1 || asked) part();
  }
}
