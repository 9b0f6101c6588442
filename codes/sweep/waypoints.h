#pragma once

#include <string>
#include <vector>

#include <plumb/mechanics/state.h>

namespace codes {

/// States to start from again: a sweep keeps those on both sides of every change of its answer, so that whoever
/// bisects the change later begins next to it and not at the end of the sweep.
class Waypoints {
 public:
  /// Takes in the state at the load `at`, and on which side of the frontier it is.
  void pass(double at, bool beyond, const plumb::State& state);
  /// Returns the state, passed last or kept, that lies nearest to `at` (on a logarithmic scale); null if there is none.
  const plumb::State* nearest(double at) const;
  /// The same among those beyond the frontier.
  const plumb::State* nearest_beyond(double at) const;

  std::string save() const;
  static Waypoints load(const std::string& bytes);

 private:
  struct Waypoint {
    double at = 0;
    bool beyond = false;
    plumb::State state;
  };
  template <class Fits>
  const plumb::State* nearest_of(double at, const Fits& fits) const;

  std::vector<Waypoint> kept_;  ///< the last one is the state passed last; it stays only if the answer changes there
  bool last_stays_ = false;
};

}  // namespace codes
