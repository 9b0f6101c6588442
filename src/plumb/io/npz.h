#pragma once

// NumPy's archives: numpy.load("run.npz")["positions"].

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <plumb/io/bytes.h>
#include <plumb/io/frame_spool.h>

namespace plumb {

struct NpyArray {
  /// The numbers of a quantity in all frames. The frames outlive the array.
  struct Spooled {
    const FrameSpool* frames = nullptr;
    FrameSpool::Quantity quantity;
  };
  std::string name;
  std::vector<std::size_t> shape;  ///< the last index runs fastest
  std::variant<std::vector<double>, std::vector<std::int64_t>, Spooled> values;
};

/// Writes an array as a file of NumPy's format 1.0: '<f8' or '<i8'.
void write_npy(const NpyArray& array, const Sink& out);

/// Writes a zip file of "name.npy", not compressed, the same bytes for the same arrays. Throws UserError, before
/// anything is written, above zip's 4 GiB.
void write_npz(const std::vector<NpyArray>& arrays, const Sink& out);

/// With F frames, P points, C curves, S surfaces and T triangles: "times" (F) in s, "positions" (F, P, 3), "radii" (C)
/// and "thicknesses" (S) in m, "curves" (C, 2) with the first point and the number of points, "triangles" (T, 3) with
/// points counted among all, "surfaces" (S, 4) with the first point, the number of points, the first triangle and the
/// number of triangles; each point array (F, P) or (F, P, k) and each observable (F) under names like
/// "curvature [1/m]". A name that is taken already is followed by " (2)".
std::vector<NpyArray> npz_arrays(const FrameSpool& frames);

}  // namespace plumb
