#pragma once

// VTK's XML files, which ParaView opens.

#include <filesystem>
#include <string>
#include <vector>

#include <plumb/core/disk.h>
#include <plumb/geometry/shape.h>

namespace plumb {

/// A shape as PolyData (.vtp): a polyline per curve with its radius [m], the triangles of the surfaces with their
/// thickness [m], point arrays named "curvature [1/m]". Numbers are float64 and int64, little-endian, in base64 after
/// their size in bytes as UInt64.
std::string vtp(const Shape& shape);

/// The contacts as PolyData: a vertex at each place, with "force [N]" on side a, "normal", "gap [m]", "sticks" (1 or 0)
/// and "sides", which two touch, counted over curves, surfaces and solids.
std::string contacts_vtp(const std::vector<ContactMark>& contacts);

/// The solids of a frame as PolyData, where they are now. A plane is a square that is larger than the frame's shape.
std::string solids_vtp(const Frame& frame);

/// A run as "hang.pvd", which gives files their times, s, and beside it "hang/00000.vtp" and so on. The collection is
/// whole after every frame and names no missing file.
class VtkSeries {
 public:
  explicit VtkSeries(std::filesystem::path collection);
  void add(const Frame& frame) { add(frame.time, vtp(frame.shape)); }
  void add(double time, const std::string& file);
  /// On the disk when it returns.
  void sync() { collection_.sync(); }

 private:
  std::filesystem::path folder_;
  GrowingText collection_;
  int n_frames_ = 0;
};

}  // namespace plumb
