#pragma once

#include <string>
#include <vector>

#include <plumb/io/bytes.h>
#include <plumb/io/frame_spool.h>

namespace plumb {

/// A run as one HTML page that needs nothing else: the curves and surfaces in 3D, coloured by an array, and the
/// observables over time, each frame with its own mesh, with the solids around and the forces of contacts as arrows. One frame is a still picture with a table. Positions and arrays
/// have the precision of float32, the rest is exact. The warnings stand above. There must be a frame.
void write_playback_page(const std::string& title, const FrameSpool& frames, const std::vector<std::string>& warnings,
                         const Sink& out);

}  // namespace plumb
