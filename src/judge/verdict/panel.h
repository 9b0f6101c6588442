#pragma once

// The checks of a cell beside its curve, judged from the records below DIR/checks. Nothing is run here.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <judge/check/compare.h>

namespace judge {

/// Returns the folder that holds the records of a variation.
std::filesystem::path check_folder(const std::filesystem::path& dir, const std::string& variation);

/// The number that chose the far points is on record.
void write_seed(const std::filesystem::path& dir, unsigned seed);
/// Returns nothing if no check was run.
std::optional<unsigned> read_seed(const std::filesystem::path& dir);

/// The records of a run and of its checks. Each folder is read once.
class CheckRecords {
 public:
  explicit CheckRecords(std::filesystem::path dir) : dir_(std::move(dir)) {}

  const std::vector<BranchRecords>& plain(const std::string& code, const std::string& protocol) {
    return of(dir_, code, protocol);
  }
  const std::vector<BranchRecords>& varied(const std::string& variation, const std::string& code,
                                           const std::string& protocol) {
    return of(check_folder(dir_, variation), code, protocol);
  }

 private:
  using Key = std::pair<std::string, std::string>;  // code, protocol
  const std::vector<BranchRecords>& of(const std::filesystem::path& folder, const std::string& code,
                                       const std::string& protocol);

  std::filesystem::path dir_;
  std::map<std::filesystem::path, std::map<Key, std::vector<BranchRecords>>> folders_;
};

/// Returns units, save, history, far points and symmetry, each with the worst of its variations; empty if none was run.
std::vector<CheckResult> panel_of(CheckRecords& records, const Card& card, const Protocol& protocol, unsigned seed);

}  // namespace judge
