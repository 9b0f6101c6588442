#pragma once

#include <memory>
#include <span>

#include <Eigen/Core>

#include <plumb/geometry/embedding.h>
#include <plumb/mechanics/energy.h>

namespace plumb {

/// Weight of lumped masses: E = - sum_i m_i g . x_i(q), joules; one element per material point of the embedding.
/// Masses in kg, gravity (m/s^2) from the loads.
class Gravity final : public Energy {
 public:
  Gravity(std::shared_ptr<const Embedding> embedding, Eigen::VectorXd masses);

  std::string_view name() const override { return "gravity"; }
  int n_elements() const override { return embedding_->n_points(); }
  int stencil_size() const override { return static_cast<int>(embedding_->stencil(0).size()); }
  std::span<const int> stencil(int element) const override { return embedding_->stencil(element); }
  Role role() const override { return Role::load; }
  bool linear() const override { return true; }
  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;
  Status hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, int begin, int end,
                       ElementBuffer& out) const override;

 private:
  std::shared_ptr<const Embedding> embedding_;
  Eigen::VectorXd masses_;
};

}  // namespace plumb
