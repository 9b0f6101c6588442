// Stick-Slip, Algorithm 5: a strip, clamped vertically, is pushed against the ground; its tip sticks or slips. Rows are
// friction coefficients, eps_y is swept upwards. What has slipped does not stick again: a row ends at its first slip,
// and each bisection starts again from the straight strip (`reset` in the load).

#include <algorithm>

#include <judge/protocols/labelled_protocol.h>
#include <judge/protocols/remembered.h>
#include <judge/protocols/stick_slip/curve.h>
#include <judge/protocols/stick_slip/master_curve.h>

namespace judge {
namespace {

constexpr int kColumns = 36;                       // eps_y from 0 to 0.6 by 1/60
constexpr double kWidth = 0.1, kThickness = 1e-3;  // in units of L
constexpr double kSlips = 1e-3;                    // in units of L, of the tip

LabelledDesign design() {
  LabelledDesign d;
  d.card = {
      "stick-slip",
      "Stick-Slip",
      "A weightless strip, clamped vertically, is pushed by ε_y L against the ground. Compared: where its tip slips, "
      "against the friction coefficient μ.",
      "Romero et al. 2021, section 4.5, eq. (7); recipe manual, Algorithm 5",
      {"tip_shift"},
      {"mu", "eps_y", "measure", "label"}};
  d.box = stick_slip_box();
  d.rows = Sampled::y;
  d.near = "stick";
  d.far = "slip";
  d.threshold = kSlips;
  d.search = Approach::restart;
  return d;
}

double slip_at(double mu) {
  static Remembered<double> slip([](double m) { return stick_slip_at_friction(m).eps_y; });
  return slip(mu);
}

class StickSlip : public LabelledProtocol {
 public:
  StickSlip() : LabelledProtocol(design()) {}
  const Curve* curve() const override { return stick_slip_table(); }

 private:
  std::vector<double> rows(Sampling) const override {
    std::vector<double> friction;
    for (int i = 0; i <= 7; ++i) friction.push_back(i / 20.0);
    return friction;
  }

  std::vector<double> grid(const std::vector<Label>& so_far) const override {
    std::vector<double> values;
    for (int i = 0; i <= kColumns; ++i) {
      values.push_back(i / 60.0);
      const bool slipped = std::any_of(so_far.begin(), so_far.end(),
                                       [&](const Label& label) { return label.beyond && label.at == values.back(); });
      if (slipped) break;
    }
    return values;
  }

  Question question(double mu) const override { return PushedStrip{{kWidth, kThickness, 0}, mu, kSlips}; }

  Scales scales() const override {
    constexpr double h = kThickness, w = kWidth;
    return {1, 12 / (h * h * h * w), 1 / (h * w)};  // EI = 1, rho A = 1
  }

  Load load(double, double eps_y, Approach approach) const override {
    Load load{{{"eps_y", eps_y}}, approach};
    if (approach == Approach::restart) load.values["reset"] = 1;
    return load;
  }

  MasterFrontier frontier() const override {
    MasterFrontier f;
    f.beyond = [](double mu, double eps_y) { return eps_y > slip_at(mu); };
    f.crossings = [](double mu) { return std::vector<Crossing>{{slip_at(mu), true}}; };
    return f;
  }

  Plot background() const override { return stick_slip_picture(); }
};

}  // namespace
}  // namespace judge

namespace protocols {

judge::Protocol const* stick_slip() {
  static const judge::StickSlip protocol;
  return &protocol;
}

}  // namespace protocols
