#include <algorithm>
#include <cmath>

#include <plumb/model/exact_beam/exact_beam.h>
#include <plumb/scene/bodies/rod/rod_body.h>

namespace plumb {
namespace {

class BeamBody final : public RodBody {
 public:
  explicit BeamBody(const SceneRod& rod) : RodBody(rod) {
    for (const SceneClamp& clamp : rod.clamps) {
      nodes_.push_back(static_cast<int>(std::lround(2 * rod.n * clamp.at / rod.length)));
    }
  }

  Model model() const override {
    Model model = exact_beam(spec(rod_.natural), rod_.start);
    model.initial = exact_beam(spec(rod_.initial), rod_.start).initial;
    return model;
  }

  RodSamples samples(const Model&, const State& state) const override {
    RodSamples out;
    const double length = rod_.length / rod_.n;
    const BeamParts beam = parts_of_one_beam(spec(rod_.natural));
    for (int node = 0; node <= 2 * rod_.n; ++node) {
      out.positions.push_back(state.q.segment<3>(6 * node));
      out.arc_length.push_back(0.5 * length * node);
      const int element = std::min(node / 2, rod_.n - 1);
      BeamElement<double> shape;
      const bool inside = beam_element(beam.nodes, beam.elements[static_cast<std::size_t>(element)], state, shape);
      ENSURE(inside);
      const Eigen::Vector3d bend = beam_strain<double>(shape, node - 2 * element - 1, length).bend;
      out.kappa_1.push_back(bend[2]);
      out.kappa_2.push_back(-bend[1]);
      out.twist.push_back(bend[0]);
    }
    return out;
  }

  std::vector<Wrench> reactions(const Model&, const State&, const Eigen::VectorXd& gradient) const override {
    std::vector<Wrench> all;
    for (const int node : nodes_) all.push_back({gradient.segment<3>(6 * node), gradient.segment<3>(6 * node + 3)});
    return all;
  }

 private:
  BeamSpec spec(const Strains& strains) const {
    BeamSpec spec;
    spec.lengths.assign(static_cast<std::size_t>(rod_.n), rod_.length / rod_.n);
    spec.stretch = rod_.stiffness.stretch;
    spec.shear = rod_.shear;
    spec.bend_1 = rod_.stiffness.bend_1;
    spec.bend_2 = rod_.stiffness.bend_2;
    spec.twist = rod_.stiffness.twist;
    spec.mass_per_length = rod_.stiffness.mass_per_length;
    spec.spin_inertia = rod_.stiffness.spin_inertia;
    spec.natural_kappa_1 = strains.kappa_1;
    spec.natural_kappa_2 = strains.kappa_2;
    spec.natural_twist = strains.twist;
    spec.clamped_nodes = nodes_;
    for (const SceneForce& force : rod_.forces) spec.loaded.push_back(force.at);
    spec.relaxation = rod_.damping;
    return spec;
  }

  std::vector<int> nodes_;  ///< of the clamps
};

}  // namespace

std::unique_ptr<Body> beam_body(const SceneRod& rod) { return std::make_unique<BeamBody>(rod); }

}  // namespace plumb
