#include <judge/engine/store.h>

#include <algorithm>

#include <fmt/format.h>

#include <plumb/core/chained_lines.h>
#include <plumb/core/status.h>

namespace judge {
namespace {

namespace fs = std::filesystem;

using plumb::ChainedLine;
using plumb::sound_lines;

std::size_t sound_size(const std::vector<ChainedLine>& lines) { return lines.empty() ? 0 : lines.back().end; }

/// The record files below a folder, sorted.
std::vector<fs::path> record_files(const fs::path& dir) {
  std::vector<fs::path> files;
  std::error_code error;
  fs::recursive_directory_iterator entry(dir / "records", error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (entry->path().extension() == ".jsonl") files.push_back(entry->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

fs::path record_path(const fs::path& dir, const std::string& code, const Scenario& scenario) {
  return dir / "records" / code / scenario.protocol / (scenario.branch + ".jsonl");
}

const plumb::FolderKind& validation_folder() {
  static const plumb::FolderKind kind{"validate", {}, {"records", "points", "plots", "ladder", "foreign"}};
  return kind;
}

bool holds_records(const fs::path& dir) {
  const auto sound = [](const fs::path& file) {
    const auto lines = sound_lines(plumb::read_all(file).value_or(""));
    if (lines.empty()) return false;
    try {
      parse_header(lines.front().text);
      return true;
    } catch (const plumb::UserError&) {
      return false;
    }
  };
  const auto files = record_files(dir);
  return std::any_of(files.begin(), files.end(), sound);
}

FoundRecords read_records(const fs::path& dir) {
  FoundRecords found;
  for (const fs::path& file : record_files(dir)) {
    const std::string text = plumb::read_all(file).value_or("");
    const auto lines = sound_lines(text);
    if (sound_size(lines) < text.size()) {
      found.damaged.push_back(
          fmt::format("'{}' is damaged after line {}; what follows is not believed", file.string(), lines.size()));
    }
    if (lines.empty()) continue;
    BranchRecords branch = parse_header(lines.front().text);
    for (std::size_t i = 1; i < lines.size(); ++i) branch.records.push_back(parse_record(lines[i].text));
    found.branches.push_back(std::move(branch));
  }
  return found;
}

BranchFile::BranchFile(const fs::path& dir, const std::string& code, const Scenario& scenario,
                       const std::string& program)
    : file_(record_path(dir, code, scenario), header_line(code, scenario), program) {
  for (const std::string& line : file_.take_lines()) records_.push_back(parse_record(line));
}

std::string BranchFile::damage() const {
  return file_.damage().empty() ? "" : file_.damage() + "; its branch is computed again";
}

void BranchFile::append(const Record& record, const std::string& state) {
  file_.append(record_line(record), state);
  records_.push_back(record);
}

void BranchFile::append_last(const Record& record) {
  file_.append_last(record_line(record));
  records_.push_back(record);
}

void BranchFile::restart() {
  file_.restart();
  records_.clear();
}

}  // namespace judge
