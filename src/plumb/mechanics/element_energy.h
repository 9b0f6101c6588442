#pragma once

#include <array>
#include <span>
#include <vector>

#include <plumb/linalg/dual.h>
#include <plumb/mechanics/energy.h>

namespace plumb {

/// An energy whose author writes the value of one element and nothing else:
///
///   class Spring : public ElementEnergy<Spring, 6> {
///     template <class S>
///     bool value(int e, const std::array<S, 6>& q, const State&, const Loads&, S& energy) const;
///   };
///
/// `value` is templated on the scalar; second-order duals give its exact gradient and Hessian, duals over duals its
/// Hessian times a vector. It returns false outside its domain. K is the number of unknowns of an element. Where a
/// closed form overrides `evaluate`, the duals stay as its oracle.
template <class Law, int K>
class ElementEnergy : public Energy {
 public:
  int n_elements() const final { return static_cast<int>(stencils_.size()); }
  int stencil_size() const final { return K; }
  std::span<const int> stencil(int element) const final { return stencils_[static_cast<std::size_t>(element)]; }

  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override {
    return evaluate_by_duals(state, loads, begin, end, want, out);
  }

  Status evaluate_by_duals(const State& state, const Loads& loads, int begin, int end, Want want,
                           ElementBuffer& out) const {
    for (int e = begin; e < end; ++e) {
      const bool inside = want.hessian    ? element<Dual2<K>>(state, loads, e, e - begin, out)
                          : want.gradient ? element<Dual<K>>(state, loads, e, e - begin, out)
                                          : element<double>(state, loads, e, e - begin, out);
      if (!inside) return Status::outside_domain;
    }
    return Status::ok;
  }

  Status hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, int begin, int end,
                       ElementBuffer& out) const override {
    using Direction = Dual<1>;
    using S = Dual<K, Direction>;
    for (int e = begin; e < end; ++e) {
      const auto& dofs = stencils_[static_cast<std::size_t>(e)];
      std::array<S, K> q;
      for (std::size_t i = 0; i < K; ++i) {
        Direction along = Direction::variable(state.q[dofs[i]], 0);
        along.gradient[0] = v[dofs[i]];
        q[i] = S::variable(along, static_cast<int>(i));
      }
      S energy;
      if (!law().value(e, q, state, loads, energy)) return Status::outside_domain;
      for (int i = 0; i < K; ++i) out.gradient(e - begin, i) = energy.gradient[static_cast<std::size_t>(i)].gradient[0];
    }
    return Status::ok;
  }

 protected:
  explicit ElementEnergy(std::vector<std::array<int, K>> stencils) : stencils_(std::move(stencils)) {}

 private:
  const Law& law() const { return static_cast<const Law&>(*this); }

  template <class S>
  bool element(const State& state, const Loads& loads, int e, int slot, ElementBuffer& out) const {
    const auto& dofs = stencils_[static_cast<std::size_t>(e)];
    std::array<S, K> q;
    for (std::size_t i = 0; i < K; ++i) {
      if constexpr (std::is_same_v<S, double>) {
        q[i] = state.q[dofs[i]];
      } else {
        q[i] = S::variable(state.q[dofs[i]], static_cast<int>(i));
      }
    }
    S energy;
    if (!law().value(e, q, state, loads, energy)) return false;
    out.value(slot) = value_of(energy);
    if constexpr (!std::is_same_v<S, double>) {
      for (std::size_t i = 0; i < K; ++i) out.gradient(slot, static_cast<int>(i)) = energy.gradient[i];
    }
    if constexpr (std::is_same_v<S, Dual2<K>>) {
      for (std::size_t k = 0; k < K * (K + 1) / 2; ++k) out.hessian(slot, static_cast<int>(k)) = energy.hessian[k];
    }
    return true;
  }

  std::vector<std::array<int, K>> stencils_;
};

}  // namespace plumb
