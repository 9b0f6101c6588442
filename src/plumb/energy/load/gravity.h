#pragma once

#include <memory>
#include <span>

#include <Eigen/Core>

#include <plumb/geometry/embedding.h>
#include <plumb/mechanics/energy.h>

namespace plumb {

/// The weight of masses on nodes: E = - sum_i m_i g . x_i, joules; one element per node. Masses in kg, gravity (m/s^2)
/// from the loads.
class Gravity final : public Energy {
 public:
  Gravity(std::shared_ptr<const NodalEmbedding> nodes, Eigen::VectorXd masses);

  std::string_view name() const override { return "gravity"; }
  int n_elements() const override { return nodes_->n_points(); }
  int stencil_size() const override { return 3; }
  std::span<const int> stencil(int element) const override { return nodes_->stencil(element); }
  Role role() const override { return Role::load; }
  bool linear() const override { return true; }
  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;
  Status hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, int begin, int end,
                       ElementBuffer& out) const override;

 private:
  std::shared_ptr<const NodalEmbedding> nodes_;
  Eigen::VectorXd masses_;
};

}  // namespace plumb
