// AUTO-07p, continuation of boundary-value problems: a row that checks the master curves by a program of others.

#include <cmath>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include <codes/auto-07p/continuation.h>

namespace codes {
namespace {

using plumb::Status;

constexpr int kIntervals = 40;
constexpr double kTolerance = 1e-10;

class AutoTrial final : public judge::Trial {
 public:
  void open(const judge::Scenario& scenario) override {
    scenario_ = scenario;
    continuation_.emplace(stick_slip() ? stick_slip_problem() : cantilever_problem());
  }

  judge::Reply advance(const judge::Load& load) override {
    seen_.clear();
    return stick_slip() ? push(load.at("eps_y")) : bend(load.at("gamma"));
  }

  judge::Quantities observe(const std::vector<std::string>& names) override {
    judge::Quantities wanted;
    for (const auto& name : names) {
      if (!seen_.contains(name)) throw plumb::UserError(fmt::format("auto-07p cannot observe '{}' here", name));
      wanted[name] = seen_.at(name);
    }
    return wanted;
  }

  /// Not empty: each load is a continuation of its own, so a branch continues at any load.
  std::string save() const override { return "at the start"; }

 private:
  bool stick_slip() const { return scenario_.protocol == "stick-slip"; }

  judge::Reply run_to(double stop) {
    const judge::Knobs& knobs = scenario_.knobs;
    return continuation_->run_to(stop, knobs.n > 0 ? knobs.n : kIntervals, knobs.tol > 0 ? knobs.tol : kTolerance);
  }

  judge::Reply bend(double gamma) {
    if (!(std::log(gamma) > cantilever_problem().start)) {
      judge::Reply reply;
      reply.status = Status::outside_domain;
      reply.note = "the continuation starts at Gamma = 5e-4";
      return reply;
    }
    const judge::Reply reply = run_to(std::log(gamma));
    if (reply.status != Status::ok) return reply;
    const auto& end = continuation_->branch().back();
    seen_ = {{"reach", end[1]}, {"drop", end[2]}};
    return reply;
  }

  /// Slips where Q/P exceeded mu anywhere on the way: what has slipped does not stick again.
  judge::Reply push(double eps_y) {
    const double mu = scenario_.regime.at("mu");
    if (eps_y <= stick_slip_problem().start) {  // not yet buckled, or by an angle of 1e-4
      seen_ = {{"tip_shift", 0}};
      return {};
    }
    judge::Reply reply = run_to(eps_y);
    if (reply.status != Status::ok) return reply;
    for (const auto& point : continuation_->branch()) {
      const double tip_angle = point[3];
      if (point[2] > mu * point[1]) {
        seen_ = {{"tip_shift", 1}};
        return reply;
      }
      if (tip_angle > std::numbers::pi / 2) {
        reply.status = Status::outside_domain;
        reply.note = "the strip lies on the ground, which eq. (7) does not describe";
        return reply;
      }
    }
    seen_ = {{"tip_shift", 0}};
    return reply;
  }

  judge::Scenario scenario_;
  std::optional<AutoContinuation> continuation_;
  judge::Quantities seen_;
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
  std::unique_ptr<judge::Trial> start() const override { return std::make_unique<AutoTrial>(); }
  std::string fingerprint() const override { return auto_fingerprint(); }
  std::string missing() const override { return auto_missing(); }
};

}  // namespace

judge::Code const* auto_07p() {
  static const Auto07p code;
  return &code;
}

}  // namespace codes
