// The Naghdi shell of FEniCS-Shells, P2,3 triangles: on plumb/model/naghdi_shell.

#include <algorithm>
#include <cmath>

#include <codes/plate_trial/plate_trial.h>
#include <plumb/model/naghdi_shell/naghdi_shell.h>

namespace codes {
namespace {

class NaghdiPlate final : public DiscretePlate {
 public:
  explicit NaghdiPlate(const ScenarioPlate& plate) : clamp_(plate.clamp) {
    const double per_length = (plate.stands ? 0.5 : 0.25) * plate.n_elements;
    spec_.length = plate.length;
    spec_.width = plate.width;
    spec_.n_along = plate.n_elements;
    spec_.n_across = std::max(1, static_cast<int>(std::lround(per_length * plate.width / plate.length)));
    spec_.element = plumb::NaghdiElement::triangle;
    spec_.material = {plate.thickness, plate.young, plate.nu};
    spec_.density = plate.density;
  }

  plumb::Model model() const override { return plumb::naghdi_shell(spec_, clamp_); }
  Eigen::Vector3d tip(const plumb::Model& model, const plumb::State& state) const override {
    return plumb::naghdi_tip(spec_, model, state);
  }

 private:
  plumb::NaghdiShellSpec spec_;
  plumb::Pose clamp_;
};

judge::Card card() {
  judge::Card c;
  c.name = "naghdi-p23";
  c.title = "FenicsShell P2,3";
  c.kind = "Plate";
  c.paper = "Hale et al. 2018";
  c.summary =
      "Nonlinear Naghdi shell as in FEniCS-Shells: it stretches, shears and bends, and its director is an unknown. "
      "Triangles, positions quadratic plus a cubic bubble, directors quadratic; partial selective reduced integration "
      "of Arnold and Brezzi against locking. Unlike there, a director is a unit vector that is turned on the sphere, "
      "not two angles. A clamp holds the nodes of its edge and their directors. Uniform meshes: n pairs of triangles "
      "along the length, on Lateral Buckling half and on Cantilever a quarter as many per length across; more of them "
      "refine. Coarse meshes are stiff against twist, thin plates more than thick ones: at h/L = 1e-3 Lateral Buckling "
      "lies up to 3.5 % high with n = 25 and 1.2 % with n = 50. "
      "Certified static equilibria by Newton's method with the exact Hessian. No contact.";
  c.protocols["cantilever"] = {.paper = "OK (Res 0, P2,3 elts)", .verdict = "OK", .knobs = {.n = 120}};
  c.protocols["cantilever/redundant"] = {.paper = "", .verdict = "OK", .knobs = {.n = 120}};
  c.protocols["lateral-buckling"] = {.paper = "OK (Res 0, P2,3 elts)", .verdict = "OK", .knobs = {.n = 25}};
  c.protocols["lateral-buckling/rotation"] = {.paper = "", .verdict = "OK", .knobs = {.n = 25}};
  return c;
}

std::unique_ptr<DiscretePlate> discretise(const ScenarioPlate& plate) { return std::make_unique<NaghdiPlate>(plate); }

}  // namespace

judge::Code const* naghdi_p23() {
  static const PlateCode code(card(), discretise);
  return &code;
}

}  // namespace codes
