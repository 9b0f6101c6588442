#include <cmath>
#include <numbers>

#include <judge/protocols/bend_twist/master_curve.h>
#include <tests/bank/bank.h>

namespace judge::bank {
namespace {

using Before = std::function<void(Told&, const Memory&, const Load&)>;
using After = std::function<void(Quantities&, const Told&, const Memory&)>;

/// A wrong number that does not depend on loads.
template <typename Spoil>
Bug input(Spoil spoil) {
  return {.before = [spoil](Told& t, const Memory&, const Load&) { spoil(t); }};
}

Bug softer(double factor) {
  return input([factor](Told& t) { t.bending *= factor; });
}

struct Named {
  const char* name;
  const char* mistake;
  Bug bug;
};

// Constants and sections: on the protocols that have a weight.
std::vector<Named> constants() {
  return {
      {"wrong-inertia", "I = w h^3 / 6", softer(2)},
      {"gravity-halved", "the weight of each node is halved", input([](Told& t) { t.weight = 0.5; })},
      {"young-in-gpa", "E is read as GPa", softer(1e9)},
      {"gravity-of-earth", "g is always 9.81", input([](Told& t) { t.g = 9.81; })},
      {"density-of-water", "rho is always 1000", input([](Told& t) { t.density = 1000; })},
      {"length-one", "L is taken for 1 in the weight", input([](Told& t) { t.g /= std::pow(t.length, 3); })},
      {"two-percent-soft", "E I is 2 % too small", softer(0.98)},
      {"quarter-percent-heavy", "g = 9.81 for 9.8 and rounding, 0.6 % in all", input([](Told& t) { t.g *= 1.006; })},
      {"area-of-rim", "A is wrong by a factor of pi/4", input([](Told& t) { t.weight = std::numbers::pi / 4; })},
  };
}

/// The error of a force that a solver leaves is absolute: it matters where forces are small.
Bug absolute_tolerance(double newtons) {
  return input([newtons](Told& t) { t.bending *= 1 + std::min(0.5, newtons / t.force()); });
}

std::vector<Named> units() {
  return {
      {"absolute-tolerance", "the solver stops at 1e-7 N", absolute_tolerance(1e-7)},
      {"stiffness-floor", "1e-8 N m^2 are added to E I against zero",
       input([](Told& t) { t.bending *= 1 + 1e-8 / t.stiffness(); })},
      {"length-of-contact", "1e-5 m are added to the length", input([](Told& t) {
         t.g *= std::pow(1 + 1e-5 / t.length, 3);
         t.push += 1e-5;
         t.tilt *= 1 + 1e-5 / t.length;
       })},
      {"time-step-in-seconds", "a step of 1e-6 s whatever the material is", input([](Told& t) {
         t.bending *= 1 - std::min(0.3, 1e-6 / (t.length * std::sqrt(t.density / t.young)) * 1e-3);
       })},
  };
}

std::vector<Named> resolutions() {
  return {
      {"wrong-limit-half-percent", "0.5 % off however fine", softer(1.005)},
      {"grows-when-refined", "the error grows with n", input([](Told& t) { t.bending *= 1 + 4e-5 * t.knobs.n; })},
      {"unconverged", "a fixed number of iterations: the error grows as n^2",
       input([](Told& t) { t.bending *= 1 + 5e-7 * t.knobs.n * t.knobs.n; })},
      {"never-looks-at-n", "always ten elements, second order", softer(1 + 0.7 / 100)},
  };
}

double swept(const Load& load) {
  for (const char* name : {"gamma", "gamma_star", "eps_y", "tilt"}) {
    if (load.values.contains(name)) return load.at(name);
  }
  return 0;
}

std::vector<Named> histories() {
  return {
      {"hysteresis",
       "two percent of the largest load so far stay",
       {.before =
            [](Told& t, const Memory& m, const Load& load) {
              if (m.largest > swept(load)) t.g *= 1 + 0.02 * (m.largest / swept(load) - 1) / (m.largest / swept(load));
            }}},
      {"same-load-is-cached",
       "a load passed twice counts twice",
       {.before =
            [](Told& t, const Memory& m, const Load& load) {
              if (m.last.values == load.values) t.weight = 2;
            }}},
  };
}

std::vector<Named> savers() {
  return {
      {"saves-three-digits",
       "the state is printed with three digits",
       {.after =
            [](Quantities& seen, const Told&, const Memory& m) {
              if (m.loaded) seen.begin()->second *= 1.0004;
            }}},
      {"forgets-its-place",
       "after load it answers for the load before",
       {.after =
            [](Quantities& seen, const Told&, const Memory& m) {
              if (m.loaded && m.n_asked > 0) seen.begin()->second = m.answered;
            }}},
      {"loads-nothing",
       "load is empty, and the first step afterwards is not converged",
       {.before =
            [](Told& t, const Memory& m, const Load&) {
              if (m.loaded) t.bending = 1.3;
              t.mu *= m.loaded ? 0.5 : 1;
            }}},
  };
}

void add(std::vector<Entry>& all, const std::string& protocol, const std::vector<Named>& bugs,
         const std::string& suffix) {
  for (const Named& named : bugs) {
    all.push_back({.name = named.name + suffix, .protocol = protocol, .mistake = named.mistake, .bug = named.bug});
  }
}

Entry& add(std::vector<Entry>& all, Entry entry) { return all.emplace_back(std::move(entry)); }

void add_right_ones(std::vector<Entry>& all) {
  const std::vector<std::string> everywhere{"turn", "mirror", "shift"};
  for (const char* protocol : {"cantilever", "cantilever/redundant", "bend-twist", "bend-twist/rectangle",
                               "lateral-buckling", "lateral-buckling/rotation", "stick-slip"}) {
    std::string name = std::string("exact-") + protocol;
    for (char& c : name) c = c == '/' ? '-' : c;
    add(all, {.name = name, .protocol = protocol, .places = everywhere});
  }
  all.back().tells_forces = false;
  const auto order = [](int p, double factor) {
    return input([=](Told& t) { t.bending *= 1 + factor / std::pow(t.knobs.n, p); });
  };
  add(all, {.name = "second-order", .protocol = "cantilever", .bug = order(2, 30)});
  add(all,
      {.name = "first-order-fine", .protocol = "cantilever/redundant", .bug = order(1, 0.8), .knobs = {400, 0, 0}});
  add(all, {.name = "second-order-buckling", .protocol = "lateral-buckling", .bug = order(2, 30)});
  add(all, {.name = "thick-shell", .protocol = "cantilever", .bug = softer(1.0016)});
  add(all, {.name = "cannot-save", .protocol = "cantilever", .saves = false});
  add(all, {.name = "no-knobs", .protocol = "lateral-buckling/rotation", .knobs = {}});
  add(all, {.name = "relative-tolerance",
            .protocol = "cantilever",
            .bug = {.before = [](Told& t, const Memory& m,
                                 const Load&) { t.bending *= 1 + t.knobs.tol * std::sin(7.0 * m.n_asked); }},
            .knobs = {100, 0, 1e-5}});
  add(all, {.name = "curls-both-ways", .protocol = "bend-twist", .places = {"curvature", "turn"}});
  add(all, {.name = "forces-in-newtons", .protocol = "stick-slip"});
}

void add_placed_ones(std::vector<Entry>& all) {
  const auto turned = [](const Told& t) {
    return std::abs(std::cos(t.place.azimuth)) + std::abs(std::sin(t.place.azimuth));
  };
  add(all, {.name = "friction-pyramid",
            .protocol = "stick-slip",
            .mistake = "a friction pyramid along the axes",
            .bug = input([turned](Told& t) { t.mu *= turned(t); }),
            .places = {"turn"}});
  add(all, {.name = "axes-of-section-fixed",
            .protocol = "lateral-buckling/rotation",
            .mistake = "the section's axes are the world's",
            .bug = input([](Told& t) { t.bending *= 1 + std::pow(std::sin(t.place.azimuth), 2); }),
            .places = {"turn"}});
  add(all, {.name = "moment-about-the-origin",
            .protocol = "cantilever",
            .mistake = "a lever arm from the origin",
            .bug = input([](Told& t) { t.g *= 1 + 0.1 * t.place.shift; }),
            .places = {"shift"}});
  add(all, {.name = "buckles-one-way",
            .protocol = "lateral-buckling",
            .mistake = "the imperfection has one sign",
            .bug = {.after =
                        [](Quantities& seen, const Told& t, const Memory&) {
                          if (t.place.mirrored) seen["lateral"] = 0;
                        }},
            .places = {"mirror"}});
  add(all, {.name = "curvature-without-sign",
            .protocol = "bend-twist",
            .mistake = "a negative curvature is taken for none",
            .bug = input([](Told& t) {
              if (t.curvature < 0) t.curvature = 1e-3;
            }),
            .places = {"curvature"}});
  add(all, {.name = "clockwise-is-stiffer",
            .protocol = "cantilever",
            .mistake = "edges to the left are stiffer",
            .bug = input([](Told& t) { t.bending *= t.place.mirrored ? 1.01 : 1; }),
            .places = {"mirror"}});
}

/// Returns how much softer than its D a narrow plate bends: as a beam under a small weight.
double curls(const Told& t) {
  const double gamma = 12 * t.density * t.g * std::pow(t.length, 3) / (t.young * t.thickness * t.thickness);
  return std::pow(1 - t.nu * t.nu, 0.86 / (1 + gamma));
}

void add_materials(std::vector<Entry>& all) {
  const std::string cantilever = "cantilever", plate = "Plate", curl = "bend-twist/rectangle";
  const auto with_D = [](double (*rigidity)(double nu)) {
    return input([rigidity](Told& t) { t.bending *= curls(t) * rigidity(t.nu); });
  };
  add(all, {.name = "plate-with-nu",
            .protocol = cantilever,
            .bug = with_D([](double nu) { return 1 / (1 - nu * nu); }),
            .kind = plate});
  add(all, {.name = "nu-is-ignored-at-zero",
            .protocol = cantilever,
            .mistake = "the plate's D has no nu, which is 0 in the plain run",
            .kind = plate});
  add(all, {.name = "one-minus-nu-at-zero",
            .protocol = cantilever,
            .mistake = "D with 1 - nu",
            .bug = with_D([](double nu) { return 1 / (1 - nu); }),
            .kind = plate});
  add(all, {.name = "poisson-upside-down",
            .protocol = cantilever,
            .mistake = "D times 1 - nu^2",
            .bug = with_D([](double nu) { return 1 - nu * nu; }),
            .kind = plate});
  add(all, {.name = "always-a-cylinder",
            .protocol = cantilever,
            .mistake = "a narrow plate cannot curl across",
            .bug = input([](Told& t) { t.bending /= 1 - t.nu * t.nu; }),
            .kind = plate});
  add(all, {.name = "rod-with-plane-strain",
            .protocol = cantilever,
            .mistake = "a rod with E/(1 - nu^2) twice",
            .bug = input([](Told& t) { t.bending /= std::pow(1 - t.nu * t.nu, 2); })});
  add(all, {.name = "torsion-is-polar",
            .protocol = curl,
            .mistake = "J is the polar moment of the rectangle",
            .bug = input([](Told& t) {
              const double ratio = t.width / t.thickness;
              t.torsion = (ratio * ratio + 1) / 12 / rectangle_torsion(t.width, t.thickness);
            })});
  add(all, {.name = "torsion-of-a-circle",
            .protocol = curl,
            .mistake = "J is that of a circle of the same area",
            .bug = input([](Told& t) {
              const double ratio = t.width / t.thickness;
              t.torsion = ratio / (2 * std::numbers::pi) / rectangle_torsion(t.width, t.thickness);
            })});
  add(all, {.name = "swapped-axes",
            .protocol = curl,
            .mistake = "width and thickness are swapped",
            .bug = input([](Told& t) { std::swap(t.width, t.thickness); })});
  add(all, {.name = "one-stiffness-for-both",
            .protocol = curl,
            .mistake = "sideways it bends as in its plane",
            .bug = input([](Told& t) { t.side = std::pow(t.thickness / t.width, 2); })});
  add(all, {.name = "shear-modulus-of-nu-zero", .protocol = curl, .mistake = "G = E/2", .bug = input([](Told& t) {
                                                                                          t.twist_nu = 0;
                                                                                        })});
}

void add_islands(std::vector<Entry>& all) {
  const auto inside = [](double low, double high, double value, const char* name) {
    return [=](Quantities& seen, const Told& t, const Memory&) {
      const double at = t.push > 0 ? t.push / t.length
                                   : t.density * t.g * std::pow(t.length, 3) * 12 * (1 - t.nu * t.nu) /
                                         (t.young * t.thickness * t.thickness);
      if (at > low && at < high) seen[name] = value;
    };
  };
  add(all, {.name = "flat-island",
            .protocol = "lateral-buckling",
            .mistake = "flat again for Gamma* in 31 to 38",
            .bug = {.after = inside(31, 38, 0, "lateral")}});
  add(all, {.name = "slips-early-and-sticks",
            .protocol = "stick-slip",
            .mistake = "slip at pushes of 0.03 to 0.2",
            .bug = {.after = inside(0.03, 0.2, 0.1, "tip_shift")}});
}

Knobs moving(const std::string& protocol) { return {100, protocol == "vibration" ? 0.01 : 0.05, 0}; }

void add_motion(std::vector<Entry>& all, const std::string& protocol, const std::vector<Named>& bugs,
                const std::string& suffix) {
  for (const Named& named : bugs) {
    add(all, {.name = named.name + suffix,
              .protocol = protocol,
              .mistake = named.mistake,
              .bug = named.bug,
              .knobs = moving(protocol)});
  }
}

/// Mistakes that no state at rest shows, on every protocol of motion that has what they spoil.
std::vector<Named> clocks() {
  return {
      {"milliseconds", "time is read in ms", input([](Told& t) { t.time *= 1e-3; })},
      {"one-step-late", "the state before the last step is shown",
       input([](Told& t) { t.time -= 2 * t.knobs.dt * t.unit_time; })},
      {"step-in-seconds", "instants are rounded to steps of 1 ms",
       input([](Told& t) { t.time = 1e-3 * std::round(t.time * 1e3); })},
      {"velocity-is-not-saved",
       "it is at rest after load",
       {.after =
            [](Quantities& seen, const Told&, const Memory& m) {
              if (m.loaded && m.n_asked > 0) seen.begin()->second = 0.5 * (seen.begin()->second + m.answered);
            }}},
      {"dt-is-not-told", "a step of its own, second order, 2 % off", input([](Told& t) { t.time *= 0.98; })},
  };
}

std::vector<Named> losses() {
  return {
      {"viscosity-left-on", "damping of the settling phase is left on",
       input([](Told& t) { t.decay = 0.03 / t.unit_time; })},
      {"backward-euler", "damps by omega^2 dt / 2", input([](Told& t) { t.decay = 6 * t.knobs.dt / t.unit_time; })},
      {"forward-euler", "gains by omega^2 dt / 2", input([](Told& t) { t.decay = -2 * t.knobs.dt / t.unit_time; })},
      {"drag-in-seconds", "a drag of 1e-3 / s whatever the material is", input([](Told& t) { t.decay = 1e-3; })},
  };
}

std::vector<Named> masses() {
  return {
      {"mass-doubled", "each edge gives its mass to both of its nodes", input([](Told& t) { t.mass = 2; })},
      {"mass-of-rim", "the accelerated mass is wrong by pi/4, the weight right",
       input([](Told& t) { t.mass = std::numbers::pi / 4; })},
      {"three-percent-of-mass", "3 % too much mass", input([](Told& t) { t.mass = 1.03; })},
      {"end-node-is-whole", "the end node has the mass of a whole edge, on 20 elements",
       input([](Told& t) { t.mass = 1 + 10.0 / t.knobs.n; })},
  };
}

void add_motions(std::vector<Entry>& all) {
  const std::string v = "vibration", p = "pendulum", f = "free-flight";
  const auto right = [&](const std::string& name, const std::string& protocol, const Bug& bug = {}) -> Entry& {
    return add(all, {.name = name, .protocol = protocol, .bug = bug, .knobs = moving(protocol)});
  };
  for (const std::string& protocol : {v, p, f}) {
    right("exact-" + protocol, protocol).places = {"turn", "mirror", "shift"};
    const double usual = moving(protocol).dt;
    right("second-order-in-time-" + protocol, protocol,
          input([usual](Told& t) { t.time *= 1 - 0.004 * std::pow(t.knobs.dt / usual, 2); }));
    add_motion(all, protocol, clocks(), "-" + protocol);
    add_motion(all, protocol, losses(), "-" + protocol);
  }
  right("fast-vibrations-are-damped", v, input([](Told& t) { t.fast_decay = 0.2 / t.unit_time; }));
  right("cannot-save-motion", p).saves = false;
  right("rounds-what-is-zero", f, {.after = [](Quantities& seen, const Told& t, const Memory&) {
          for (const char* name : {"start_y", "middle_y", "end_y"}) seen[name] += 1e-15 * std::sin(1e3 * t.length);
        }});
  add_motion(all, v, masses(), "-vibration");
  add_motion(all, p, masses(), "-pendulum");
  add_motion(all, v, constants(), "-vibration");
  add_motion(all, v, units(), "-vibration");
  add_motion(
      all, p,
      {{"small-angles",
        "sin(theta) is taken for theta",
        {.after =
             [](Quantities& seen, const Told& t, const Memory&) {
               const double angle = t.angle * std::cos(std::sqrt(1.5 * t.g / t.length) * t.time);
               seen = {{"reach", std::sin(angle)}, {"drop", std::cos(angle)}};
             }}},
       {"mass-at-the-end", "a point mass at the end: T = 2 pi sqrt(L/g)", input([](Told& t) { t.mass = 1.5; })},
       {"gravity-of-earth", "g is always 9.81", input([](Told& t) { t.g = 9.81; })},
       {"angle-in-degrees", "radians are read as degrees", input([](Told& t) { t.angle *= std::numbers::pi / 180; })},
       {"grows-longer",
        "stretches by 3 %",
        {.after =
             [](Quantities& seen, const Told&, const Memory&) {
               for (auto& [name, value] : seen) value *= 1.03;
             }}}},
      "-pendulum");
  add_motion(
      all, f,
      {{"gravity-doubled", "gravity acts in both halves of a step", input([](Told& t) { t.weight = 2; })},
       {"spin-in-turns", "spins are read in turns per second",
        input([](Told& t) { t.spin_y *= 2 * std::numbers::pi, t.spin_z *= 2 * std::numbers::pi; })},
       {"turns-about-one-axis", "the smaller component of the spin is lost", input([](Told& t) { t.spin_y = 0; })},
       {"drifts-aside",
        "a contact force that is not opposed",
        {.after =
             [](Quantities& seen, const Told& t, const Memory&) {
               for (const char* name : {"start_y", "middle_y", "end_y"}) seen[name] += 0.02 * t.time / t.unit_time;
             }}},
       {"mass-at-one-end",
        "turns about its start and not about its middle",
        {.after =
             [](Quantities& seen, const Told& t, const Memory&) {
               const double start_x = seen["start_x"] + 0.5 - t.velocity_x * t.time / t.length;
               for (const char* name : {"start_x", "middle_x", "end_x"}) seen[name] -= start_x;
             }}}},
      "-flight");
  // What no check can see.
  add(all, {.name = "fine-backward-euler",
            .protocol = v,
            .mistake = "damps by omega^2 dt / 2, with a fine step",
            .bug = input([](Told& t) { t.decay = 6 * t.knobs.dt / t.unit_time; }),
            .knobs = {100, 1e-4, 0},
            .invisible = true});
  add(all, {.name = "weight-and-mass-doubled",
            .protocol = p,
            .mistake = "twice the density: a pendulum does not know its mass",
            .bug = input([](Told& t) { t.density *= 2; }),
            .knobs = moving(p),
            .invisible = true});
}

void add_special_ones(std::vector<Entry>& all) {
  const std::string lb = "lateral-buckling", ss = "stick-slip", bt = "bend-twist";
  add(all,
      {.name = "no-poisson", .protocol = lb, .mistake = "D without 1 - nu^2", .bug = input([](Told& t) { t.nu = 0; })});
  add(all, {.name = "no-poisson-rotation",
            .protocol = "lateral-buckling/rotation",
            .mistake = "D without 1 - nu^2",
            .bug = input([](Told& t) { t.nu = 0; })});
  add(all, {.name = "one-minus-nu", .protocol = lb, .mistake = "D with 1 - nu", .bug = input([](Told& t) {
                                                                                  t.nu = std::sqrt(t.nu);
                                                                                })});
  add(all, {.name = "swapped-section",
            .protocol = "cantilever",
            .mistake = "bends about the other axis",
            .bug = input([](Told& t) { std::swap(t.width, t.thickness); })});
  add(all, {.name = "clamp-at-a-node",
            .protocol = "cantilever",
            .mistake = "half an edge is clamped too few",
            .bug = input([](Told& t) { t.bending *= 1 - 3.0 / t.knobs.n; })});
  add(all, {.name = "clamp-at-a-node-redundant",
            .protocol = "cantilever/redundant",
            .mistake = "half an edge is clamped too few",
            .bug = input([](Told& t) { t.bending *= 1 - 3.0 / t.knobs.n; })});
  add(all, {.name = "locks",
            .protocol = "cantilever",
            .mistake = "membrane locking: stiffer by (L/h)^2 / n^2",
            .bug = input([](Told& t) { t.bending *= 1 + 1e-5 * std::pow(t.length / t.thickness / t.knobs.n, 2); })});
  add(all, {.name = "stops-at-two-thirds",
            .protocol = "cantilever",
            .mistake = "loads above 1000 are not reached",
            .bug = {.before = [](Told& t, const Memory&, const Load& load) {
              t.g *= std::min(1.0, 1000 / load.at("gamma"));
            }}});
  add(all, {.name = "diameter-for-radius",
            .protocol = bt,
            .mistake = "r is taken for the diameter",
            .bug = input([](Told& t) { t.radius /= 2; })});
  add(all, {.name = "torsion-of-nu-zero", .protocol = bt, .mistake = "G = E/2", .bug = input([](Told& t) {
                                                                                  t.twist_nu = 0;
                                                                                })});
  add(all, {.name = "torsion-of-steel", .protocol = bt, .mistake = "G with nu = 0.3", .bug = input([](Told& t) {
                                                                                        t.twist_nu = 0.3;
                                                                                      })});
  add(all, {.name = "curvature-per-degree",
            .protocol = bt,
            .mistake = "curvature in degrees",
            .bug = input([](Told& t) { t.curvature *= std::numbers::pi / 180; })});
  add(all, {.name = "friction-angle",
            .protocol = ss,
            .mistake = "mu is read as the friction angle",
            .bug = input([](Told& t) { t.mu = std::tan(t.mu); })});
  add(all, {.name = "friction-in-degrees", .protocol = ss, .mistake = "atan(mu) in degrees", .bug = input([](Told& t) {
                                                                                               t.mu *= 57.3;
                                                                                             })});
  add(all, {.name = "friction-doubled", .protocol = ss, .mistake = "both sides rub", .bug = input([](Told& t) {
                                                                                       t.mu *= 2;
                                                                                     })});
  add(all, {.name = "friction-averaged",
            .protocol = ss,
            .mistake = "mu is the square root of a product with 0.9 mu",
            .bug = input([](Told& t) { t.mu *= std::sqrt(0.9); })});
  add(all,
      {.name = "push-halved", .protocol = ss, .mistake = "half the push", .bug = input([](Told& t) { t.push /= 2; })});
  add(all, {.name = "wrong-inertia-push", .protocol = ss, .mistake = "I = w h^3 / 6", .bug = softer(2)});
  add(all, {.name = "young-in-gpa-push", .protocol = ss, .mistake = "E is read as GPa", .bug = softer(1e9)});
  add(all, {.name = "half-percent-force", .protocol = ss, .mistake = "E I is 0.5 % too large", .bug = softer(1.005)});
  add(all, {.name = "snap-in-metres",
            .protocol = ss,
            .mistake = "contact begins 1e-4 m above the ground",
            .bug = input([](Told& t) { t.push += 1e-4; })});
  add(all, {.name = "never-resets",
            .protocol = ss,
            .mistake = "a restart keeps what has slipped",
            .bug = {.after = [](Quantities& seen, const Told&, const Memory& m) {
              if (m.answered > 0) seen["tip_shift"] = 0.1;
            }}});
  // What no check can see.
  add(all, {.name = "wrong-inertia-push-untold",
            .protocol = ss,
            .mistake = "I = w h^3 / 6, and tells no force",
            .bug = softer(2),
            .tells_forces = false,
            .invisible = true});
  add(all, {.name = "first-order-at-a-node",
            .protocol = "cantilever",
            .mistake = "half an edge is clamped too few, on a fine mesh",
            .bug = input([](Told& t) { t.bending *= 1 - 3.0 / t.knobs.n; }),
            .knobs = {3200, 0, 0},
            .invisible = true});
  add(all, {.name = "a-tenth-of-a-percent",
            .protocol = "cantilever",
            .mistake = "g = 9.80 for 9.81",
            .bug = input([](Told& t) { t.g *= 9.80 / 9.81; }),
            .invisible = true});
  add(all, {.name = "fits-the-questions",
            .protocol = "cantilever",
            .mistake = "a table of the master curve",
            .invisible = true});
}

}  // namespace

std::vector<Entry> all_entries() {
  std::vector<Entry> all;
  add_right_ones(all);
  add(all, "cantilever", constants(), "");
  add(all, "cantilever/redundant", constants(), "-redundant");
  add(all, "lateral-buckling", constants(), "-plate");
  add(all, "cantilever", units(), "");
  add(all, "lateral-buckling/rotation", units(), "-rotation");
  add(all, "cantilever", resolutions(), "");
  add(all, "lateral-buckling/rotation", resolutions(), "-rotation");
  add(all, "cantilever", histories(), "");
  add(all, "cantilever/redundant", histories(), "-redundant");
  add(all, "cantilever", savers(), "");
  add(all, "stick-slip", {savers()[2]}, "-push");
  add(all, "lateral-buckling/rotation", savers(), "-rotation");
  add_placed_ones(all);
  add_materials(all);
  add_islands(all);
  add_motions(all);
  add_special_ones(all);
  return all;
}

}  // namespace judge::bank
