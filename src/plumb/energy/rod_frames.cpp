#include <plumb/energy/rod_frames.h>

#include <cmath>
#include <numbers>

#include <plumb/geometry/frame.h>

namespace plumb {

using Eigen::Vector3d;

RodFrames::RodFrames(std::vector<Edge> edges, std::vector<int> vertices)
    : edges_(std::move(edges)), vertices_(std::move(vertices)) {}

Vector3d RodFrames::tangent(const State& state, int edge) const {
  const Edge& e = edges_[static_cast<std::size_t>(edge)];
  return (state.q.segment<3>(e.x1) - state.q.segment<3>(e.x0)).normalized();
}

Vector3d RodFrames::material_director(const State& state, int edge, double theta) const {
  const Vector3d reference = state.history[kDirectors].segment<3>(3 * edge);
  return rotate_perpendicular<double>(reference, tangent(state, edge), theta);
}

Status RodFrames::retract(State& state, const Eigen::VectorXd& step) const {
  constexpr double kSmallestCosine = -0.8;
  Eigen::VectorXd& directors = state.history[kDirectors];
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    const auto [x0, x1] = edges_[i];
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
  state.q += step;
  update_twists(state);
  return Status::ok;
}

void RodFrames::update_twists(State& state) const {
  constexpr double kTurn = 2 * std::numbers::pi;
  const Eigen::VectorXd& directors = state.history[kDirectors];
  Eigen::VectorXd& twists = state.history[kTwists];
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    const int e = vertices_[i];
    const Vector3d t = tangent(state, e), u = tangent(state, e + 1);
    const Vector3d carried = parallel_transport<double>(directors.segment<3>(3 * e), t, u);
    const double angle = signed_angle<double>(carried, directors.segment<3>(3 * e + 3), u);
    double& twist = twists[static_cast<Eigen::Index>(i)];
    twist = angle + kTurn * std::round((twist - angle) / kTurn);
  }
}

void RodFrames::move_rigidly(State& state, const Eigen::Matrix3d& rotation, const Vector3d& shift) const {
  // Consecutive edges share nodes: each node moves once.
  std::vector<bool> moved(static_cast<std::size_t>(state.q.size()), false);
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    for (const int x : {edges_[i].x0, edges_[i].x1}) {
      if (moved[static_cast<std::size_t>(x)]) continue;
      moved[static_cast<std::size_t>(x)] = true;
      state.q.segment<3>(x) = (rotation * state.q.segment<3>(x) + shift).eval();
    }
    auto director = state.history[kDirectors].segment<3>(3 * static_cast<Eigen::Index>(i));
    director = (rotation * director).eval();
  }
}

void RodFrames::start(State& state, const std::vector<Vector3d>& directors) const {
  ENSURE(directors.size() == edges_.size());
  state.history.resize(2);
  state.history[kDirectors].resize(3 * static_cast<Eigen::Index>(edges_.size()));
  state.history[kTwists] = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(vertices_.size()));
  for (std::size_t i = 0; i < directors.size(); ++i) {
    state.history[kDirectors].segment<3>(3 * static_cast<Eigen::Index>(i)) = directors[i];
  }
  update_twists(state);
}

}  // namespace plumb
