#include <plumb/energy/solid/shifted_solid.h>

#include <algorithm>
#include <atomic>

#include <plumb/core/parallel.h>

namespace plumb {
namespace {

constexpr int kChunk = 256;

/// The law that leads while anything is inside out. It wants nothing of the volume that an inverted element could give
/// it by going further, as the others do, and a nearly incompressible one would only slow it down.
SolidMaterial guide(const SolidMaterial& own) { return {SolidLaw::corotated, own.young, std::min(own.poisson, 0.3)}; }

}  // namespace

int ShiftedSolid::shift(const State& state, double part, bool guided) {
  const double threshold = part * kInversionThreshold;
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
      const Eigen::Vector3d raised = svd.s.cwiseMax(threshold);
      offsets_[i] = svd.u * (raised - svd.s).asDiagonal() * svd.v.transpose();
      here += svd.s[2] < threshold ? 1 : 0;
      svd.s = raised;
    }
    n_shifted += here;
  });
  solid_.material_ = guided && n_shifted > 0 ? guide(own_) : own_;
  for_chunks(n_elements(), kChunk, [&](int begin, int end) {
    for (int e = begin; e < end; ++e) {
      SolidStretch::Point& point = tangents_[static_cast<std::size_t>(e)];
      ENSURE(respond(solid_.material(), point.svd.s, {.hessian = true, .convex = true}, point.response));
    }
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
