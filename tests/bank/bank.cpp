#include <tests/bank/bank.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>
#include <numbers>
#include <tuple>

#include <judge/protocols/bend_twist/master_curve.h>
#include <judge/protocols/cantilever/master_curve.h>
#include <judge/protocols/lateral_buckling/master_curve.h>
#include <judge/protocols/lateral_buckling/plate_buckling.h>
#include <judge/protocols/pendulum/swing.h>
#include <judge/protocols/protocol.h>
#include <judge/protocols/remembered.h>
#include <judge/protocols/stick_slip/master_curve.h>
#include <judge/protocols/vibration/cantilever_modes.h>
#include <judge/question/statement.h>
#include <judge/records/found_records.h>
#include <judge/run/climb.h>
#include <judge/run/run_checks.h>
#include <judge/verdict/assess.h>

namespace judge::bank {

double Told::stiffness() const {
  const double inertia = radius > 0 ? std::numbers::pi * std::pow(radius, 4) / 4 : width * std::pow(thickness, 3) / 12;
  return bending * young * inertia;
}

namespace {

double area(const Told& t) { return t.radius > 0 ? std::numbers::pi * t.radius * t.radius : t.width * t.thickness; }

Told read(const Scenario& scenario, const Load& load) {
  Quantities si = stated_in_si(scenario);
  for (const auto& [name, value] : stated_in_si(scenario, load)) si[name] = value;
  for (const auto& [name, value] : load.values) si[name] = value;
  const auto value = [&](const char* name) { return si.contains(name) ? si.at(name) : 0; };
  Told told;
  told.length = si.at("length");
  told.young = si.at("young");
  told.density = si.at("density");
  told.width = value("width");
  told.thickness = value("thickness");
  told.radius = told.width > 0 ? 0 : value("radius");
  told.nu = told.twist_nu = value("nu");
  told.g = value("g");
  told.mu = value("mu");
  told.push = value("push");
  told.curvature = value("natural_curvature");
  told.tilt = value("tilt");
  told.time = value("time");
  told.angle = value("angle");
  told.velocity_x = value("velocity_x");
  told.velocity_z = value("velocity_z");
  told.spin_y = value("spin_y");
  told.spin_z = value("spin_z");
  told.unit_time = time_unit(scenario);
  told.place = scenario.place;
  told.knobs = scenario.knobs;
  return told;
}

/// The curve, and beyond its ends what it tends to.
Quantities cantilever(const Told& t) {
  const double gamma = t.weight * t.density * area(t) * t.g * std::pow(t.length, 3) / t.stiffness();
  if (!(gamma > 0)) return {{"drop", 0}, {"reach", 1}};
  const CantileverPoint p = cantilever_curve(std::clamp(gamma, cantilever_gamma_min, cantilever_gamma_max));
  const double over = gamma / p.gamma;
  return {{"drop", over < 1 ? p.y * over : p.y}, {"reach", over > 1 ? p.x / std::sqrt(over) : p.x}};
}

BendTwistCrossings frontier(double turns, const BendTwistRod& rod) {
  static std::map<std::tuple<double, double, double>, BendTwistCrossings> known;
  const std::tuple key(turns, rod.side, rod.twist);
  if (!known.contains(key)) known[key] = bend_twist_frontier(turns, rod);
  return known.at(key);
}

BendTwistRod section(const Told& t) {
  if (!(t.width > 0)) return round_rod(t.twist_nu);
  const BendTwistRod rod = t.width >= t.thickness ? rectangular_rod(t.width, t.thickness, t.twist_nu)
                                                  : rectangular_rod(t.thickness, t.width, t.twist_nu);
  const double turned = t.width >= t.thickness ? 1 : rod.side;  // bent about the other axis
  return {t.side * rod.side / (turned * turned), t.torsion * rod.twist / turned};
}

Quantities bend_twist(const Told& t) {
  const double phi = std::abs(t.curvature) * t.length, turns = phi / (2 * std::numbers::pi);
  const double x = std::cbrt(t.weight * t.density * area(t) * t.g * std::pow(t.length, 3) / t.stiffness()) / phi;
  if (!(turns >= bend_twist_turns_min && turns <= bend_twist_turns_max)) return {{"out_of_plane", 0}};
  // Turns come back from a curvature with rounding: the cache wants the same number again.
  const double same = std::round(turns * 1e9) / 1e9;
  const bool planar = frontier(same, section(t)).planar_is_stable(x);
  return {{"out_of_plane", planar ? 0.0 : 1.0}};
}

double threshold(double width, double nu) {
  static std::map<std::pair<double, double>, double> known;
  const std::pair key(width, nu);
  if (!known.contains(key)) known[key] = lateral_buckling_threshold(width, nu);
  return known.at(key);
}

double same_ratio(double a, double b) { return std::round(a / b * 1e9) / 1e9; }

/// rho g h L^3 / D; D by the plate's own nu.
double gamma_star(const Told& t) {
  const double D = t.bending * t.young * std::pow(t.thickness, 3) / (12 * (1 - t.nu * t.nu));
  return t.weight * t.density * t.g * t.thickness * std::pow(t.length, 3) / D;
}

Quantities lateral_buckling(const Told& t) {
  const double over = gamma_star(t) / threshold(same_ratio(t.width, t.length), lateral_buckling_nu);
  return {{"lateral", over > 1 ? 0.3 * std::sqrt(1 - 1 / over) : 0.0}};
}

/// The tip rises with the weight as a column does; at the protocol's own weight it is the master's.
Quantities rotation(const Told& t) {
  constexpr double usual = 10;
  static Remembered<double> slope(
      [](double w) { return tilted_plate_tip(w, lateral_buckling_nu, usual, PlateResolution()); });
  const double width = same_ratio(t.width, t.length), critical = threshold(width, lateral_buckling_nu);
  const double gamma = gamma_star(t);
  return {{"lateral", t.tilt * slope(width) * (gamma / usual) * (1 - usual / critical) / (1 - gamma / critical)}};
}

Quantities stick_slip(const Told& t) {
  const double eps = t.push / t.length;
  const StickSlipPoint& last = stick_slip_triple_point();
  const StickSlipPoint at = stick_slip_curve(std::clamp(eps, 0.0, last.eps_y));
  const bool slips = eps > last.eps_y || at.ratio > t.mu;
  const double Q = slips ? std::min(at.Q, t.mu * at.P) : at.Q;
  return {{"tip_shift", slips ? 0.1 : 0.0}, {"P", at.P * t.force()}, {"Q", Q * t.force()}};
}

Quantities vibration(const Told& t) {
  const double unit = t.length * t.length * std::sqrt(t.mass * t.density * area(t) / t.stiffness());
  const double gamma = t.weight * t.density * area(t) * t.g * std::pow(t.length, 3) / t.stiffness();
  const auto drop = [&](double s) {
    double sum = gamma * s * s * (s * s - 4 * s + 6) / 24;
    for (int k = 1; k <= 5; ++k) {
      const CantileverMode mode(k);
      const double decay = t.decay + (k > 1 ? t.fast_decay : 0);
      sum -= mode.amplitude(gamma) * mode.shape(s) / mode.shape(1) * std::exp(-decay * t.time) *
             std::cos(mode.frequency() * t.time / unit);
    }
    return sum;
  };
  return {{"drop", drop(1)}, {"middle_drop", drop(0.5)}};
}

Quantities pendulum(const Told& t) {
  const double unit = std::sqrt(t.mass * t.length / (t.weight * t.g));
  const double angle = swing_angle(t.angle, t.time / unit) * std::exp(-t.decay * t.time);
  return {{"reach", std::sin(angle)}, {"drop", std::cos(angle)}};
}

Quantities free_flight(const Told& t) {
  const double spin = std::hypot(t.spin_y, t.spin_z);
  const double after = t.decay == 0 ? t.time : (1 - std::exp(-t.decay * t.time)) / t.decay, angle = spin * after;
  const double middle[] = {t.velocity_x * t.time / t.length, 0,
                           (t.velocity_z * t.time - 0.5 * t.weight * t.g * t.time * t.time) / t.length};
  const double along[] = {std::cos(angle), std::sin(angle) * t.spin_z / spin, -std::sin(angle) * t.spin_y / spin};
  Quantities seen;
  for (const int k : {0, 1, 2}) {
    const std::string name = std::string("_") + "xyz"[k];
    seen["start" + name] = middle[k] - 0.5 * along[k];
    seen["middle" + name] = middle[k];
    seen["end" + name] = middle[k] + 0.5 * along[k];
  }
  return seen;
}

Quantities solve(const std::string& protocol, const Told& t) {
  if (protocol == "vibration") return vibration(t);
  if (protocol == "pendulum") return pendulum(t);
  if (protocol == "free-flight") return free_flight(t);
  if (protocol.starts_with("cantilever")) return cantilever(t);
  if (protocol.starts_with("bend-twist")) return bend_twist(t);
  if (protocol == "lateral-buckling") return lateral_buckling(t);
  if (protocol == "lateral-buckling/rotation") return rotation(t);
  return stick_slip(t);
}

class BankTrial : public Trial {
 public:
  BankTrial(const Entry& entry, Scenario scenario) : entry_(entry), scenario_(std::move(scenario)) {}

  Reply advance(const Load& load) override {
    if (load.approach == Approach::restart) {
      const bool loaded = memory_.loaded;
      if (entry_.name.find("reset") == std::string::npos) memory_ = {};
      memory_.loaded = loaded;
    }
    Told told = read(scenario_, load);
    if (entry_.bug.before) entry_.bug.before(told, memory_, load);
    seen_ = solve(entry_.protocol, told);
    if (entry_.bug.after) entry_.bug.after(seen_, told, memory_);
    memory_.last = load;
    for (const char* swept : {"gamma", "gamma_star", "x", "eps_y", "tilt"}) {
      if (load.values.contains(swept)) memory_.largest = std::max(memory_.largest, load.at(swept));
    }
    memory_.answered = seen_.begin()->second;
    memory_.loaded = false;
    ++memory_.n_asked;
    return {};
  }
  Quantities observe(const std::vector<std::string>& names) override { return pick_all(names, seen_, entry_.name); }
  Quantities also_observe(const std::vector<std::string>& names) override {
    if (!entry_.tells_forces || !seen_.contains("P")) return {};
    Quantities known{{"P", seen_.at("P") / force_unit(scenario_)}, {"Q", seen_.at("Q") / force_unit(scenario_)}};
    return pick_known(names, known);
  }
  std::string save() const override {
    if (!entry_.saves) return {};
    const double numbers[] = {memory_.largest, memory_.answered, static_cast<double>(memory_.n_asked)};
    return std::string(reinterpret_cast<const char*>(numbers), sizeof numbers);
  }
  void load(const std::string& bytes) override {
    double numbers[3];
    std::memcpy(numbers, bytes.data(), sizeof numbers);
    memory_.largest = numbers[0];
    memory_.answered = numbers[1];
    memory_.n_asked = static_cast<int>(numbers[2]);
    memory_.loaded = true;
    if (entry_.bug.on_load) entry_.bug.on_load(memory_);
  }

 private:
  const Entry& entry_;
  Scenario scenario_;
  Memory memory_;
  Quantities seen_;
};

class BankCode : public Code {
 public:
  explicit BankCode(const Entry& entry) : entry_(entry) {}
  Card describe() const override {
    Card card{entry_.name, entry_.name, "Other", "", entry_.mistake, {{entry_.protocol, {"", "", entry_.knobs}}}};
    card.places = entry_.places;
    card.kind = entry_.kind;
    return card;
  }
  std::unique_ptr<Trial> open(const Scenario& scenario) const override {
    return std::make_unique<BankTrial>(entry_, scenario);
  }

 private:
  Entry entry_;
};

const Protocol* protocol_named(const std::string& name) {
  for (const Protocol* protocol : all_protocols()) {
    if (protocol->describe().name == name) return protocol;
  }
  throw plumb::UserError("no protocol " + name);
}

double loads_below(const std::filesystem::path& dir) {
  double n = 0;
  for (const BranchRecords& branch : read_records(dir).branches) n += static_cast<double>(branch.records.size());
  return n;
}

}  // namespace

std::unique_ptr<Code> code_of(const Entry& entry) { return std::make_unique<BankCode>(entry); }

Finding judged(const Entry& entry, const std::string& folder) {
  const auto code = code_of(entry);
  const Protocol* protocol = protocol_named(entry.protocol);
  const std::vector<Assignment> cells{{code.get(), protocol}};
  const RunOptions options{.dir = folder, .program = "bank"};
  constexpr unsigned seed = 1;
  constexpr int most_rungs = 5;
  run(cells, options);
  run_checks(cells, options, seed);
  const auto assessed = [&] { return assess(folder, {code.get()}, {protocol}).cells.at(0); };
  Cell cell = assessed();
  // What is caught needs no ladder, and a code without knobs has none.
  if (cell.first_failed() == nullptr && entry.knobs != Knobs{}) {
    climb(cells, options, most_rungs);
    cell = assessed();
  }
  Finding finding;
  double checked = 0;
  for (const auto& entered : std::filesystem::directory_iterator(options.dir / "checks")) {
    if (entered.is_directory()) checked += loads_below(entered.path());
  }
  finding.cost = checked / loads_below(options.dir);
  for (const CheckResult& check : cell.panel) {
    if (check.name == "order") finding.order = check.figure;
  }
  if (const CheckResult* failed = cell.first_failed()) {
    finding.check = failed->name;
    finding.why = failed->why;
  }
  return finding;
}

}  // namespace judge::bank
