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
/// terms and of their elements, whatever the number of threads: alone, by scattering as elements come; in parallel, by
/// evaluating all elements first and then letting each row gather its own.
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
  struct Incidence {
    int element;
    int local;
  };
  struct Term {
    void scatter(ElementBuffer& buffer, int begin, int end, Sink sink) const;
    void gather_row(int row, Sink sink);
    void make_convex(const Eigen::VectorXd& scale, ElementBuffer& buffer, int begin, int end) const;

    std::shared_ptr<const Energy> energy;
    int stencil = 0;
    std::vector<int> rows;                ///< free row of each element's local unknown, or -1
    std::vector<std::int32_t> positions;  ///< of each packed Hessian entry in the matrix, or -1
    std::vector<int> first_incidence;     ///< per free row, into incidences
    std::vector<Incidence> incidences;
    std::vector<ElementBuffer> buffers;  ///< one per chunk when parallel, a single one otherwise
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
