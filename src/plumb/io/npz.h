#pragma once

// NumPy's archives: numpy.load("run.npz")["positions"].

#include <cstdint>
#include <functional>
#include <span>
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
  /// Numbers that come in pieces: `each` calls `take` with them.
  template <class Number>
  struct Pieces {
    using Take = std::function<void(std::span<const Number>)>;
    std::size_t n = 0;
    std::function<void(const Take& take)> each;
  };
  using Integers = Pieces<std::int64_t>;
  using Doubles = Pieces<double>;
  std::string name;
  std::vector<std::size_t> shape;  ///< the last index runs fastest
  std::variant<std::vector<double>, std::vector<std::int64_t>, Spooled, Integers, Doubles> values;
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
///
/// Where a mesh changes in the run, frames have as many points as they have, one frame behind the other: "positions"
/// (N, 3) and point arrays (N) or (N, k), where those of frame f are the rows from "point_offsets" (F + 1) at f to that
/// at f + 1. "curves" (F, C, 2) and "surfaces" (F, S, 4) tell every frame's own, with points counted within the frame
/// and triangles among all rows of "triangles" (T, 3), where each mesh stands once; its corners are counted within the
/// frame.
///
/// With O solids: "poses" (F, O, 3, 3), of each its position, tangent and director. If the run knows contact, with K
/// contacts in all frames together: "contact_offsets" (F + 1), whose entries f and f + 1 enclose the rows of frame f in
/// "contact_places" and "contact_normals" (K, 3), "contact_forces [N]" (K, 3), "contact_gaps [m]" (K), "contact_sticks"
/// (K), 1 or 0, and "contact_sides" (K, 2), the two that touch, counted over curves, surfaces and solids.
std::vector<NpyArray> npz_arrays(const FrameSpool& frames);

}  // namespace plumb
