// Geometrically exact Timoshenko beam, quadratic with reduced integration: the model behind the Abaqus row of Table 1,
// on plumb/model/exact_beam.

#include <cmath>

#include <fmt/format.h>

#include <codes/motion/motion_trial.h>
#include <codes/rod_trial/rod_trial.h>
#include <plumb/core/status.h>
#include <plumb/model/elastic_rod/rod_joint.h>
#include <plumb/model/exact_beam/beam_view.h>

namespace codes {
namespace {

constexpr plumb::Method kMethod = plumb::Method::generalised_alpha;  // of motions
constexpr double kShearFactor = 0.9;  // of a circle, to a few per cent; at r/L = 5e-4 it does not matter
constexpr double kLargestTurn = 1.3;  // rad, from the middle of an element to its end, at rest; 1.47 is outside

class ExactBeamRod final : public DiscreteRod {
 public:
  explicit ExactBeamRod(const ScenarioRod& rod) : start_(rod.clamp), hold_(rod.hold) {
    const double turn = std::abs(rod.natural_curvature) * rod.length;
    if (const double fewest = std::ceil(turn / (2 * kLargestTurn)); rod.n_elements < fewest) {
      throw plumb::UserError(
          fmt::format("timoshenko-beam takes at least {} elements for a rod that its natural curvature turns by {:.3g} "
                      "rad, got {}",
                      fewest, turn, rod.n_elements));
    }
    spec_.lengths.assign(static_cast<std::size_t>(rod.n_elements), rod.length / rod.n_elements);
    spec_.stretch = rod.stiffness.stretch;
    spec_.shear = kShearFactor * rod.stiffness.stretch / (2 * (1 + rod.nu));
    spec_.bend_1 = rod.stiffness.bend_1;
    spec_.bend_2 = rod.stiffness.bend_2;
    spec_.twist = rod.stiffness.twist;
    spec_.mass_per_length = rod.stiffness.mass_per_length;
    // Half of it resists turning about each axis across: that of the soft one. A flat section spins too easily about
    // its tangent then, which nobody asks.
    spec_.spin_inertia = 2 * rod.stiffness.mass_per_length * rod.stiffness.bend_2 / rod.stiffness.stretch;
    spec_.natural_kappa_1 = rod.natural_curvature;
    if (hold_ != RodHold::clamp) spec_.clamped_nodes.clear();
  }

  plumb::Model model() const override {
    plumb::ModelBuilder builder;
    const plumb::BeamParts beam = plumb::add_exact_beam(builder, spec_, start_);
    if (hold_ == RodHold::hinge) plumb::hold_point(builder, beam.node(0).x);
    return builder.finish();
  }
  void spin(plumb::Model& model, const Eigen::Vector3d& spin) const override {
    const plumb::BeamParts beam = plumb::parts_of_one_beam(spec_);
    for (int i = 0; i < beam.n_nodes(); ++i) model.initial.v.segment<3>(beam.node(i).turn) = spin;
  }
  std::unique_ptr<plumb::CurveView> view(const plumb::Model&, const plumb::State& state) const override {
    return std::make_unique<plumb::BeamView>(spec_, state);
  }

 private:
  plumb::BeamSpec spec_;
  plumb::Pose start_;
  RodHold hold_;
};

/// Motions; the pendulum is "OK" or "KO".
void put_motions(judge::Card& c, const std::string& pendulum) {
  c.protocols["vibration"] = {.paper = "", .verdict = "OK", .knobs = {.n = 20, .dt = 0.01}};
  c.protocols["pendulum"] = {.paper = "", .verdict = pendulum, .knobs = {.n = 8, .dt = 0.05}};
  c.protocols["free-flight"] = {.paper = "", .verdict = "OK", .knobs = {.n = 8, .dt = 0.05}};
}

judge::Card card() {
  judge::Card c;
  c.name = "timoshenko-beam";
  c.title = "Timoshenko Beam";
  c.kind = "Rod";
  c.paper = "Simo 1985; Crisfield and Jelenić 1999";
  c.summary =
      "Positions and rotations of nodes; geometrically exact stretch, shear, bending and twist on quadratic elements "
      "with reduced integration: the model behind the Abaqus row. Two nodes, so twelve unknowns, per element; uniform "
      "elements; certified static equilibria by Newton's method with the exact Hessian. More elements refine. An end "
      "turned by more than about 84 degrees against the middle of its element is outside the domain, so ten turns take "
      "at least 25 elements. On Bend-Twist the paper's Abaqus gave wrong shapes near the frontier and at large natural "
      "curvature, with up to 785 elements and days of trying. The elements are not to blame: here a shape counts as "
      "found only if the exact Hessian has no negative mode, and a planar one that has is left along it. Motions " +
      words_of(kMethod) + ", n elements and steps of dt. No plates, no contact.";
  c.protocols["cantilever"] = {.paper = "OK (200 P2 elts)", .verdict = "OK", .knobs = {.n = 50}};
  c.protocols["bend-twist"] = {.paper = "KO", .verdict = "OK", .knobs = {.n = 50}};
  c.protocols["bend-twist/rectangle"] = {.paper = "", .verdict = "OK", .knobs = {.n = 50}};
  c.protocols["cantilever/redundant"] = {.paper = "", .verdict = "OK", .knobs = {.n = 50}};
  put_motions(c, "OK");
  return c;
}

judge::Card energy_keeping_card() {
  judge::Card c = card();
  c.name = "timoshenko-beam/energy-keeping";
  c.title = "Timoshenko Beam (energy-keeping)";
  c.summary =
      "The Timoshenko beam of the row above, moved " + words_of(plumb::Method::energy_keeping) +
      ". Where it turns far, the energy that is kept goes from the turning into vibrations of stretch and shear "
      "that no step follows. More elements and smaller steps refine.";
  c.protocols.clear();
  put_motions(c, "KO");
  return c;
}

std::unique_ptr<DiscreteRod> discretise(const ScenarioRod& rod) { return std::make_unique<ExactBeamRod>(rod); }

}  // namespace

judge::Code const* timoshenko_beam() {
  static const RodCode keeping(energy_keeping_card(), discretise);
  static const RodCode code(card(), discretise, {}, {&keeping}, kMethod);
  return &code;
}

}  // namespace codes
