#pragma once

// A run of two curves with numbers whose bits show any loss: thirds, tiny and huge ones, a negative zero.

#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <plumb/geometry/shape.h>
#include <plumb/io/frame_spool.h>

namespace plumb {

inline Frame sample_frame(int k) {
  Frame frame;
  frame.time = k / 3.0;
  for (int i = 0; i < 5; ++i) frame.shape.points.push_back({i / 7.0, std::sin(k + i), -1e-5 * i * k});
  frame.shape.curves = {{"left", 0, 3, 0.01}, {"right", 3, 2, 0.02}};
  frame.shape.arrays = {{"curvature", "1/m", 1, {1.0 / 3, 1e-300, 1e300, -0.0, 5e-324 * k}},
                        {"force", "N", 3, {}},
                        {"a<b & \"c\"", "", 2, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}};
  for (int i = 0; i < 15; ++i) frame.shape.arrays[1].values.push_back(0.1 * i + k);
  frame.observables = {{"tip z", "m", -0.1 * k}, {"energy, total", "J", 1e22 / (k + 3)}, {"turns", "", 2.0}};
  return frame;
}

/// The first frame with a plane and a triangle around, and k contacts.
inline Frame sample_frame_with_contacts(int k) {
  Frame frame = sample_frame(k);
  const auto plane = std::make_shared<const Solid::Outline>(Solid::Outline{"ground"});
  const auto flag =
      std::make_shared<const Solid::Outline>(Solid::Outline{"flag", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}});
  Pose moved;
  moved.position = {0, 0.5 * k, 1.0 / 3};
  frame.solids = {{plane}, {flag, moved}};
  frame.contacts.emplace();
  for (int i = 0; i < k; ++i) {
    frame.contacts->push_back(
        {{i / 3.0, 0.0, 1.0 * k}, {0, 0, 1}, {0.25, 0, 1.0 + i}, -1e-9 * i, i % 2 == 0, i % 2, 2 + i % 2});
  }
  return frame;
}

/// The same points as a curve of one point and a surface of two triangles.
inline Frame sample_frame_with_surface(int k) {
  Frame frame = sample_frame(k);
  frame.shape.curves = {{"rod", 0, 1, 0.01}};
  frame.shape.surfaces = {{"plate", 1, 4, 0.03, {{0, 1, 2}, {2, 1, 3}}}};
  return frame;
}

/// The surface with another point in its middle, and the rod behind it.
inline Frame sample_frame_with_changed_surface(int k) {
  Frame frame = sample_frame_with_surface(k);
  frame.shape.points.push_back({k + 0.25, -1.0 / 3, 7});
  for (PointArray& array : frame.shape.arrays) {
    for (int c = 0; c < array.n_components; ++c) array.values.push_back(c + 1.0 / (k + 3));
  }
  frame.shape.curves[0].first = 5;
  frame.shape.surfaces[0].first = 0;
  frame.shape.surfaces[0].n_points = 5;
  frame.shape.surfaces[0].triangles = {{0, 1, 4}, {1, 3, 4}, {3, 2, 4}, {2, 0, 4}};
  return frame;
}

inline std::vector<Frame> sample_run(int n_frames) {
  std::vector<Frame> frames;
  for (int k = 0; k < n_frames; ++k) frames.push_back(sample_frame(k));
  return frames;
}

inline FrameSpool spooled(const std::vector<Frame>& frames) {
  FrameSpool spool;
  for (const Frame& frame : frames) spool.add(frame);
  return spool;
}

/// What a writer sends to its sink.
template <class Write>
std::string collected(const Write& write) {
  std::string all;
  write([&](std::string_view bytes) { all += bytes; });
  return all;
}

}  // namespace plumb
