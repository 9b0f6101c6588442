#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include <plumb/core/disk.h>

namespace plumb {

/// A long list of numbers on the disk instead of in memory: a file without a name, which goes with the object, however
/// the process ends.
class Spool {
 public:
  /// On the disk of this folder.
  explicit Spool(std::filesystem::path dir);

  void append(std::span<const double> numbers);
  std::size_t size() const { return size_; }
  /// Fills `out` with the numbers from the `first` on.
  void read(std::size_t first, std::span<double> out) const;

 private:
  std::filesystem::path dir_;
  Descriptor file_;
  std::size_t size_ = 0;
};

}  // namespace plumb
