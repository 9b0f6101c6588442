#pragma once

// Bend-Twist, Algorithm 3: a naturally circular rod, clamped vertically downwards, hangs planar or curls into 3D. Rows
// are numbers of turns, x = Gamma^(1/3)/phi is swept from left to right.

#include <optional>
#include <string>
#include <vector>

#include <judge/protocols/bend_twist/curve.h>
#include <judge/protocols/labelled_protocol.h>
#include <judge/protocols/remembered.h>

namespace judge {

/// What differs between the protocol of the paper and that of another section.
struct BendTwistVariant {
  std::string name, title, summary, paper;
  HangingCurl curl;  ///< but for its turns
  BendTwistSection section;
  Scales scales;
  const Curve* table;
};

class BendTwist : public LabelledProtocol {
 public:
  explicit BendTwist(BendTwistVariant variant);
  const Curve* curve() const override { return variant_.table; }
  History history() const override { return History::remembered; }

 private:
  std::vector<double> rows(Sampling sampling) const override;
  std::vector<double> grid(const std::vector<Label>&) const override;
  Question question(double turns) const override;
  Scales scales() const override { return variant_.scales; }
  Load load(double turns, double x, Approach approach) const override;
  MasterFrontier frontier() const override;
  Plot background() const override { return bend_twist_picture(variant_.section); }
  std::vector<PlotFact> facts(const Point& point) const override;

  BendTwistVariant variant_;
  mutable Remembered<BendTwistCrossings> crossings_;
};

}  // namespace judge
