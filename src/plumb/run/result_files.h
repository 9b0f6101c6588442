#pragma once

// The files of a run that people look at. They are made from its frames and can be made again from its states.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <plumb/io/frame_spool.h>
#include <plumb/io/vtk.h>

namespace plumb {

/// Grows with the run, in memory that does not: frames.csv, run.pvd and run/ by every frame, and where there are such
/// things contacts.pvd, contacts/, obstacles.pvd and obstacles/; index.html, curves.csv and
/// surfaces.csv, which are written as a whole, whenever the number of frames has doubled; run.npz at the end. Each file
/// is whole at every moment.
class ResultFiles {
 public:
  ResultFiles(std::filesystem::path dir, std::string title);

  /// `warnings`: of the run so far. A frame that an earlier run has found already (`known`) leaves the files alone that
  /// are written as a whole.
  void add(Frame frame, const std::vector<std::string>& warnings, bool known);
  /// Writes everything, with the warnings at the end. There must be a frame.
  void finish(const std::vector<std::string>& warnings);

  const Frame& last() const { return last_; }
  std::size_t n_frames() const { return frames_.n_frames(); }
  std::filesystem::path page() const { return dir_ / "index.html"; }

 private:
  void write_whole_files(const std::vector<std::string>& warnings) const;

  std::filesystem::path dir_;
  std::string title_;
  FrameSpool frames_;
  std::optional<GrowingText> table_;
  std::optional<VtkSeries> vtk_, contacts_, obstacles_;
  Frame last_;
};

}  // namespace plumb
