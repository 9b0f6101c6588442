// Discrete Elastic Rod, Bergou et al. 2008 and 2010: the row of Table 1, on plumb/model/elastic_rod.

#include <fmt/format.h>

#include <codes/motion/motion_trial.h>
#include <codes/rod_trial/rod_trial.h>
#include <plumb/core/status.h>
#include <plumb/model/elastic_rod/rod_joint.h>
#include <plumb/model/elastic_rod/rod_view.h>

namespace codes {
namespace {

class ElasticRod final : public DiscreteRod {
 public:
  explicit ElasticRod(const ScenarioRod& rod) : start_(rod.clamp), hold_(rod.hold) {
    if (rod.n_elements < 2) throw plumb::UserError("discrete-elastic-rod takes at least 2 elements, got 1");
    spec_.stiffness = rod.stiffness;
    if (rod.natural_curvature != 0) spec_.natural_kappa_1 = {rod.natural_curvature};
    if (hold_ == RodHold::clamp) {
      spec_.nodes = plumb::clamped_nodes(rod.length, rod.n_elements);
      spec_.clamped_edges = {0};
      return;
    }
    for (int i = 0; i <= rod.n_elements; ++i) spec_.nodes.push_back(rod.length * i / rod.n_elements);
    // The rod starts with the middle of its first edge.
    start_.position += 0.5 * spec_.nodes[1] * start_.tangent;
  }

  plumb::Model model() const override {
    plumb::ModelBuilder builder;
    const plumb::RodParts rod = plumb::add_elastic_rod(builder, spec_, start_);
    if (hold_ == RodHold::hinge) plumb::hold_point(builder, rod.node(0));
    return builder.finish();
  }

  std::unique_ptr<plumb::CurveView> view(const plumb::Model& model, const plumb::State& state) const override {
    return std::make_unique<plumb::RodView>(spec_, model, state);
  }

 private:
  plumb::RodSpec spec_;
  plumb::Pose start_;
  RodHold hold_;
};

void put_motions(judge::Card& c, const std::string& verdict) {
  c.protocols["vibration"] = {.paper = "", .verdict = verdict, .knobs = {.n = 40, .dt = 0.01}};
  c.protocols["pendulum"] = {.paper = "", .verdict = verdict, .knobs = {.n = 20, .dt = 0.05}};
  c.protocols["free-flight"] = {.paper = "", .verdict = verdict, .knobs = {.n = 20, .dt = 0.05}};
}

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
      "error at large loads. More edges refine. Motions " +
      words_of(plumb::Method::energy_keeping) + ", n edges and steps of dt. No plates, no contact.";
  c.protocols["cantilever"] = {.paper = "OK (300 elts)", .verdict = "OK", .knobs = {.n = 300}};
  c.protocols["bend-twist"] = {.paper = "OK (200 elts)", .verdict = "OK", .knobs = {.n = 200}};
  c.protocols["cantilever/redundant"] = {.paper = "", .verdict = "OK", .knobs = {.n = 300}};
  put_motions(c, "OK");
  return c;
}

/// The same rod with another method of time: what that does to a motion.
judge::Card card_of(plumb::Method method, const std::string& verdict) {
  judge::Card c = card();
  c.name = fmt::format("discrete-elastic-rod/{}", plumb::name(method));
  c.title = fmt::format("Discrete Elastic Rod ({})", plumb::name(method));
  c.summary = "The discrete elastic rod of the row above, moved " + words_of(method) + "; more edges and steps refine.";
  c.protocols.clear();
  put_motions(c, verdict);
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
  constexpr auto midpoint = plumb::Method::implicit_midpoint, euler = plumb::Method::backward_euler;
  static const RodCode by_midpoint(card_of(midpoint, "OK"), discretise, {}, {}, midpoint);
  static const RodCode by_euler(card_of(euler, "KO"), discretise, {}, {}, euler);
  static const RodCode code(card(), discretise,
                            {{{"bend-factor", 1, "1", 0.1, 10, "the bending stiffness over E I"}, bending}},
                            {&by_midpoint, &by_euler});
  return &code;
}

}  // namespace codes
