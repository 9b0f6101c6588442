#include <plumb/geometry/embedding.h>

namespace plumb {

NodalEmbedding::NodalEmbedding(const std::vector<int>& first) {
  stencils_.reserve(3 * first.size());
  for (const int f : first) stencils_.insert(stencils_.end(), {f, f + 1, f + 2});
}

void NodalEmbedding::pull(const Eigen::VectorXd&, int, const Eigen::Vector3d& f, std::span<double> out) const {
  out[0] = f.x();
  out[1] = f.y();
  out[2] = f.z();
}

}  // namespace plumb
