// Super-Helix, Bertails et al. 2006: the row of Table 1, on plumb/model/curved_rod.

#include <codes/rod_trial/rod_trial.h>
#include <plumb/model/curved_rod/curved_rod.h>

namespace codes {
namespace {

/// Uniform elements, each an exact helix.
class SuperHelixRod final : public DiscreteRod {
 public:
  explicit SuperHelixRod(const ScenarioRod& rod) : clamp_(rod.clamp) {
    rod_.shape = plumb::CurvatureShape::constant;
    rod_.lengths.assign(static_cast<std::size_t>(rod.n_elements), rod.length / rod.n_elements);
    rod_.bend_1 = rod.stiffness.bend_1;
    rod_.bend_2 = rod.stiffness.bend_2;
    rod_.twist = rod.stiffness.twist;
    rod_.mass_per_length = rod.stiffness.mass_per_length;
    rod_.natural.assign(static_cast<std::size_t>(rod_.n_unknowns()), 0);
    for (std::size_t i = 0; i < rod_.natural.size(); i += 3) rod_.natural[i] = rod.natural_curvature;
  }

  plumb::Model model() const override { return plumb::curved_rod(rod_, clamp_); }
  Eigen::Vector3d tip(const plumb::Model&, const plumb::State& state) const override {
    return plumb::shape(rod_, state).tip();
  }
  double total_twist(const plumb::Model&, const plumb::State& state) const override {
    return plumb::total_twist(rod_, state);
  }

 private:
  plumb::CurvedRod rod_;
  plumb::Pose clamp_;
};

class SuperHelix final : public judge::Code {
 public:
  judge::Card describe() const override {
    judge::Card card;
    card.name = "super-helix";
    card.title = "Super-Helix";
    card.kind = "Rod";
    card.paper = "Bertails et al. 2006";
    card.summary =
        "Curvatures and twist, constant on each element, are the unknowns: each element is an exact helix, and the rod "
        "neither stretches nor shears. Uniform elements; certified static equilibria by Newton's method with the "
        "exact, "
        "full Hessian. Second order in the element's length; more elements refine. One clamped end: no loops, no "
        "contact, no stretch.";
    card.protocols["cantilever"] = {.paper = "OK (50 elts)", .verdict = "OK", .knobs = {.n = 50}};
    card.protocols["bend-twist"] = {.paper = "OK (30 elts)", .verdict = "OK", .knobs = {.n = 30}};
    card.protocols["cantilever/redundant"] = {.paper = "", .verdict = "OK", .knobs = {.n = 50}};
    return card;
  }
  std::unique_ptr<judge::Trial> start() const override {
    return rod_trial("super-helix", [](const ScenarioRod& rod) -> std::unique_ptr<DiscreteRod> {
      return std::make_unique<SuperHelixRod>(rod);
    });
  }
};

}  // namespace

judge::Code const* super_helix() {
  static const SuperHelix code;
  return &code;
}

}  // namespace codes
