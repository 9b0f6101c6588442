// Methods of friction on one strip (docs/friction.md). User CPU.
//   friction_methods_bench creep [METHOD ...]    pushed to 0.99 of the cone and held there: how far the tip moves
//   friction_methods_bench cost [METHOD ...]     what a simulated second costs
//   friction_methods_bench steps METHOD MU ...   where the tip is seen to slip, from the last stuck state on in finer steps
//   friction_methods_bench sink                  bridson-harmon: how far its contact gives way
//   friction_methods_bench iterations MU ...     projective-friction: more iterations, shorter steps, the exact solver
//   friction_methods_bench damping               explicit-beam: the onset against mass damping, speed and elements
//   friction_methods_bench plot viscous|damping FILE.svg
// Another method: a function that returns it, and its place in `all_methods`.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <bench/cpu_time.h>
#include <codes/argus/argus_steps.h>
#include <codes/bridson-harmon/filtered_push.h>
#include <codes/explicit-beam/explicit_step.h>
#include <codes/projective-friction/projective_push.h>
#include <codes/push/dynamic_push.h>
#include <codes/push/exact_step.h>
#include <codes/viscous-friction/viscous_step.h>
#include <judge/plot/plot.h>
#include <judge/protocols/stick_slip/curve.h>
#include <judge/protocols/stick_slip/master_curve.h>

namespace {

/// A method as its row has it. Times are in units of the strip's own, which are seconds here.
struct Method {
  std::string name;
  codes::MakePushStep make;
  int n = 30;
  double dt = 5e-4;       ///< of a step of the schedule
  double held_dt = 5e-3;  ///< while the strip is held for a minute: implicit methods may take longer steps there
  double knob_dt = 0;     ///< of methods that do several steps in one of the schedule
  double relaxation = 0.01;
  double bent = 1e-4;    ///< eps_y at the beginning
  double held_for = 60;  ///< s, at 0.99 of the cone
  double own_time = 1;   ///< 2 of a strip that bends as D/4
};

Method so_bogus() { return {"so-bogus", codes::exact_steps(codes::super_helix_strip)}; }
Method exact_rod() { return {"exact-on-der", codes::exact_steps(codes::elastic_rod_strip), 60}; }
Method viscous() { return {"viscous-friction", codes::viscous_steps({plumb::FrictionOfSpeed::viscous, 8e-5})}; }
Method regularised() {
  return {"viscous-friction/regularised", codes::viscous_steps({plumb::FrictionOfSpeed::regularised, 1e-5})};
}
Method explicit_beam() { return {"explicit-beam", codes::explicit_steps(), 40, 5e-4, 5e-3, 8.8e-6, 0}; }

Method of_arcsim(Method method) {
  method.own_time = codes::own_time_of(plumb::kBridsonHinge);
  return method;
}

/// Longer steps would make its contact softer: a held strip takes none.
Method filter() {
  return of_arcsim({"bridson-harmon",
                    [](const codes::StripToPush& strip, const codes::PushSchedule& push) {
                      return std::make_unique<codes::FilteredPushStep>(strip, push, codes::arcsim_strip);
                    },
                    50, 5e-4, 5e-4, 0, 0.01, 5e-3});
}
/// Held for six seconds: each of them costs some.
Method projective(int iterations = 20) {
  return {"projective-friction",
          [iterations](const codes::StripToPush& strip, const codes::PushSchedule& push) {
            return std::make_unique<codes::ProjectivePushStep>(strip, push, iterations);
          },
          30,
          5e-4,
          5e-4,
          0,
          0,
          5e-3,
          6};
}

Method argus() { return of_arcsim({"argus", codes::argus_steps(), 50}); }
Method argus_fixed() { return of_arcsim({"argus/fixed", codes::argus_fixed_steps(), 50}); }

std::vector<Method> all_methods() {
  return {so_bogus(), exact_rod(),  viscous(), regularised(), explicit_beam(),
          filter(),   projective(), argus(),   argus_fixed()};
}

judge::Scenario strip(const Method& method, double mu) {
  judge::Scenario scenario;
  scenario.scales = {1, 12 / (1e-9 * 0.1), 1e4};  // EI = 1, rho A = 1, L = 1
  scenario.knobs.n = method.n;
  scenario.knobs.dt = method.knob_dt;
  scenario.ask(judge::PushedStrip{{0.1, 1e-3, 0}, mu, 1e-3});
  return scenario;
}

codes::PushSchedule schedule(const Method& method) {
  return {.dt = method.dt,
          .speed = 0.01,
          .relaxation = method.relaxation,
          .bent = method.bent,
          .tolerance = 1e-13,
          .own_time = method.own_time};
}

/// A strip on its way, step by step.
class Strip {
 public:
  Strip(const Method& method, double mu, const codes::PushSchedule& push)
      : strip_(strip(method, mu), push.bent), dt_(push.dt) {
    strip_.relaxation = push.relaxation;
    step_ = method.make(strip_, push);
    way_.emplace(strip_, push, step_->start());
    state_ = step_->begin();
    ground_ = tip().z();
  }

  void go_to(double time) {
    while (state_.time < time - 1e-9 * dt_) {
      const double x = tip().x();
      const codes::PushStepOutcome outcome =
          step_->step(state_, touches_, *way_, (std::round(state_.time / dt_) + 1) * dt_);
      if (outcome.status != plumb::Status::ok) {
        std::printf("  %s at %g s\n", std::string(plumb::name(outcome.status)).c_str(), state_.time);
        std::exit(1);
      }
      look((tip().x() - x) / dt_);
    }
  }
  Eigen::Vector3d tip() const { return step_->tip(state_); }
  double ratio() const { return along_ / normal_; }
  /// Forgets the worst that was seen.
  void look_afresh() { depth_ = outside_ = inside_ = 0; }

  double depth() const { return depth_; }      ///< of the tip in the ground, in L
  double outside() const { return outside_; }  ///< by what part of the cone friction was too large
  double inside() const { return inside_; }    ///< the largest speed of a tip whose friction is below 0.999 of the cone

 private:
  void look(double speed) {
    normal_ = along_ = 0;
    for (const plumb::Touch& touch : touches_) {
      normal_ += touch.force.z();
      along_ += std::abs(touch.force.x());
    }
    depth_ = std::max(depth_, ground_ - tip().z());
    const double share = along_ / (strip_.mu * normal_);
    outside_ = std::max(outside_, share - 1);
    if (share < 0.999) inside_ = std::max(inside_, std::abs(speed));
  }

  codes::StripToPush strip_;
  double dt_, ground_ = 0;
  std::unique_ptr<codes::PushStep> step_;
  std::optional<codes::ClampWay> way_;
  plumb::State state_;
  std::vector<plumb::Touch> touches_;
  double normal_ = 0, along_ = 0, depth_ = 0, outside_ = 0, inside_ = 0;
};

bool wanted(const Method& method, int argc, char** argv) {
  if (argc == 2) return true;
  for (int i = 2; i < argc; ++i) {
    if (method.name == argv[i]) return true;
  }
  return false;
}

void creep(int argc, char** argv) {
  constexpr double kEnd = 0.05, kAtRest = 9, kShare = 0.99;
  std::printf("strip held at 0.99 of the cone (eps_y = 0.05); lengths in L\n%30s %6s %9s %11s %11s %11s %11s %11s\n",
              "", "for, s", "mu", "drift", "speed, 1/s", "in ground", "beyond cone", "user s");
  for (const Method& method : all_methods()) {
    if (!wanted(method, argc, argv)) continue;
    codes::PushSchedule push = schedule(method);
    push.dt = method.held_dt;
    push.ends_at = kEnd;
    const double start = user_seconds();
    const double at_rest = kAtRest * method.own_time;
    Strip rough(method, 1, push);
    rough.go_to(at_rest);
    const double mu = rough.ratio() / kShare;
    Strip held(method, mu, push);
    held.go_to(at_rest);
    held.look_afresh();
    const double from = held.tip().x();
    held.go_to(at_rest + method.held_for);
    const double drift = held.tip().x() - from;
    std::printf("%30s %6g %9.6f %11.2e %11.2e %11.2e %11.2e %11.1f\n", method.name.c_str(), method.held_for, mu, drift,
                drift / method.held_for, held.depth(), held.outside(), user_seconds() - start);
    std::fflush(stdout);
  }
}

void cost(int argc, char** argv) {
  constexpr double kFrom = 0.5, kFor = 0.25;
  std::printf("user s per simulated second, the tip stuck, as the row has it\n%30s %10s %12s %14s\n", "", "elements",
              "dt, ms", "s per second");
  for (const Method& method : all_methods()) {
    if (!wanted(method, argc, argv)) continue;
    Strip one(method, 0.3, schedule(method));
    one.go_to(kFrom);
    const double start = user_seconds();
    one.go_to(kFrom + kFor);
    std::printf("%30s %10d %12.4g %14.4g\n", method.name.c_str(), method.n,
                1e3 * (method.knob_dt > 0 ? method.knob_dt : method.dt), (user_seconds() - start) / kFor);
    std::fflush(stdout);
  }
}

/// Returns eps_y at which the tip has moved by more than 1e-3 L; beyond the curve: none.
double seen_to_slip(codes::DynamicPush& push, double from) {
  for (double eps_y = from; eps_y < 0.36; eps_y += 5e-4) {
    if (push.push_to(eps_y) != plumb::Status::ok) break;
    if (std::abs(push.seen().tip_shift) > 1e-3) return eps_y;
  }
  return std::nan("");
}

void steps(int argc, char** argv) {
  for (const Method& method : all_methods()) {
    if (argc < 4 || method.name != argv[2]) continue;
    for (int i = 3; i < argc; ++i) {
      const double mu = std::atof(argv[i]), exact = judge::stick_slip_at_friction(mu).eps_y;
      codes::DynamicPush usual(strip(method, mu), schedule(method), method.make);
      // The last load of the grid at which the tip still stood.
      std::string stuck = usual.save();
      double load = 0;
      while (usual.push_to(load + 1.0 / 60) == plumb::Status::ok && std::abs(usual.seen().tip_shift) < 1e-3 &&
             load < 0.35) {
        load += 1.0 / 60;
        stuck = usual.save();
      }
      for (const double shorter : {1.0, 2.0, 5.0}) {
        Method finer = method;
        finer.dt = method.dt / shorter;
        finer.knob_dt = method.knob_dt / shorter;
        codes::DynamicPush push(strip(finer, mu), schedule(finer), finer.make);
        push.load(stuck);
        const double at = seen_to_slip(push, load);
        std::printf("%s mu = %g, from eps_y = %.4f, dt = %g ms: the tip is seen to slip at %.4f, master %.4f\n",
                    method.name.c_str(), mu, load, 1e3 * (finer.knob_dt > 0 ? finer.knob_dt : finer.dt), at, exact);
        std::fflush(stdout);
      }
    }
  }
}

/// How far the tip of a filtered strip gives way: what Q/P is at eps_y = 0.1, pushed eight times as fast as the row, and
/// what it would be if the tip were P dt (dt + tau)/m lower.
void sink() {
  constexpr double kAt = 0.1;
  for (const int n : {25, 50}) {
    for (const double dt : {2e-3, 1e-3, 5e-4, 2.5e-4}) {
      Method method = filter();
      method.n = n;
      codes::PushSchedule push = schedule(method);
      push.dt = dt;
      push.speed = 0.08;
      codes::DynamicPush strip_of(strip(method, 10), push, method.make);
      if (strip_of.push_to(kAt) != plumb::Status::ok) {
        std::printf("n = %d, dt = %g ms: ends with a step that fails\n", n, 1e3 * dt);
        continue;
      }
      const codes::DynamicPush::Seen seen = strip_of.seen();
      const double sunk = seen.P * dt * (dt + push.relaxation) * 2 * n;
      std::printf("n = %d, dt = %g ms: Q/P = %.4f, of the elastica %.4f, of one whose tip is %.4f L lower %.4f\n", n,
                  1e3 * dt, seen.Q / seen.P, judge::stick_slip_curve(seen.eps_y).ratio, sunk,
                  judge::stick_slip_curve(std::max(0.0, seen.eps_y - sunk)).ratio);
      std::fflush(stdout);
    }
  }
}

/// From the last load of the grid, at which the tip of projective-friction still stood as the row has it.
void iterations(int argc, char** argv) {
  for (int i = 2; i < argc; ++i) {
    const double mu = std::atof(argv[i]), exact = judge::stick_slip_at_friction(mu).eps_y;
    const double load = std::max(1.0, std::floor(60 * exact)) / 60;
    Method method = projective();
    codes::PushSchedule push = schedule(method);
    push.speed = 0.16;  // as in a quick sampling
    codes::DynamicPush usual(strip(method, mu), push, method.make);
    if (usual.push_to(load) != plumb::Status::ok) return;
    std::printf("mu = %g, 20 iterations to eps_y = %.4f: the tip has moved by %+.1e L\n", mu, load,
                usual.seen().tip_shift);
    const std::string stuck = usual.save();
    const auto go_on = [&](int n, double dt, const codes::MakePushStep& make, const char* name) {
      push.dt = dt;
      codes::DynamicPush more(strip(method, mu), push, make);
      more.load(stuck);
      std::printf("mu = %g, %s, %d iterations, dt = %g ms from there: the tip is seen to slip at %.4f, master %.4f\n",
                  mu, name, n, 1e3 * dt, seen_to_slip(more, load), exact);
      std::fflush(stdout);
    };
    for (const int n : {20, 100, 500}) go_on(n, 5e-4, projective(n).make, "row");
    for (const double dt : {2e-4, 1e-4}) go_on(20, dt, projective().make, "row");
    go_on(0, 5e-4, codes::exact_steps(codes::projective_strip), "the same strip with the exact solver");
  }
}

/// Returns where Q/P comes to mu for an explicit beam, relative to the master curve.
double explicit_onset(double mu, double damping, double speed, int n) {
  Method method = explicit_beam();
  method.n = n;
  method.knob_dt *= 40.0 / n;
  codes::PushSchedule push = schedule(method);
  push.speed = speed;
  codes::DynamicPush beam(strip(method, mu), push, codes::explicit_steps({.damping = damping}));
  const double exact = judge::stick_slip_at_friction(mu).eps_y;
  for (double eps_y = 0.2 * exact; eps_y < 1.5 * exact; eps_y += 0.05 * exact) {
    if (beam.push_to(eps_y) != plumb::Status::ok) break;
    if (beam.seen().slips_from > 0) return beam.seen().slips_from / exact - 1;
  }
  return std::nan("");
}

judge::Polyline by_damping(double mu) {
  judge::Polyline line;
  for (const double damping : {40.0, 20.0, 10.0, 5.0, 2.5}) {
    line.push_back({damping, explicit_onset(mu, damping, 0.01, 40)});
    std::printf("mu = %g, alpha = %g, speed 0.01, n = 40: Q/P comes to mu %+.3f %% off\n", mu, damping,
                100 * line.back().y);
    std::fflush(stdout);
  }
  return line;
}

void damping() {
  for (const double mu : {0.05, 0.1, 0.2, 0.3}) by_damping(mu);
  for (const double speed : {0.04, 0.02, 0.01, 0.005}) {
    std::printf("mu = 0.1, alpha = 10, speed %g, n = 40: %+.3f %%\n", speed, 100 * explicit_onset(0.1, 10, speed, 40));
  }
  for (const int n : {10, 20, 40, 80}) {
    std::printf("mu = 0.1, alpha = 10, speed 0.01, n = %d: %+.3f %%\n", n, 100 * explicit_onset(0.1, 10, 0.01, n));
  }
}

/// Returns, over mu, the eps_y at which a tip that moves at v0 Q/(mu P), with P and Q of the stuck strip, has come 1e-3 L far.
judge::Polyline creeping(double v0) {
  constexpr double kStep = 2e-4, kSpeed = 0.01;
  judge::Polyline line;
  for (double mu = 0.025; mu < 0.3501; mu += 0.025) {
    double way = 0, eps_y = 1e-4;
    for (; way < 1e-3 && eps_y < 0.33; eps_y += kStep) {
      const judge::StickSlipPoint at = judge::stick_slip_curve(eps_y);
      way += v0 * at.Q / (mu * at.P) * kStep / kSpeed;
    }
    if (way >= 1e-3) line.push_back({eps_y, mu});
  }
  return line;
}

void plot(const std::string& what, const std::string& file) {
  judge::Plot picture;
  if (what == "viscous") {
    picture = judge::stick_slip_picture();
    picture.title = "A tip with viscous friction: where it has crept by 1e-3 L, for three v0, beside the master curve";
    std::erase_if(picture.lines, [](const auto& line) { return line.style == judge::LineStyle::asymptote; });
    int colour = 3;
    for (const double v0 : {2e-4, 8e-5, 4e-5}) {
      picture.lines.push_back({creeping(v0), judge::LineStyle::asymptote, ""});
      char label[32];
      std::snprintf(label, sizeof label, "v0 = %g L/s", v0);
      picture.marks.push_back({creeping(v0), colour++, label});
    }
  } else {
    picture.box = {{"mass damping alpha", 1, 100, true},
                   {"how early Q/P comes to mu, part of the onset", 1e-4, 1, true}};
    picture.title = "Explicit beam: how early the tip slips, against mass damping";
    int colour = 0;
    for (const double mu : {0.05, 0.1, 0.2, 0.3}) {
      judge::Polyline line = by_damping(mu);
      for (judge::CurvePoint& p : line) p.y = std::max(1e-4, -p.y);
      picture.lines.push_back({line, judge::LineStyle::asymptote, ""});
      char label[32];
      std::snprintf(label, sizeof label, "mu = %g", mu);
      picture.marks.push_back({line, colour++, label});
    }
  }
  std::ofstream(file) << judge::to_svg(picture, judge::Svg::standalone);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string part = argc > 1 ? argv[1] : "";
  if (part == "creep") creep(argc, argv);
  if (part == "cost") cost(argc, argv);
  if (part == "steps") steps(argc, argv);
  if (part == "sink") sink();
  if (part == "iterations") iterations(argc, argv);
  if (part == "damping") damping();
  if (part == "plot" && argc == 4) plot(argv[2], argv[3]);
}
