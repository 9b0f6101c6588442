#pragma once

#include <cmath>
#include <string>

#include <fmt/format.h>

namespace plumb {

/// A stiff plate on a plane that rises along x. Its underside is on the plane.
struct InclineScene {
  double slope = 0;  ///< rad
  std::string contact = "friction = 0.4";
  std::string solve = "method = \"backward-euler\"\ndt = 0.0078125";
  double duration = 0.25;  ///< s
  int frames = 4;
  double lifted = 0;  ///< m, along the normal
  bool with_plane = true;

  std::string text() const {
    const double c = std::cos(slope), s = std::sin(slope), up = 2.5e-3 + lifted;
    const std::string plane =
        fmt::format("[[obstacle]]\nname = \"slope\"\nshape = \"plane\"\nnormal = [{}, 0, {}]\n", -s, c);
    return fmt::format(R"([solve]
{}
duration = {}
frames = {}
{}{}[plate]
name = "block"
mesh = {{ shape = "rectangle", length = 0.1, width = 0.1, nx = 2, ny = 2 }}
place = {{ position = [{}, 0, {}], tangent = [{}, 0, {}], director = [0, 1, 0] }}
thickness = "5 mm"
material = {{ E = "1 GPa", nu = 0.3, rho = "1000 kg/m^3" }}
)",
                       solve, duration, frames, contact.empty() ? "" : "[contact]\n" + contact + "\n",
                       with_plane ? plane : "", -s * up, c * up, c, s);
  }
};

}  // namespace plumb
