#include <algorithm>
#include <cmath>

#include <plumb/model/elastic_rod/rod_view.h>
#include <plumb/scene/bodies/rod/rod_body.h>

namespace plumb {
namespace {

/// A clamp holds an edge, so a clamped end is the middle of the last edge, which sticks out by half of it.
class DiscreteBody final : public RodBody {
 public:
  explicit DiscreteBody(const SceneRod& rod) : RodBody(rod) {
    const auto clamped = [&](double at) {
      return std::any_of(rod.clamps.begin(), rod.clamps.end(), [&](const SceneClamp& c) { return c.at == at; });
    };
    const double before = clamped(0) ? 0.5 : 0, after = clamped(rod.length) ? 0.5 : 0;
    step_ = rod.length / (rod.n - before - after);
    for (int i = 0; i <= rod.n; ++i) spec_.nodes.push_back((i - before) * step_);
    for (const SceneClamp& clamp : rod.clamps) {
      const int edge = static_cast<int>(std::floor(clamp.at / step_ + before));
      spec_.clamped_edges.push_back(std::clamp(edge, 0, rod.n - 1));
    }
    spec_.stiffness = rod.stiffness;
    for (const SceneForce& force : rod.forces) spec_.loaded.push_back(force.at);
    spec_.relaxation = rod.damping;
    spec_.contact_radius = rod.contact_radius;
    set_natural(spec_, rod.natural);
  }

 private:
  static void set_natural(RodSpec& spec, const Strains& strains) {
    spec.natural_kappa_1 = {strains.kappa_1};
    spec.natural_kappa_2 = {strains.kappa_2};
    spec.natural_twist = {strains.twist};
  }

  Model build() const override {
    Pose start = rod().start;
    if (spec_.nodes.front() == 0) start.position += 0.5 * step_ * start.tangent;
    Model model = elastic_rod(spec_, start);
    if (rod().initial == rod().natural) return model;
    RodSpec bent = spec_;
    set_natural(bent, rod().initial);
    model.initial = elastic_rod(bent, start).initial;
    return model;
  }

  std::unique_ptr<CurveView> view(const State& state) const override {
    return std::make_unique<RodView>(spec_, model(), state, step_);
  }

  /// The half edge that sticks out beyond a clamped end is no part of the rod.
  std::vector<Wrench> reactions(const CurveView& seen, const State& state,
                                const Eigen::VectorXd& gradient) const override {
    std::vector<Wrench> wrenches = seen.reactions(gradient);
    for (std::size_t i = 0; i < wrenches.size(); ++i) {
      const double at = rod().clamps[i].at;
      if (at != 0 && at != rod().length) continue;
      wrenches[i].force += 0.5 * step_ * rod().stiffness.mass_per_length * state.loads.gravity;
    }
    return wrenches;
  }

  double step_ = 0;  ///< length of every edge, m
  RodSpec spec_;
};

}  // namespace

std::shared_ptr<const RodBody> discrete_body(const SceneRod& rod) { return std::make_shared<DiscreteBody>(rod); }

}  // namespace plumb
