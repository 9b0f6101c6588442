// Lateral Buckling, Algorithm 4: a plate, clamped along a vertical edge, stays in its plane under its own weight or
// leaves it.

#include <judge/engine/protocol.h>

#include <judge/protocols/lateral_buckling/curve.h>
#include <judge/protocols/lateral_buckling/master_curve.h>

namespace judge {
namespace {

class LateralBuckling : public Protocol {
  ProtocolCard describe() const override {
    return {"lateral-buckling",
            "Lateral Buckling",
            "A thin plate, clamped along a vertical edge, sags under its own weight. Compared: the weight Γ* = ρghL³/D "
            "at which it leaves its plane, against w/L.",
            "Romero et al. 2021, section 4.4; recipe manual, Algorithm 4",
            {},
            {"width", "gamma_star", "measure", "label"}};
  }

  std::vector<Scenario> plan(Sampling) const override { return {}; }
  std::optional<Load> next(const Scenario&, const std::vector<Point>&) const override { return std::nullopt; }
  int length(const Scenario&) const override { return 0; }
  Point measure(const Scenario&, const Record&) const override { return {}; }
  Score score(const std::vector<BranchPoints>&) const override { return {}; }
  Plot picture(const std::vector<BranchPoints>&, const Score&) const override {
    return lateral_buckling_picture(lateral_buckling_nu);
  }
  const Curve* curve() const override { return lateral_buckling_table(); }
};

}  // namespace
}  // namespace judge

namespace protocols {

judge::Protocol const* lateral_buckling() {
  static const judge::LateralBuckling protocol;
  return &protocol;
}

}  // namespace protocols
