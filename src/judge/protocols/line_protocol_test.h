#pragma once

// The smallest protocol: y = x on three branches, for tests of the engine.

#include <algorithm>
#include <string>
#include <vector>

#include <judge/protocols/protocol.h>

namespace judge {

class LineProtocol : public Protocol {
 public:
  /// Ten loads per branch from `first` on; a changed `first` is a changed plan.
  explicit LineProtocol(double first = 1, std::string name = "line") : first_(first), name_(std::move(name)) {}

  ProtocolCard describe() const override {
    return {name_, "Line", "y = x, <three> times.", "eq. (0)", {"height"}, {"x", "y"}};
  }
  std::vector<Scenario> plan(Sampling sampling) const override {
    std::vector<Scenario> branches;
    for (const char* branch : {"a", "b", "c"}) branches.push_back({name_, branch, {{"nu", 0.3}}, {}, {}, sampling});
    return branches;
  }
  std::optional<Load> next(const Scenario& branch, const std::vector<Point>& so_far) const override {
    if (static_cast<int>(so_far.size()) == length(branch)) return std::nullopt;
    return Load{{"x", value(branch.sampling, so_far.size())}};
  }
  int length(const Scenario& branch) const override { return branch.sampling == Sampling::full ? 10 : 4; }
  Point measure(const Scenario&, const Record& record) const override {
    Point point{record.reply.status, {{"x", record.load.at("x")}}, {}};
    if (point.status == plumb::Status::ok) point.values["y"] = record.observed.at("height");
    return point;
  }
  Score score(const std::vector<BranchPoints>& branches) const override {
    std::vector<MasterBranch> master;
    std::vector<MeasuredBranch> measured;
    for (const BranchPoints& branch : branches) {
      master.push_back({branch.scenario.branch, {{0, 0}, {20, 20}}, [](double x) { return x; }});
      MeasuredBranch given{branch.scenario.branch, {}, {}};
      for (int i = 0; i < length(branch.scenario); ++i) {
        given.planned.push_back(value(branch.scenario.sampling, static_cast<std::size_t>(i)));
      }
      for (const Point& point : branch.points) {
        if (point.status == plumb::Status::ok)
          given.points.push_back({point.values.at("x"), point.values.at("y"), true});
      }
      measured.push_back(given);
    }
    ScoreRule rule;
    rule.box = box();
    return score_curves(master, measured, rule);
  }
  Plot picture(const std::vector<BranchPoints>&, const Score&) const override {
    Plot plot;
    plot.box = box();
    plot.lines.push_back({{{0, 0}, {20, 20}}, LineStyle::master, "master"});
    return plot;
  }

 private:
  double value(Sampling sampling, std::size_t i) const {
    return first_ + static_cast<double>(i) * (sampling == Sampling::full ? 1 : 3);
  }
  static PlotBox box() { return {{"x", 0, 20, false}, {"y", 0, 20, false}}; }

  double first_;
  std::string name_;
};

}  // namespace judge
