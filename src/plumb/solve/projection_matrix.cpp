#include <plumb/solve/projection_matrix.h>

#include <plumb/core/status.h>
#include <plumb/mechanics/projective.h>

namespace plumb {
namespace {

/// Which points are free, in the order of q.
struct FreePoints {
  explicit FreePoints(const Layout& layout) : of_unknown(static_cast<std::size_t>(layout.n_q), -1) {
    for (const Block& block : layout.blocks) {
      if (!block.positions) throw UserError("Projective Dynamics moves points, and no other unknowns");
    }
    for (int q = 0; q < layout.n_q; q += 3) {
      const bool free = layout.is_free(q);
      if (layout.is_free(q + 1) != free || layout.is_free(q + 2) != free) {
        throw UserError("Projective Dynamics holds a point in all of its axes, or in none");
      }
      if (!free) continue;
      of_unknown[static_cast<std::size_t>(q)] = static_cast<int>(rows.size());
      rows.push_back(layout.free_index[static_cast<std::size_t>(q)]);
    }
  }
  int of(int first_coordinate) const { return of_unknown[static_cast<std::size_t>(first_coordinate)]; }

  std::vector<int> of_unknown;  ///< of a point's first coordinate: its number among the free points, or -1
  std::vector<int> rows;
};

/// Calls `apply(element of projections, its free points or -1)` for every element of the model.
template <class Apply>
void for_projections(const Model& model, const FreePoints& free, const Apply& apply) {
  std::vector<int> points;
  for (const auto& energy : model.energies) {
    if (energy->role() == Role::load) continue;
    const auto* projective = dynamic_cast<const Projective*>(energy.get());
    if (projective == nullptr) {
      throw UserError("Projective Dynamics takes projected energies only, not " + std::string(energy->name()));
    }
    for (int e = 0; e < energy->n_elements(); ++e) {
      const auto stencil = energy->stencil(e);
      points.clear();
      for (std::size_t i = 0; i < stencil.size(); i += 3) points.push_back(free.of(stencil[i]));
      apply(*projective, e, points);
    }
  }
}

SymmetricPattern pattern_of(const Model& model) {
  const FreePoints free(model.layout);
  SymmetricPattern pattern(static_cast<int>(free.rows.size()));
  for_projections(model, free,
                  [&](const Projective&, int, const std::vector<int>& points) { pattern.add_stencil(points); });
  pattern.finish();
  return pattern;
}

}  // namespace

ProjectionMatrix::ProjectionMatrix(const Model& model) : matrix_(pattern_of(model)) {
  const FreePoints free(model.layout);
  rows_ = free.rows;
  matrix_.set_zero();
  std::vector<double> packed;
  for_projections(model, free, [&](const Projective& terms, int element, const std::vector<int>& points) {
    packed.resize(points.size() * (points.size() + 1) / 2);
    terms.bound(element, packed);
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (std::size_t k = 0; k <= i; ++k) {
        if (points[i] < 0 || points[k] < 0) continue;
        const auto [col, row] = std::minmax(points[i], points[k]);
        matrix_.values()[matrix_.position(row, col)] += packed[i * (i + 1) / 2 + k];
      }
    }
  });
  projections_ = Eigen::Map<const Eigen::VectorXd>(matrix_.values(), matrix_.n_values());
  masses_ = Eigen::VectorXd::Zero(matrix_.size());
  if (model.inertia) {
    Eigen::VectorXd of_unknowns;
    const State& at = model.initial;
    model.inertia->momentum(at, at.loads, Eigen::VectorXd::Ones(model.layout.n_q), of_unknowns);
    for (int q = 0; q < model.layout.n_q; q += 3) {
      if (free.of(q) >= 0) masses_[free.of(q)] = of_unknowns[q];
    }
  }
  columns_.resize(matrix_.size(), 3);
  factors_ = make_factorization(matrix_);
}

Status ProjectionMatrix::factor(double per_mass) {
  Eigen::Map<Eigen::VectorXd>(matrix_.values(), matrix_.n_values()) = projections_;
  for (int i = 0; i < matrix_.size(); ++i) matrix_.values()[matrix_.position(i, i)] += per_mass * masses_[i];
  return factors_->factor(matrix_, 0);
}

void ProjectionMatrix::solve(const Eigen::VectorXd& force, Eigen::VectorXd& step) {
  for (Eigen::Index i = 0; i < columns_.rows(); ++i) {
    columns_.row(i) = force.segment<3>(rows_[static_cast<std::size_t>(i)]);
  }
  factors_->solve(columns_);
  step.resize(force.size());
  for (Eigen::Index i = 0; i < columns_.rows(); ++i) {
    step.segment<3>(rows_[static_cast<std::size_t>(i)]) = columns_.row(i);
  }
}

}  // namespace plumb
