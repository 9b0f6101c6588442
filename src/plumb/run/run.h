#pragma once

// A scene on disk: its frames, its files, and how it goes on after it was stopped.

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <plumb/core/program.h>
#include <plumb/core/run_folder.h>
#include <plumb/geometry/shape.h>
#include <plumb/scene/read_scene.h>
#include <plumb/scene/simulation/simulation.h>

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
  bool resume = false;                      ///< go on with the run that is there
  bool overwrite = false;                   ///< replace the run that is there; without either it is kept, and refused
  const std::atomic<bool>* stop = nullptr;  ///< set from outside: end now; the frame under way is not kept
  double time_limit = 0;                    ///< s for each frame, instead of the scene's; zero: the scene's
  std::function<void(int done, int total, const FrameOutcome&)> on_frame{};
  std::function<void(const std::string&)> on_notice{};  ///< a sentence about what is wrong in the folder, and is mended
  std::string program = program_fingerprint();          ///< what another one computed is not continued

  Begin begin() const { return resume ? Begin::resume : overwrite ? Begin::overwrite : Begin::anew; }
  void notice(const std::string& sentence) const {
    if (on_notice) on_notice(sentence);
  }
};

struct RunOutcome {
  FrameOutcome last;  ///< with the warnings of the whole run, those of resumed frames too
  bool interrupted = false;
  int n_frames = 0;                        ///< there now
  int n_resumed = 0;                       ///< that were there before
  Frame final;                             ///< the last one
  std::optional<double> load_factor = {};  ///< of a path: how far between its first and last loads it has come, 0 to 1
  std::filesystem::path page;
};

/// The scene as it was run: its text, what was set from outside, and which meshes it found. What tells one run from
/// another is this text.
std::string as_run(const SceneSource& source, const Scene& scene);

/// Runs a scene into a folder of its own (core/run_folder.h):
///   scene.toml  states/00000.state ...   what is needed to go on; a frame's state is whole or not there
///   frames.csv  curves.csv  surfaces.csv  run.npz  run.pvd  run/00000.vtp ...  index.html   (run/result_files.h)
///   contacts.pvd  contacts/  obstacles.pvd  obstacles/                  of a scene with contact
RunOutcome run(const SceneSource& source, const RunOptions& options);
/// The same for a scene that was read from this source already.
RunOutcome run(const SceneSource& source, Scene scene, const RunOptions& options);

}  // namespace plumb
