#include <algorithm>
#include <cmath>

#include <plumb/model/elastic_rod/rod_view.h>
#include <plumb/scene/bodies/rod/rod_body.h>

namespace plumb {
namespace {

/// The natural curvatures of a rod whose nodes lie so: what makes the natural shape go through them.
void bend_through(const std::vector<Eigen::Vector3d>& nodes, const Pose& start, double edge, RodSpec& spec) {
  using Eigen::Vector3d;
  for (auto* strain : {&spec.natural_kappa_1, &spec.natural_kappa_2, &spec.natural_twist}) strain->clear();
  Vector3d tangent = start.tangent, director = start.director;
  for (std::size_t i = 1; i + 1 < nodes.size(); ++i) {
    const Vector3d next = (nodes[i + 1] - nodes[i]).normalized();
    const Vector3d axis = tangent.cross(next);
    const double sine = axis.norm(), angle = std::atan2(sine, tangent.dot(next));
    const Vector3d turn = sine > 0 ? Vector3d(angle / sine * axis) : Vector3d(0, 0, 0);
    spec.natural_kappa_1.push_back(turn.dot(tangent.cross(director)) / edge);
    spec.natural_kappa_2.push_back(-turn.dot(director) / edge);
    spec.natural_twist.push_back(0);
    director = parallel_transport<double>(director, tangent, next);
    tangent = next;
  }
}

class DiscreteBody final : public RodBody {
 public:
  explicit DiscreteBody(const SceneRod& rod) : RodBody(rod) {
    const auto [step, before] = rod.edges();
    step_ = step;
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
    if (!rod().initial_nodes.empty()) return through_nodes(start);
    if (spec_.nodes.front() == 0) start.position += 0.5 * step_ * start.tangent;
    Model model = elastic_rod(spec_, start);
    if (rod().initial == rod().natural) return model;
    RodSpec bent = spec_;
    set_natural(bent, rod().initial);
    model.initial = elastic_rod(bent, start).initial;
    return model;
  }

  Model through_nodes(Pose start) const {
    const std::vector<Eigen::Vector3d>& nodes = rod().initial_nodes;
    start.position = 0.5 * (nodes[0] + nodes[1]);
    start.tangent = (nodes[1] - nodes[0]).normalized();
    start.director = (start.director - start.director.dot(start.tangent) * start.tangent).normalized();
    Model model = elastic_rod(spec_, start);
    RodSpec bent = spec_;
    bend_through(nodes, start, step_, bent);
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
