// So-Bogus on Stick-Slip: where the tip begins to slip against speed, dt, n, tolerance, EI and units, with the powers by
// which the error falls; what a step costs. User CPU.
//   stick_slip_bench [speed|dt|n|tolerance|units|rows|cost ...]
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
  double residual = 0;  ///< of the worst contact
  double steps = 0, seconds = 0;
  double error = 0, P_error = 0;  ///< relative to the master curve
};

Pushed pushed(const judge::Scenario& scenario, const codes::PushSchedule& schedule) {
  const double start = user_seconds();
  codes::DynamicPush push(scenario, schedule, codes::exact_steps(codes::super_helix_strip));
  Pushed p;
  const double mu = std::get<judge::PushedStrip>(scenario.question).mu;
  const judge::StickSlipPoint exact = judge::stick_slip_at_friction(mu);
  for (double eps_y = 0.95 * exact.eps_y; eps_y < 0.5 && p.eps_y == 0; eps_y += 2e-3 * exact.eps_y) {
    if (push.push_to(eps_y) != plumb::Status::ok) break;
    p.eps_y = push.seen().slips_from;
    if (p.eps_y == 0) p.P = push.seen().P;
  }
  p.residual = push.seen().residual;
  p.steps = push.seen().steps;
  p.error = p.eps_y / exact.eps_y - 1;
  p.P_error = p.P / exact.P - 1;
  p.seconds = user_seconds() - start;
  return p;
}

void head(const char* what) {
  std::printf("\n%s\n%12s %12s %11s %11s %11s %9s %9s\n", what, "", "onset eps_y", "off, %", "P off, %", "residual",
              "steps", "user s");
}

Pushed row(const std::string& name, const judge::Scenario& scenario, const codes::PushSchedule& schedule) {
  const Pushed p = pushed(scenario, schedule);
  std::printf("%12s %12.8f %+11.5f %+11.5f %11.2e %9.0f %9.2f\n", name.c_str(), p.eps_y, 100 * p.error, 100 * p.P_error,
              p.residual, p.steps, p.seconds);
  std::fflush(stdout);
  return p;
}

std::string text(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%g", value);
  return buffer;
}

/// Pushes at every value of one parameter. Returns what is left of the onset after the finest one's limit: differences
/// of neighbours, by the value of the coarser one. Prints the powers by which these fall.
judge::Polyline study(const char* what, const std::vector<double>& values,
                      const std::function<Pushed(const std::string&, double)>& push) {
  head(what);
  std::vector<double> onsets;
  for (const double value : values) onsets.push_back(push(text(value), value).eps_y);
  judge::Polyline differences;
  for (std::size_t i = 1; i < values.size(); ++i) {
    differences.push_back({values[i - 1], std::abs(onsets[i - 1] / onsets[i] - 1)});
  }
  std::printf("  powers by which neighbours approach each other:");
  for (std::size_t i = 1; i < differences.size(); ++i) {
    std::printf(" %.2f",
                std::log(differences[i - 1].y / differences[i].y) / std::log(differences[i - 1].x / differences[i].x));
  }
  std::printf("\n");
  return differences;
}

judge::Polyline by_speed() {
  return study("speed d eps_y/dt, dt = 0.5 ms, n = 30, mu = 0.2", {0.08, 0.04, 0.02, 0.01}, [](auto& name, double v) {
    codes::PushSchedule s = usual();
    s.dt = 5e-4, s.speed = v;
    return row(name, strip(kMu, 30), s);
  });
}

judge::Polyline by_dt() {
  return study("dt, s, at speed 0.04, n = 30, mu = 0.2", {4e-3, 2e-3, 1e-3, 5e-4}, [](auto& name, double dt) {
    codes::PushSchedule s = usual();
    s.dt = dt;
    return row(name, strip(kMu, 30), s);
  });
}

judge::Polyline by_n() {
  judge::Polyline differences = study("elements, dt = 2 ms, speed 0.04, mu = 0.2", {10, 20, 30, 60},
                                      [](auto& name, double n) { return row(name, strip(kMu, int(n)), usual()); });
  for (judge::CurvePoint& p : differences) p.x = 1 / p.x;
  return differences;
}

void by_tolerance() {
  head("tolerance of the worst contact, dt = 2 ms, speed 0.04, n = 30, mu = 0.2");
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-13}) {
    codes::PushSchedule s = usual();
    s.tolerance = tolerance;
    row(text(tolerance), strip(kMu, 30), s);
  }
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

/// What neighbours differ by, against the parameter over its coarsest value: lines in a plot of two logarithms.
void plot(const std::string& file) {
  judge::Plot picture;
  picture.box = {{"parameter / its coarsest value", 0.1, 1.1, true}, {"change of the onset", 1e-6, 1e-1, true}};
  picture.title = "So-Bogus on Stick-Slip: what halving speed, dt and element length changes";
  int colour = 0;
  const auto add = [&](judge::Polyline differences, const std::string& name) {
    for (judge::CurvePoint& p : differences) p.y = std::max(p.y, 1e-6);
    const double coarsest = differences.front().x;
    for (judge::CurvePoint& p : differences) p.x /= coarsest;
    picture.lines.push_back({differences, judge::LineStyle::asymptote, ""});
    picture.marks.push_back({differences, colour++, name});
  };
  add(by_speed(), "speed");
  add(by_dt(), "dt");
  add(by_n(), "element length");
  std::ofstream(file) << judge::to_svg(picture, judge::Svg::standalone);
}

}  // namespace

int main(int argc, char** argv) {
  const std::map<std::string, std::function<void()>> parts{
      {"speed", [] { by_speed(); }}, {"dt", [] { by_dt(); }}, {"n", [] { by_n(); }}, {"tolerance", by_tolerance},
      {"units", by_units},           {"rows", by_row},        {"cost", cost},
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
