#include <algorithm>
#include <cmath>

#include <plumb/frames/rod_frames.h>
#include <plumb/model/elastic_rod/elastic_rod.h>
#include <plumb/scene/bodies/rod/rod_body.h>
#include <plumb/strain/rod_strain.h>

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
    for (int i = 0; i <= rod.n; ++i) nodes_.push_back((i - before) * step_);
    for (const SceneClamp& clamp : rod.clamps) {
      const int edge = static_cast<int>(std::floor(clamp.at / step_ + before));
      edges_.push_back(std::clamp(edge, 0, rod.n - 1));
    }
  }

  Model model() const override {
    Pose start = rod_.start;
    if (nodes_.front() == 0) start.position += 0.5 * step_ * start.tangent;
    Model model = elastic_rod(spec(rod_.natural), start);
    model.initial = elastic_rod(spec(rod_.initial), start).initial;
    return model;
  }

  RodSamples samples(const Model& model, const State& state) const override {
    const RodView view(model, state);
    RodSamples out;
    for (int i = 0; i <= rod_.n; ++i) {
      out.positions.push_back(view.node(i));
      out.arc_length.push_back(nodes_[static_cast<std::size_t>(i)]);
      // An end node has no strain of its own.
      const int vertex = std::clamp(i - 1, 0, rod_.n - 2);
      const RodStrain<double> strain = view.strain(vertex);
      out.kappa_1.push_back(strain.kappa_1 / step_);
      out.kappa_2.push_back(strain.kappa_2 / step_);
      out.twist.push_back(strain.twist / step_);
    }
    return out;
  }

  std::vector<Wrench> reactions(const Model& model, const State& state,
                                const Eigen::VectorXd& gradient) const override {
    const RodView view(model, state);
    std::vector<Wrench> all;
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      Wrench wrench;
      for (const int node : {edges_[i], edges_[i] + 1}) {
        const Eigen::Vector3d force = gradient.segment<3>(4 * node);
        wrench.force += force;
        wrench.moment += (view.node(node) - state.loads.clamps[i].position).cross(force);
      }
      wrench.moment += gradient[4 * edges_[i] + 3] * view.tangent(edges_[i]);
      // The half edge that sticks out beyond a clamped end is no part of the rod.
      if (rod_.clamps[i].at == 0 || rod_.clamps[i].at == rod_.length) {
        wrench.force += 0.5 * step_ * rod_.stiffness.mass_per_length * state.loads.gravity;
      }
      all.push_back(wrench);
    }
    return all;
  }

 private:
  RodSpec spec(const Strains& strains) const {
    RodSpec spec;
    spec.nodes = nodes_;
    spec.stiffness = rod_.stiffness;
    spec.natural_kappa_1 = {strains.kappa_1};
    spec.natural_kappa_2 = {strains.kappa_2};
    spec.natural_twist = {strains.twist};
    spec.clamped_edges = edges_;
    for (const SceneForce& force : rod_.forces) spec.loaded.push_back(force.at);
    spec.relaxation = rod_.damping;
    return spec;
  }

  double step_ = 0;
  std::vector<double> nodes_;
  std::vector<int> edges_;  ///< of the clamps
};

}  // namespace

std::unique_ptr<Body> discrete_body(const SceneRod& rod) { return std::make_unique<DiscreteBody>(rod); }

}  // namespace plumb
