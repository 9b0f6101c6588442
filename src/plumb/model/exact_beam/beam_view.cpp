#include <plumb/model/exact_beam/beam_view.h>

#include <algorithm>

#include <plumb/core/status.h>

namespace plumb {

using Eigen::Vector3d;

BeamView::BeamView(const BeamSpec& spec, const State& state)
    : spec_(spec), state_(state), beam_(parts_of_one_beam(spec)) {}

std::vector<CurveSample> BeamView::samples() const {
  const int n_elements = static_cast<int>(spec_.lengths.size());
  const bool even =
      std::adjacent_find(spec_.lengths.begin(), spec_.lengths.end(), std::not_equal_to<>()) == spec_.lengths.end();
  std::vector<CurveSample> all;
  double start = 0;  // of the element
  for (int i = 0; i < beam_.n_nodes(); ++i) {
    const int element = std::min(i / 2, n_elements - 1);
    const auto e = static_cast<std::size_t>(element);
    const double length = spec_.lengths[e];
    if (i > 0 && i == 2 * element) start += spec_.lengths[e - 1];
    BeamElement<double> shape;
    const bool inside = beam_element(beam_.nodes, beam_.elements[e], state_, shape);
    ENSURE(inside);
    const Vector3d bend = beam_strain<double>(shape, i - 2 * element - 1, length).bend;
    CurveSample sample;
    sample.arc_length = even ? 0.5 * length * i : start + 0.5 * length * (i - 2 * element);
    sample.position = node(i);
    sample.frame = beam_.nodes.rotations->of(state_, i);
    sample.kappa_1 = bend[2];
    sample.kappa_2 = -bend[1];
    sample.twist = bend[0];
    all.push_back(sample);
  }
  return all;
}

std::vector<Vector3d> BeamView::centreline() const {
  std::vector<Vector3d> points;
  for (const auto& [first, middle, last] : beam_.elements) {
    for (const double xi : {-1.0, -0.5, 0.0, 0.5}) {
      points.push_back(0.5 * xi * (xi - 1) * node(first) + (1 - xi * xi) * node(middle) +
                       0.5 * xi * (xi + 1) * node(last));
    }
  }
  points.push_back(tip());
  return points;
}

std::vector<Wrench> BeamView::reactions(const Eigen::VectorXd& gradient) const {
  std::vector<Wrench> all;
  for (const int clamped : spec_.clamped_nodes) {
    const SharedBeamNode held = beam_.node(clamped);
    all.push_back({gradient.segment<3>(held.x), gradient.segment<3>(held.turn)});
  }
  return all;
}

}  // namespace plumb
