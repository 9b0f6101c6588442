// Argus on Stick-Slip: where its tip begins to slip, by forces and by its way, against mu, dt, speed, cells, the constant
// of the hinges, how a step is solved, and what remeshing does to it; what a step costs. User CPU.
//   argus_bench [fixed|adaptive|impacts|dt|speed|hurry|recipe|cells|energy|hinge|solve|mesh|tip|pushed|cost ...]

#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <bench/cpu_time.h>
#include <codes/argus/argus_steps.h>
#include <codes/push/dynamic_push.h>
#include <judge/protocols/stick_slip/master_curve.h>
#include <plumb/step/energy_balance.h>

namespace {

using codes::argus_fixed_steps, codes::argus_steps, plumb::StepSolve;

constexpr double kMu = 0.2;

/// The rows': the unit of time is that of a strip that bends as D/4.
codes::PushSchedule pushed_at(double speed, double dt) {
  return {.dt = dt,
          .speed = speed,
          .relaxation = 0.01,
          .bent = 1e-4,
          .tolerance = 1e-11,
          .own_time = codes::own_time_of(plumb::kBridsonHinge)};
}
/// Four times as fast as the recipe's, in steps four times as long.
codes::PushSchedule usual() { return pushed_at(0.04, 2e-3); }
/// The recipe's.
codes::PushSchedule full() { return pushed_at(0.01, 5e-4); }

judge::Scenario strip(double mu, int n = 50) {
  judge::Scenario scenario;
  scenario.scales = {1, 12 / (1e-9 * 0.1), 1e4};  // EI = 1, rho A = 1, L = 1
  scenario.knobs.n = n;
  scenario.ask(judge::PushedStrip{{0.1, 1e-3, 0}, mu, 1e-3});
  return scenario;
}

struct Pushed {
  double onset = 0;     ///< eps_y where Q/P comes to mu; 0: nowhere
  double tip = 0;       ///< eps_y where the tip is seen to have moved by 1e-3 L
  double P = 0;         ///< at the last look before the onset, over the master curve's
  double jump = 0;      ///< largest change of Q/P in one look, before the onset, over mu
  double crept = 0;     ///< L, way of the tip before the onset
  double residual = 0;  ///< of the worst contact
  int steps = 0, points = 0;
  double seconds = 0;
  const char* status = "ok";
};

/// Pushes until the tip has moved, or far beyond where it should have; looks ten times as often as it steps by 1e-3.
Pushed pushed(const judge::Scenario& scenario, const codes::PushSchedule& schedule, const codes::MakePushStep& make,
              double from = 0, codes::DynamicPush* taken_up = nullptr) {
  const double start = user_seconds(), mu = std::get<judge::PushedStrip>(scenario.question).mu;
  const double exact = judge::stick_slip_at_friction(mu).eps_y;
  codes::DynamicPush fresh(scenario, schedule, make);
  codes::DynamicPush& push = taken_up ? *taken_up : fresh;
  Pushed p;
  double ratio = -1;
  for (double eps_y = std::max(from, 2e-3); eps_y < 1.4 * exact + 0.04; eps_y += 1e-3) {
    const plumb::Status status = push.push_to(eps_y);
    if (status != plumb::Status::ok) {
      p.status = plumb::name(status).data();
      break;
    }
    const auto seen = push.seen();
    const double now = seen.P > 0 ? seen.Q / seen.P : 0;
    if (seen.slips_from > 0 && p.onset == 0) p.onset = seen.slips_from;
    if (p.onset == 0) {
      p.crept = std::max(p.crept, std::abs(seen.tip_shift));
      p.P = seen.P / judge::stick_slip_curve(std::min(seen.eps_y, 0.33)).P;
      if (ratio >= 0 && eps_y > 0.5 * exact) p.jump = std::max(p.jump, std::abs(now - ratio) / mu);
      ratio = now;
    }
    if (std::abs(seen.tip_shift) > 1e-3) {
      p.tip = seen.eps_y;
      break;
    }
  }
  p.residual = push.seen().residual;
  p.steps = push.seen().steps;
  p.points = static_cast<int>(push.shape().size() / 3);
  p.seconds = user_seconds() - start;
  return p;
}

void head(const char* what) {
  std::printf("\n%s\n%22s %10s %9s %10s %9s %9s %9s %9s %9s %7s %7s %8s\n", what, "", "onset", "off, %", "tip moved",
              "off, %", "P/master", "jump/mu", "crept/L", "residual", "points", "steps", "user s");
}

void show(const std::string& name, double mu, const Pushed& p) {
  const double exact = judge::stick_slip_at_friction(mu).eps_y;
  std::printf("%22s %10.6f %+9.3f %10.6f %+9.3f %9.4f %9.1e %9.1e %9.1e %7d %7d %8.2f  %s\n", name.c_str(), p.onset,
              100 * (p.onset / exact - 1), p.tip, 100 * (p.tip / exact - 1), p.P, p.jump, p.crept, p.residual, p.points,
              p.steps, p.seconds, p.status);
  std::fflush(stdout);
}

std::string text(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%g", value);
  return buffer;
}

void rows(const char* what, const codes::MakePushStep& make) {
  head(what);
  for (int i = 1; i <= 7; ++i) {
    const double mu = i / 20.0;
    show("mu = " + text(mu), mu, pushed(strip(mu), usual(), make));
  }
}

void by_dt() {
  head("dt, s, at speed 0.04, mu = 0.2, fixed mesh");
  for (const double dt : {4e-3, 2e-3, 1e-3, 5e-4, 1e-4}) {
    codes::PushSchedule s = usual();
    s.dt = dt;
    show(text(dt), kMu, pushed(strip(kMu), s, argus_fixed_steps()));
  }
}

void by_hurry() {
  head("dt, s, and speed, fixed mesh");
  for (const double mu : {0.05, 0.35}) {
    for (const auto& [dt, speed] : {std::pair{2e-3, 0.04}, {4e-3, 0.04}, {4e-3, 0.08}}) {
      codes::PushSchedule s = usual();
      s.dt = dt;
      s.speed = speed;
      show(text(mu) + ": " + text(dt) + ", " + text(speed), mu, pushed(strip(mu), s, argus_fixed_steps()));
    }
  }
}

void by_speed() {
  head("speed, dt = 0.5 ms, mu = 0.05, fixed mesh");
  for (const double speed : {0.04, 0.02, 0.01}) {
    codes::PushSchedule s = full();
    s.speed = speed;
    show(text(speed), 0.05, pushed(strip(0.05), s, argus_fixed_steps()));
  }
}

/// At the recipe's speed, in its steps: the mu at which the hurried push is late by most.
void recipe() {
  head("the recipe's speed, dt = 0.5 ms, fixed mesh");
  for (const double mu : {0.05, 0.35}) show("mu = " + text(mu), mu, pushed(strip(mu), full(), argus_fixed_steps()));
}

void by_cells() {
  head("cells along the strip, mu = 0.2: regular meshes that stay as they are");
  for (const int n : {12, 25}) {
    show(text(n), kMu, pushed(strip(kMu, n), usual(), argus_steps({.coarsest = 2, .every = 1 << 30})));
    show(text(n) + ", energy watched", kMu, pushed(strip(kMu, n), usual(), argus_fixed_steps()));
  }
}

/// What the steps themselves do to the energy, on a mesh that does not change.
void energy() {
  std::printf("\nfixed mesh, mu = 0.2: gained and lost by the steps, of the energy in play (J)\n");
  for (const int n : {12, 25, 50}) {
    for (const double dt : {2e-3, 5e-4}) {
      codes::DynamicPush push(strip(kMu, n), pushed_at(0.04, dt), argus_fixed_steps());
      std::printf("  n = %d, dt = %g ms:", n, 1e3 * dt);
      for (const double eps_y : {1.01e-4, 1.1e-4, 1.5e-4, 3e-4, 1e-3, 3e-3, 1e-2}) {
        const plumb::Status status = push.push_to(eps_y);
        const plumb::EnergyBooks& books = push.state().books;
        std::printf("  %.3g: %.2g %.2g of %.2g", push.seen().eps_y, plumb::gained_share(books),
                    plumb::lost_share(books), books.in_play);
        if (status != plumb::Status::ok) {
          std::printf(" %s", plumb::name(status).data());
          break;
        }
      }
      std::printf("\n");
    }
  }
}

void by_hinge() {
  head("the constant of the hinges, mu = 0.2, fixed mesh: the strip bends as one of D/4, of D");
  show("Bridson, 1/4", kMu, pushed(strip(kMu), usual(), argus_fixed_steps(plumb::kBridsonHinge)));
  show("1", kMu, pushed(strip(kMu), usual(), argus_fixed_steps(plumb::kStripHinge)));
}

void by_solve() {
  head("how a step is solved, mu = 0.2, fixed mesh");
  show("one iteration", kMu, pushed(strip(kMu), usual(), argus_fixed_steps()));
  show("until it converges", kMu,
       pushed(strip(kMu), usual(), argus_fixed_steps(plumb::kBridsonHinge, StepSolve::until_converged)));
}

struct Setting {
  const char* name;
  codes::Adaptivity adaptivity;
};

void by_mesh() {
  const std::vector<Setting> settings{{"as the row", {}},
                                      {"up to 20 cells", {.coarsest = 20}},
                                      {"0.1 rad", {.refine_angle = 0.1}},
                                      {"0.1 rad, every 80", {.refine_angle = 0.1, .every = 80}},
                                      {"never adapted again", {.every = 1 << 30}}};
  for (const double mu : {0.1, 0.2, 0.3}) {
    head(("what follows the shape, mu = " + text(mu)).c_str());
    for (const auto& [name, adaptivity] : settings) show(name, mu, pushed(strip(mu), usual(), argus_steps(adaptivity)));
  }
}

/// Looks at every step of strips that stick: how large P is after a change of the mesh, and otherwise.
void impacts() {
  std::printf(
      "\nP over the master curve's and over a quarter of it, at mu = 0.35, eps_y from 0.01 to 0.1\n%22s %8s %26s %26s "
      "%11s\n",
      "", "changes", "in the 8 steps after one", "in the others", "crept/L");
  const std::vector<Setting> settings{{"up to 2 cells: fixed", {.coarsest = 2}},
                                      {"as the row", {}},
                                      {"0.1 rad", {.refine_angle = 0.1}},
                                      {"0.1 rad, then fixed", {.refine_angle = 0.1, .last = 1100}},
                                      {"up to 20 cells", {.coarsest = 20}}};
  for (const auto& [name, adaptivity] : settings) {
    codes::DynamicPush push(strip(0.35), usual(), argus_steps(adaptivity));
    std::vector<double> after{1e9, -1e9}, others{1e9, -1e9};
    int changes = 0, since = 1000;
    double crept = 0, began = 0;
    auto mesh = push.state().mesh;
    for (double eps_y = 0.01; eps_y < 0.1; eps_y += 0.04 * 2e-3) {
      if (push.push_to(eps_y) != plumb::Status::ok) break;
      const auto seen = push.seen();
      if (eps_y == 0.01) began = seen.tip_shift;
      crept = seen.tip_shift - began;
      const double P = seen.P / (0.25 * judge::stick_slip_curve(seen.eps_y).P);
      std::vector<double>& range = since < 8 ? after : others;
      range = {std::min(range[0], P), std::max(range[1], P)};
      ++since;
      if (push.state().mesh != mesh) since = 0, ++changes, mesh = push.state().mesh;
    }
    std::printf("%22s %8d %12.3g %12.3g %12.3g %12.3g %12.1e\n", name, changes, after[0], after[1], others[0],
                others[1], crept);
    std::fflush(stdout);
  }
}

/// The points of the tip of the adaptive row, one by one: their load, and how far each has slid along x.
void tip() {
  std::printf("\nadaptive, mu = 0.2: the points at the tip, F_z in EI/L^2, way along x in L\n");
  const codes::PushSchedule schedule = usual();
  codes::StripToPush pushed_strip(strip(kMu), schedule.bent);
  pushed_strip.relaxation = schedule.relaxation;
  const auto method = argus_steps()(pushed_strip, schedule);
  const codes::ClampWay way(pushed_strip, schedule, method->start());
  plumb::State state = method->begin();
  std::vector<plumb::Touch> touches;
  const auto before = method->points(state);
  int all_stick = 0, some_stick = 0;
  constexpr int kSteps = 1600;
  for (int i = 1; i <= kSteps; ++i) {
    if (method->step(state, touches, way, i * schedule.dt).status != plumb::Status::ok) break;
    std::size_t n_sticking = 0;
    for (const plumb::Touch& touch : touches) n_sticking += touch.sticks ? 1u : 0u;
    all_stick += n_sticking == touches.size() ? 1 : 0;
    some_stick += n_sticking > 0 && n_sticking < touches.size() ? 1 : 0;
    if (i % 400 != 0) continue;
    const auto now = method->points(state);
    std::printf("  eps_y = %.3f:", way.pushed_at(state.time));
    for (const plumb::Touch& touch : touches) {
      const auto point = static_cast<std::size_t>(touch.key.a_part);
      std::printf("  %.3f %9.1e %s;", touch.force.z(), now[point].x() - before[point].x(),
                  touch.sticks ? "sticks" : "slides");
    }
    std::printf("\n");
  }
  std::printf("  of %d steps: all points stick in %d, some in %d\n", kSteps, all_stick, some_stick);
}

/// The first two mu at which the row is wrong on the grid, from the last load that sticks on, in ever shorter steps at
/// the recipe's speed.
void from_stuck() {
  for (const auto& [mu, load] : {std::pair{0.15, 4 / 60.0}, {0.2, 7 / 60.0}}) {
    head(("adaptive, from eps_y = " + text(load) + ", mu = " + text(mu) + ", dt, s").c_str());
    codes::DynamicPush stuck(strip(mu), full(), argus_steps());
    if (stuck.push_to(load) != plumb::Status::ok) continue;
    for (const double dt : {5e-4, 2.5e-4, 1e-4}) {
      codes::PushSchedule s = full();
      s.dt = dt;
      codes::DynamicPush push(strip(mu), s, argus_steps());
      push.load(stuck.save());
      show(text(dt), mu, pushed(strip(mu), s, argus_steps(), load + 1e-3, &push));
    }
  }
}

void cost() {
  std::printf("\ncost of a step, user s per 1000, mu = 0.2, dt = 2 ms, speed 0.04\n");
  for (const bool adapts : {false, true}) {
    codes::DynamicPush push(strip(kMu), usual(), adapts ? argus_steps() : argus_fixed_steps());
    int before = 0;
    for (const double eps_y : {0.01, 0.05, 0.1}) {
      const double start = user_seconds();
      if (push.push_to(eps_y) != plumb::Status::ok) break;
      const int steps = push.seen().steps - before;
      before = push.seen().steps;
      std::printf("  %s to %.2f: %.3f  (%d steps, %d points)\n", adapts ? "adaptive" : "fixed", eps_y,
                  1000 * (user_seconds() - start) / steps, steps, static_cast<int>(push.shape().size() / 3));
      std::fflush(stdout);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::pair<std::string, std::function<void()>>> parts{
      {"cost", cost},
      {"hinge", by_hinge},
      {"solve", by_solve},
      {"fixed", [] { rows("fixed mesh, dt = 2 ms, speed 0.04", argus_fixed_steps()); }},
      {"adaptive", [] { rows("a mesh that follows the shape, dt = 2 ms, speed 0.04", argus_steps()); }},
      {"impacts", impacts},
      {"mesh", by_mesh},
      {"tip", tip},
      {"dt", by_dt},
      {"speed", by_speed},
      {"hurry", by_hurry},
      {"cells", by_cells},
      {"recipe", recipe},
      {"energy", energy},
      {"pushed", from_stuck},
  };
  for (const auto& [name, part] : parts) {
    bool wanted = argc == 1;
    for (int i = 1; i < argc; ++i) wanted = wanted || name == argv[i];
    if (wanted) part();
  }
}
