#include <codes/rod_trial/curved_discrete_rod.h>

#include <plumb/core/status.h>
#include <plumb/model/curved_rod/curved_rod.h>
#include <plumb/model/curved_rod/curved_rod_view.h>

namespace codes {
namespace {

class CurvedDiscreteRod final : public DiscreteRod {
 public:
  CurvedDiscreteRod(const ScenarioRod& rod, plumb::CurvatureShape shape) : clamp_(rod.clamp) {
    if (rod.hold != RodHold::clamp) throw plumb::UserError("a rod of curvatures always hangs from a clamp");
    rod_.shape = shape;
    rod_.lengths.assign(static_cast<std::size_t>(rod.n_elements), rod.length / rod.n_elements);
    rod_.bend_1 = rod.stiffness.bend_1;
    rod_.bend_2 = rod.stiffness.bend_2;
    rod_.twist = rod.stiffness.twist;
    rod_.mass_per_length = rod.stiffness.mass_per_length;
    rod_.spin_inertia = rod.stiffness.spin_inertia;
    rod_.natural.assign(static_cast<std::size_t>(rod_.n_unknowns()), 0);
    for (std::size_t i = 0; i < rod_.natural.size(); i += 3) rod_.natural[i] = rod.natural_curvature;
  }

  plumb::Model model() const override { return plumb::curved_rod({.rod = rod_}, clamp_); }
  std::unique_ptr<plumb::CurveView> view(const plumb::Model&, const plumb::State& state) const override {
    return std::make_unique<plumb::CurvedRodView>(rod_, state);
  }

 private:
  plumb::CurvedRod rod_;
  plumb::Pose clamp_;
};

}  // namespace

std::unique_ptr<DiscreteRod> curved_discrete_rod(const ScenarioRod& rod, plumb::CurvatureShape shape) {
  return std::make_unique<CurvedDiscreteRod>(rod, shape);
}

}  // namespace codes
