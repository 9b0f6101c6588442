// Bend-Twist as the paper has it: the section is a circle.

#include <numbers>

#include <judge/protocols/bend_twist/bend_twist.h>

namespace judge {
namespace {

constexpr double kRadius = 5e-4;  // in units of L

BendTwistVariant round_variant() {
  constexpr double r = kRadius;
  return {.name = "bend-twist",
          .title = "Bend-Twist",
          .summary =
              "A naturally circular rod of φ/2π turns, clamped vertically downwards, hangs under its own weight. "
              "Compared: where it leaves the plane, in Γ^(1/3)/φ.",
          .paper = "Romero et al. 2021, section 4.3, eq. (6); recipe manual, Algorithm 3",
          .curl = {.radius = r, .nu = bend_twist_nu_paper},
          .section = round_section(bend_twist_nu_paper),
          .scales = {1, 4 / (std::numbers::pi * r * r * r * r), 1 / (std::numbers::pi * r * r)},
          .table = bend_twist_table()};
}

}  // namespace
}  // namespace judge

namespace protocols {

judge::Protocol const* bend_twist() {
  static const judge::BendTwist protocol(judge::round_variant());
  return &protocol;
}

}  // namespace protocols
