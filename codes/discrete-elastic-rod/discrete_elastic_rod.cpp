// Discrete Elastic Rod, Bergou et al. 2008 and 2010: the row of Table 1, on plumb/model/elastic_rod.

#include <array>

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

/// Motions and what is known of them: "OK" or "KO" for small ones, and for those that turn far.
void put_motions(judge::Card& c, const std::string& small, const std::string& large) {
  c.protocols["vibration"] = {.paper = "", .verdict = small, .knobs = {.n = 40, .dt = 0.01}};
  c.protocols["pendulum"] = {.paper = "", .verdict = large, .knobs = {.n = 20, .dt = 0.05}};
  c.protocols["free-flight"] = {.paper = "", .verdict = large, .knobs = {.n = 20, .dt = 0.05}};
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
  c.protocols["bend-twist/rectangle"] = {.paper = "", .verdict = "OK", .knobs = {.n = 200}};
  c.protocols["cantilever/redundant"] = {.paper = "", .verdict = "OK", .knobs = {.n = 300}};
  put_motions(c, "OK", "OK");
  return c;
}

/// The same rod with another method of time.
struct Moved {
  plumb::Method method;
  const char* small;  ///< verdicts, as for put_motions
  const char* large;
  const char* words;
};

constexpr std::array<Moved, 3> kMoved{{
    {plumb::Method::generalised_alpha, "OK", "OK",
     "It damps vibrations that the step does not follow, and slow ones hardly."},
    {plumb::Method::implicit_midpoint, "OK", "KO",
     "It keeps the energy of what a step follows. Where the rod turns far, vibrations of its stretch, which no step "
     "follows, gain energy until the motion breaks down: see docs/motion.md."},
    {plumb::Method::backward_euler, "KO", "KO", "It damps whatever moves, in proportion to the step."},
}};

judge::Card card(const Moved& moved) {
  judge::Card c = card();
  c.name = fmt::format("discrete-elastic-rod/{}", plumb::name(moved.method));
  c.title = fmt::format("Discrete Elastic Rod ({})", plumb::name(moved.method));
  c.summary =
      fmt::format("The discrete elastic rod of the row above, moved {}. {} More edges and smaller steps refine.",
                  words_of(moved.method), moved.words);
  c.protocols.clear();
  put_motions(c, moved.small, moved.large);
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
  static const std::vector<const judge::Code*> others = [] {
    std::vector<const judge::Code*> rows;
    for (const Moved& moved : kMoved) {
      rows.push_back(new RodCode(card(moved), discretise, {}, {}, moved.method));
    }
    return rows;
  }();
  static const RodCode code(card(), discretise,
                            {{{"bend-factor", 1, "1", 0.1, 10, "the bending stiffness over E I"}, bending}}, others);
  return &code;
}

}  // namespace codes
