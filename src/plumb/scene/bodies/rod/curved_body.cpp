#include <algorithm>

#include <plumb/model/curved_rod/curved_rod.h>
#include <plumb/model/curved_rod/curved_rod_view.h>
#include <plumb/scene/bodies/rod/rod_body.h>

namespace plumb {
namespace {

class CurvedBody final : public RodBody {
 public:
  explicit CurvedBody(const SceneRod& rod) : RodBody(rod) {
    curved_.shape = rod.kind == RodKind::super_helix ? CurvatureShape::constant : CurvatureShape::linear;
    curved_.lengths.assign(static_cast<std::size_t>(rod.n), rod.length / rod.n);
    curved_.bend_1 = rod.stiffness.bend_1;
    curved_.bend_2 = rod.stiffness.bend_2;
    curved_.twist = rod.stiffness.twist;
    curved_.mass_per_length = rod.stiffness.mass_per_length;
    curved_.spin_inertia = rod.stiffness.spin_inertia;
    curved_.natural = everywhere(rod.natural);
    constexpr int kPoints = 120;
    sampling_ = {std::max(1, (kPoints + rod.n - 1) / rod.n), rod.length};
  }

 private:
  Model build() const override {
    CurvedRodSpec spec{.rod = curved_, .relaxation = rod().damping};
    spec.contact_radius = rod().contact_radius;
    for (const SceneForce& force : rod().forces) spec.loaded.push_back(force.at);
    Model model = curved_rod(spec, rod().start);
    const std::vector<double> initial = everywhere(rod().initial);
    model.initial.q = Eigen::Map<const Eigen::VectorXd>(initial.data(), static_cast<Eigen::Index>(initial.size()));
    return model;
  }

  std::unique_ptr<CurveView> view(const State& state) const override {
    return std::make_unique<CurvedRodView>(curved_, state, sampling_);
  }

  std::vector<double> everywhere(const Strains& strains) const {
    std::vector<double> all;
    for (int i = 0; i < curved_.n_unknowns(); i += 3)
      all.insert(all.end(), {strains.kappa_1, strains.kappa_2, strains.twist});
    return all;
  }

  CurvedRod curved_;
  CurvedRodView::Sampling sampling_;
};

}  // namespace

std::shared_ptr<const RodBody> curved_body(const SceneRod& rod) { return std::make_shared<CurvedBody>(rod); }

}  // namespace plumb
