#include <plumb/energy/solid/shifted_solid.h>

#include <atomic>

#include <plumb/core/parallel.h>

namespace plumb {

int ShiftedSolid::shift(const State& state, double part) {
  const double threshold = part * inversion_threshold(solid_.material().law);
  constexpr int kChunk = 256;
  const auto n = static_cast<std::size_t>(n_elements());
  offsets_.resize(n);
  tangents_.resize(n);
  std::atomic<int> n_shifted = 0;
  for_chunks(n_elements(), kChunk, [&](int begin, int end) {
    int here = 0;
    for (int e = begin; e < end; ++e) {
      const auto i = static_cast<std::size_t>(e);
      RotationSvd& svd = tangents_[i].svd;
      svd = rotation_svd(solid_.gradient_of(state.q, e));
      offsets_[i].setZero();
      if (svd.s[2] < threshold) {
        const Eigen::Vector3d raised = svd.s.cwiseMax(threshold);
        offsets_[i] = svd.u * (raised - svd.s).asDiagonal() * svd.v.transpose();
        svd.s = raised;
        ++here;
      }
      ENSURE(respond(solid_.material(), svd.s, {.hessian = true, .convex = true}, tangents_[i].response));
    }
    n_shifted += here;
  });
  return n_shifted;
}

Status ShiftedSolid::evaluate(const State& state, const Loads&, int begin, int end, Want want,
                              ElementBuffer& out) const {
  SolidStretch::Point point;
  for (int e = begin; e < end; ++e) {
    const Eigen::Matrix3d& offset = offsets_[static_cast<std::size_t>(e)];
    if (!solid_.at(solid_.gradient_of(state.q, e) + offset, want, point)) return Status::outside_domain;
    solid_.put(point, e, want, e - begin, out);
  }
  return Status::ok;
}

Status ShiftedSolid::hessian_times(const State&, const Loads&, const Eigen::VectorXd& v, int begin, int end,
                                   ElementBuffer& out) const {
  for (int e = begin; e < end; ++e) solid_.put_product(tangents_[static_cast<std::size_t>(e)], e, v, e - begin, out);
  return Status::ok;
}

}  // namespace plumb
