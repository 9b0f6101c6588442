#include <plumb/core/disk_pace.h>

#include <algorithm>
#include <utility>

namespace plumb {
namespace {

constexpr double kLeastPause = 0.5;  // s
constexpr double kPauseOverWait = 20;

}  // namespace

DiskPace::DiskPace(std::function<double()> clock, std::function<void(const std::filesystem::path&)> wait)
    : clock_(std::move(clock)), wait_(std::move(wait)) {}

void DiskPace::wait_always() { always_ = true; }

DiskPace::Turn::Turn(DiskPace& pace, const std::filesystem::path& file) : pace_(pace) {
  const std::lock_guard guard(pace_.mutex_);
  begin_ = pace_.clock_();
  waits_ = pace_.always_ || begin_ >= pace_.next_;
  if (!waits_) pace_.postponed_.insert(file.parent_path());
  // Other threads do not wait at the same time. Where this one's file fails, the next one is waited for all the same.
  if (waits_) pace_.next_ = begin_ + kLeastPause;
}

void DiskPace::Turn::done() {
  if (!waits_) return;
  pace_.catch_up();
  const std::lock_guard guard(pace_.mutex_);
  const double now = pace_.clock_();
  pace_.next_ = now + std::max(kLeastPause, kPauseOverWait * (now - begin_));
}

void DiskPace::catch_up() {
  std::set<std::filesystem::path> folders;
  {
    const std::lock_guard guard(mutex_);
    folders.swap(postponed_);
  }
  for (const std::filesystem::path& folder : folders) wait_(folder);
}

}  // namespace plumb
