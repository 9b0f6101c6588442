#include <plumb/scene/bodies/body.h>

#include <algorithm>

namespace plumb {

const Model& Body::model() const {
  const std::lock_guard lock(building_);
  if (!model_) model_.emplace(build());
  return *model_;
}

void add_points(const std::vector<Eigen::Vector3d>& points, const std::vector<PointArray>& arrays, Shape& shape) {
  const auto of = [](const PointArray& array, std::size_t n) {
    return n * static_cast<std::size_t>(array.n_components);
  };
  for (const PointArray& array : arrays) {
    auto same = std::find_if(shape.arrays.begin(), shape.arrays.end(),
                             [&](const PointArray& other) { return other.name == array.name; });
    if (same == shape.arrays.end()) {
      shape.arrays.push_back({array.name, array.unit, array.n_components, {}});
      same = shape.arrays.end() - 1;
      same->values.resize(of(*same, shape.points.size()), 0.0);
    }
    same->values.insert(same->values.end(), array.values.begin(), array.values.end());
  }
  shape.points.insert(shape.points.end(), points.begin(), points.end());
  for (PointArray& array : shape.arrays) array.values.resize(of(array, shape.points.size()), 0.0);
}

}  // namespace plumb
