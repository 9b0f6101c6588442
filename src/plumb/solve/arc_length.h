#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <Eigen/Core>

#include <plumb/model/linearisation.h>

namespace plumb {

/// Defaults are meant to be left alone; each says what it trades.
struct ArcLengthOptions {
  double update_tolerance = 1e-9;    ///< of the layout's scale: accepted when Newton's next step would be smaller
  double residual_tolerance = 1e-7;  ///< of the largest sum of absolute forces on an unknown
  double first_step = 0.1;           ///< of the way from one load to the other
  double longest_step = 0.1;         ///< of an unknown, in the layout's scale: how coarse the path may be
  int wanted_iterations = 5;         ///< steps become longer below, shorter above
  int max_iterations = 15;           ///< of Newton, before a step is halved
  int max_steps = 2000;              ///< equilibria before giving up
};

/// One equilibrium of a path, stable or not.
struct PathPoint {
  double fraction = 0;     ///< lambda
  int negative_modes = 0;  ///< of the Hessian there: 0 certifies stability
  int iterations = 0;      ///< Hessians assembled and factored to find it
  double update = 0;       ///< as in Outcome (solve/search.h)
  double residual = 0;
  double energy = 0;  ///< J
};

/// Where the load turned back.
struct LimitPoint {
  double fraction = 0;
  State state;
};

struct PathOutcome {
  Status status = Status::ok;
  std::vector<PathPoint> points;   ///< in order; the last is the state
  std::vector<LimitPoint> limits;  ///< passed on the way
  int iterations = 0;              ///< of all points, failed steps included

  const PathPoint& last() const { return points.back(); }
};

/// Told of every equilibrium as it is accepted.
using PathObserver = std::function<void(const State&, const PathPoint&)>;

/// Follows the path of equilibria under the loads from + lambda (to - from), through limit points, where the load turns
/// back, and on along unstable parts. Clamps stay where they are.
///
/// Pseudo-arclength (Riks 1979; Keller 1977): a step goes along the tangent, and Newton's method corrects it in the
/// plane normal to the tangent, with lambda as one more unknown. Both come from one factorisation of the Hessian H:
///   H u = -g,   H v = -dg/dlambda,   dq = u + dlambda v,   tangent.dq = what is missing of the step,
/// which loads, being linear in lambda, make exact (with what is skew in the stiffness: model/skew_correction.h).
/// Lengths count q alone, each entry over the layout's scale. Nothing is refused for being unstable: every point tells
/// its negative modes. Where their number changes between two points without a limit between them, another path
/// branches off, which is not followed.
///
/// All that the path remembers is `State::path`; to begin a new one from an equilibrium under `from`, clear it
/// (`state.path = {}`).
class ArcLength {
 public:
  explicit ArcLength(Model model, ArcLengthOptions options = {});

  /// On to where lambda first is `target`, exactly. On failure the state is the last equilibrium reached.
  PathOutcome advance(State& state, const Loads& from, const Loads& to, double target,
                      const PathObserver& observe = {});
  /// On by a number of steps, wherever they lead.
  PathOutcome advance_steps(State& state, const Loads& from, const Loads& to, int n, const PathObserver& observe = {});
  const Model& model() const { return here_.model(); }

 private:
  /// What Newton's method holds fixed: lambda, or the length gone along the tangent.
  struct Goal {
    bool fixed_load = false;
    double value = 0;
  };
  /// A way from the last point of the path, and where it leads.
  struct Way {
    Eigen::VectorXd gone;  ///< on the free unknowns
    double fraction = 0;
  };

  PathOutcome follow(State& state, double target, int n, const PathObserver& observe);
  void set_loads(const Loads& from, const Loads& to);
  bool begin(State& state, double target, PathOutcome& outcome);
  bool step(State& state, double target, PathOutcome& outcome);
  bool step_of(double length, const State& state, double target, PathOutcome& outcome);
  bool go(const State& from, const Eigen::VectorXd& gone, double fraction);
  bool correct(const Goal& goal, PathOutcome& outcome);
  bool land(const State& from, const Way& begin, const Way& end, double target, PathOutcome& outcome);
  bool find_limit(const State& from, double length, Way& limit, PathOutcome& outcome);
  double find_tangent();
  double product(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const;
  Status evaluate();

  ArcLengthOptions options_;
  Linearisation here_;  ///< at current_
  Assembly external_;   ///< of the terms that are loads
  Potential external_potential_;
  Loads from_, to_, change_, loads_;
  State current_, passed_, limit_;
  PathPoint point_;  ///< of current_
  Way begin_, beyond_, limit_way_;
  Eigen::VectorXd newton_, follow_;  ///< u and v, on the free unknowns
  Eigen::VectorXd tangent_, gone_;   ///< of the last point; the way from it
  Eigen::VectorXd step_, weight_;
};

}  // namespace plumb
