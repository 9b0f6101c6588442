// AUTO-07p, continuation of boundary-value problems: a row that checks the master curves by a program of others.

#include <cmath>
#include <numbers>

#include <codes/auto-07p/continuation.h>

namespace codes {
namespace {

using plumb::Status;

constexpr int kIntervals = 40;
constexpr double kTolerance = 1e-10;

/// AUTO on one boundary-value problem. Each load is a continuation of its own from the problem's start, whatever its
/// approach.
class AutoTrial : public judge::Trial {
 public:
  AutoTrial(const BoundaryValueProblem& problem, const judge::Knobs& knobs) : continuation_(problem), knobs_(knobs) {}

  judge::Reply advance(const judge::Load& load) final {
    seen_.clear();
    return answer(load, seen_);
  }
  judge::Quantities observe(const std::vector<std::string>& names) final {
    return judge::pick_all(names, seen_, "auto-07p");
  }
  /// Not empty, so that a branch continues at any load.
  std::string save() const final { return "at the start"; }

 protected:
  /// Fills in `seen` if the load was reached.
  virtual judge::Reply answer(const judge::Load& load, judge::Quantities& seen) = 0;

  judge::Reply run_to(double stop) {
    return continuation_.run_to(stop, knobs_.n > 0 ? knobs_.n : kIntervals, knobs_.tol > 0 ? knobs_.tol : kTolerance);
  }
  const Branch& branch() const { return continuation_.branch(); }

 private:
  AutoContinuation continuation_;
  judge::Knobs knobs_;
  judge::Quantities seen_;
};

class ClampedStripTrial final : public AutoTrial {
 public:
  explicit ClampedStripTrial(const judge::Knobs& knobs) : AutoTrial(cantilever_problem(), knobs) {}

 private:
  judge::Reply answer(const judge::Load& load, judge::Quantities& seen) override {
    const double gamma = load.at("gamma");
    if (!(std::log(gamma) > cantilever_problem().start)) {
      judge::Reply reply;
      reply.status = Status::outside_domain;
      reply.note = "the continuation starts at Gamma = 5e-4";
      return reply;
    }
    const judge::Reply reply = run_to(std::log(gamma));
    if (reply.status != Status::ok) return reply;
    const auto& end = branch().back();
    seen = {{"reach", end[1]}, {"drop", end[2]}};
    return reply;
  }
};

class PushedStripTrial final : public AutoTrial {
 public:
  PushedStripTrial(const judge::Knobs& knobs, double mu) : AutoTrial(stick_slip_problem(), knobs), mu_(mu) {}

 private:
  /// The tip slips if Q/P exceeded mu anywhere on the way: what has slipped does not stick again.
  judge::Reply answer(const judge::Load& load, judge::Quantities& seen) override {
    const double eps_y = load.at("eps_y");
    if (eps_y <= stick_slip_problem().start) {  // not yet buckled, or by an angle of 1e-4
      seen = {{"tip_shift", 0}};
      return {};
    }
    judge::Reply reply = run_to(eps_y);
    if (reply.status != Status::ok) return reply;
    for (const auto& point : branch()) {
      const double tip_angle = point[3];
      if (point[2] > mu_ * point[1]) {
        seen = {{"tip_shift", 1}};
        return reply;
      }
      if (tip_angle > std::numbers::pi / 2) {
        reply.status = Status::outside_domain;
        reply.note = "the strip lies on the ground, which eq. (7) does not describe";
        return reply;
      }
    }
    seen = {{"tip_shift", 0}};
    return reply;
  }

  double mu_;
};

class Auto07p final : public judge::Code {
 public:
  judge::Card describe() const override {
    judge::Card card;
    card.name = "auto-07p";
    card.title = "AUTO-07p";
    card.kind = "Continuation";
    card.paper = "Doedel et al. 2007";
    card.summary =
        "Not a simulator: the planar elastica of the master curves as a boundary-value problem, by collocation on "
        "adaptive meshes and continuation in the load. A check of our curves by a program of others. n mesh intervals "
        "with four Gauss points each, more of them refine; tol is that of Newton's method. Stick-Slip gives forces, "
        "not "
        "motion: the tip shift is 0 while Q/P stays within mu and 1 where it has exceeded it. Dimensionless, so it "
        "cannot "
        "err in units. Planar only.";
    card.protocols["cantilever"] = {.paper = "", .verdict = "OK", .knobs = {.n = kIntervals}};
    card.protocols["stick-slip"] = {.paper = "", .verdict = "OK", .knobs = {.n = kIntervals}};
    return card;
  }
  std::unique_ptr<judge::Trial> open(const judge::Scenario& scenario) const override {
    if (std::holds_alternative<judge::ClampedStrip>(scenario.question)) {
      return std::make_unique<ClampedStripTrial>(scenario.knobs);
    }
    if (const auto* strip = std::get_if<judge::PushedStrip>(&scenario.question)) {
      return std::make_unique<PushedStripTrial>(scenario.knobs, strip->mu);
    }
    judge::refuse("auto-07p", scenario.question);
  }
  std::string fingerprint() const override { return auto_fingerprint(); }
  std::string missing() const override { return auto_missing(); }
};

}  // namespace

judge::Code const* auto_07p() {
  static const Auto07p code;
  return &code;
}

}  // namespace codes
