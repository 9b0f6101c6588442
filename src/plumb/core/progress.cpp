#include <plumb/core/progress.h>

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <plumb/core/printable.h>

namespace plumb {
namespace {

std::string duration(double seconds) {
  const long s = std::lround(std::max(seconds, 0.0));
  if (s >= 3600) return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
  return fmt::format("{}:{:02}", s / 60, s % 60);
}

int columns_of(std::FILE* out) {
  winsize size{};
  return ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

std::string progress_line(int done, int total, double elapsed_seconds, const std::string& what, int width,
                          std::optional<double> seconds_left) {
  constexpr int n_marks = 24;
  total = std::max(total, 1);
  done = std::clamp(done, 0, total);
  const int marks = n_marks * done / total;
  // After the first load an estimate from the past rate is worth showing.
  if (!seconds_left && done > 0) seconds_left = elapsed_seconds / done * (total - done);
  const std::string left = seconds_left ? duration(*seconds_left) + " left" : "";
  std::string line =
      fmt::format("{:3} %  [{:{}}]  {}/{}  {}  {}", 100 * done / total,
                  std::string(static_cast<std::size_t>(marks), '#'), n_marks, done, total, left, printable(what));
  if (line.size() > static_cast<std::size_t>(width)) line.resize(static_cast<std::size_t>(width));
  return line;
}

Progress::Progress(std::FILE* out, Style style, Clock clock)
    : out_(out), style_(style), clock_(std::move(clock)), start_(clock_()) {}

Progress::~Progress() { clear(); }

void Progress::report(int done, int total, const std::string& what, std::optional<double> seconds_left) {
  if (style_ == Style::silent) return;
  const std::lock_guard lock(mutex_);
  const double now = clock_();
  if (style_ == Style::terminal) {
    // Ten times a second is enough for the eye, and costs nothing against a fast code.
    if (drawn_ && now - last_drawn_ < 0.1 && done < total) return;
    say("\r\x1b[K" + progress_line(done, total, now - start_, what, columns_of(out_) - 1, seconds_left));
    drawn_ = true;
    last_drawn_ = now;
  } else {
    const int tenth = total > 0 ? 10 * std::min(done, total) / total : 10;
    if (tenth == last_tenth_) return;
    last_tenth_ = tenth;
    say(progress_line(done, total, now - start_, what, 160, seconds_left) + '\n');
  }
}

void Progress::clear() {
  const std::lock_guard lock(mutex_);
  if (!drawn_) return;
  say("\r\x1b[K");
  drawn_ = false;
}

void Progress::say(const std::string& words) {
  std::fputs(words.c_str(), out_);
  std::fflush(out_);
}

double Progress::steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Progress::Style Progress::style_of(std::FILE* out) { return isatty(fileno(out)) == 1 ? Style::terminal : Style::plain; }

}  // namespace plumb
