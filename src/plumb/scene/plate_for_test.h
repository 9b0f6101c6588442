#pragma once

// A plate to spoil.

#include <string>

namespace plumb {

inline const std::string kPlate = R"(title = "A plate"
[solve]
method = "static"
[plate]
mesh = { shape = "rectangle", length = "20 cm", width = "10 cm", nx = 4, ny = 2 }
thickness = "1 mm"
material = { E = "1 MPa", nu = 0.3, rho = "1000 kg/m^3" }
[[plate.support]]
where = "left"
hold = "clamped"
)";

}  // namespace plumb
