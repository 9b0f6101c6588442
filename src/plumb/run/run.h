#pragma once

// A scene on disk: its frames, its files, and how it goes on after it was stopped.

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <plumb/geometry/shape.h>
#include <plumb/scene/scene.h>
#include <plumb/scene/simulation.h>

namespace plumb {

/// A scene as it was given: text, name for errors, and keys set from outside.
struct SceneSource {
  std::string text, file_name;
  std::vector<Override> overrides;
  /// Meshes are looked for beside the file.
  Scene read() const;
};

struct RunOptions {
  std::filesystem::path dir;
  bool resume = false;                      ///< take up the frames that are there already
  const std::atomic<bool>* stop = nullptr;  ///< set from outside: end now; the frame under way is not kept
  double time_limit = 0;                    ///< s for each frame, instead of the scene's; zero: the scene's
  std::function<void(int done, int total, const FrameOutcome&)> on_frame{};
};

struct RunOutcome {
  FrameOutcome last;  ///< with the warnings of the whole run, those of resumed frames too
  bool interrupted = false;
  int n_frames = 0;   ///< there now
  int n_resumed = 0;  ///< that were there before
  Frame final;        ///< the last one
  std::filesystem::path page;
};

/// Runs a scene into a folder:
///   scene.toml  states/00000.state ...   what is needed to go on; a frame's state is whole or not there
///   frames.csv  curves.csv  surfaces.csv  run.npz  run.pvd  run/00000.vtp ...  index.html   written at the end,
///   however it comes
/// Without `resume` what an earlier run left there is removed first.
RunOutcome run(const SceneSource& source, const RunOptions& options);

}  // namespace plumb
