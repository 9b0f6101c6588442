#include <plumb/inertia/summed_inertia.h>

#include <algorithm>

namespace plumb {

double SummedInertia::energy(const State& state, const Loads& loads, const Eigen::VectorXd& v) const {
  double sum = 0;
  for (const auto& part : parts_) sum += part->energy(state, loads, v);
  return sum;
}

void SummedInertia::momentum(const State& state, const Loads& loads, const Eigen::VectorXd& v,
                             Eigen::VectorXd& out) const {
  Eigen::VectorXd one;
  out.setZero(v.size());
  for (const auto& part : parts_) {
    part->momentum(state, loads, v, one);
    out += one;
  }
}

void SummedInertia::force(const State& state, const Loads& loads, const Eigen::VectorXd& v,
                          Eigen::VectorXd& out) const {
  Eigen::VectorXd one;
  out.setZero(v.size());
  for (const auto& part : parts_) {
    part->force(state, loads, v, one);
    out += one;
  }
}

void SummedInertia::add_mass(const State& state, const Layout& layout, double factor, SymmetricMatrix& out) const {
  for (const auto& part : parts_) part->add_mass(state, layout, factor, out);
}

void SummedInertia::mean_force(const Way& way, const State& middle, const Loads& loads, Eigen::VectorXd& out) const {
  Eigen::VectorXd one;
  out.setZero(way.step.size());
  for (const auto& part : parts_) {
    part->mean_force(way, middle, loads, one);
    out += one;
  }
}

void SummedInertia::carry(const State& from, const State& to, Eigen::VectorXd& v) const {
  for (const auto& part : parts_) part->carry(from, to, v);
}

bool SummedInertia::constant() const {
  return std::all_of(parts_.begin(), parts_.end(), [](const auto& part) { return part->constant(); });
}

}  // namespace plumb
