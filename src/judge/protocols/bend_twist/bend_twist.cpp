#include <judge/protocols/bend_twist/bend_twist.h>

#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace judge {
namespace {

constexpr double kLeavesPlane = 1e-3;  // rad, of twist
constexpr int kColumns = 30;
constexpr std::size_t kQuickStride = 3;

LabelledDesign design(const BendTwistVariant& variant) {
  LabelledDesign d;
  d.card = {variant.name,
            variant.title,
            variant.summary,
            variant.paper,
            {"out_of_plane"},
            {"turns", "x", "measure", "label"},
            {"energy", "other_energy", "other_out_of_plane"},
            2};
  d.box = bend_twist_box();
  d.rows = Sampled::y;
  d.near = "2D";
  d.far = "3D";
  d.threshold = kLeavesPlane;
  d.keeps_shapes = true;
  return d;
}

}  // namespace

BendTwist::BendTwist(BendTwistVariant variant)
    : LabelledProtocol(design(variant)),
      variant_(std::move(variant)),
      crossings_([rod = variant_.section.rod](double turns) { return bend_twist_frontier(turns, rod); }) {}

std::vector<double> BendTwist::rows(Sampling sampling) const {
  const std::vector<double> all = bend_twist_samples();
  if (sampling == Sampling::full) return all;
  std::vector<double> some;
  for (std::size_t i = all.size() % kQuickStride == 0 ? kQuickStride - 1 : all.size() % kQuickStride - 1;
       i < all.size(); i += kQuickStride) {
    some.push_back(all[i]);
  }
  return some;
}

std::vector<double> BendTwist::grid(const std::vector<Label>&) const {
  std::vector<double> values;
  for (int i = 0; i < kColumns; ++i) values.push_back(bend_twist_box().x.value(double(i) / (kColumns - 1)));
  return values;
}

Question BendTwist::question(double turns) const {
  HangingCurl curl = variant_.curl;
  curl.turns = turns;
  curl.leaves_plane = kLeavesPlane;
  return curl;
}

Load BendTwist::load(double turns, double x, Approach approach) const {
  return {{{"x", x}, {"gamma", std::pow(x * 2 * std::numbers::pi * turns, 3)}}, approach};
}

MasterFrontier BendTwist::frontier() const {
  MasterFrontier f;
  f.beyond = [this](double turns, double x) { return !crossings_(turns).planar_is_stable(x); };
  f.crossings = [this](double turns) {
    const BendTwistCrossings c = crossings_(turns);
    const Axis box = bend_twist_box().x;
    std::vector<Crossing> inside;
    if (c.lower && *c.lower > box.low) inside.push_back({*c.lower, true});
    if (c.upper && *c.upper < box.high) inside.push_back({*c.upper, false});
    return inside;
  };
  return f;
}

std::vector<PlotFact> BendTwist::facts(const Point& point) const {
  const auto value = [&](const char* name) { return point.values.at(name); };
  std::vector<PlotFact> list{{"φ/2π", fmt::format("{:.4g}", value("turns"))},
                             {"Γ^(1/3)/φ", fmt::format("{:.4g}", value("x"))},
                             {"twist", fmt::format("{:.4f} rad", value("measure"))}};
  const auto energy = [](double e) { return fmt::format("{:.6g} EI/L", e); };
  if (point.values.contains("energy")) list.push_back({"energy", energy(value("energy"))});
  if (!point.values.contains("other_energy")) return list;
  list.push_back({"another equilibrium", energy(value("other_energy"))});
  if (point.values.contains("other_out_of_plane"))
    list.push_back({"its twist", fmt::format("{:.4f} rad", value("other_out_of_plane"))});
  return list;
}

}  // namespace judge
