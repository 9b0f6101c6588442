// Super-Ribbon, Charrondiere et al. 2020: the row of Table 1, on plumb/model/curved_rod/ribbon.h.

#include <codes/plate_trial/plate_trial.h>
#include <plumb/model/curved_rod/ribbon.h>

namespace codes {
namespace {

class RibbonPlate final : public DiscretePlate {
 public:
  RibbonPlate(const ScenarioPlate& plate, plumb::RibbonClamp clamp) : clamp_(plate.clamp) {
    plumb::Ribbon& ribbon = spec_.ribbon;
    ribbon.lengths.assign(static_cast<std::size_t>(plate.n_elements), plate.length / plate.n_elements);
    ribbon.width = plate.width;
    ribbon.bend = plate.bending() * plate.width;
    ribbon.mass_per_length = plate.density * plate.thickness * plate.width;
    spec_.clamp = clamp;
  }

  plumb::Model model() const override { return plumb::ribbon(spec_, clamp_); }
  Eigen::Vector3d tip(const plumb::Model&, const plumb::State& state) const override {
    return plumb::shape(spec_.ribbon, state).tip();
  }
  bool leaves_saddles() const override { return false; }
  std::optional<plumb::State> flattened(const plumb::State& state) const override {
    plumb::State flat = state;
    for (Eigen::Index kappa = 0; kappa < flat.q.size(); kappa += 2) flat.q[kappa] = 0;
    return flat;
  }

 private:
  plumb::RibbonSpec spec_;
  plumb::Pose clamp_;
};

PlateDiscretisation ribbon_plate(plumb::RibbonClamp clamp) {
  return [clamp](const ScenarioPlate& plate) { return std::make_unique<RibbonPlate>(plate, clamp); };
}

judge::Card card() {
  judge::Card c;
  c.name = "super-ribbon";
  c.title = "Super-Ribbon";
  c.kind = "Ribbon";
  c.paper = "Charrondière et al. 2020";
  c.summary =
      "A developable strip, Sadowsky 1929 and Wunderlich 1962: the normal curvature and the slope of the generators, "
      "linear on each element and continuous, are the unknowns; frames and positions come from series to rounding. The "
      "strip neither stretches nor bends in its plane. Uniform elements; static equilibria by Newton's method with the "
      "exact, full Hessian, certified where the strip is bent: where it is flat its generators have no stiffness. On "
      "Lateral Buckling it converges to a stiffer strip than the plate (docs/ribbon.md). More elements refine. One "
      "clamped edge, along which the generator lies.";
  c.protocols["cantilever"] = {.paper = "OK (20 elts)", .verdict = "OK", .knobs = {.n = 20}};
  c.protocols["cantilever/redundant"] = {.paper = "", .verdict = "OK", .knobs = {.n = 20}};
  c.protocols["lateral-buckling"] = {.paper = "KO", .verdict = "KO", .knobs = {.n = 30}};
  return c;
}

judge::Card centreline_card() {
  judge::Card c = card();
  c.name = "super-ribbon/centreline";
  c.title = "Super-Ribbon, held by its centreline";
  c.summary = "As super-ribbon, but the clamp leaves the generator there free, as if it held the centreline alone.";
  c.protocols = {{"lateral-buckling", {.paper = "", .verdict = "KO", .knobs = {.n = 30}}}};
  return c;
}

}  // namespace

judge::Code const* super_ribbon() {
  static const PlateCode centreline(centreline_card(), ribbon_plate(plumb::RibbonClamp::centreline));
  static const PlateCode code(card(), ribbon_plate(plumb::RibbonClamp::edge), {&centreline});
  return &code;
}

}  // namespace codes
