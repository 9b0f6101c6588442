// Bend-Twist with a rectangle for a section: what a rod makes of two bending stiffnesses and of the torsion constant shows
// here and nowhere else. The coil is bent about its width, and ν is that of a metal.

#include <judge/protocols/bend_twist/bend_twist.h>

namespace judge {
namespace {

constexpr Sheet kRectangle{.width = 1.25e-3, .thickness = 1e-3, .nu = 0.3};  // lengths in units of L

const Curve* table() {
  static const std::unique_ptr<Curve> curve = rectangle_table(kRectangle);
  return curve.get();
}

BendTwistVariant rectangular_variant() {
  const double w = kRectangle.width, h = kRectangle.thickness;
  return {.name = "bend-twist/rectangle",
          .title = "Bend-Twist, rectangle",
          .summary =
              "The rod of Bend-Twist with a rectangular section, a quarter wider than thick, bent about its width. "
              "Compared: where it leaves the plane, in Γ^(1/3)/φ.",
          .paper = "as Bend-Twist, section 4.3, with both bending stiffnesses and Saint-Venant's torsion constant",
          .curl = {.nu = kRectangle.nu, .rectangle = kRectangle},
          .section = rectangular_section(kRectangle),
          .scales = {1, 12 / (w * h * h * h), 1 / (w * h)},
          .table = table()};
}

}  // namespace
}  // namespace judge

namespace protocols {

judge::Protocol const* bend_twist_rectangle() {
  static const judge::BendTwist protocol(judge::rectangular_variant());
  return &protocol;
}

}  // namespace protocols
