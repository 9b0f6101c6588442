#include <cmath>

#include <plumb/model/exact_beam/beam_view.h>
#include <plumb/scene/bodies/rod/rod_body.h>

namespace plumb {
namespace {

BeamSpec beam_spec(const SceneRod& rod, const Strains& strains) {
  BeamSpec spec;
  spec.lengths.assign(static_cast<std::size_t>(rod.n), rod.length / rod.n);
  spec.stretch = rod.stiffness.stretch;
  spec.shear = rod.shear;
  spec.bend_1 = rod.stiffness.bend_1;
  spec.bend_2 = rod.stiffness.bend_2;
  spec.twist = rod.stiffness.twist;
  spec.mass_per_length = rod.stiffness.mass_per_length;
  spec.spin_inertia = rod.stiffness.spin_inertia;
  spec.natural_kappa_1 = strains.kappa_1;
  spec.natural_kappa_2 = strains.kappa_2;
  spec.natural_twist = strains.twist;
  spec.clamped_nodes.clear();
  for (const SceneClamp& clamp : rod.clamps) {
    spec.clamped_nodes.push_back(static_cast<int>(std::lround(2 * rod.n * clamp.at / rod.length)));
  }
  for (const SceneForce& force : rod.forces) spec.loaded.push_back(force.at);
  spec.relaxation = rod.damping;
  spec.contact_radius = rod.contact_radius;
  return spec;
}

class BeamBody final : public RodBody {
 public:
  explicit BeamBody(const SceneRod& rod) : RodBody(rod), spec_(beam_spec(rod, rod.natural)) {}

 private:
  Model build() const override {
    Model model = exact_beam(spec_, rod().start);
    if (rod().initial == rod().natural) return model;
    model.initial = exact_beam(beam_spec(rod(), rod().initial), rod().start).initial;
    return model;
  }

  std::unique_ptr<CurveView> view(const State& state) const override {
    return std::make_unique<BeamView>(spec_, state);
  }

  BeamSpec spec_;
};

}  // namespace

std::shared_ptr<const RodBody> beam_body(const SceneRod& rod) { return std::make_shared<BeamBody>(rod); }

}  // namespace plumb
