#include <codes/projective-dynamics/projective_plate.h>

#include <plumb/model/shell/shell_view.h>

namespace codes {
namespace {

class MeshedProjectivePlate final : public DiscretePlate {
 public:
  MeshedProjectivePlate(const ScenarioPlate& plate, const ProjectivePlate& choice)
      : choice_(choice), spec_(TrianglePlate{}.spec(plate)), tip_(TrianglePlate::tip_points(plate, spec_)) {}

  plumb::Model model() const override {
    return plumb::projective_shell(spec_, plumb::projective_weights(spec_.material, choice_.alpha));
  }
  Sweep sweep() const override {
    return choice_.iterations > 0 ? Sweep(model(), {.iterations = choice_.iterations}) : Sweep(model());
  }
  Eigen::Vector3d tip(const plumb::Model& model, const plumb::State& state) const override {
    return plumb::ShellView(spec_, model, state).mean(tip_);
  }

 private:
  ProjectivePlate choice_;
  plumb::ShellSpec spec_;
  std::vector<int> tip_;
};

}  // namespace

std::unique_ptr<DiscretePlate> ProjectivePlate::operator()(const ScenarioPlate& plate) const {
  return std::make_unique<MeshedProjectivePlate>(plate, *this);
}

}  // namespace codes
