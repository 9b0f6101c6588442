// Discrete Elastic Rod, Bergou et al. 2008 and 2010: the row of Table 1, on plumb/model/elastic_rod.

#include <codes/rod_trial/rod_trial.h>
#include <plumb/core/status.h>
#include <plumb/model/elastic_rod/rod_view.h>

namespace codes {
namespace {

class ElasticRod final : public DiscreteRod {
 public:
  explicit ElasticRod(const ScenarioRod& rod) : clamp_(rod.clamp) {
    if (rod.n_elements < 2) throw plumb::UserError("discrete-elastic-rod takes at least 2 elements, got 1");
    spec_.nodes = plumb::clamped_nodes(rod.length, rod.n_elements);
    spec_.stiffness = rod.stiffness;
    spec_.clamped_edges = {0};
    if (rod.natural_curvature != 0) spec_.natural_kappa_1 = {rod.natural_curvature};
  }

  plumb::Model model() const override { return plumb::elastic_rod(spec_, clamp_); }

  std::unique_ptr<plumb::CurveView> view(const plumb::Model& model, const plumb::State& state) const override {
    return std::make_unique<plumb::RodView>(spec_, model, state);
  }

 private:
  plumb::RodSpec spec_;
  plumb::Pose clamp_;
};

judge::Card card() {
  judge::Card c;
  c.name = "discrete-elastic-rod";
  c.title = "Discrete Elastic Rod";
  c.kind = "Rod";
  c.paper = "Bergou et al. 2008, 2010";
  c.summary =
      "Node positions and edge twists; stretch, bend and twist on a polyline with time-parallel reference frames. "
      "Uniform mesh, the clamp in the middle of the first edge; certified static equilibria by Newton's method with "
      "the exact Hessian. Second order in the edge length; the layer at the clamp, 1/sqrt(Gamma) long, decides the "
      "error at large loads. More edges refine. No plates, no contact.";
  c.protocols["cantilever"] = {.paper = "OK (300 elts)", .verdict = "OK", .knobs = {.n = 300}};
  c.protocols["bend-twist"] = {.paper = "OK (200 elts)", .verdict = "OK", .knobs = {.n = 200}};
  c.protocols["bend-twist/rectangle"] = {.paper = "", .verdict = "OK", .knobs = {.n = 200}};
  c.protocols["cantilever/redundant"] = {.paper = "", .verdict = "OK", .knobs = {.n = 300}};
  return c;
}

std::unique_ptr<DiscreteRod> discretise(const ScenarioRod& rod) { return std::make_unique<ElasticRod>(rod); }

/// A rod that bends with another stiffness than E I.
Discretisation bending(double factor) {
  return [factor](ScenarioRod rod) {
    rod.stiffness.bend_1 *= factor;
    rod.stiffness.bend_2 *= factor;
    return discretise(rod);
  };
}

}  // namespace

judge::Code const* discrete_elastic_rod() {
  static const RodCode code(card(), discretise,
                            {{{"bend-factor", 1, "1", 0.1, 10, "the bending stiffness over E I"}, bending}});
  return &code;
}

}  // namespace codes
