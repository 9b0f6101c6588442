#pragma once

// Warnings on the terminal: at once, and again after the table of a run that was long or has become worse.

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <plumb/core/progress.h>
#include <plumb/scene/bodies/warning.h>

class WarningTeller {
 public:
  explicit WarningTeller(plumb::Progress& progress) : progress_(progress) {}

  /// Tells those of the run so far that are new.
  void tell(const std::vector<plumb::Warning>& so_far) {
    for (const plumb::Warning& warning : so_far) {
      const auto same = [&](const plumb::Warning& t) { return t.kind == warning.kind && t.body == warning.body; };
      if (std::any_of(told_.begin(), told_.end(), same)) continue;
      progress_.clear();
      print(warning);
      told_.push_back(warning);
    }
  }

  void tell_again(const std::vector<plumb::Warning>& all) {
    constexpr double kLong = 10;  // seconds: what was told then has been forgotten, or has scrolled away
    tell(all);
    const bool was_long = plumb::Progress::steady_seconds() - start_ > kLong;
    for (const plumb::Warning& warning : all) {
      const auto same = [&](const plumb::Warning& t) { return plumb::text(t) == plumb::text(warning); };
      if (was_long || std::none_of(told_.begin(), told_.end(), same)) print(warning);
    }
  }

 private:
  static void print(const plumb::Warning& warning) { fmt::print(stderr, "plumb: warning: {}\n", plumb::text(warning)); }

  plumb::Progress& progress_;
  double start_ = plumb::Progress::steady_seconds();
  std::vector<plumb::Warning> told_;
};
