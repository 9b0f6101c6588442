#pragma once

// Numbers with units, as people write them: "1.08 MPa", "2 mm", "1200 kg/m^3", "20cm", "12 deg". A bare number is SI.

#include <string>
#include <string_view>

namespace plumb {

/// Exponents of metre, kilogram and second.
struct Dimension {
  int length = 0, mass = 0, time = 0;
  bool operator==(const Dimension&) const = default;
};

namespace dimension {
inline constexpr Dimension none{};
inline constexpr Dimension length{1, 0, 0};
inline constexpr Dimension time{0, 0, 1};
inline constexpr Dimension density{-3, 1, 0};
inline constexpr Dimension pressure{-1, 1, -2};
inline constexpr Dimension acceleration{1, 0, -2};
inline constexpr Dimension frequency{0, 0, -1};
inline constexpr Dimension curvature{-1, 0, 0};
inline constexpr Dimension force{1, 1, -2};
inline constexpr Dimension moment{2, 1, -2};
inline constexpr Dimension bending_stiffness{3, 1, -2};
inline constexpr Dimension mass_per_length{-1, 1, 0};
inline constexpr Dimension spin_inertia{1, 1, 0};  ///< of a rod, per unit length
}  // namespace dimension

/// The value in SI units. `what` names the quantity in the sentence of a UserError: not a number, an unknown unit, a
/// unit of another kind, infinite.
double parse_quantity(std::string_view text, Dimension expected, std::string_view what);

/// "kg/m^3" for {-3, 1, 0}.
std::string unit_name(Dimension dimension);

/// A value in SI units with a prefix that keeps it between 1 and 1000: "1.08 MPa". Units that take no prefix: "1200
/// kg/m^3".
std::string format_quantity(double value, Dimension dimension, int digits = 4);

}  // namespace plumb
