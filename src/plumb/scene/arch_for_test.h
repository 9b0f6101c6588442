#pragma once

// A shallow arch between hinges, pushed down by a force in its middle: the load rises, falls, and rises again.

#include <string>

#include <fmt/format.h>

namespace plumb {

struct ArchForTest {
  std::string solve;  ///< keys of [solve]
  int n_length = 2, n_turn = 4;
  double force = 750;  ///< N, at the end of the first second
};

inline std::string arch(const ArchForTest& of) {
  return fmt::format(R"(title = "An arch"
[world]
gravity = [0, 0, 0]
[solve]
duration = 1
{}
[plate]
mesh = {{ shape = "cylinder", radius = 2.54, length = 0.254, end = 0.1, n_length = {}, n_turn = {}, pattern = "alternating" }}
thickness = 0.0127
material = {{ E = 3.10275e9, nu = 0.3, rho = 1000 }}
[[plate.support]]
where = "end"
hold = "hinged"
[[plate.support]]
where = "start"
hold = "symmetric"
[[plate.support]]
where = "left"
hold = "symmetric"
[[plate.force]]
where = {{ near = [0, 0, 2.54] }}
force = [0, 0, {}]
when = [[0, 0], [1, 1]]
)",
                     of.solve, of.n_length, of.n_turn, -of.force);
}

}  // namespace plumb
