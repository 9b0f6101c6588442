#pragma once

#include <chrono>
#include <cstdio>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace plumb {

/// "  42 %  [#########               ]  118/281  0:03 left  discrete-elastic-rod cantilever", cut to `width` columns.
/// Without an estimate of what is left, what is ahead is taken to cost what the past did.
std::string progress_line(int done, int total, double elapsed_seconds, const std::string& what, int width,
                          std::optional<double> seconds_left = std::nullopt);

/// How far a long job is, on a stream for people: one line drawn over and over on a terminal; elsewhere (a file, a
/// pipe) a plain line at each tenth of the way. Any thread may report.
class Progress {
 public:
  enum class Style { terminal, plain, silent };
  using Clock = std::function<double()>;  ///< seconds

  Progress(std::FILE* out, Style style, Clock clock = steady_seconds);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `seconds_left` is the estimate of who knows better than from the past rate.
  void report(int done, int total, const std::string& what, std::optional<double> seconds_left = std::nullopt);
  /// Removes the drawn line, so that what follows begins on a clean one.
  void clear();

  static double steady_seconds();
  /// `terminal` where the stream is one.
  static Style style_of(std::FILE* out);

 private:
  /// A stream that takes nothing ends no job.
  void say(const std::string& words);

  std::FILE* out_;
  Style style_;
  Clock clock_;
  double start_;
  double last_drawn_ = -1;
  int last_tenth_ = 0;
  bool drawn_ = false;
  std::mutex mutex_;
};

}  // namespace plumb
