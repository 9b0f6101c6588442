#include <plumb/energy/shell/projected_stretch.h>

#include <cmath>

#include <Eigen/Geometry>

#include <plumb/energy/shell/projected_stretch_kernel.h>
#include <plumb/mechanics/four_elements.h>
#include <plumb/mechanics/specimen.h>
#include <plumb/strain/koiter_triangle.h>

namespace plumb {

StretchTriangle stretch_triangle(double stiffness, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                                 const Eigen::Vector3d& c) {
  const Eigen::Vector3d u = (b - a).normalized();
  const double length = (b - a).norm(), along = u.dot(c - a), height = (c - a - along * u).norm();
  if (!(length > 0 && height > 0)) throw UserError("a triangle of the rest shape has no area");
  // In coordinates (u, across) the corners are at (0, 0), (length, 0) and (along, height).
  const Eigen::Vector2d of_b(1 / length, -along / (length * height)), of_c(0, 1 / height);
  return {{-of_b - of_c, of_b, of_c}, stiffness * 0.5 * length * height};
}

ProjectedStretch::ProjectedStretch(std::vector<std::array<int, 9>> stencils, std::vector<StretchTriangle> triangles)
    : ElementEnergy(std::move(stencils)), triangles_(std::move(triangles)) {
  ENSURE(static_cast<int>(triangles_.size()) == n_elements());
}

ProjectedStretch::~ProjectedStretch() = default;

/// The distance of U from the identity: 1/2 |U - 1|^2 = 1/4 ((tr U - 2)^2 + (s1 - s2)^2), by principal stretches.
template <class S>
bool ProjectedStretch::value(int triangle, const std::array<S, 9>& q, const State&, const Loads&, S& energy) const {
  using std::sqrt;
  const StretchTriangle& t = triangles_[static_cast<std::size_t>(triangle)];
  Vector3<S> f1, f2;
  for (std::size_t k = 0; k < 3; ++k) {
    f1[static_cast<int>(k)] = q[k] * t.slopes[0][0] + q[3 + k] * t.slopes[1][0] + q[6 + k] * t.slopes[2][0];
    f2[static_cast<int>(k)] = q[k] * t.slopes[0][1] + q[3 + k] * t.slopes[1][1] + q[6 + k] * t.slopes[2][1];
  }
  const S c11 = f1.dot(f1), c12 = f1.dot(f2), c22 = f2.dot(f2);
  const Vector3<S> normal = f1.cross(f2);
  const S square = normal.dot(normal);
  if (!(value_of(square) > kThinnest * kThinnest)) return false;
  const S sum_2 = c11 + c22 + 2.0 * sqrt(square), sum = sqrt(sum_2);
  const S difference_2 = ((c11 - c22) * (c11 - c22) + 4.0 * c12 * c12) / sum_2;
  energy = 0.25 * t.weight * ((sum - 2.0) * (sum - 2.0) + difference_2);
  return true;
}

// Callers that know the energy by its own type call these directly.
template bool ProjectedStretch::value(int, const std::array<double, 9>&, const State&, const Loads&, double&) const;
template bool ProjectedStretch::value(int, const std::array<Dual<9>, 9>&, const State&, const Loads&, Dual<9>&) const;
template bool ProjectedStretch::value(int, const std::array<Dual2<9>, 9>&, const State&, const Loads&, Dual2<9>&) const;
template bool ProjectedStretch::value(int, const std::array<Dual<9, Dual<1>>, 9>&, const State&, const Loads&,
                                      Dual<9, Dual<1>>&) const;

Status ProjectedStretch::evaluate(const State& state, const Loads&, int begin, int end, Want want,
                                  ElementBuffer& out) const {
  for (const FourElements four : in_fours(begin, end, out)) {
    const auto unknown = [&](std::size_t i) { return four([&](int e) { return state.q[stencil(e)[i]]; }); };
    const auto triangle = [&](int e) -> const StretchTriangle& { return triangles_[static_cast<std::size_t>(e)]; };
    std::array<Vector3<Packet>, 3> x;
    for (std::size_t i = 0; i < 3; ++i) x[i] = {unknown(3 * i), unknown(3 * i + 1), unknown(3 * i + 2)};
    std::array<Packet, 6> slopes;
    for (std::size_t i = 0; i < 6; ++i) {
      slopes[i] = four([&](int e) { return triangle(e).slopes[i / 2][static_cast<int>(i % 2)]; });
    }
    const ProjectedStretchKernel<Packet> kernel(x, slopes, four([&](int e) { return triangle(e).weight; }));
    if (!all(kernel.area() > Packet(kThinnest))) return Status::outside_domain;
    four.store(kernel, want);
  }
  return Status::ok;
}

Status ProjectedStretch::hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, int begin,
                                       int end, ElementBuffer& out) const {
  return Energy::hessian_times(state, loads, v, begin, end, out);
}

void ProjectedStretch::bound(int triangle, std::span<double> packed) const {
  const StretchTriangle& t = triangles_[static_cast<std::size_t>(triangle)];
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k <= i; ++k) packed[i * (i + 1) / 2 + k] = t.weight * t.slopes[i].dot(t.slopes[k]);
  }
}

std::vector<Specimen> projected_stretch_specimens() {
  Specimen s;
  s.name = "projected stretch";
  s.rest.q.resize(12);
  s.rest.q << 0, 0, 0, 1, 0.1, 0, 0.3, 0.9, 0, 1.3, 1.1, 0.4;
  const auto x = [&](int node) -> Eigen::Vector3d { return s.rest.q.segment<3>(3 * node); };
  s.set_energy(std::make_shared<ProjectedStretch>(
      std::vector<std::array<int, 9>>{{0, 1, 2, 3, 4, 5, 6, 7, 8}, {3, 4, 5, 9, 10, 11, 6, 7, 8}},
      std::vector<StretchTriangle>{stretch_triangle(2, x(0), x(1), x(2)), stretch_triangle(3, x(1), x(3), x(2))}));
  s.layout = Layout::all_free(12, {points_block(0, 3, 4)});
  return {s};
}

}  // namespace plumb
