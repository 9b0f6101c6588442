#pragma once

#include <memory>
#include <vector>

#include <plumb/mechanics/inertia.h>

namespace plumb {

/// The inertia of a model whose parts have inertias of different kinds, T = sum of theirs.
class SummedInertia final : public Inertia {
 public:
  explicit SummedInertia(std::vector<std::shared_ptr<const Inertia>> parts) : parts_(std::move(parts)) {}

  double energy(const State& state, const Loads& loads, const Eigen::VectorXd& v) const override;
  void momentum(const State& state, const Loads& loads, const Eigen::VectorXd& v, Eigen::VectorXd& out) const override;
  void force(const State& state, const Loads& loads, const Eigen::VectorXd& v, Eigen::VectorXd& out) const override;
  void add_mass(const State& state, const Layout& layout, double factor, SymmetricMatrix& out) const override;
  void mean_force(const Way& way, const State& middle, const Loads& loads, Eigen::VectorXd& out) const override;
  void carry(const State& from, const State& to, Eigen::VectorXd& v) const override;
  bool constant() const override;

 private:
  std::vector<std::shared_ptr<const Inertia>> parts_;
};

}  // namespace plumb
