#pragma once

// LibShell's plate (StVK, tan) as the strip of Cantilever, n cells along.

#include <codes/plate_trial/triangle_plate.h>

inline plumb::ShellSpec plate_for_bench(int n) {
  judge::Scenario scenario;
  scenario.ask(judge::ClampedStrip{{0.1, 1e-3, 0}});
  scenario.scales = {1, 1.2e10, 1000};
  scenario.knobs.n = n;
  codes::TrianglePlate plate;
  plate.pattern = plumb::CellPattern::alternating;
  return plate.spec(codes::ScenarioPlate(scenario, scenario.scales.young));
}
