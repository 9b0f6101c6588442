// Free flight: a straight rod is thrown, turning across its length. Its middle flies on a parabola and it turns for ever:
// linear and angular momentum, and no damping of a rigid motion, from the places of its ends and of its middle alone.

#include <judge/protocols/protocol.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <judge/protocols/motion_score.h>
#include <judge/protocols/sampled_motion.h>

namespace judge {
namespace {

// Lengths are in units of L, times in L^2 sqrt(rho A / (E I)). The rod turns once in 2 pi; by its turning it is stretched
// by 1e-5 of its length.
constexpr ThrownRod kThrown{
    .radius = 0.01, .gamma = 0.3, .velocity_x = 0.5, .velocity_z = 2, .spin_y = 0.6, .spin_z = 0.8};
constexpr double kStep = 0.25;                 // 25 in a turn
constexpr double kQuick = 12.5, kFull = 62.5;  // two turns and ten
constexpr double kReading = 1e-8;              // what a number may be wrong by because of how it is read

using Vector = std::array<double, 3>;

Vector operator+(const Vector& a, const Vector& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Vector operator-(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Vector operator*(double f, const Vector& a) { return {f * a[0], f * a[1], f * a[2]}; }
double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
double size(const Vector& a) { return std::sqrt(dot(a, a)); }

std::vector<Load> planned_loads(const Scenario& branch) {
  return instants(kStep, branch.sampling == Sampling::quick ? kQuick : kFull);
}

/// The coefficients of the polynomial of second degree next to some values: constant, linear, quadratic.
Vector parabola(const std::vector<double>& t, const std::vector<double>& y) {
  // By orthogonal polynomials on these instants.
  const auto n = static_cast<double>(t.size());
  double mean = 0, square = 0;
  for (const double at : t) mean += at / n;
  for (const double at : t) square += (at - mean) * (at - mean) / n;
  double skew = 0;
  for (const double at : t) skew += std::pow(at - mean, 3) / n / square;
  std::array<double, 3> sum{}, norm{};
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double x = t[i] - mean;
    const std::array<double, 3> p{1, x, x * x - skew * x - square};
    for (std::size_t k = 0; k < 3; ++k) {
      sum[k] += p[k] * y[i];
      norm[k] += p[k] * p[k];
    }
  }
  const double a = sum[0] / norm[0], b = sum[1] / norm[1], c = sum[2] / norm[2];
  // a + b x + c (x^2 - skew x - square) with x = t - mean.
  const double linear = b - c * skew;
  return {a - c * square - linear * mean + c * mean * mean, linear - 2 * c * mean, c};
}

/// What was seen of a whole flight, which begins at rest in the origin of the middle.
struct Flight {
  std::vector<double> t, turned;
  std::array<std::vector<double>, 3> centre;
  double length = 1, bent = 0, off_plane = 0;  ///< the worst ones
};

Flight flight_of(const BranchPoints& branch) {
  const Quantities& regime = branch.scenario.regime;
  const double spin = std::hypot(regime.at("spin_y"), regime.at("spin_z"));
  const Vector axis{0, regime.at("spin_y") / spin, regime.at("spin_z") / spin}, ahead{1, 0, 0};
  const Vector across{0, axis[2], -axis[1]};  // where the rod points after a quarter of a turn
  Flight flight;
  for (const Point& point : branch.points) {
    const auto place = [&](const std::string& which) {
      return Vector{point.values.at(which + "_x"), point.values.at(which + "_y"), point.values.at(which + "_z")};
    };
    const Vector start = place("start"), middle = place("middle"), end = place("end"), along = end - start;
    // Simpson's rule: the centre of mass of a rod that is bent a little.
    const Vector centre = (1.0 / 6) * (start + end + 4 * middle);
    flight.t.push_back(point.values.at("t"));
    for (std::size_t k = 0; k < 3; ++k) flight.centre[k].push_back(centre[k]);
    flight.turned.push_back(std::atan2(dot(along, across), dot(along, ahead)));
    const double length = size(along);
    if (std::abs(length - 1) > std::abs(flight.length - 1)) flight.length = length;
    flight.bent = std::max(flight.bent, size(middle - 0.5 * (start + end)));
    flight.off_plane = std::max(flight.off_plane, std::abs(dot(along, axis)));
  }
  unwrap(flight.turned);
  return flight;
}

std::vector<MotionNumber> numbers_of(const BranchPoints& branch) {
  const Quantities& regime = branch.scenario.regime;
  const Flight flight = flight_of(branch);
  const Vector x = parabola(flight.t, flight.centre[0]), y = parabola(flight.t, flight.centre[1]),
               z = parabola(flight.t, flight.centre[2]);
  const double spin = std::hypot(regime.at("spin_y"), regime.at("spin_z")), last = flight.t.back();
  const auto rate = [&](std::size_t from, std::size_t to) {
    return (flight.turned[to] - flight.turned[from]) / (flight.t[to] - flight.t[from]);
  };
  const std::size_t n = flight.t.size() - 1, third = n / 3;
  const double late_over_early = rate(n - third, n) / rate(0, third);
  double wobble = 0;
  for (std::size_t i = 0; i < flight.t.size(); ++i) {
    const auto beside = [&](std::size_t k, const Vector& path) {
      const double t = flight.t[i];
      return flight.centre[k][i] - (path[0] + path[1] * t + path[2] * t * t);
    };
    wobble = std::max(wobble, size({beside(0, x), beside(1, y), beside(2, z)}));
  }
  const double forward = regime.at("velocity_x") * last;
  const double aside = y[0] + y[1] * last + y[2] * last * last;
  return {{"the forward speed", x[1] + x[2] * last, regime.at("velocity_x"), kReading},
          {"the upward speed at the start", z[1], regime.at("velocity_z"), kReading},
          {"the acceleration of the fall", -2 * z[2], regime.at("gamma"), kReading},
          {"the way aside (1 + way over that ahead)", 1 + aside / forward, 1, kReading},
          {"the path of the centre (1 + distance from its parabola)", 1 + wobble, 1, kReading},
          {"the rate of turning", flight.turned.back() / last, spin, kReading},
          {"the rate of turning, late over early", late_over_early, 1, kReading},
          {"the plane of turning (1 + distance from it)", 1 + flight.off_plane, 1, kReading},
          {"the distance between the ends", flight.length, 1, kReading},
          {"straightness (1 + deflection)", 1 + flight.bent, 1, kReading}};
}

class Table : public Curve {
  std::vector<std::string> columns() const override { return {"t", "middle_x", "middle_z", "turned"}; }
  std::vector<double> samples() const override {
    std::vector<double> all;
    for (const Load& load : instants(kStep, kQuick)) all.push_back(load.at("t"));
    return all;
  }
  std::vector<CurveRow> rows(const std::vector<double>& at) const override {
    std::vector<CurveRow> rows;
    for (const double t : at) {
      if (!(t >= 0)) throw plumb::UserError(fmt::format("a flight begins at t = 0, got {}", t));
      rows.push_back({t, kThrown.velocity_x * t, kThrown.velocity_z * t - 0.5 * kThrown.gamma * t * t,
                      std::hypot(kThrown.spin_y, kThrown.spin_z) * t});
    }
    return rows;
  }
  Plot plot(const std::vector<CurveRow>& rows) const override;
};

/// The angle turned, as a fraction of what it must be.
Plot background() {
  Plot plot;
  plot.box = {{"t", 0, kQuick, false}, {"angle turned over ωt", 0.5, 1.5, false}};
  plot.title = "Free flight: the angle turned over that of a rigid rod";
  plot.lines.push_back({{{0, 1}, {kFull, 1}}, LineStyle::master, "rigid rod"});
  return plot;
}

Plot Table::plot(const std::vector<CurveRow>& rows) const {
  Plot plot = background();
  PlotMarks marks;
  for (const CurveRow& row : rows) marks.points.push_back({row[0].value(), 1});
  plot.marks.push_back(marks);
  return plot;
}

class FreeFlight : public Protocol {
  ProtocolCard describe() const override {
    return {"free-flight",
            "Free Flight",
            "A straight rod of circular section is thrown, turning across its length, under gravity alone. Compared: "
            "speed and fall of its centre, the rate at which it turns, early and late, and the plane in which it does, "
            "from the places of ends and middle at given instants.",
            "not in the paper; Newton's laws",
            {"start_x", "start_y", "start_z", "middle_x", "middle_y", "middle_z", "end_x", "end_y", "end_z"},
            {"t", "start_x", "start_y", "start_z", "middle_x", "middle_y", "middle_z", "end_x", "end_y", "end_z"}};
  }

  std::vector<Scenario> plan(Sampling sampling) const override {
    Scenario branch;
    branch.protocol = "free-flight";
    branch.branch = "thrown";
    branch.ask(kThrown);
    branch.scales = {0.5, 2e9, 1200};
    branch.sampling = sampling;
    return {branch};
  }

  std::optional<Load> next(const Scenario& branch, const std::vector<Point>& so_far) const override {
    if (!so_far.empty() && has_failed(so_far.back())) return std::nullopt;
    const auto loads = planned_loads(branch);
    return so_far.size() < loads.size() ? std::optional(loads[so_far.size()]) : std::nullopt;
  }

  int length(const Scenario& branch) const override { return static_cast<int>(planned_loads(branch).size()); }

  History history() const override { return History::remembered; }

  Point measure(const Scenario& /*branch*/, const Record& record) const override {
    Point point{record.reply.status, {{"t", record.load.at("t")}}, {}};
    if (point.status != plumb::Status::ok) return point;
    for (const std::string& name : describe().observables) point.values[name] = record.observed.at(name);
    return point;
  }

  Score score(const std::vector<BranchPoints>& branches) const override {
    const BranchPoints& branch = branches.front();
    const std::string missing = missing_instants(branch, planned_loads(branch.scenario));
    return score_motion(missing.empty() ? numbers_of(branch) : std::vector<MotionNumber>(), missing);
  }

  Plot picture(const std::vector<BranchPoints>& branches, const Score& /*score*/) const override {
    Plot plot = background();
    PlotMarks marks{{}, -1, "measured"};
    const BranchPoints& branch = branches.front();
    if (branch.scenario.sampling == Sampling::full) plot.box.x.high = kFull;
    if (missing_instants(branch, planned_loads(branch.scenario)).empty()) {
      const Flight flight = flight_of(branch);
      const double spin = std::hypot(kThrown.spin_y, kThrown.spin_z);
      for (std::size_t i = 0; i < flight.t.size(); ++i) {
        marks.points.push_back({flight.t[i], flight.turned[i] / (spin * flight.t[i])});
      }
    }
    plot.marks.push_back(std::move(marks));
    return plot;
  }

  std::vector<Plot> details(const std::vector<BranchPoints>& branches) const override {
    return {motion_trace(
        branches.front(), "middle_z", {"height of the middle", -10, 10, false},
        [](double t) { return kThrown.velocity_z * t - 0.5 * kThrown.gamma * t * t; },
        "Free flight: the height of the middle against time")};
  }

  const Curve* curve() const override {
    static const Table table;
    return &table;
  }
};

}  // namespace
}  // namespace judge

namespace protocols {

judge::Protocol const* free_flight() {
  static const judge::FreeFlight protocol;
  return &protocol;
}

}  // namespace protocols
