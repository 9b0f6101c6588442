#include <plumb/model/curved_rod/curved_rod_view.h>

#include <algorithm>
#include <numeric>

namespace plumb {
namespace {

constexpr int kFewestSegments = 200;  // of a centreline: twenty on each of ten turns

}  // namespace

CurvedRodView::CurvedRodView(const CurvedChain& rod, const State& state, Sampling sampling)
    : rod_(rod), state_(state), sampling_(sampling) {
  if (!(sampling_.length > 0)) sampling_.length = std::accumulate(rod.lengths.begin(), rod.lengths.end(), 0.0);
}

std::vector<CurveSample> CurvedRodView::samples() const {
  const int per_element = sampling_.per_element, n_elements = rod_.n_elements();
  const CurvedRodShape drawn = shape(rod_, state_, per_element);
  const bool even =
      std::adjacent_find(rod_.lengths.begin(), rod_.lengths.end(), std::not_equal_to<>()) == rod_.lengths.end();
  std::vector<CurveSample> all;
  double start = 0;  // of the element
  for (int i = 0; i < static_cast<int>(drawn.positions.size()); ++i) {
    const int element = std::min(i / per_element, n_elements - 1);
    const double fraction = static_cast<double>(i - element * per_element) / per_element;
    const double length = rod_.lengths[static_cast<std::size_t>(element)];
    if (i > 0 && i == element * per_element) start += rod_.lengths[static_cast<std::size_t>(element - 1)];
    const Eigen::Vector3d k = curvatures_at(rod_, state_, element, fraction);
    const auto at = static_cast<std::size_t>(i);
    CurveSample sample;
    sample.arc_length = even ? (element + fraction) * sampling_.length / n_elements : start + fraction * length;
    sample.position = drawn.positions[at];
    sample.frame = drawn.frames[at];
    sample.kappa_1 = k[0];
    sample.kappa_2 = k[1];
    sample.twist = k[2];
    all.push_back(sample);
  }
  return all;
}

std::vector<Eigen::Vector3d> CurvedRodView::centreline() const {
  return shape(rod_, state_, (kFewestSegments + rod_.n_elements() - 1) / rod_.n_elements()).positions;
}

}  // namespace plumb
