#include <plumb/energy/load/edge_moment.h>

#include <plumb/linalg/dual.h>
#include <plumb/mechanics/specimen.h>
#include <plumb/strain/koiter_triangle.h>

namespace plumb {
namespace {

using D = Dual<10>;

/// Minus the work's coefficients; false outside the domain.
bool moment_gradient(const std::array<D, 10>& x, const Eigen::Vector3d& moment, bool director,
                     std::array<D, 10>& gradient) {
  const Vector3<D> p(x[0], x[1], x[2]), q(x[3], x[4], x[5]), c(x[6], x[7], x[8]), edge = q - p;
  const D squared = edge.dot(edge);
  D height;
  if (!(squared > 0.0) || !height_over_edge(c, p, q, height)) return false;
  const D length = sqrt(squared);
  const Vector3<D> tangent = edge / length;
  const Vector3<D> couple = moment.cast<D>().cross(tangent) / length;
  const D about = tangent.dot(moment.cast<D>()), along = (c - p).dot(edge) / squared;
  const Vector3<D> normal = tangent.cross(c - p) / height, lift = normal * (about / height);
  for (unsigned i = 0; i < 3; ++i) {
    gradient[i] = couple[i] + (1.0 - along) * lift[i];
    gradient[i + 3] = along * lift[i] - couple[i];
    gradient[i + 6] = -lift[i];
  }
  gradient[9] = director ? -about : D(0.0);
  return true;
}

bool gradient_at(const EdgeMoments::Place& place, const State& state, const Loads& loads, std::array<D, 10>& gradient) {
  std::array<D, 10> x;
  for (int i = 0; i < 10; ++i) {
    const auto k = static_cast<std::size_t>(i);
    x[k] = D::variable(state.q[place.unknowns[k]], i);
  }
  const Eigen::Vector3d moment = place.share * loads.wrenches[static_cast<std::size_t>(place.wrench)].moment;
  return moment_gradient(x, moment, place.director, gradient);
}

}  // namespace

Status PointForces::evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                             ElementBuffer& out) const {
  for (int e = begin; e < end; ++e) {
    const Place& place = places_[static_cast<std::size_t>(e)];
    const Eigen::Vector3d minus = -place.share * loads.wrenches[static_cast<std::size_t>(place.wrench)].force;
    if (want.value) out.value(e - begin) = minus.dot(state.q.segment<3>(place.unknowns[0]));
    for (int i = 0; want.gradient && i < 3; ++i) out.gradient(e - begin, i) = minus[i];
  }
  return Status::ok;
}

Status PointForces::hessian_times(const State&, const Loads&, const Eigen::VectorXd&, int begin, int end,
                                  ElementBuffer& out) const {
  for (int e = begin; e < end; ++e) {
    for (int i = 0; i < 3; ++i) out.gradient(e - begin, i) = 0;
  }
  return Status::ok;
}

Status EdgeMoments::evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                             ElementBuffer& out) const {
  for (int e = begin; e < end; ++e) {
    std::array<D, 10> gradient;
    if (!gradient_at(places_[static_cast<std::size_t>(e)], state, loads, gradient)) return Status::outside_domain;
    const int slot = e - begin;
    out.value(slot) = 0;
    for (int i = 0; i < 10; ++i) {
      const auto a = static_cast<std::size_t>(i);
      out.gradient(slot, i) = gradient[a].value;
      for (int j = 0; want.hessian && j <= i; ++j) {
        const auto b = static_cast<std::size_t>(j);
        out.hessian(slot, ElementBuffer::packed_index(i, j)) =
            0.5 * (gradient[a].gradient[b] + gradient[b].gradient[a]);
      }
    }
  }
  return Status::ok;
}

void EdgeMoments::add_skew(const State& state, const Loads& loads, std::vector<Eigen::Triplet<double>>& out) const {
  for (const Place& place : places_) {
    std::array<D, 10> gradient;
    if (loads.wrenches[static_cast<std::size_t>(place.wrench)].moment.isZero(0)) continue;
    if (!gradient_at(place, state, loads, gradient)) continue;
    for (unsigned a = 0; a < 10; ++a) {
      for (unsigned b = 0; b < 10; ++b) {
        out.emplace_back(place.unknowns[a], place.unknowns[b],
                         0.5 * (gradient[a].gradient[b] - gradient[b].gradient[a]));
      }
    }
  }
}

// Moments have no value, so no specimen: edge_moment_test.cpp.
std::vector<Specimen> edge_moment_specimens() {
  Specimen s;
  s.name = "point forces";
  s.set_energy(std::make_shared<PointForces>(std::vector<PointForces::Place>{{{0, 1, 2}, 1, 0.3}, {{3, 4, 5}, 0, 2}}));
  s.layout = Layout::all_free(6, {points_block(0, 3, 2)});
  s.rest.q = Eigen::VectorXd::LinSpaced(6, -1, 1);
  s.loads.wrenches = {{{1, -2, 3}, {0, 0, 0}}, {{0.5, 1, -1}, {0, 0, 0}}};
  s.rest_is_zero = false;
  s.objective = false;
  return {s};
}

}  // namespace plumb
