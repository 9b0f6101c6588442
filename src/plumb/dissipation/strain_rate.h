#pragma once

#include <array>
#include <string_view>
#include <vector>

#include <plumb/dissipation/dissipation.h>
#include <plumb/linalg/dual.h>

namespace plumb {

/// Viscosity on M strains of K unknowns. The author gives the strains of one element, as a function of strain/:
///   bool Strains::operator()(int element, const std::array<Dual<K>, K>& q, const State&, std::array<Dual<K>, M>&)
///   const
/// false outside its domain. The rate of a strain is its gradient times v. Where there is an energy that is quadratic in
/// the same strains, the functor may also say what a step takes (Dissipation::over_step), by
///   std::shared_ptr<const Energy> over_step(const std::vector<Element>&, const State& start, double duration) const
template <class Strains, int K, int M>
class StrainRateDissipation final : public Dissipation {
 public:
  struct Element {
    std::array<int, K> unknowns;
    std::array<double, M> viscosity;  ///< per strain
  };
  StrainRateDissipation(std::string_view name, Strains strains, std::vector<Element> elements)
      : name_(name), strains_(std::move(strains)), elements_(std::move(elements)) {}

  std::string_view name() const override { return name_; }
  int n_elements() const override { return static_cast<int>(elements_.size()); }
  int stencil_size() const override { return K; }
  std::span<const int> stencil(int element) const override {
    return elements_[static_cast<std::size_t>(element)].unknowns;
  }

  std::shared_ptr<const Energy> over_step(const State& start, double duration) const override {
    if constexpr (requires { strains_.over_step(elements_, start, duration); }) {
      return strains_.over_step(elements_, start, duration);
    } else {
      return nullptr;
    }
  }

  Status evaluate(const State& state, const Loads&, int begin, int end, Want want, ElementBuffer& out) const override {
    for (int e = begin; e < end; ++e) {
      const Element& element = elements_[static_cast<std::size_t>(e)];
      std::array<Dual<K>, K> q;
      for (int i = 0; i < K; ++i) {
        const auto k = static_cast<std::size_t>(i);
        q[k] = Dual<K>::variable(state.q[element.unknowns[k]], i);
      }
      std::array<Dual<K>, M> strains;
      if (!strains_(e, q, state, strains)) return Status::outside_domain;
      add(element, strains, state.v, want, e - begin, out);
    }
    return Status::ok;
  }

 private:
  static void add(const Element& element, const std::array<Dual<K>, M>& strains, const Eigen::VectorXd& v, Want want,
                  int slot, ElementBuffer& out) {
    out.value(slot) = 0;
    for (int i = 0; i < K; ++i) out.gradient(slot, i) = 0;
    for (int k = 0; want.hessian && k < out.packed(); ++k) out.hessian(slot, k) = 0;
    for (std::size_t m = 0; m < M; ++m) {
      const auto& slope = strains[m].gradient;
      double rate = 0;
      for (std::size_t i = 0; i < K; ++i) rate += slope[i] * v[element.unknowns[i]];
      const double stress = element.viscosity[m] * rate;
      out.value(slot) += 0.5 * stress * rate;
      for (std::size_t i = 0; i < K; ++i) {
        out.gradient(slot, static_cast<int>(i)) += stress * slope[i];
        for (std::size_t j = 0; want.hessian && j <= i; ++j) {
          out.hessian(slot, ElementBuffer::packed_index(static_cast<int>(i), static_cast<int>(j))) +=
              element.viscosity[m] * slope[i] * slope[j];
        }
      }
    }
  }

  std::string_view name_;
  Strains strains_;
  std::vector<Element> elements_;
};

}  // namespace plumb
