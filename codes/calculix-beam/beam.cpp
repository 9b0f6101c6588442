#include <codes/calculix-beam/beam.h>

#include <fmt/format.h>

#include <codes/ccx/deck.h>

namespace codes {

std::string beam_cantilever_deck(const Strip& strip, int n, double gamma, double tol) {
  const auto [s, g] = in_deck_units(strip, gravity_of_gamma(strip, gamma));
  const int last = 2 * n + 1;
  std::string nodes = "*NODE,NSET=NALL\n", elements = "*ELEMENT,TYPE=B32R,ELSET=EALL\n";
  for (int i = 0; i < last; ++i) nodes += fmt::format("{},{},0,0\n", i + 1, number(s.length * graded_node(i, n)));
  for (int e = 1; e <= n; ++e) elements += fmt::format("{},{},{},{}\n", e, 2 * e - 1, 2 * e, 2 * e + 1);
  // The first thickness of a section is along its direction 1, here y.
  return nodes + elements + fmt::format("*NSET,NSET=TIP\n{}\n", last) + material(s.young, s.nu, s.density) +
         fmt::format("*BEAM SECTION,ELSET=EALL,MATERIAL=M,SECTION=RECT\n{},{}\n0,1,0\n", number(s.width),
                     number(s.thickness)) +
         "*BOUNDARY\n1,1,6\n" + growing_weight("RAMP", gamma) + static_step({growing_increments(gamma), tol, tol}) +
         weight(g, "0,0,-1", "RAMP") + print_tip() + "*END STEP\n";
}

}  // namespace codes
