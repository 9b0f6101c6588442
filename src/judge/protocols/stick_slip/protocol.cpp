// Stick-Slip, Algorithm 5: a strip, clamped vertically, is pushed against the ground; its tip sticks or slips.

#include <judge/engine/protocol.h>

#include <judge/protocols/stick_slip/curve.h>

namespace judge {
namespace {

class StickSlip : public Protocol {
  ProtocolCard describe() const override {
    return {
        "stick-slip",
        "Stick-Slip",
        "A weightless strip, clamped vertically, is pushed by ε_y L against the ground. Compared: where its tip slips, "
        "against the friction coefficient μ.",
        "Romero et al. 2021, section 4.5, eq. (7); recipe manual, Algorithm 5",
        {},
        {"mu", "eps_y", "measure", "label"}};
  }

  std::vector<Scenario> plan(Sampling) const override { return {}; }
  std::optional<Load> next(const Scenario&, const std::vector<Point>&) const override { return std::nullopt; }
  int length(const Scenario&) const override { return 0; }
  Point measure(const Scenario&, const Record&) const override { return {}; }
  Score score(const std::vector<BranchPoints>&) const override { return {}; }
  Plot picture(const std::vector<BranchPoints>&, const Score&) const override { return stick_slip_picture(); }
  const Curve* curve() const override { return stick_slip_table(); }
};

}  // namespace
}  // namespace judge

namespace protocols {

judge::Protocol const* stick_slip() {
  static const judge::StickSlip protocol;
  return &protocol;
}

}  // namespace protocols
