#pragma once

// How often a process waits for the disk. A kill takes nothing from what the system was given; a power failure takes what
// the disk does not have yet. To wait until it has costs some milliseconds each time, of which a run of cheap frames would
// spend most of its own. So waiting is paced: some files are waited for, and the others reach the disk with the next of
// these, half a second later or when twenty times as long has passed as waiting took.

#include <filesystem>
#include <functional>
#include <mutex>
#include <set>

namespace plumb {

class DiskPace {
 public:
  /// `clock` tells seconds, `wait` waits for everything on the file system of a folder, and throws where that fails.
  DiskPace(std::function<double()> clock, std::function<void(const std::filesystem::path&)> wait);

  /// From here on every file is waited for.
  void wait_always();

  /// One file that is written. Where it is waited for, what was postponed before is waited for at its end.
  class Turn {
   public:
    Turn(DiskPace& pace, const std::filesystem::path& file);
    /// Is this file waited for? If not, it is postponed.
    bool waits() const { return waits_; }
    /// To be called when the file is on the disk.
    void done();

   private:
    DiskPace& pace_;
    bool waits_;
    double begin_ = 0;
  };

  /// Waits for all that was postponed.
  void catch_up();

 private:
  std::function<double()> clock_;
  std::function<void(const std::filesystem::path&)> wait_;
  std::mutex mutex_;
  bool always_ = false;
  double next_ = 0;                            ///< when the next file is waited for
  std::set<std::filesystem::path> postponed_;  ///< folders
};

/// That of this process, on its clock and disk (core/disk.cpp).
DiskPace& disk_pace();

}  // namespace plumb
