#include <plumb/energy/load/point_wrench.h>

#include <plumb/frames/rod_frames.h>
#include <plumb/linalg/dual.h>
#include <plumb/mechanics/specimen.h>

namespace plumb {

Status EdgeWrenches::evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                              ElementBuffer& out) const {
  using D = Dual<7>;
  for (int e = begin; e < end; ++e) {
    const Place& place = places_[static_cast<std::size_t>(e)];
    const Wrench& wrench = loads.wrenches[place.wrench];
    std::array<D, 7> q;
    for (int i = 0; i < 7; ++i) {
      const auto k = static_cast<std::size_t>(i);
      q[k] = D::variable(state.q[place.unknowns[k]], i);
    }
    const Vector3<D> x0(q[0], q[1], q[2]), x1(q[4], q[5], q[6]), edge = x1 - x0;
    const D length = sqrt(edge.dot(edge));
    if (!(length > 0.0)) return Status::outside_domain;
    const Vector3<D> tangent = edge / length;
    const Vector3<D> couple = wrench.moment.cast<D>().cross(tangent) / length;
    const D about = tangent.dot(wrench.moment.cast<D>());

    // Minus the work's coefficients: their slopes, symmetrised, are the stiffness.
    std::array<D, 7> gradient;
    for (unsigned i = 0; i < 3; ++i) {
      gradient[i] = couple[i] - wrench.force[i] * (1 - place.fraction);
      gradient[i + 4] = -couple[i] - wrench.force[i] * place.fraction;
    }
    gradient[3] = -about;
    const int slot = e - begin;
    if (want.value) {
      out.value(slot) = 0;
      for (int i = 0; i < 3; ++i) {
        out.value(slot) -= wrench.force[i] * ((1 - place.fraction) * x0[i].value + place.fraction * x1[i].value);
      }
    }
    for (int i = 0; i < 7; ++i) {
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

Status BeamWrenches::evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                              ElementBuffer& out) const {
  for (int e = begin; e < end; ++e) {
    const Place& place = places_[static_cast<std::size_t>(e)];
    const Wrench& wrench = loads.wrenches[place.wrench];
    const double xi = place.xi;
    const std::array<double, 3> share{0.5 * xi * (xi - 1), 1 - xi * xi, 0.5 * xi * (xi + 1)};
    const int slot = e - begin;
    if (want.value) out.value(slot) = 0;
    for (int node = 0; node < 3; ++node) {
      const double part = share[static_cast<std::size_t>(node)];
      for (int i = 0; i < 3; ++i) {
        out.gradient(slot, 6 * node + i) = -part * wrench.force[i];
        out.gradient(slot, 6 * node + 3 + i) = -part * wrench.moment[i];
        const int unknown = place.unknowns[static_cast<std::size_t>(6 * node + i)];
        if (want.value) out.value(slot) -= part * wrench.force[i] * state.q[unknown];
      }
    }
  }
  return Status::ok;
}

Status BeamWrenches::hessian_times(const State&, const Loads&, const Eigen::VectorXd&, int begin, int end,
                                   ElementBuffer& out) const {
  for (int e = begin; e < end; ++e) {
    for (int i = 0; i < 18; ++i) out.gradient(e - begin, i) = 0;
  }
  return Status::ok;
}

std::vector<Specimen> point_wrench_specimens() {
  Specimen s;
  s.name = "edge wrenches";
  s.set_energy(std::make_shared<EdgeWrenches>(std::vector<EdgeWrenches::Place>{{{0, 1, 2, 3, 4, 5, 6}, 0.3}}));
  const auto frames = std::make_shared<RodFrames>(std::vector<RodEdge>{{0, 3, 4}}, 0);
  s.layout = Layout::all_free(7, {points_block(0, 4, 2)});
  s.layout.history = {{"reference directors", true}};
  s.layout.carried = {frames};
  s.rest.history.resize(1);
  s.rest.q.setZero(7);
  s.rest.q[4] = 1;
  frames->start(s.rest, {Eigen::Vector3d::UnitY()});
  s.loads.wrenches = {{{1, -2, 3}, {0, 0, 0}}};
  s.rest_is_zero = false;
  s.objective = false;
  return {s};
}

}  // namespace plumb
