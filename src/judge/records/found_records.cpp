#include <judge/records/found_records.h>

#include <chrono>
#include <optional>
#include <set>

#include <fmt/format.h>

#include <judge/question/names.h>
#include <judge/records/store.h>
#include <plumb/core/bound_state.h>
#include <plumb/core/chained_lines.h>
#include <plumb/core/disk.h>
#include <plumb/core/printable.h>
#include <plumb/core/status.h>

namespace judge {
namespace {

namespace fs = std::filesystem;

// Far beyond what any protocol asks for.
constexpr std::size_t kMostRecords = 10000;
constexpr std::uintmax_t kLargestFile = 256 << 20;
constexpr int kDeepest = 4;  // records/CODE/VARIANT/PROTOCOL/VARIANT/BRANCH.jsonl

/// Returns the record file of every branch below `dir` of which there are records or a state, sorted.
std::set<fs::path> record_files(const fs::path& dir) {
  std::set<fs::path> files;
  std::error_code error;
  fs::recursive_directory_iterator entry(dir, fs::directory_options::skip_permission_denied, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (entry.depth() >= kDeepest) entry.disable_recursion_pending();
    const fs::path extension = entry->path().extension();
    if (extension == ".jsonl" || extension == ".state")
      files.insert(fs::path(entry->path()).replace_extension(".jsonl"));
  }
  return files;
}

/// Links are not followed; nobody waits at a pipe.
bool is_small_file(const fs::path& path) {
  std::error_code error;
  return fs::symlink_status(path, error).type() == fs::file_type::regular && fs::file_size(path, error) <= kLargestFile;
}

/// Returns the state beside the file, or nothing if there is no sound one.
std::optional<plumb::BoundState> state_of(const fs::path& file) {
  const fs::path path = fs::path(file).replace_extension(".state");
  return is_small_file(path) ? plumb::parse_bound_state(plumb::read_all(path).value_or("")) : std::nullopt;
}

/// Returns when the file was written, in seconds since 1970; 0 if nobody knows.
std::int64_t written_at(const fs::path& file) {
  std::error_code error;
  const auto time = fs::last_write_time(file, error);
  if (error) return 0;
  const auto since = std::chrono::file_clock::to_sys(time).time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(since).count();
}

/// Reads a line. The line must equal what Plumb would write for the record that it parses to: no key twice, none
/// besides.
template <typename Parse, typename Write>
auto parse_own(const std::string& line, Parse parse, Write write) {
  auto value = parse(line);
  if (write(value) != line) throw plumb::UserError("not a line of Plumb's");
  return value;
}

BranchRecords parse_own_header(const std::string& line) {
  return parse_own(line, parse_header,
                   [](const BranchRecords& branch) { return header_line(branch.code, branch.scenario); });
}

/// Reads one file. If nothing of the file is believed, throws plumb::UserError with the end of a sentence.
class FileReader {
 public:
  FileReader(const fs::path& dir, const fs::path& file) : dir_(dir), file_(file) {}

  BranchRecords read() {
    const auto place = state_of(file_);
    if (!fs::exists(fs::symlink_status(file_))) throw plumb::UserError("is gone, although its state is there");
    if (!is_small_file(file_)) throw plumb::UserError("is not a file, or larger than 256 MiB");
    const std::string text = plumb::read_all(file_).value_or("");
    const auto lines = plumb::sound_lines(text);
    if (lines.empty()) {
      if (text.empty() && !place) return {};  // a run that was killed at its beginning
      throw plumb::UserError("is damaged in its first line");
    }
    BranchRecords branch = header(lines.front().text);
    branch.origin = {place ? place->program : "", written_at(file_)};
    for (std::size_t i = 1; i < lines.size() && remark_.empty(); ++i) add(branch, lines[i].text);
    const auto remark = [&](const std::string& what) {
      if (remark_.empty()) remark_ = what;
    };
    if (lines.back().end < text.size()) {
      remark(fmt::format("is damaged after line {}; what follows is not believed", lines.size()));
    }
    if (place && (place->place >= lines.size() || lines[place->place].check != place->chain)) {
      remark("has not the records that its state stands for");
    }
    return branch;
  }

  /// Says what is wrong with the file although a part of it is believed; empty if nothing is.
  const std::string& remark() const { return remark_; }

 private:
  BranchRecords header(const std::string& line) const {
    BranchRecords branch;
    try {
      branch = parse_own_header(line);
    } catch (const plumb::UserError&) {
      throw plumb::UserError("does not begin with a header of Plumb's");
    }
    if (!is_code_name(branch.code)) throw plumb::UserError("names a code that no code can have");
    if (record_path(dir_, branch.code, branch.scenario) != file_) {
      throw plumb::UserError("has the header of another branch");
    }
    return branch;
  }

  void add(BranchRecords& branch, const std::string& line) {
    const std::size_t number = branch.records.size() + 2;
    try {
      if (branch.records.size() == kMostRecords) throw plumb::UserError("too many");
      branch.records.push_back(parse_own(line, parse_record, record_line));
    } catch (const plumb::UserError&) {
      remark_ = fmt::format("has no record of Plumb's in line {}; what follows is not believed", number);
    }
  }

  const fs::path& dir_;
  const fs::path& file_;
  std::string remark_;
};

}  // namespace

FoundRecords read_records(const fs::path& dir) {
  FoundRecords found;
  const auto name = [&](const fs::path& file, const std::string& what) {
    found.damaged.push_back(plumb::printable(fmt::format("'{}' {}", file.string(), what)));
  };
  for (const fs::path& file : record_files(dir / "records")) {
    FileReader reader(dir, file);
    try {
      BranchRecords branch = reader.read();
      if (!branch.code.empty()) found.branches.push_back(std::move(branch));
      if (!reader.remark().empty()) name(file, reader.remark());
    } catch (const plumb::UserError& error) {
      name(file, std::string(error.what()) + "; it is passed over");
    }
  }
  return found;
}

bool holds_records(const fs::path& dir) { return !read_records(dir).branches.empty(); }

}  // namespace judge
