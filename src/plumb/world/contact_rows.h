#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include <plumb/contact/detect/contact.h>
#include <plumb/contact/friction/problem.h>
#include <plumb/linalg/symmetric.h>
#include <plumb/model/model.h>

namespace plumb {

/// A body where contact looks at it: a trial point of a step, or of an equilibrium.
struct BodyNow {
  const Model* model = nullptr;
  const Eigen::VectorXd* q = nullptr;
  std::span<const Pose> clamps;
};

/// One contact to first order: how far its sides move apart, in its own frame, by a step of the bodies' free unknowns.
struct ContactRow {
  /// What one body does: column k belongs to its free unknown rows[k].
  struct Part {
    int body = 0;
    std::vector<int> rows;
    Eigen::Matrix3Xd columns;
  };
  Eigen::Matrix3d frame;      ///< columns: the normal from b to a, two tangents
  std::array<Part, 2> parts;  ///< the second one is empty if the other side is an obstacle or the same body
};

/// Returns the frame of a contact with this normal, the same for the same normal.
Eigen::Matrix3d contact_frame(const Eigen::Vector3d& normal);

ContactRow linearise(const Contact& contact, std::span<const BodyNow> bodies);

/// Adds what a force on a contact's points does to the matrix of one body to second order; `force` acts on side a, in
/// space, N.
/// - -r . d2x/dq2: points do not move straight when q does.
/// - The place on an edge, w, at which the distance phi to a solid is least, goes along the edge as the edge turns: the
///   gap has the second derivative -g g^T / phi_ww, g = d phi_w/dq, phi_w = n . (x1 - x0).
void add_curvature(const Contact& contact, const Eigen::Vector3d& force, int body, const BodyNow& now,
                   SymmetricMatrix& matrix);

/// W = sum over bodies of J A^-1 J^T, with a dense part for each body on its own contacts.
class BodyDelassus final : public Delassus {
 public:
  /// Solves in place with the matrix A of a body, for every column.
  using Solve = std::function<void(int body, Eigen::Ref<Eigen::MatrixXd>)>;
  /// n_free[i]: how many free unknowns body i has.
  BodyDelassus(std::span<const ContactRow> rows, std::span<const int> n_free, const Solve& solve);

  int n_contacts() const override { return static_cast<int>(neighbours_.size()); }
  Eigen::Matrix3d block(int i, int j) const override;
  const std::vector<int>& neighbours(int i) const override { return neighbours_[static_cast<std::size_t>(i)]; }
  void apply(const Eigen::VectorXd& r, Eigen::VectorXd& u) const override;

  /// u += J d for a step d of one body's free unknowns.
  void add_motion(int body, const Eigen::VectorXd& step, Eigen::VectorXd& u) const;
  /// Returns J^T r on one body's free unknowns; empty if it takes part in no contact.
  Eigen::VectorXd forces(int body, const Eigen::VectorXd& r) const;
  /// Returns A^-1 J^T r of one body; empty if it takes part in no contact.
  Eigen::VectorXd response(int body, const Eigen::VectorXd& r) const;

 private:
  struct PerBody {
    std::vector<int> contacts;   ///< ascending
    Eigen::MatrixXd jacobian_t;  ///< J^T: three columns a contact
    Eigen::MatrixXd compliance;  ///< A^-1 J^T
    Eigen::MatrixXd w;           ///< J A^-1 J^T
    Eigen::VectorXd own(const Eigen::VectorXd& r) const;
  };
  void find_neighbours(const std::vector<std::array<int, 2>>& bodies_of);
  void sum_blocks();

  std::vector<PerBody> bodies_;
  std::vector<std::vector<int>> neighbours_;
  std::vector<std::vector<Eigen::Matrix3d>> blocks_;  ///< of W, beside the neighbours
};

}  // namespace plumb
