// Bend-Twist, Algorithm 3: a naturally circular rod, clamped vertically downwards, hangs planar or curls into 3D. Rows
// are numbers of turns, x = Gamma^(1/3)/phi is swept from left to right.

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <judge/protocols/bend_twist/curve.h>
#include <judge/protocols/bend_twist/master_curve.h>
#include <judge/protocols/labelled_protocol.h>
#include <judge/protocols/remembered.h>

namespace judge {
namespace {

constexpr double kRadius = 5e-4;       // in units of L
constexpr double kLeavesPlane = 1e-3;  // rad, of twist
constexpr int kColumns = 30;
constexpr std::size_t kQuickStride = 3;

LabelledDesign design() {
  LabelledDesign d;
  d.card = {
      "bend-twist",
      "Bend-Twist",
      "A naturally circular rod of φ/2π turns, clamped vertically downwards, hangs under its own weight. Compared: "
      "where it leaves the plane, in Γ^(1/3)/φ.",
      "Romero et al. 2021, section 4.3, eq. (6); recipe manual, Algorithm 3",
      {"out_of_plane"},
      {"turns", "x", "measure", "label"},
      {"energy", "other_energy", "other_out_of_plane"}};
  d.box = bend_twist_box();
  d.rows = Sampled::y;
  d.near = "2D";
  d.far = "3D";
  d.threshold = kLeavesPlane;
  d.keeps_shapes = true;
  return d;
}

BendTwistCrossings crossings_at(double turns) {
  static Remembered<BendTwistCrossings> frontier([](double t) { return bend_twist_frontier(t); });
  return frontier(turns);
}

class BendTwist : public LabelledProtocol {
 public:
  BendTwist() : LabelledProtocol(design()) {}
  const Curve* curve() const override { return bend_twist_table(); }
  History history() const override { return History::remembered; }

 private:
  std::vector<double> rows(Sampling sampling) const override {
    const std::vector<double> all = bend_twist_samples();
    if (sampling == Sampling::full) return all;
    std::vector<double> some;
    for (std::size_t i = all.size() % kQuickStride == 0 ? kQuickStride - 1 : all.size() % kQuickStride - 1;
         i < all.size(); i += kQuickStride) {
      some.push_back(all[i]);
    }
    return some;
  }

  std::vector<double> grid(const std::vector<Label>&) const override {
    std::vector<double> values;
    for (int i = 0; i < kColumns; ++i) values.push_back(bend_twist_box().x.value(double(i) / (kColumns - 1)));
    return values;
  }

  Question question(double turns) const override {
    return HangingCurl{kRadius, bend_twist_nu_paper, turns, kLeavesPlane};
  }

  Scales scales() const override {
    constexpr double r = kRadius;
    return {1, 4 / (std::numbers::pi * r * r * r * r), 1 / (std::numbers::pi * r * r)};
  }

  Load load(double turns, double x, Approach approach) const override {
    return {{{"x", x}, {"gamma", std::pow(x * 2 * std::numbers::pi * turns, 3)}}, approach};
  }

  MasterFrontier frontier() const override {
    MasterFrontier f;
    f.beyond = [](double turns, double x) { return !crossings_at(turns).planar_is_stable(x); };
    f.crossings = [](double turns) {
      const BendTwistCrossings c = crossings_at(turns);
      const Axis box = bend_twist_box().x;
      std::vector<Crossing> inside;
      if (c.lower && *c.lower > box.low) inside.push_back({*c.lower, true});
      if (c.upper && *c.upper < box.high) inside.push_back({*c.upper, false});
      return inside;
    };
    return f;
  }

  Plot background() const override { return bend_twist_picture(bend_twist_nu_paper); }

  std::vector<PlotFact> facts(const Point& point) const override {
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
};

}  // namespace
}  // namespace judge

namespace protocols {

judge::Protocol const* bend_twist() {
  static const judge::BendTwist protocol;
  return &protocol;
}

}  // namespace protocols
