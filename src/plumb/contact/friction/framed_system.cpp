#include <plumb/contact/friction/framed_system.h>

#include <array>

namespace plumb {

FramedSystem::FramedSystem(const DelassusRows& rows) : rows_(&rows) {
  if (rows.dense()) return;
  SymmetricPattern pattern(3 * rows.n_contacts());
  for (int i = 0; i < rows.n_contacts(); ++i)
    rows.for_each_block(i, [&](int j, const Eigen::Matrix3d& w) {
      if (j > i) return;
      const std::array<int, 6> both{3 * i, 3 * i + 1, 3 * i + 2, 3 * j, 3 * j + 1, 3 * j + 2};
      pattern.add_stencil(std::span(both).first(i == j ? 3 : 6));
      places_.push_back({i, j, {}, &w});
    });
  pattern.finish();
  lower_.emplace(pattern, Storage::sparse);
  upper_.emplace(pattern, Storage::sparse);
  for (Place& place : places_)
    for (int c = 0; c < 3; ++c) {
      // The rows of a block follow each other; a diagonal block begins at its diagonal.
      const int skipped = place.row == place.column ? c : 0;
      place.of_column[static_cast<std::size_t>(c)] =
          lower_->position(3 * place.row + skipped, 3 * place.column + c) - skipped;
    }
  sparse_ = std::make_unique<PatternedLu>(*lower_);
}

Status FramedSystem::factor(const std::vector<Frame>& frames) {
  if (!rows_->dense()) return factor_sparse(frames);
  Eigen::MatrixXd a = rows_->matrix();
  for (int i = 0; i < rows_->n_contacts(); ++i)
    a.middleCols<3>(3 * i) = (a.middleCols<3>(3 * i) * frames[static_cast<std::size_t>(i)].right).eval();
  for (int i = 0; i < rows_->n_contacts(); ++i) {
    const Frame& frame = frames[static_cast<std::size_t>(i)];
    a.middleRows<3>(3 * i) = (frame.left * a.middleRows<3>(3 * i)).eval();
    a.block<3, 3>(3 * i, 3 * i) += frame.added;
  }
  if (!a.allFinite()) return Status::singular;
  full_.compute(a);
  return Status::ok;
}

Status FramedSystem::factor_sparse(const std::vector<Frame>& frames) {
  for (const Place& place : places_) {
    const Frame &row = frames[static_cast<std::size_t>(place.row)],
                &column = frames[static_cast<std::size_t>(place.column)];
    Eigen::Matrix3d below = row.left * *place.w * column.right;
    // Its mirror image, transposed; W is symmetric.
    Eigen::Matrix3d above = row.right.transpose() * *place.w * column.left.transpose();
    const bool diagonal = place.row == place.column;
    if (diagonal) {
      below += row.added;
      above = below.transpose();
    }
    for (int c = 0; c < 3; ++c)
      for (int r = diagonal ? c : 0; r < 3; ++r) {
        const int at = place.of_column[static_cast<std::size_t>(c)] + r;
        lower_->values()[at] = below(r, c);
        upper_->values()[at] = above(r, c);
      }
  }
  return sparse_->factor(*lower_, *upper_);
}

void FramedSystem::solve_by_factors(Eigen::VectorXd& b) const {
  if (rows_->dense()) {
    b = full_.solve(b).eval();
  } else {
    sparse_->solve(b);
  }
}

Eigen::VectorXd FramedSystem::solve(const std::vector<Frame>& frames, const Eigen::VectorXd& right) const {
  Eigen::VectorXd x = right, framed(right.size()), product;
  solve_by_factors(x);
  for (int i = 0; i < rows_->n_contacts(); ++i)
    framed.segment<3>(3 * i) = frames[static_cast<std::size_t>(i)].right * x.segment<3>(3 * i);
  rows_->apply(framed, product);
  Eigen::VectorXd rest(right.size());
  for (int i = 0; i < rows_->n_contacts(); ++i) {
    const Frame& frame = frames[static_cast<std::size_t>(i)];
    rest.segment<3>(3 * i) =
        right.segment<3>(3 * i) - frame.left * product.segment<3>(3 * i) - frame.added * x.segment<3>(3 * i);
  }
  solve_by_factors(rest);
  return x + rest;
}

}  // namespace plumb
