#pragma once

// A small sheet between two bars that come together, whose mesh follows.

#include <string>

namespace plumb {

inline const std::string kRemeshedPlate = R"(title = "A sheet"
[solve]
method = "backward-euler"
duration = "120 ms"
frames = 6
dt = "5 ms"
[plate]
mesh = { shape = "rectangle", length = "20 cm", width = "15 cm", nx = 4, ny = 3, pattern = "alternating" }
thickness = "1 mm"
bending = "hinge"
material = { E = "0.4 MPa", nu = 0.3, rho = "1000 kg/m^3" }
[plate.remesh]
size_min = "15 mm"
size_max = "6 cm"
every = 2
[[plate.support]]
where = "left"
hold = "hinged"
[[plate.support]]
where = "right"
hold = "hinged"
move = { by = ["-6 cm", 0, 0] }
)";

}  // namespace plumb
