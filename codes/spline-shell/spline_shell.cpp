// Kirchhoff-Love plate on smooth splines: Plumb's own best plate, on plumb/model/spline_shell.

#include <algorithm>
#include <cmath>

#include <codes/motion/motion_trial.h>
#include <codes/plate_trial/plate_trial.h>
#include <plumb/model/spline_shell/spline_view.h>

namespace codes {
namespace {

constexpr double kGrading = 2;  // elements crowd at the clamp, where the boundary layer is

class SplinePlate final : public DiscretePlate {
 public:
  explicit SplinePlate(const ScenarioPlate& plate) : clamp_(plate.clamp) {
    spec_.length = plate.length;
    spec_.width = plate.width;
    spec_.n_along = plate.n_elements;
    spec_.n_across = std::max(1, static_cast<int>(std::lround(0.5 * plate.n_elements * plate.width / plate.length)));
    spec_.grading = plate.stands ? 1 : kGrading;
    spec_.material = {plate.thickness, plate.young, plate.nu};
    spec_.density = plate.density;
  }

  plumb::Model model() const override { return plumb::spline_shell(spec_, clamp_); }
  Eigen::Vector3d tip(const plumb::Model&, const plumb::State& state) const override {
    return plumb::SplineShellView(spec_, state).tip();
  }
  Eigen::Vector3d middle(const plumb::Model&, const plumb::State& state) const override {
    return plumb::SplineShellView(spec_, state).position(0.5 * spec_.length, 0);
  }

 private:
  plumb::SplineShellSpec spec_;
  plumb::Pose clamp_;
};

judge::Card card() {
  judge::Card c;
  c.name = "spline-shell";
  c.title = "Spline Shell";
  c.kind = "Plate";
  c.paper = "Kiendl et al. 2009";
  c.summary =
      "Rotation-free Kirchhoff-Love plate on cubic B-splines, so that curvatures are continuous; the unknowns are "
      "control "
      "points, and fixing two rows of them clamps position and direction exactly. Stretch along the length is sampled "
      "at "
      "few points, which keeps a thin plate from locking. n elements along the length, graded towards the clamp on "
      "Cantilever and uniform on Lateral Buckling, half as many per length across; more of them refine. Certified "
      "static "
      "equilibria by Newton's method with the exact Hessian. It stretches: at Gamma = 1e4 and h/L = 1e-3 it lies "
      "1.5e-3 "
      "above the inextensible curve, as a plate does. One rectangular patch. No contact.";
  c.summary += " Motions " + words_of(plumb::Method::energy_keeping) + ".";
  c.protocols["cantilever"] = {.paper = "", .verdict = "OK", .knobs = {.n = 40}};
  c.protocols["cantilever/redundant"] = {.paper = "", .verdict = "OK", .knobs = {.n = 40}};
  c.protocols["vibration"] = {.paper = "", .verdict = "OK", .knobs = {.n = 12, .dt = 0.01}};
  c.protocols["lateral-buckling"] = {.paper = "", .verdict = "OK", .knobs = {.n = 12}};
  c.protocols["lateral-buckling/rotation"] = {.paper = "", .verdict = "OK", .knobs = {.n = 12}};
  return c;
}

std::unique_ptr<DiscretePlate> discretise(const ScenarioPlate& plate) { return std::make_unique<SplinePlate>(plate); }

}  // namespace

judge::Code const* spline_shell() {
  static const PlateCode code(card(), discretise);
  return &code;
}

}  // namespace codes
