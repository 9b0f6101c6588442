#include <plumb/mechanics/energy.h>

#include <algorithm>

namespace plumb {

void ElementBuffer::resize(int n_elements, int stencil) {
  stencil_ = stencil;
  constexpr int kWholeTerm = 32;  // more unknowns than any kernel on packets has
  stride_ = n_elements == 1 && stencil > kWholeTerm ? 1 : kLanes;
  const Eigen::Index padded = stride_ == 1 ? 1 : (n_elements + kLanes - 1) / kLanes * kLanes;
  values_.resize(padded);
  gradients_.resize(padded * stencil_);
  hessians_.resize(padded * packed());
}

Status Energy::hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, int begin, int end,
                             ElementBuffer& out) const {
  const Status status = evaluate(state, loads, begin, end, {.hessian = true}, out);
  if (status != Status::ok) return status;
  const int n = stencil_size();
  for (int e = begin; e < end; ++e) {
    const auto dofs = stencil(e);
    const int slot = e - begin;
    const bool moves = std::any_of(dofs.begin(), dofs.end(), [&](int dof) { return v[dof] != 0; });
    for (int i = 0; i < n; ++i) {
      if (!moves) {
        out.gradient(slot, i) = 0;
        continue;
      }
      double sum = 0;
      for (int j = 0; j < n; ++j) {
        const int entry = i >= j ? ElementBuffer::packed_index(i, j) : ElementBuffer::packed_index(j, i);
        sum += out.hessian(slot, entry) * v[dofs[static_cast<std::size_t>(j)]];
      }
      out.gradient(slot, i) = sum;
    }
  }
  return Status::ok;
}

Status Energy::evaluate_along(const Way& way, const Loads& loads, int begin, int end, Want want,
                              ElementBuffer& out) const {
  const int n = end - begin, k = stencil_size();
  Eigen::MatrixXd mean = Eigen::MatrixXd::Zero(k, n);
  if (want.gradient) {
    for (std::size_t p = 0; p < way.between.size(); ++p) {
      const Status s = evaluate(way.between[p], loads, begin, end, {.gradient = true}, out);
      if (s != Status::ok) return s;
      for (int slot = 0; slot < n; ++slot) {
        for (int i = 0; i < k; ++i) mean(i, slot) += way.weights[p] * out.gradient(slot, i);
      }
    }
  }
  if (want.hessian && !linear()) {
    // The mean over the way of the fraction times the Hessian: one point at two thirds, with half the weight, gives it
    // for Hessians that change linearly.
    const Status s = evaluate(way.late, loads, begin, end, {.hessian = true}, out);
    if (s != Status::ok) return s;
    for (int slot = 0; slot < n; ++slot) {
      for (int entry = 0; entry < out.packed(); ++entry) out.hessian(slot, entry) *= 0.5;
    }
  }
  for (int slot = 0; slot < n; ++slot) {
    for (int i = 0; i < k; ++i) out.gradient(slot, i) = mean(i, slot);
  }
  return Status::ok;
}

}  // namespace plumb
