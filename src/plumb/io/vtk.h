#pragma once

// VTK's XML files, which ParaView opens.

#include <filesystem>
#include <string>

#include <plumb/core/disk.h>
#include <plumb/geometry/shape.h>

namespace plumb {

/// A shape as PolyData (.vtp): a polyline per curve with its radius [m], the triangles of the surfaces with their
/// thickness [m], point arrays named "curvature [1/m]". Numbers are float64 and int64, little-endian, in base64 after
/// their size in bytes as UInt64.
std::string vtp(const Shape& shape);

/// A run as "hang.pvd", which gives files their times, s, and beside it "hang/00000.vtp" and so on. The collection is
/// whole after every frame and names no missing file.
class VtkSeries {
 public:
  explicit VtkSeries(std::filesystem::path collection);
  void add(const Frame& frame);
  /// On the disk when it returns.
  void sync() { collection_.sync(); }

 private:
  std::filesystem::path folder_;
  GrowingText collection_;
  int n_frames_ = 0;
};

}  // namespace plumb
