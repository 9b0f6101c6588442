#include <plumb/model/elastic_rod/rod_view.h>

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <plumb/core/status.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

template <class Part>
const Part& first_of(const Model& model) {
  for (const auto& carried : model.layout.carried) {
    if (const auto* part = dynamic_cast<const Part*>(carried.get())) return *part;
  }
  bug("the model has a discrete elastic rod", __FILE__, __LINE__);
}

}  // namespace

RodView::RodView(const Model& model, const State& state)
    : state_(state), frames_(first_of<RodFrames>(model)), vertices_(first_of<RodVertices>(model)) {}

RodView::RodView(const RodParts& rod, const State& state)
    : state_(state), frames_(*rod.frames), vertices_(*rod.vertices) {}

RodView::RodView(const RodSpec& spec, const Model& model, const State& state, std::optional<double> spacing)
    : RodView(model, state) {
  ENSURE(static_cast<int>(spec.nodes.size()) == n_nodes());
  spec_ = &spec;
  spacing_ = spacing;
}

RodStrain<double> RodView::strain(int i) const {
  RodStrain<double> strain;
  const bool inside = vertices_.strain(state_, i, strain);
  ENSURE(inside);
  return strain;
}

double RodView::twist(int i) const { return angle(i + 1) - angle(i) + state_.history[vertices_.slot()][i]; }

std::vector<CurveSample> RodView::samples() const {
  ENSURE(spec_ != nullptr);
  std::vector<CurveSample> all;
  for (int i = 0; i < n_nodes(); ++i) {
    const int edge = std::min(i, n_nodes() - 2), vertex = std::clamp(i - 1, 0, n_nodes() - 3);
    const auto v = static_cast<std::size_t>(vertex);
    const double share = spacing_ ? *spacing_ : 0.5 * (spec_->nodes[v + 2] - spec_->nodes[v]);
    const RodStrain<double> bent = strain(vertex);
    CurveSample sample;
    sample.arc_length = spec_->nodes[static_cast<std::size_t>(i)];
    sample.position = node(i);
    sample.frame << tangent(edge), director(edge), tangent(edge).cross(director(edge));
    sample.kappa_1 = bent.kappa_1 / share;
    sample.kappa_2 = bent.kappa_2 / share;
    sample.twist = bent.twist / share;
    all.push_back(sample);
  }
  return all;
}

double RodView::total_twist() const {
  double total = 0;
  for (int i = 0; i + 2 < n_nodes(); ++i) total += std::abs(twist(i));
  return total;
}

std::vector<Vector3d> RodView::centreline() const {
  std::vector<Vector3d> points;
  for (int i = 0; i < n_nodes(); ++i) points.push_back(node(i));
  if (!state_.loads.clamps.empty()) points.front() = state_.loads.clamps.front().position;
  return points;
}

std::vector<Wrench> RodView::reactions(const Eigen::VectorXd& gradient) const {
  ENSURE(spec_ != nullptr);
  std::vector<Wrench> all;
  for (std::size_t i = 0; i < spec_->clamped_edges.size(); ++i) {
    const int edge = spec_->clamped_edges[i];
    Wrench wrench;
    for (const int end : {edge, edge + 1}) {
      const Vector3d force = gradient.segment<3>(x(end));
      wrench.force += force;
      wrench.moment += (node(end) - state_.loads.clamps[i].position).cross(force);
    }
    wrench.moment += gradient[frames_.edge(edge).angle] * tangent(edge);
    all.push_back(wrench);
  }
  return all;
}

}  // namespace plumb
