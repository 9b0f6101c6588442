#include <judge/protocols/cantilever/aspect.h>

#include <cmath>

#include <fmt/format.h>

#include <judge/protocols/cantilever/curve.h>

namespace judge {
namespace {

/// Values of a point that succeeded; nothing for one that failed.
std::vector<CurvePoint> curve_points(const BranchPoints& branch) {
  std::vector<CurvePoint> points;
  for (const Point& point : branch.points) {
    if (point.status == plumb::Status::ok) points.push_back({point.values.at("gamma"), point.values.at("aspect")});
  }
  return points;
}

bool inextensible(const Point& point) {
  const auto weight = point.values.find("weight_over_young");
  return weight == point.values.end() || weight->second <= strict_weight_over_young;
}

}  // namespace

std::vector<std::string> aspect_observables() { return {"drop", "reach"}; }

Point measure_aspect(const Record& record) {
  Point point{record.reply.status, {{"gamma", record.load.at("gamma")}}, {}};
  if (point.status != plumb::Status::ok) return point;
  const double aspect = record.observed.at("drop") / record.observed.at("reach");
  // A free end right below the clamp (or on it) has no aspect ratio.
  if (std::isfinite(aspect)) {
    point.values["aspect"] = aspect;
  } else {
    point.status = plumb::Status::outside_domain;
  }
  return point;
}

Score score_aspect(const std::vector<AspectBranch>& branches) {
  std::vector<MasterBranch> master;
  std::vector<MeasuredBranch> measured;
  for (const AspectBranch& asked : branches) {
    master.push_back(cantilever_master());
    master.back().name = asked.branch->scenario.branch;
    MeasuredBranch& given = measured.emplace_back();
    given.name = master.back().name;
    for (const Load& load : asked.planned) given.planned.push_back(load.at("gamma"));
    for (const Point& point : asked.branch->points) {
      if (point.status != plumb::Status::ok) continue;
      given.points.push_back({point.values.at("gamma"), point.values.at("aspect"), inextensible(point)});
    }
  }
  ScoreRule rule;
  rule.box = cantilever_box();
  return score_curves(master, measured, rule);
}

Plot draw_aspect(const std::vector<AspectBranch>& branches, const Score& score) {
  Plot plot = cantilever_picture();
  int colour = branches.size() > 1 ? 0 : -1;
  for (const AspectBranch& given : branches) {
    plot.marks.push_back({curve_points(*given.branch), colour, given.label});
    if (colour >= 0) ++colour;
  }
  if (score.worst) {
    plot.worst = score.worst->at;
    const double percent = 100 * score.worst->value;
    plot.worst_label = percent < 1e-4 ? "worst: below 0.0001 %" : fmt::format("worst: {:.2g} %", percent);
  }
  return plot;
}

}  // namespace judge
