#include <codes/plate_trial/naghdi_plate.h>

#include <algorithm>
#include <cmath>

#include <plumb/model/naghdi_shell/naghdi_view.h>

namespace codes {
namespace {

class NaghdiPlate final : public DiscretePlate {
 public:
  NaghdiPlate(const ScenarioPlate& plate, plumb::NaghdiElement element, int fewest_across) : clamp_(plate.clamp) {
    const double per_length = (plate.stands ? 0.5 : 0.25) * plate.n_elements;
    spec_.length = plate.length;
    spec_.width = plate.width;
    spec_.n_along = plate.n_elements;
    spec_.n_across = std::max(fewest_across, static_cast<int>(std::lround(per_length * plate.width / plate.length)));
    spec_.element = element;
    spec_.material = {plate.thickness, plate.young, plate.nu};
    spec_.density = plate.density;
  }

  plumb::Model model() const override { return plumb::naghdi_shell(spec_, clamp_); }
  Eigen::Vector3d tip(const plumb::Model& model, const plumb::State& state) const override {
    return plumb::NaghdiView(spec_, model, state).tip();
  }

 private:
  plumb::NaghdiShellSpec spec_;
  plumb::Pose clamp_;
};

}  // namespace

PlateDiscretisation naghdi_plate(plumb::NaghdiElement element, int fewest_across) {
  return [=](const ScenarioPlate& plate) { return std::make_unique<NaghdiPlate>(plate, element, fewest_across); };
}

}  // namespace codes
