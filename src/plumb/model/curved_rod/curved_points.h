#pragma once

#include <memory>
#include <numeric>
#include <vector>

#include <plumb/geometry/embedding.h>
#include <plumb/model/model_builder.h>

namespace plumb {

/// Adds the points of a rod of curvatures to a model, and the curve through them to what can touch.
inline void add_points(ModelBuilder& builder, std::shared_ptr<const Embedding> embedding, double contact_radius) {
  std::vector<int> points(static_cast<std::size_t>(embedding->n_points()));
  std::iota(points.begin(), points.end(), builder.n_points());
  builder.add(std::move(embedding));
  add_curve(points, contact_radius, false, builder.surface());
}

}  // namespace plumb
