#include <plumb/inertia/lumped_inertia.h>

#include <algorithm>
#include <set>

#include <plumb/core/status.h>

namespace plumb {
namespace {

Eigen::Matrix3d in_space(const LumpedInertia::Rotor& rotor, const State& state) {
  const Eigen::Matrix3d frame = rotor.frame(state);
  return frame * rotor.inertia.asDiagonal() * frame.transpose();
}

}  // namespace

LumpedInertia::LumpedInertia(Eigen::VectorXd masses, std::vector<Rotor> rotors, std::vector<RodEdge> edges)
    : masses_(std::move(masses)), rotors_(std::move(rotors)), edges_(std::move(edges)) {
  std::set<int> turned;
  for (std::size_t i = 0; i < rotors_.size(); ++i) {
    ENSURE(masses_.segment<3>(rotors_[i].first()).isZero(0));
    if (turned.insert(rotors_[i].first()).second) leaders_.push_back(i);
  }
}

double LumpedInertia::energy(const State& state, const Loads& loads, const Eigen::VectorXd& v) const {
  Eigen::VectorXd p;
  momentum(state, loads, v, p);
  return 0.5 * p.dot(v);
}

void LumpedInertia::momentum(const State& state, const Loads&, const Eigen::VectorXd& v, Eigen::VectorXd& out) const {
  out = masses_.cwiseProduct(v);
  for (const Rotor& rotor : rotors_)
    out.segment<3>(rotor.first()) += in_space(rotor, state) * v.segment<3>(rotor.first());
}

void LumpedInertia::force(const State& state, const Loads&, const Eigen::VectorXd& v, Eigen::VectorXd& out) const {
  out.setZero(masses_.size());
  for (const RodEdge& edge : edges_) {
    const Eigen::Vector3d along = state.q.segment<3>(edge.x1) - state.q.segment<3>(edge.x0);
    const Eigen::Vector3d rate = v.segment<3>(edge.x1) - v.segment<3>(edge.x0);
    const double length = along.norm();
    // p (t x dt/dt) / length on one node, its opposite on the other.
    const Eigen::Vector3d pull = masses_[edge.angle] * v[edge.angle] / (length * length * length) * along.cross(rate);
    out.segment<3>(edge.x1) += pull;
    out.segment<3>(edge.x0) -= pull;
  }
}

void LumpedInertia::mean_force(const Way&, const State& middle, const Loads& loads, Eigen::VectorXd& out) const {
  force(middle, loads, middle.v, out);
}

void LumpedInertia::carry(const State& from, const State& to, Eigen::VectorXd& v) const {
  for (const std::size_t i : leaders_) {
    const Rotor& rotor = rotors_[i];
    const Eigen::Matrix3d turn = rotor.frame(to) * rotor.frame(from).transpose();
    v.segment<3>(rotor.first()) = (turn * v.segment<3>(rotor.first())).eval();
  }
}

void LumpedInertia::add_mass(const State& state, const Layout& layout, double factor, SymmetricMatrix& out) const {
  for (int i = 0; i < layout.n_q; ++i) {
    const int row = layout.free_index[static_cast<std::size_t>(i)];
    if (row >= 0) out.values()[out.position(row, row)] += factor * masses_[i];
  }
  for (const Rotor& rotor : rotors_) {
    const Eigen::Matrix3d inertia = in_space(rotor, state);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j <= i; ++j) {
        const int row = layout.free_index[static_cast<std::size_t>(rotor.first() + i)];
        const int col = layout.free_index[static_cast<std::size_t>(rotor.first() + j)];
        if (row >= 0 && col >= 0)
          out.values()[out.position(std::max(row, col), std::min(row, col))] += factor * inertia(i, j);
      }
    }
  }
}

}  // namespace plumb
