#pragma once

// How long a run will take, from the steps that it has taken. A rung costs a multiple of the one before, and its time is
// spread over its loads as that one's was: the heavy loads come last in both.

#include <functional>
#include <optional>
#include <vector>

#include <judge/run/runner.h>

namespace judge {

class Forecast {
 public:
  using Clock = std::function<double()>;  ///< seconds

  explicit Forecast(Clock clock);

  /// Returns how many seconds are left up to the end of `step.last_rung`; nothing while there is nothing to go by.
  std::optional<double> left(const Step& step);

 private:
  struct Moment {
    double share = 0;    ///< of the loads that were to be computed
    double seconds = 0;  ///< since the rung began
  };
  void begin(const Step& step, double now);
  /// Returns the share of its time that the rung before had taken when this share of its loads was done.
  double share_of_time(double share) const;

  Clock clock_;
  double start_, last_ = 0;
  double to_start_ = 0;  ///< s from the end of a rung to the first load of the next
  bool begun_ = false;   ///< has a load of this rung been computed?
  std::optional<int> rung_;
  int n_resumed_ = 0;
  std::vector<Moment> here_, before_;
  std::optional<double> growth_;
};

}  // namespace judge
