#include <plumb/energy/shell/quadratic_bending.h>

#include <cmath>

#include <plumb/core/status.h>
#include <plumb/mechanics/specimen.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr double kFlatAtRest = 1e-6;  // rad

}  // namespace

QuadraticHinge quadratic_hinge(const HingeLaw& law, const Vector3d& c, const Vector3d& p, const Vector3d& q,
                               const Vector3d& d) {
  if (!(std::abs(law.rest_angle) <= kFlatAtRest)) {
    throw UserError("quadratic bending is that of a sheet which is flat at rest, and two triangles are not");
  }
  const Vector3d e = q - p;
  const double square = e.squaredNorm();
  // l/h and mu of the foot.
  const auto of_side = [&](const Vector3d& x) {
    return std::pair{square / e.cross(x - p).norm(), e.dot(x - p) / square};
  };
  const auto [per_height, mu] = of_side(c);
  const auto [other_per_height, other_mu] = of_side(d);
  return {law.stiffness / square,
          {per_height, -(1 - mu) * per_height - (1 - other_mu) * other_per_height,
           -mu * per_height - other_mu * other_per_height, other_per_height}};
}

QuadraticBending::QuadraticBending(std::vector<std::array<int, 12>> stencils, std::vector<QuadraticHinge> hinges)
    : ElementEnergy(std::move(stencils)), hinges_(std::move(hinges)) {
  ENSURE(static_cast<int>(hinges_.size()) == n_elements());
}

QuadraticBending::~QuadraticBending() = default;

template <class S>
bool QuadraticBending::value(int at, const std::array<S, 12>& q, const State&, const Loads&, S& energy) const {
  const auto& w = hinge(at).weights;
  energy = S(0.0);
  for (std::size_t k = 0; k < 3; ++k) {
    const S s = w[0] * q[k] + w[1] * q[3 + k] + w[2] * q[6 + k] + w[3] * q[9 + k];
    energy = energy + 0.5 * hinge(at).stiffness * s * s;
  }
  return true;
}

Vector3d QuadraticBending::sum(int at, const Eigen::VectorXd& q) const {
  const auto dofs = stencil(at);
  Vector3d s = Vector3d::Zero();
  for (std::size_t i = 0; i < 4; ++i) {
    s += hinge(at).weights[i] * Vector3d(q[dofs[3 * i]], q[dofs[3 * i + 1]], q[dofs[3 * i + 2]]);
  }
  return s;
}

Status QuadraticBending::evaluate(const State& state, const Loads&, int begin, int end, Want want,
                                  ElementBuffer& out) const {
  for (int at = begin; at < end; ++at) {
    const auto& [stiffness, w] = hinge(at);
    const Vector3d s = sum(at, state.q);
    const int slot = at - begin;
    if (want.value) out.value(slot) = 0.5 * stiffness * s.squaredNorm();
    for (int i = 0; i < 12; ++i) {
      const double of_point = stiffness * w[static_cast<std::size_t>(i / 3)];
      if (want.gradient) out.gradient(slot, i) = of_point * s[i % 3];
      for (int j = 0; want.hessian && j <= i; ++j) {
        out.hessian(slot, ElementBuffer::packed_index(i, j)) =
            (i - j) % 3 == 0 ? of_point * w[static_cast<std::size_t>(j / 3)] : 0;
      }
    }
  }
  return Status::ok;
}

Status QuadraticBending::hessian_times(const State&, const Loads&, const Eigen::VectorXd& v, int begin, int end,
                                       ElementBuffer& out) const {
  for (int at = begin; at < end; ++at) {
    const auto& [stiffness, w] = hinge(at);
    const Vector3d s = sum(at, v);
    for (int i = 0; i < 12; ++i) {
      out.gradient(at - begin, i) = stiffness * w[static_cast<std::size_t>(i / 3)] * s[i % 3];
    }
  }
  return Status::ok;
}

std::vector<Specimen> quadratic_bending_specimens() {
  // Two hinges of three triangles in an inclined plane.
  Specimen s;
  s.name = "quadratic bending";
  s.rest.q.resize(15);
  const double flat[5][2] = {{0, 0}, {1, 0.1}, {0.3, 0.9}, {1.3, 1.1}, {0.5, 2}};
  for (int i = 0; i < 5; ++i) {
    s.rest.q.segment<3>(3 * i) = flat[i][0] * Vector3d(0.6, 0, 0.8) + flat[i][1] * Vector3d(0, 1, 0);
  }
  const auto x = [&](int node) -> Vector3d { return s.rest.q.segment<3>(3 * node); };
  const auto hinge = [&](double bending_stiffness, int c, int p, int q, int d) {
    return quadratic_hinge(hinge_law(kStripHinge, bending_stiffness, x(c), x(p), x(q), x(d)), x(c), x(p), x(q), x(d));
  };
  s.set_energy(
      std::make_shared<QuadraticBending>(std::vector<std::array<int, 12>>{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
                                                                          {3, 4, 5, 9, 10, 11, 6, 7, 8, 12, 13, 14}},
                                         std::vector<QuadraticHinge>{hinge(1, 0, 1, 2, 3), hinge(2, 1, 3, 2, 4)}));
  s.layout = Layout::all_free(15, {points_block(0, 3, 5)});
  return {s};
}

}  // namespace plumb
