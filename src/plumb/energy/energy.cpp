#include <plumb/energy/energy.h>

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
    for (int i = 0; i < n; ++i) {
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

}  // namespace plumb
