#include <plumb/energy/shell/mean_curvature.h>

#include <cmath>
#include <map>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/mechanics/specimen.h>

namespace plumb {
namespace {

/// Shorter than this, over its length at rest, a curvature has no direction.
constexpr double kShortest = 1e-12;

/// |s| below this share of the cotangent weights over the area is rounding: such a point is flat at rest.
constexpr double kFlatAtRest = 1e-12;

CurvatureStar curvature_star(const TriangleMesh& rest, const VertexStar& star, double stiffness,
                             const std::vector<int>& points) {
  const auto at = [&](int point) { return points[static_cast<std::size_t>(point)]; };
  CurvatureStar made{{at(star.centre)}, {0}, stiffness * star.area, 0};
  double size = 0;
  for (std::size_t j = 0; j < star.ring.size(); ++j) {
    made.points.push_back(at(star.ring[j]));
    made.weights.push_back(star.cotangents[j] / star.area);
    made.weights[0] -= made.weights.back();
    const auto& x = rest.points;
    size += std::abs(made.weights.back()) *
            (x[static_cast<std::size_t>(star.ring[j])] - x[static_cast<std::size_t>(star.centre)]).norm();
  }
  made.rest = star.pull(rest.points).norm() / star.area;
  if (made.rest < kFlatAtRest * size) made.rest = 0;
  return made;
}

}  // namespace

MeanCurvature::MeanCurvature(std::vector<CurvatureStar> stars) : stars_(std::move(stars)) {
  ENSURE(!stars_.empty());
  n_points_ = static_cast<int>(stars_.front().points.size());
  for (const CurvatureStar& s : stars_) {
    ENSURE(static_cast<int>(s.points.size()) == n_points_ && s.weights.size() == s.points.size());
    for (const int x : s.points) stencils_.insert(stencils_.end(), {x, x + 1, x + 2});
  }
}

std::span<const int> MeanCurvature::stencil(int star) const {
  return std::span<const int>(stencils_).subspan(static_cast<std::size_t>(star * stencil_size()),
                                                 static_cast<std::size_t>(stencil_size()));
}

/// With r = |s| at rest: dE = k (1 - r/|s|) c_j s,   d2E = k c_j c_l ((1 - r/|s|) 1 + r/|s| t t^T), t = s/|s|.
Status MeanCurvature::evaluate(const State& state, const Loads&, int begin, int end, Want want,
                               ElementBuffer& out) const {
  for (int e = begin; e < end; ++e) {
    const CurvatureStar& at = star(e);
    const int slot = e - begin;
    Eigen::Vector3d s = Eigen::Vector3d::Zero();
    for (std::size_t j = 1; j < at.points.size(); ++j) {
      s += at.weights[j] * (state.q.segment<3>(at.points[j]) - state.q.segment<3>(at.points[0]));
    }
    const double length = s.norm();
    if (at.rest > 0 && !(length > kShortest * at.rest)) return Status::outside_domain;
    const double straight = at.rest > 0 ? at.rest / length : 0;
    if (want.value) {
      const double off = length - at.rest;
      out.value(slot) = 0.5 * at.stiffness * off * off;
    }
    for (int j = 0; want.gradient && j < n_points_; ++j) {
      const double pull = at.stiffness * (1 - straight) * at.weights[static_cast<std::size_t>(j)];
      for (int k = 0; k < 3; ++k) out.gradient(slot, 3 * j + k) = pull * s[k];
    }
    if (!want.hessian) continue;
    Eigen::Matrix3d by_s = at.stiffness * (1 - straight) * Eigen::Matrix3d::Identity();
    if (at.rest > 0) by_s += at.stiffness * straight / (length * length) * s * s.transpose();
    for (int row = 0; row < stencil_size(); ++row) {
      const double weight = at.weights[static_cast<std::size_t>(row / 3)];
      for (int col = 0; col <= row; ++col) {
        out.hessian(slot, ElementBuffer::packed_index(row, col)) =
            weight * at.weights[static_cast<std::size_t>(col / 3)] * by_s(row % 3, col % 3);
      }
    }
  }
  return Status::ok;
}

void MeanCurvature::bound(int element, std::span<double> packed) const {
  const CurvatureStar& at = star(element);
  for (std::size_t i = 0; i < at.weights.size(); ++i) {
    for (std::size_t k = 0; k <= i; ++k) packed[i * (i + 1) / 2 + k] = at.stiffness * at.weights[i] * at.weights[k];
  }
}

std::vector<std::shared_ptr<const MeanCurvature>> mean_curvature(const TriangleMesh& rest, double stiffness,
                                                                 const std::vector<int>& points) {
  std::map<std::size_t, std::vector<CurvatureStar>> by_size;
  for (const VertexStar& star : interior_stars(rest, mesh_topology(rest))) {
    by_size[star.ring.size()].push_back(curvature_star(rest, star, stiffness, points));
  }
  std::vector<std::shared_ptr<const MeanCurvature>> terms;
  for (auto& [size, stars] : by_size) terms.push_back(std::make_shared<MeanCurvature>(std::move(stars)));
  return terms;
}

std::vector<Specimen> mean_curvature_specimens() {
  std::vector<Specimen> specimens;
  const auto add = [&](const std::string& name, const TriangleMesh& mesh) {
    Specimen s;
    s.name = name;
    const int n = static_cast<int>(mesh.points.size());
    s.rest.q.resize(3 * n);
    std::vector<int> points;
    for (int i = 0; i < n; ++i) {
      points.push_back(3 * i);
      s.rest.q.segment<3>(3 * i) = mesh.points[static_cast<std::size_t>(i)];
    }
    s.energy = mean_curvature(mesh, 2, points).front();
    s.layout = Layout::all_free(3 * n, {points_block(0, 3, n)});
    s.shake = 0.05;
    specimens.push_back(std::move(s));
  };
  add("mean curvature, flat at rest", rectangle_mesh({3, 3, 3, 3}));
  add("mean curvature, curved at rest", cylinder_mesh({2, 3, 0, 1.5, 3, 3}));
  return specimens;
}

}  // namespace plumb
