#include <plumb/frames/rod_frames.h>

#include <cmath>
#include <numbers>

#include <plumb/geometry/frame.h>

namespace plumb {

using Eigen::Vector3d;

Vector3d RodFrames::tangent(const State& state, int edge) const {
  const RodEdge& e = this->edge(edge);
  return (state.q.segment<3>(e.x1) - state.q.segment<3>(e.x0)).normalized();
}

Vector3d RodFrames::director(const State& state, int edge) const {
  return rotate_perpendicular<double>(reference(state, edge), tangent(state, edge), state.q[this->edge(edge).angle]);
}

Status RodFrames::carry(State& state, const Eigen::VectorXd& step) const {
  constexpr double kSmallestCosine = -0.8;
  Eigen::VectorXd& directors = state.history[slot_];
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    const auto [x0, angle, x1] = edges_[i];
    const Vector3d before = state.q.segment<3>(x1) - state.q.segment<3>(x0);
    const Vector3d change = step.segment<3>(x1) - step.segment<3>(x0);
    const Vector3d after = before + change;
    const double length = after.norm();
    if (!(length > 0) || !std::isfinite(length)) return Status::outside_domain;
    const Vector3d t = before.normalized(), u = after / length;
    if (t.dot(u) < kSmallestCosine) return Status::outside_domain;
    auto director = directors.segment<3>(3 * static_cast<Eigen::Index>(i));
    Vector3d d = parallel_transport<double>(director, t, u);
    d -= u.dot(d) * u;  // rounding must not accumulate over many steps
    director = d / d.norm();
  }
  return Status::ok;
}

void RodFrames::start(State& state, const std::vector<Vector3d>& directors) const {
  ENSURE(directors.size() == edges_.size());
  state.history[slot_].resize(3 * n_edges());
  for (int i = 0; i < n_edges(); ++i) state.history[slot_].segment<3>(3 * i) = directors[static_cast<std::size_t>(i)];
}

RodVertices::RodVertices(Frames before, Frames after, std::vector<Vertex> vertices, std::size_t slot)
    : before_(std::move(before)), after_(std::move(after)), vertices_(std::move(vertices)), slot_(slot) {
  for (const Vertex& v : vertices_) ENSURE(before_->edge(v.before).x1 == after_->edge(v.after).x0);
}

void RodVertices::settle(State& state) const {
  constexpr double kTurn = 2 * std::numbers::pi;
  Eigen::VectorXd& twists = state.history[slot_];
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    const auto [e, f] = vertices_[i];
    const Vector3d t = before_->tangent(state, e), u = after_->tangent(state, f);
    const Vector3d carried = parallel_transport<double>(before_->reference(state, e), t, u);
    const double angle = signed_angle<double>(carried, after_->reference(state, f), u);
    double& twist = twists[static_cast<Eigen::Index>(i)];
    twist = angle + kTurn * std::round((twist - angle) / kTurn);
  }
}

std::array<int, 11> RodVertices::stencil(int vertex) const {
  const RodEdge& e = before_->edge(this->vertex(vertex).before);
  const RodEdge& f = after_->edge(this->vertex(vertex).after);
  return {e.x0, e.x0 + 1, e.x0 + 2, e.angle, e.x1, e.x1 + 1, e.x1 + 2, f.angle, f.x1, f.x1 + 1, f.x1 + 2};
}

RodReference<double> RodVertices::reference(const State& state, int vertex) const {
  const auto [e, f] = this->vertex(vertex);
  RodReference<double> r;
  r.tangent_e = before_->tangent(state, e);
  r.tangent_f = after_->tangent(state, f);
  r.director_e = before_->reference(state, e);
  r.director_f = after_->reference(state, f);
  r.twist = state.history[slot_][vertex];
  return r;
}

bool RodVertices::strain(const State& state, int vertex, RodStrain<double>& out) const {
  const std::array<int, 11> at = stencil(vertex);
  const auto x = [&](std::size_t i) -> Vector3d { return state.q.segment<3>(at[i]); };
  return rod_strain<double>(x(0), state.q[at[3]], x(4), state.q[at[7]], x(8), reference(state, vertex), out);
}

void RodVertices::start(State& state) const {
  state.history[slot_] = Eigen::VectorXd::Zero(size());
  settle(state);
}

}  // namespace plumb
