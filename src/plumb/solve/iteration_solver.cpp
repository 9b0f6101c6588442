#include <plumb/solve/iteration_solver.h>

#include <algorithm>

#include <plumb/core/budget.h>
#include <plumb/mechanics/visit_elements.h>

namespace plumb {
namespace {

/// Terms that may be shifted are taken as copies that are.
std::vector<std::shared_ptr<const Energy>> lend(const Model& model, std::vector<Shifted*>& shifted) {
  std::vector<std::shared_ptr<const Energy>> terms;
  for (const auto& energy : model.energies) {
    const auto* shiftable = dynamic_cast<const Shiftable*>(energy.get());
    if (shiftable == nullptr) {
      terms.push_back(energy);
      continue;
    }
    std::shared_ptr<Shifted> copy = shiftable->shifted();
    shifted.push_back(copy.get());
    terms.push_back(std::move(copy));
  }
  return terms;
}

/// The free unknowns of each group of three consecutive entries of q.
std::vector<int> point_blocks(const Layout& layout) {
  std::vector<int> starts{0};
  for (int i = 0; i < layout.n_q; i += 3) {
    int n = 0;
    for (int k = i; k < std::min(i + 3, layout.n_q); ++k) n += layout.is_free(k) ? 1 : 0;
    if (n > 0) starts.push_back(starts.back() + n);
  }
  return starts;
}

}  // namespace

IterationSolver::IterationSolver(const Model& model, LinearSolver with, double relative)
    : layout_(model.layout),
      terms_(lend(model, shifted_)),
      with_(with),
      relative_(relative),
      assembly_(layout_, terms_),
      potential_(assembly_.pattern()),
      blocks_(point_blocks(layout_)),
      all_(Eigen::VectorXd::Zero(layout_.n_q)) {
  if (with == LinearSolver::factors) factors_ = make_factorization(potential_.hessian);
}

Status IterationSolver::begin(const State& state, double part, bool guided) {
  state_ = state;
  n_shifted_ = 0;
  for (Shifted* term : shifted_) n_shifted_ += term->shift(state_, part, guided);
  const bool matrix = with_ != LinearSolver::force_differentials;
  return assembly_.evaluate(state_, state_.loads, {true, true, matrix, true}, potential_);
}

Status IterationSolver::step(Eigen::VectorXd& free_step, int& products) {
  return with_ == LinearSolver::factors ? factored_step(free_step) : iterated_step(free_step, products);
}

/// The convex Hessian of a body that nothing holds is singular: it is shifted until it is not.
Status IterationSolver::factored_step(Eigen::VectorXd& free_step) {
  Eigen::VectorXd diagonal(layout_.n_free);
  potential_.hessian.diagonal(diagonal);
  const double size = diagonal.cwiseAbs().maxCoeff();
  Status status = factors_->factor(potential_.hessian, 0);
  for (double shift = 1e-12 * size; shift < size; shift *= 10) {
    if (ended_by_budget(status) || (status == Status::ok && factors_->n_negative() == 0)) break;
    status = factors_->factor(potential_.hessian, shift);
  }
  if (status != Status::ok) return status;
  free_step = -potential_.gradient;
  factors_->solve(free_step);
  return Status::ok;
}

Status IterationSolver::iterated_step(Eigen::VectorXd& free_step, int& products) {
  if (!fill_blocks()) return Status::singular;
  const LinearMap product = [this](const Eigen::VectorXd& x, Eigen::VectorXd& y) {
    if (with_ == LinearSolver::assembled_products) {
      potential_.hessian.multiply(x, y);
      return;
    }
    layout_.spread(x, all_);
    ENSURE(assembly_.hessian_times(state_, state_.loads, all_, y) == Status::ok);
  };
  const LinearMap precondition = [this](const Eigen::VectorXd& r, Eigen::VectorXd& z) { blocks_(r, z); };
  free_step.setZero(layout_.n_free);
  const auto outcome = conjugate_gradients(product, precondition, -potential_.gradient, free_step, {relative_, 20000});
  products += outcome.iterations;
  // A step that was cut short is still one downhill.
  return free_step.isZero(0) && outcome.status != Status::ok ? outcome.status : Status::ok;
}

bool IterationSolver::fill_blocks() {
  blocks_.set_zero();
  for (const auto& term : terms_) {
    if (term->linear() || term->idle(state_.loads)) continue;
    const auto add = [&](int e, int slot, ElementBuffer& buffer) {
      const auto dofs = term->stencil(e);
      for (int i = 0; i < buffer.stencil(); ++i) {
        const int row = layout_.free_index[static_cast<std::size_t>(dofs[static_cast<std::size_t>(i)])];
        for (int j = std::max(0, i - 2); row >= 0 && j <= i; ++j) {
          const int col = layout_.free_index[static_cast<std::size_t>(dofs[static_cast<std::size_t>(j)])];
          if (col >= 0 && col <= row) blocks_.add(row, col, buffer.hessian(slot, ElementBuffer::packed_index(i, j)));
        }
      }
    };
    if (for_each_element(*term, state_, {.hessian = true, .convex = true}, add) != Status::ok) return false;
  }
  return blocks_.invert();
}

Status IterationSolver::energy(const State& state, double& value) {
  // The value goes where the next `begin` overwrites it; the iteration's own is kept.
  const double own = potential_.value;
  const Status status = assembly_.evaluate(state, state.loads, {.value = true}, potential_);
  value = potential_.value;
  potential_.value = own;
  return status;
}

}  // namespace plumb
