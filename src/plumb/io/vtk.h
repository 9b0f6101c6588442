#pragma once

// VTK's XML files, which ParaView opens.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <plumb/geometry/shape.h>

namespace plumb {

/// A shape as PolyData (.vtp): a polyline per curve with its radius [m], the triangles of the surfaces with their
/// thickness [m], point arrays named "curvature [1/m]". Numbers are float64 and int64, little-endian, in base64 after
/// their size in bytes as UInt64.
std::string vtp(const Shape& shape);

/// The collection (.pvd) that gives files their times, s. Names are relative to the collection's folder.
std::string pvd(const std::vector<std::pair<double, std::string>>& files);

/// "hang.pvd" and beside it "hang/00000.vtp" and so on; the collection comes last, so that it names no missing file.
void write_vtk(const std::filesystem::path& collection, const std::vector<Frame>& frames);

}  // namespace plumb
