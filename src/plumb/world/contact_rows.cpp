#include <plumb/world/contact_rows.h>

#include <algorithm>

#include <plumb/geometry/frame.h>

namespace plumb {
namespace {

using Eigen::Matrix3Xd, Eigen::MatrixXd, Eigen::Vector3d, Eigen::VectorXd;

/// Adds `sign` times the motion of a point of a body to the columns of that body's part.
void add_point(const BodyPoint& point, double sign, const Eigen::Matrix3d& frame, const BodyNow& now,
               ContactRow::Part& part) {
  const Layout& layout = now.model->layout;
  for (int i = 0; i < point.n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const std::span<const int> stencil = now.model->embedding->stencil(point.points[at]);
    Matrix3Xd jacobian(3, static_cast<Eigen::Index>(stencil.size()));
    now.model->embedding->jacobian(*now.q, now.clamps, point.points[at], jacobian);
    const Matrix3Xd turned = sign * point.weights[at] * (frame.transpose() * jacobian);
    for (std::size_t k = 0; k < stencil.size(); ++k) {
      const int row = layout.free_index[static_cast<std::size_t>(stencil[k])];
      if (row < 0) continue;
      const auto found = std::find(part.rows.begin(), part.rows.end(), row);
      const auto column = found - part.rows.begin();
      if (found == part.rows.end()) {
        part.rows.push_back(row);
        part.columns.conservativeResize(3, column + 1);
        part.columns.col(column).setZero();
      }
      part.columns.col(column) += turned.col(static_cast<Eigen::Index>(k));
    }
  }
}

void add_curvature(const BodyPoint& point, const Vector3d& force, const BodyNow& now, SymmetricMatrix& matrix) {
  const Layout& layout = now.model->layout;
  for (int i = 0; i < point.n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const std::span<const int> stencil = now.model->embedding->stencil(point.points[at]);
    MatrixXd bent(stencil.size(), stencil.size());
    now.model->embedding->curvature(*now.q, now.clamps, point.points[at], point.weights[at] * force, bent);
    for (std::size_t k = 0; k < stencil.size(); ++k) {
      for (std::size_t l = 0; l <= k; ++l) {
        const int row = layout.free_index[static_cast<std::size_t>(stencil[k])];
        const int column = layout.free_index[static_cast<std::size_t>(stencil[l])];
        if (row < 0 || column < 0) continue;
        matrix.values()[matrix.position(std::max(row, column), std::min(row, column))] -=
            bent(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(l));
      }
    }
  }
}

/// Adds r_n g g^T / phi_ww of an edge on a round solid.
void add_rolling(const Contact& contact, const Vector3d& force, const BodyNow& now, SymmetricMatrix& matrix) {
  constexpr double kFlat = 1e-6;
  if (contact.a.n != 2 || contact.turn.isZero(0)) return;
  std::array<Vector3d, 2> x;
  const auto all = now.model->embedding->points_at(*now.q, now.clamps);
  for (std::size_t i = 0; i < 2; ++i) x[i] = all[static_cast<std::size_t>(contact.a.points[i])];
  const Vector3d along = x[1] - x[0];
  const double curved = along.dot(contact.turn), pressed = force.dot(contact.normal);
  if (!(curved > kFlat * along.norm()) || !(pressed > 0)) return;
  std::vector<int> rows;
  std::vector<double> g;
  for (std::size_t i = 0; i < 2; ++i) {
    const Vector3d share = (i == 0 ? -1.0 : 1.0) * contact.normal + contact.a.weights[i] * contact.turn;
    const std::span<const int> stencil = now.model->embedding->stencil(contact.a.points[i]);
    Matrix3Xd jacobian(3, static_cast<Eigen::Index>(stencil.size()));
    now.model->embedding->jacobian(*now.q, now.clamps, contact.a.points[i], jacobian);
    for (std::size_t k = 0; k < stencil.size(); ++k) {
      const int row = now.model->layout.free_index[static_cast<std::size_t>(stencil[k])];
      if (row < 0) continue;
      const auto found = std::find(rows.begin(), rows.end(), row);
      const double value = share.dot(jacobian.col(static_cast<Eigen::Index>(k)));
      if (found == rows.end()) {
        rows.push_back(row);
        g.push_back(value);
      } else {
        g[static_cast<std::size_t>(found - rows.begin())] += value;
      }
    }
  }
  for (std::size_t k = 0; k < rows.size(); ++k) {
    for (std::size_t l = 0; l < rows.size(); ++l) {
      if (rows[l] > rows[k]) continue;
      matrix.values()[matrix.position(rows[k], rows[l])] += pressed / curved * g[k] * g[l];
    }
  }
}

/// Returns what of a contact moves with a body; null: nothing.
const ContactRow::Part* part_of(const ContactRow& row, int body) {
  const ContactRow::Part& part = row.parts[0].body == body && !row.parts[0].rows.empty() ? row.parts[0] : row.parts[1];
  return part.body == body ? &part : nullptr;
}

/// Has J of a body so few entries that a product of full matrices would cost more than all else of a step?
bool is_sparse(std::span<const ContactRow> rows, const std::vector<int>& contacts, int body, int n_free) {
  constexpr std::size_t kFew = 32;
  std::size_t most = 0;
  for (const int c : contacts) {
    if (const ContactRow::Part* part = part_of(rows[static_cast<std::size_t>(c)], body)) {
      most = std::max(most, part->rows.size());
    }
  }
  return kFew * most < static_cast<std::size_t>(n_free);
}

}  // namespace

Eigen::Matrix3d contact_frame(const Vector3d& normal) {
  const Vector3d tangent = any_perpendicular(normal);
  Eigen::Matrix3d frame;
  frame << normal, tangent, normal.cross(tangent);
  return frame;
}

ContactRow linearise(const Contact& contact, std::span<const BodyNow> bodies) {
  ContactRow row;
  row.frame = contact_frame(contact.normal);
  row.parts[0].body = contact.a.body;
  add_point(contact.a, 1, row.frame, bodies[static_cast<std::size_t>(contact.a.body)], row.parts[0]);
  if (contact.with_obstacle()) return row;
  const bool itself = contact.b.body == contact.a.body;
  ContactRow::Part& other = row.parts[itself ? 0 : 1];
  other.body = contact.b.body;
  add_point(contact.b, -1, row.frame, bodies[static_cast<std::size_t>(contact.b.body)], other);
  return row;
}

void add_curvature(const Contact& contact, const Vector3d& force, int body, const BodyNow& now,
                   SymmetricMatrix& matrix) {
  if (contact.a.body == body) add_rolling(contact, force, now, matrix);
  if (now.model->embedding->linear()) return;
  if (contact.a.body == body) add_curvature(contact.a, force, now, matrix);
  if (!contact.with_obstacle() && contact.b.body == body) add_curvature(contact.b, -force, now, matrix);
}

VectorXd BodyDelassus::PerBody::own(const VectorXd& r) const {
  VectorXd mine(3 * static_cast<Eigen::Index>(contacts.size()));
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    mine.segment<3>(3 * static_cast<Eigen::Index>(k)) = r.segment<3>(3 * contacts[k]);
  }
  return mine;
}

BodyDelassus::BodyDelassus(std::span<const ContactRow> rows, std::span<const int> n_free, const Solve& solve)
    : bodies_(n_free.size()), neighbours_(rows.size()), blocks_(rows.size()) {
  std::vector<std::array<int, 2>> bodies_of(rows.size());
  for (std::size_t c = 0; c < rows.size(); ++c) {
    bodies_of[c] = {-1, -1};
    for (std::size_t side = 0; side < 2; ++side) {
      const ContactRow::Part& part = rows[c].parts[side];
      if (side == 1 && part.rows.empty()) continue;
      bodies_of[c][side] = part.body;
      bodies_[static_cast<std::size_t>(part.body)].contacts.push_back(static_cast<int>(c));
    }
  }
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    PerBody& body = bodies_[b];
    if (body.contacts.empty()) continue;
    const auto n_columns = 3 * static_cast<Eigen::Index>(body.contacts.size());
    body.jacobian_t.setZero(n_free[b], n_columns);
    for (std::size_t k = 0; k < body.contacts.size(); ++k) {
      const ContactRow::Part* part = part_of(rows[static_cast<std::size_t>(body.contacts[k])], static_cast<int>(b));
      if (part == nullptr) continue;
      for (std::size_t i = 0; i < part->rows.size(); ++i) {
        body.jacobian_t.block<1, 3>(part->rows[i], 3 * static_cast<Eigen::Index>(k)) =
            part->columns.col(static_cast<Eigen::Index>(i)).transpose();
      }
    }
    body.compliance = body.jacobian_t;
    solve(static_cast<int>(b), body.compliance);
    if (is_sparse(rows, body.contacts, static_cast<int>(b), n_free[b])) {
      body.w.setZero(n_columns, n_columns);
      for (std::size_t k = 0; k < body.contacts.size(); ++k) {
        const ContactRow::Part* part = part_of(rows[static_cast<std::size_t>(body.contacts[k])], static_cast<int>(b));
        if (part == nullptr) continue;
        auto of_contact = body.w.middleRows<3>(3 * static_cast<Eigen::Index>(k));
        for (std::size_t i = 0; i < part->rows.size(); ++i) {
          of_contact += part->columns.col(static_cast<Eigen::Index>(i)) * body.compliance.row(part->rows[i]);
        }
      }
    } else {
      body.w.noalias() = body.jacobian_t.transpose() * body.compliance;
    }
    body.w = 0.5 * (body.w + body.w.transpose()).eval();
  }
  find_neighbours(bodies_of);
  sum_blocks();
}

void BodyDelassus::find_neighbours(const std::vector<std::array<int, 2>>& bodies_of) {
  for (std::size_t c = 0; c < bodies_of.size(); ++c) {
    for (const int b : bodies_of[c]) {
      if (b < 0) continue;
      const auto& theirs = bodies_[static_cast<std::size_t>(b)].contacts;
      neighbours_[c].insert(neighbours_[c].end(), theirs.begin(), theirs.end());
    }
    std::sort(neighbours_[c].begin(), neighbours_[c].end());
    neighbours_[c].erase(std::unique(neighbours_[c].begin(), neighbours_[c].end()), neighbours_[c].end());
    blocks_[c].assign(neighbours_[c].size(), Eigen::Matrix3d::Zero());
  }
}

void BodyDelassus::sum_blocks() {
  for (const PerBody& body : bodies_) {
    for (std::size_t k = 0; k < body.contacts.size(); ++k) {
      const auto c = static_cast<std::size_t>(body.contacts[k]);
      std::size_t place = 0;  // both lists ascend
      for (std::size_t l = 0; l < body.contacts.size(); ++l) {
        while (neighbours_[c][place] != body.contacts[l]) ++place;
        blocks_[c][place] += body.w.block<3, 3>(3 * static_cast<Eigen::Index>(k), 3 * static_cast<Eigen::Index>(l));
      }
    }
  }
}

Eigen::Matrix3d BodyDelassus::block(int i, int j) const {
  const std::vector<int>& near = neighbours(i);
  const auto found = std::lower_bound(near.begin(), near.end(), j);
  if (found == near.end() || *found != j) return Eigen::Matrix3d::Zero();
  return blocks_[static_cast<std::size_t>(i)][static_cast<std::size_t>(found - near.begin())];
}

void BodyDelassus::apply(const VectorXd& r, VectorXd& u) const {
  u.setZero(3 * n_contacts());
  for (const PerBody& body : bodies_) {
    if (body.contacts.empty()) continue;
    const VectorXd moved = body.w * body.own(r);
    for (std::size_t k = 0; k < body.contacts.size(); ++k) {
      u.segment<3>(3 * body.contacts[k]) += moved.segment<3>(3 * static_cast<Eigen::Index>(k));
    }
  }
}

void BodyDelassus::add_motion(int b, const VectorXd& step, VectorXd& u) const {
  const PerBody& body = bodies_[static_cast<std::size_t>(b)];
  if (body.contacts.empty()) return;
  const VectorXd moved = body.jacobian_t.transpose() * step;
  for (std::size_t k = 0; k < body.contacts.size(); ++k) {
    u.segment<3>(3 * body.contacts[k]) += moved.segment<3>(3 * static_cast<Eigen::Index>(k));
  }
}

VectorXd BodyDelassus::forces(int b, const VectorXd& r) const {
  const PerBody& body = bodies_[static_cast<std::size_t>(b)];
  if (body.contacts.empty()) return {};
  return body.jacobian_t * body.own(r);
}

VectorXd BodyDelassus::response(int b, const VectorXd& r) const {
  const PerBody& body = bodies_[static_cast<std::size_t>(b)];
  if (body.contacts.empty()) return {};
  return body.compliance * body.own(r);
}

}  // namespace plumb
