// Bend-Twist, Algorithm 3: a naturally circular rod, clamped vertically downwards, hangs planar or curls into 3D.

#include <judge/engine/protocol.h>

#include <judge/protocols/bend_twist/curve.h>

namespace judge {
namespace {

class BendTwist : public Protocol {
  ProtocolCard describe() const override {
    return {
        "bend-twist",
        "Bend-Twist",
        "A naturally circular rod of φ/2π turns, clamped vertically downwards, hangs under its own weight. Compared: "
        "where it leaves the plane, in Γ^(1/3)/φ.",
        "Romero et al. 2021, section 4.3, eq. (6); recipe manual, Algorithm 3",
        {},
        {"turns", "x", "measure", "label"}};
  }

  std::vector<Scenario> plan(Sampling) const override { return {}; }
  std::optional<Load> next(const Scenario&, const std::vector<Point>&) const override { return std::nullopt; }
  int length(const Scenario&) const override { return 0; }
  Point measure(const Scenario&, const Record&) const override { return {}; }
  Score score(const std::vector<BranchPoints>&) const override { return {}; }
  Plot picture(const std::vector<BranchPoints>&, const Score&) const override { return bend_twist_picture(0.5); }
  const Curve* curve() const override { return bend_twist_table(); }
};

}  // namespace
}  // namespace judge

namespace protocols {

judge::Protocol const* bend_twist() {
  static const judge::BendTwist protocol;
  return &protocol;
}

}  // namespace protocols
