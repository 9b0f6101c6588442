// So-Bogus on Stick-Slip: where the tip begins to slip against speed, dt, n, tolerance, EI and units; how late it is, as
// a power of the speed; what a step costs. User CPU.
//   stick_slip_bench [late|speed|dt|n|tolerance|units|rows|cost ...]
//   stick_slip_bench plot FILE.svg      the convergence plot of docs/stick-slip.md

#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <bench/cpu_time.h>
#include <codes/push/dynamic_push.h>
#include <codes/push/exact_step.h>
#include <codes/static-coulomb/static_push.h>
#include <judge/plot/plot.h>
#include <judge/protocols/stick_slip/master_curve.h>

namespace {

constexpr double kMu = 0.2;
const judge::Scales kUnit{1, 12 / (1e-9 * 0.1), 1e4};  // EI = 1, rho A = 1, L = 1

codes::PushSchedule usual() {
  return {.dt = 2e-3, .speed = 0.04, .relaxation = 0.01, .bent = 1e-4, .tolerance = 1e-13};
}

judge::Scenario strip(double mu, int n, const judge::Scales& scales = kUnit) {
  judge::Scenario scenario;
  scenario.scales = scales;
  scenario.knobs.n = n;
  scenario.ask(judge::PushedStrip{{0.1, 1e-3, 0}, mu, 1e-3});
  return scenario;
}

struct Pushed {
  double eps_y = 0;     ///< where Q/P comes to mu; 0: nowhere
  double P = 0;         ///< there
  double tip = 0;       ///< where the tip is seen to have moved by 1e-3 L; 0: nowhere
  double residual = 0;  ///< of the worst contact, of its force
  double squares = 0;   ///< N^2: the mean over contacts of the squared residual, the largest of all steps
  double steps = 0, seconds = 0;
  double error = 0, P_error = 0;  ///< relative to the master curve
};

/// Returns EI/L^2, N.
double scenario_force(const judge::Scenario& scenario) { return codes::StripToPush(scenario, 0).unit_force(); }

/// Returns where the same elements slip if they are pushed through equilibria, without inertia.
double static_onset(double mu, int n) {
  codes::StaticPush push(strip(mu, n), codes::super_helix_strip, 1e-4);
  const plumb::Status status = push.push_to(1.2 * judge::stick_slip_at_friction(mu).eps_y);
  return status == plumb::Status::ok ? push.seen().slips_from : 0;
}

enum class Until { slips, is_seen_to_slip };

Pushed pushed(const judge::Scenario& scenario, const codes::PushSchedule& schedule, Until until = Until::slips) {
  const double start = user_seconds();
  codes::DynamicPush push(scenario, schedule, codes::exact_steps(codes::super_helix_strip));
  Pushed p;
  const double mu = std::get<judge::PushedStrip>(scenario.question).mu;
  const judge::StickSlipPoint exact = judge::stick_slip_at_friction(mu);
  for (double eps_y = 0.95 * exact.eps_y; eps_y < 0.5 && p.tip == 0; eps_y += 1e-3 * exact.eps_y) {
    if (push.push_to(eps_y) != plumb::Status::ok) break;
    const codes::DynamicPush::Seen seen = push.seen();
    p.eps_y = seen.slips_from;
    if (p.eps_y == 0) p.P = seen.P;
    if (std::abs(seen.tip_shift) > 1e-3) p.tip = seen.eps_y;
    if (p.eps_y > 0 && until == Until::slips) break;
  }
  p.residual = push.seen().residual;
  // There is one contact, and it bears P (1, mu) at most: the residual in N is that share of it.
  p.squares = std::pow(p.residual * p.P * std::hypot(1, mu) * scenario_force(scenario), 2);
  p.steps = push.seen().steps;
  p.error = p.eps_y / exact.eps_y - 1;
  p.P_error = p.P / exact.P - 1;
  p.seconds = user_seconds() - start;
  return p;
}

void head(const char* what) {
  std::printf("\n%s\n%12s %12s %11s %11s %11s %13s %9s %9s\n", what, "", "onset eps_y", "off, %", "P off, %",
              "residual", "squares, N^2", "steps", "user s");
}

Pushed row(const std::string& name, const judge::Scenario& scenario, const codes::PushSchedule& schedule) {
  const Pushed p = pushed(scenario, schedule);
  std::printf("%12s %12.8f %+11.5f %+11.5f %11.2e %13.2e %9.0f %9.2f\n", name.c_str(), p.eps_y, 100 * p.error,
              100 * p.P_error, p.residual, p.squares, p.steps, p.seconds);
  std::fflush(stdout);
  return p;
}

std::string text(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%g", value);
  return buffer;
}

/// Pushes at every value of one parameter, the coarsest first. Returns how far each onset is from the finest one's,
/// relative, by the number of the refinement.
judge::Polyline study(const char* what, const std::vector<double>& values,
                      const std::function<Pushed(const std::string&, double)>& push) {
  head(what);
  std::vector<double> onsets;
  for (const double value : values) onsets.push_back(push(text(value), value).eps_y);
  judge::Polyline changes;
  std::printf("  off the last by, %%:");
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    changes.push_back({static_cast<double>(i), std::abs(onsets[i] / onsets.back() - 1)});
    std::printf(" %.2e", 100 * changes.back().y);
  }
  std::printf("\n");
  return changes;
}

/// The slope of a straight line through points, by least squares.
double slope(const judge::Polyline& points) {
  double x = 0, y = 0, xx = 0, xy = 0;
  const auto n = static_cast<double>(points.size());
  for (const judge::CurvePoint& p : points) {
    x += p.x / n;
    y += p.y / n;
  }
  for (const judge::CurvePoint& p : points) {
    xx += (p.x - x) * (p.x - x);
    xy += (p.x - x) * (p.y - y);
  }
  return xy / xx;
}

/// How late a motion is: behind the onset of the same elements in equilibrium, by speed. The speed is raised over a
/// quarter of a unit of it: the fastest push is at its speed half way to the onset. What is later by less than 1e-4 shows
/// the steps rather than the speed, and is not fitted.
void by_lateness() {
  constexpr double kFastest = 0.08, kShows = 1e-4;
  for (const double mu : {0.05, 0.1, 0.2}) {
    const double exact = static_onset(mu, 30);
    std::printf("\nlateness against the speed, mu = %g, dt = 0.5 ms, n = 30; the equilibrium slips at %.8f\n", mu,
                exact);
    std::printf("%12s %14s %14s %14s %14s\n", "speed", "Q/P = mu", "late by, %", "tip moved", "late by, %");
    judge::Polyline onset, tip;
    double speed = kFastest;
    while (0.25 * speed > 0.5 * exact) speed *= 0.5;
    for (const double last = speed / 8; speed >= last; speed *= 0.5) {
      codes::PushSchedule s = usual();
      s.dt = 5e-4, s.speed = speed;
      const Pushed p = pushed(strip(mu, 30), s, Until::is_seen_to_slip);
      std::printf("%12g %14.8f %+14.4f %14.8f %+14.4f\n", speed, p.eps_y, 100 * (p.eps_y / exact - 1), p.tip,
                  100 * (p.tip / exact - 1));
      if (p.eps_y > exact * (1 + kShows)) onset.push_back({std::log(speed), std::log(p.eps_y - exact)});
      tip.push_back({std::log(speed), std::log(p.tip - exact)});
    }
    std::printf("  fitted: Q/P = mu is late as speed^%.2f, the tip as speed^%.2f\n", slope(onset), slope(tip));
  }
}

judge::Polyline by_speed() {
  return study("speed d eps_y/dt, dt = 0.5 ms, n = 30, mu = 0.2", {0.08, 0.04, 0.02, 0.01, 0.005},
               [](auto& name, double v) {
                 codes::PushSchedule s = usual();
                 s.dt = 5e-4, s.speed = v;
                 return row(name, strip(kMu, 30), s);
               });
}

judge::Polyline by_dt() {
  return study("dt, s, at speed 0.04, n = 30, mu = 0.2", {16e-3, 8e-3, 4e-3, 2e-3, 1e-3, 5e-4},
               [](auto& name, double dt) {
                 codes::PushSchedule s = usual();
                 s.dt = dt;
                 return row(name, strip(kMu, 30), s);
               });
}

judge::Polyline by_n() {
  return study("elements, dt = 2 ms, speed 0.04, mu = 0.2", {5, 10, 20, 40, 80},
               [](auto& name, double n) { return row(name, strip(kMu, int(n)), usual()); });
}

judge::Polyline by_tolerance() {
  return study("tolerance of the worst contact, dt = 2 ms, speed 0.04, n = 30, mu = 0.2",
               {1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-13}, [](auto& name, double tolerance) {
                 codes::PushSchedule s = usual();
                 s.tolerance = tolerance;
                 return row(name, strip(kMu, 30), s);
               });
}

void by_units() {
  head("EI and units, dt = 2 ms, speed 0.04, n = 30, mu = 0.2");
  row("EI = 1", strip(kMu, 30), usual());
  row("EI = 7", strip(kMu, 30, {1, 7 * kUnit.young, kUnit.density}), usual());
  row("L = 0.25 m", strip(kMu, 30, {0.25, 3e9, 900}), usual());
}

void by_row() {
  head("all mu at dt = 0.5 ms, speed 0.01, n = 30");
  for (int i = 1; i <= 7; ++i) {
    codes::PushSchedule s = usual();
    s.dt = 5e-4, s.speed = 0.01;
    row("mu = " + text(i / 20.0), strip(i / 20.0, 30), s);
  }
}

void cost() {
  std::printf("\ncost of a step, user s per 1000, n = 30, dt = 2 ms, speed 0.04, mu = 0.1\n");
  codes::DynamicPush push(strip(0.1, 30), usual(), codes::exact_steps(codes::super_helix_strip));
  int before = 0;
  for (double eps_y = 0.01; eps_y < 0.075; eps_y += 0.01) {
    const double start = user_seconds();
    const plumb::Status status = push.push_to(eps_y);
    const auto seen = push.seen();
    const int steps = seen.steps - before;
    std::printf("  to %.2f: %6.3f  (%d steps, %.2f iterations each, tip moved %.4f, %s)\n", eps_y,
                1000 * (user_seconds() - start) / std::max(1, steps), steps, double(push.iterations()) / steps,
                seen.tip_shift, std::string(plumb::name(status)).c_str());
    before = seen.steps;
    if (status != plumb::Status::ok) break;
  }
}

/// How far the onset is from that of the finest run, by refinements: dt, speed and element length are halved each time,
/// the tolerance is divided by a hundred.
void plot(const std::string& file) {
  constexpr double kLowest = 1e-11;
  judge::Plot picture;
  picture.box = {{"refinements", -0.2, 4.2, false}, {"change of the onset, relative", kLowest, 1e-1, true}};
  picture.title = "So-Bogus on Stick-Slip: what is left of the onset's error, by refinements";
  int colour = 0;
  const auto add = [&](judge::Polyline changes, const std::string& name) {
    for (judge::CurvePoint& p : changes) p.y = std::max(p.y, kLowest);
    picture.lines.push_back({changes, judge::LineStyle::asymptote, ""});
    picture.marks.push_back({changes, colour++, name});
  };
  add(by_speed(), "speed 0.08 to 0.01");
  add(by_dt(), "dt 16 to 1 ms");
  add(by_n(), "n = 5 to 40");
  add(by_tolerance(), "tolerance 1e-2 to 1e-10");
  std::ofstream(file) << judge::to_svg(picture, judge::Svg::standalone);
}

}  // namespace

int main(int argc, char** argv) {
  const std::map<std::string, std::function<void()>> parts{
      {"late", by_lateness},
      {"speed", [] { by_speed(); }},
      {"dt", [] { by_dt(); }},
      {"n", [] { by_n(); }},
      {"tolerance", [] { by_tolerance(); }},
      {"units", by_units},
      {"rows", by_row},
      {"cost", cost},
  };
  if (argc == 3 && std::string(argv[1]) == "plot") {
    plot(argv[2]);
    return 0;
  }
  for (const auto& [name, part] : parts) {
    bool wanted = argc == 1;
    for (int i = 1; i < argc; ++i) wanted = wanted || name == argv[i];
    if (wanted) part();
  }
}
