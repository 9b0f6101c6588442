#include <codes/calculix-beam/beam.h>

#include <fmt/format.h>

#include <codes/calculix-shell/deck.h>

namespace codes {

Beam beam_of(const judge::Scenario& scenario, double young) {
  const double length = scenario.scales.length;
  const auto& regime = scenario.regime;
  return {length,
          regime.at("width") * length,
          regime.at("thickness") * length,
          young,
          regime.at("nu"),
          scenario.scales.density,
          scenario.knobs.n};
}

std::string cantilever_deck(const Beam& b, double gamma, double tol) {
  const int last = 2 * b.n + 1;
  std::string nodes = "*NODE,NSET=NALL\n", elements = "*ELEMENT,TYPE=B32R,ELSET=EALL\n";
  for (int i = 0; i < last; ++i) nodes += fmt::format("{},{},0,0\n", i + 1, number(b.length * graded_node(i, b.n)));
  for (int e = 1; e <= b.n; ++e) elements += fmt::format("{},{},{},{}\n", e, 2 * e - 1, 2 * e, 2 * e + 1);
  const double g = gamma * b.young * b.thickness * b.thickness / (12 * b.density * b.length * b.length * b.length);
  // The first thickness of a section is along its direction 1, here y.
  return nodes + elements + fmt::format("*NSET,NSET=TIP\n{}\n", last) + material(b.young, b.nu, b.density) +
         fmt::format("*BEAM SECTION,ELSET=EALL,MATERIAL=M,SECTION=RECT\n{},{}\n0,1,0\n", number(b.width),
                     number(b.thickness)) +
         "*BOUNDARY\n1,1,6\n" + growing_weight("RAMP", gamma) + static_step({growing_increments(gamma), tol}) +
         weight(g, "0,0,-1", "RAMP") + print_tip() + "*END STEP\n";
}

}  // namespace codes
