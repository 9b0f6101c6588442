#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <Eigen/Core>

#include <plumb/linalg/symmetric.h>
#include <plumb/mechanics/energy.h>
#include <plumb/mechanics/layout.h>

namespace plumb {

/// A potential evaluated: its value and its derivatives on the free unknowns.
struct Potential {
  double value = 0;           ///< J
  Eigen::VectorXd gradient;   ///< minus the force, N (or N m for angles)
  Eigen::VectorXd magnitude;  ///< sum of the absolute values of the contributions to each entry of the gradient
  SymmetricMatrix hessian;

  explicit Potential(const SymmetricPattern& pattern);
};

/// Sums element results into a pattern known beforehand. Every entry receives its contributions in the order of the
/// terms and of their elements, whatever the number of threads: each thread evaluates the elements that touch rows of its
/// own and adds to these rows alone. An element between rows of two threads is evaluated by both.
class Assembly {
 public:
  Assembly(const Layout& layout, std::vector<std::shared_ptr<const Energy>> energies);
  /// On a pattern with room for these terms, and perhaps more.
  Assembly(const Layout& layout, std::vector<std::shared_ptr<const Energy>> energies, SymmetricPattern pattern);

  const SymmetricPattern& pattern() const { return pattern_; }
  /// Fills what is wanted of `out`. A convex Hessian is a sum of convex ones, element by element.
  Status evaluate(const State& state, const Loads& loads, Want want, Potential& out);
  /// The same by Energy::evaluate_after: for Newton's method, on its way.
  Status evaluate_after(const Eigen::VectorXd& step, const State& state, const Loads& loads, Want want, Potential& out);
  /// The same by Energy::evaluate_along: means over a step.
  Status evaluate_along(const Way& way, const Loads& loads, Want want, Potential& out);
  /// out (free unknowns) = rows of the Hessian times v (a vector like q, fixed entries included), without a matrix.
  Status hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, Eigen::VectorXd& out);

 private:
  /// Where sums go; null: not wanted.
  struct Sink {
    double* gradient = nullptr;
    double* magnitude = nullptr;
    double* hessian = nullptr;
  };
  /// What one of several threads does of a term: consecutive chunks of elements, and those behind them that touch rows
  /// which belong to it. A row belongs to the share of the first element that touches it.
  struct Share {
    int first_chunk = 0, end_chunk = 0;
    std::vector<int> beyond;
    Status status = Status::ok;
  };
  struct Term {
    void scatter(ElementBuffer& buffer, int begin, int end, Sink sink) const;
    void scatter_own(int share, ElementBuffer& buffer, int begin, int end, Sink sink) const;
    void make_convex(const Eigen::VectorXd& scale, ElementBuffer& buffer, int begin, int end) const;
    /// Cuts the work into shares for so many threads; into one where it is little, or where too many elements lie
    /// between shares, as in a mesh whose triangles are numbered at random.
    void share_out(int n_threads, int n_free);

    std::shared_ptr<const Energy> energy;
    int stencil = 0;
    std::vector<int> rows;                ///< free row of each element's local unknown, or -1
    std::vector<std::int32_t> positions;  ///< of each packed Hessian entry in the matrix, or -1
    int shared_out_for = 0;               ///< threads
    std::vector<Share> shares;
    std::vector<int> owner;              ///< the share of each row, if there are several
    std::vector<char> between;           ///< of each chunk: does it touch rows of several shares?
    std::vector<ElementBuffer> buffers;  ///< of each share
  };
  static Term prepare(std::shared_ptr<const Energy> energy, const Layout& layout, const SymmetricMatrix& matrix);
  template <class Evaluate>
  Status fill(const Evaluate& evaluate, const Loads& loads, Want want, Potential& out);
  /// Runs `evaluate(energy, begin, end, buffer)` over all chunks of all terms that are not idle, and sums what is not null.
  template <class Evaluate>
  Status run(const Evaluate& evaluate, const Loads& loads, double* value, bool convex, Sink sink);

  SymmetricPattern pattern_;
  Eigen::VectorXd scale_;  ///< of each entry of q
  std::vector<Term> terms_;
  std::vector<double> chunk_values_;
};

}  // namespace plumb
