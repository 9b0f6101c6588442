#pragma once

// Which folders are Plumb's. A folder that Plumb makes, or finds empty, gets a mark, the file `plumb.json`, before
// anything else is written. Whatever has no mark is somebody else's and is left alone.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <plumb/core/disk.h>

namespace plumb {

/// Holds a folder for this process as long as it lives; the system lets go of it however the process ends.
class FolderLock {
 public:
  /// Throws where another process holds it, and names that one.
  explicit FolderLock(const std::filesystem::path& dir);

 private:
  Descriptor file_;
};

/// What a verb leaves in its folder.
struct FolderKind {
  std::string verb;  ///< "simulate": what the mark says
  /// Every file that the verb writes, '#' for digits: "scene.toml", "states/#.state". Only these are ever removed.
  std::vector<std::string> files;
  std::vector<std::string> folders{};  ///< below the folder: "states"
  bool can_resume = true;
};

/// What becomes of an earlier run in the folder.
enum class Begin {
  anew,       ///< there must be none
  resume,     ///< it goes on; the folder must be there
  overwrite,  ///< its files are removed
  go_on,      ///< it goes on, where there is one
};

/// The verb whose mark a folder has; empty: it has none. Throws UserError for a mark that this program does not know.
std::string marked_verb(const std::filesystem::path& dir);

/// Makes the folder where there is none, and marks it where it is empty. Throws UserError, and has touched nothing,
/// where it is somebody else's or another verb's. `adopt` tells whether a folder without a mark is the verb's all the
/// same.
void claim_folder(const std::filesystem::path& dir, const std::string& verb, Begin begin,
                  const std::function<bool()>& adopt = {});

/// A folder that is claimed and locked, without what killed processes left behind.
class RunFolder {
 public:
  RunFolder(std::filesystem::path dir, const FolderKind& kind, Begin begin, const std::function<bool()>& adopt = {});

  /// Is there nothing of a run yet?
  bool fresh() const { return fresh_; }

 private:
  FolderLock lock_;
  bool fresh_ = true;
};

}  // namespace plumb
