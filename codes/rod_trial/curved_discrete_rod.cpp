#include <codes/rod_trial/curved_discrete_rod.h>

#include <plumb/model/curved_rod/curved_rod.h>

namespace codes {
namespace {

constexpr int kFewestSegments = 200;  // of a drawn centreline: twenty on each of ten turns

class CurvedDiscreteRod final : public DiscreteRod {
 public:
  CurvedDiscreteRod(const ScenarioRod& rod, plumb::CurvatureShape shape) : clamp_(rod.clamp) {
    rod_.shape = shape;
    rod_.lengths.assign(static_cast<std::size_t>(rod.n_elements), rod.length / rod.n_elements);
    rod_.bend_1 = rod.stiffness.bend_1;
    rod_.bend_2 = rod.stiffness.bend_2;
    rod_.twist = rod.stiffness.twist;
    rod_.mass_per_length = rod.stiffness.mass_per_length;
    rod_.natural.assign(static_cast<std::size_t>(rod_.n_unknowns()), 0);
    for (std::size_t i = 0; i < rod_.natural.size(); i += 3) rod_.natural[i] = rod.natural_curvature;
  }

  plumb::Model model() const override { return plumb::curved_rod({.rod = rod_}, clamp_); }
  Eigen::Vector3d tip(const plumb::Model&, const plumb::State& state) const override {
    return plumb::shape(rod_, state).tip();
  }
  double total_twist(const plumb::Model&, const plumb::State& state) const override {
    return plumb::total_twist(rod_, state);
  }
  std::vector<Eigen::Vector3d> centreline(const plumb::Model&, const plumb::State& state) const override {
    return plumb::shape(rod_, state, (kFewestSegments + rod_.n_elements() - 1) / rod_.n_elements()).positions;
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
