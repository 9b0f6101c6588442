#include <judge/records/store.h>

#include <fmt/format.h>

#include <plumb/core/status.h>

namespace judge {

namespace fs = std::filesystem;

fs::path record_path(const fs::path& dir, const std::string& code, const Scenario& scenario) {
  return dir / "records" / code / scenario.protocol / (scenario.branch + ".jsonl");
}

const plumb::FolderKind& validation_folder() {
  static const plumb::FolderKind kind{"validate", {}, {"records", "points", "plots", "ladder", "checks", "foreign"}};
  return kind;
}

BranchFile::BranchFile(const fs::path& dir, const std::string& code, const Scenario& scenario,
                       const std::string& program)
    : file_(record_path(dir, code, scenario), header_line(code, scenario), program), damage_(file_.damage()) {
  try {
    for (const std::string& line : file_.take_lines()) records_.push_back(parse_record(line));
  } catch (const plumb::UserError&) {
    damage_ = fmt::format("'{}' is damaged", record_path(dir, code, scenario).string());
    restart();
  }
}

std::string BranchFile::damage() const { return damage_.empty() ? "" : damage_ + "; its branch is computed again"; }

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
