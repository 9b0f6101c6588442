#include <algorithm>

#include <plumb/model/curved_rod/curved_rod.h>
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
    per_element_ = std::max(1, (kPoints + rod.n - 1) / rod.n);
  }

  Model model() const override {
    std::vector<double> loaded;
    for (const SceneForce& force : rod_.forces) loaded.push_back(force.at);
    Model model = curved_rod(curved_, rod_.start, false, loaded, rod_.damping);
    const std::vector<double> initial = everywhere(rod_.initial);
    model.initial.q = Eigen::Map<const Eigen::VectorXd>(initial.data(), static_cast<Eigen::Index>(initial.size()));
    return model;
  }

  RodSamples samples(const Model&, const State& state) const override {
    const CurvedRodShape drawn = shape(curved_, state, per_element_);
    RodSamples out;
    out.positions = drawn.positions;
    const int n = static_cast<int>(drawn.positions.size());
    for (int i = 0; i < n; ++i) {
      const int element = std::min(i / per_element_, rod_.n - 1);
      const double fraction = static_cast<double>(i - element * per_element_) / per_element_;
      Eigen::Vector3d k = state.q.segment<3>(3 * element);
      if (curved_.shape == CurvatureShape::linear) k += fraction * (state.q.segment<3>(3 * element + 3) - k);
      out.arc_length.push_back((element + fraction) * rod_.length / rod_.n);
      out.kappa_1.push_back(k[0]);
      out.kappa_2.push_back(k[1]);
      out.twist.push_back(k[2]);
    }
    return out;
  }

  std::vector<Wrench> reactions(const Model&, const State&, const Eigen::VectorXd&) const override { return {}; }

 private:
  std::vector<double> everywhere(const Strains& strains) const {
    std::vector<double> all;
    for (int i = 0; i < curved_.n_unknowns(); i += 3)
      all.insert(all.end(), {strains.kappa_1, strains.kappa_2, strains.twist});
    return all;
  }

  CurvedRod curved_;
  int per_element_ = 1;
};

}  // namespace

std::unique_ptr<Body> curved_body(const SceneRod& rod) { return std::make_unique<CurvedBody>(rod); }

}  // namespace plumb
