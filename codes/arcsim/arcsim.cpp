// ARCSim on a mesh that does not change, on plumb/model/shell and plumb/step/settle.

#include <codes/plate_trial/settled_plate.h>

namespace codes {
namespace {

SettledPlate settled(plumb::HingeMeasure measure) {
  SettledPlate plate;
  plate.triangles.bending = plumb::ShellBending::hinge;
  plate.triangles.hinge_factor = plumb::kBridsonHinge;
  plate.triangles.hinge_measure = measure;
  return plate;
}

judge::Card fixed_card() {
  judge::Card c;
  c.name = "arcsim/fixed";
  c.title = "Arcsim Non Adaptive";
  c.kind = "Plate";
  c.paper = "Narain et al. 2012";
  c.summary = "";
  c.protocols["cantilever"] = {.paper = "KO", .verdict = "KO", .knobs = {.n = 120, .dt = 1, .tol = 1e-6}};
  return c;
}

}  // namespace

judge::Code const* arcsim() {
  static const PlateCode code(fixed_card(), settled(plumb::HingeMeasure::angle));
  return &code;
}

}  // namespace codes
