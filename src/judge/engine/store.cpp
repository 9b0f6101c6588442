#include <judge/engine/store.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include <judge/engine/chained_lines.h>
#include <plumb/core/hash.h>
#include <plumb/core/status.h>
#include <nlohmann/json.hpp>

namespace judge {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const char* what, const fs::path& path) {
  throw plumb::UserError(fmt::format("cannot {} '{}': {}", what, path.string(), std::strerror(errno)));
}

void write_all(int file, std::string_view bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(file, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("write", path);
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

std::optional<std::string> read_all(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

fs::path state_path(const fs::path& record_file) { return fs::path(record_file).replace_extension(".state"); }

/// The place in the record file that a saved state stands for.
struct Saved {
  std::string program;
  std::size_t n_records = 0;
  std::string chain;
  std::string bytes;
};

// One line that describes the bytes, then the bytes.
std::string state_text(const Saved& saved) {
  const nlohmann::ordered_json head{{"program", saved.program},
                                    {"records", saved.n_records},
                                    {"chain", saved.chain},
                                    {"check", plumb::Hash().add(saved.bytes).hex()}};
  return head.dump() + '\n' + saved.bytes;
}

// Nothing at all where the file is missing, torn or altered.
std::optional<Saved> read_state(const fs::path& path) {
  const auto text = read_all(path);
  const auto end = text ? text->find('\n') : std::string::npos;
  if (end == std::string::npos) return std::nullopt;
  try {
    const auto head = nlohmann::json::parse(text->substr(0, end));
    Saved saved{head.at("program"), head.at("records"), head.at("chain"), text->substr(end + 1)};
    if (head.at("check") != plumb::Hash().add(saved.bytes).hex()) return std::nullopt;
    return saved;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace

fs::path record_path(const fs::path& dir, const std::string& code, const Scenario& scenario) {
  return dir / "records" / code / scenario.protocol / (scenario.branch + ".jsonl");
}

std::vector<BranchRecords> read_records(const fs::path& dir) {
  std::vector<fs::path> files;
  if (fs::is_directory(dir / "records")) {
    for (const auto& entry : fs::recursive_directory_iterator(dir / "records")) {
      if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());

  std::vector<BranchRecords> branches;
  for (const fs::path& file : files) {
    const auto lines = sound_lines(read_all(file).value_or(""));
    if (lines.empty()) continue;
    BranchRecords branch = parse_header(lines.front().text);
    for (std::size_t i = 1; i < lines.size(); ++i) branch.records.push_back(parse_record(lines[i].text));
    branches.push_back(std::move(branch));
  }
  return branches;
}

void replace_file(const fs::path& path, const std::string& text) {
  const fs::path fresh = path.string() + ".new";
  const int file = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) fail("write", fresh);
  try {
    write_all(file, text, fresh);
  } catch (...) {
    ::close(file);
    throw;
  }
  ::close(file);
  if (::rename(fresh.c_str(), path.c_str()) != 0) fail("replace", path);
}

BranchFile::BranchFile(const fs::path& dir, const std::string& code, const Scenario& scenario, std::string program)
    : path_(record_path(dir, code, scenario)), header_(header_line(code, scenario)), program_(std::move(program)) {
  std::error_code error;
  fs::create_directories(path_.parent_path(), error);
  file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file_ < 0) fail("write", path_);
  resume();
}

BranchFile::~BranchFile() {
  sync();
  ::close(file_);
}

void BranchFile::resume() {
  const auto lines = sound_lines(read_all(path_).value_or(""));
  const auto saved = read_state(state_path(path_));
  const bool ours = !lines.empty() && lines.front().text == header_ && saved && saved->program == program_ &&
                    saved->n_records < lines.size() && lines[saved->n_records].check == saved->chain;
  if (!ours) return restart();

  // Lines beyond the saved state were written just before the run died: their load is computed again, to the same bits.
  for (std::size_t i = 1; i <= saved->n_records; ++i) records_.push_back(parse_record(lines[i].text));
  const ChainedLine& last = lines[saved->n_records];
  if (::ftruncate(file_, static_cast<off_t>(last.end)) != 0) fail("write", path_);
  chain_ = last.check;
  state_ = saved->bytes;
}

void BranchFile::restart() {
  records_.clear();
  state_.clear();
  chain_.clear();
  if (::ftruncate(file_, 0) != 0) fail("write", path_);
  write_line(header_);
  write_state();
}

void BranchFile::append(const Record& record, const std::string& state) {
  write_line(record_line(record));
  records_.push_back(record);
  state_ = state;
  write_state();
  if (std::chrono::steady_clock::now() - last_sync_ > std::chrono::milliseconds(100)) sync();
}

void BranchFile::sync() {
  // Best effort: where the disk refuses, the checksums tell later what did not arrive.
  ::fdatasync(file_);
  const int state = ::open(state_path(path_).c_str(), O_RDONLY | O_CLOEXEC);
  if (state >= 0) {
    ::fdatasync(state);
    ::close(state);
  }
  last_sync_ = std::chrono::steady_clock::now();
}

void BranchFile::write_line(const std::string& text) {
  const ChainedLine line = chain_line(text, chain_);
  write_all(file_, line.written(), path_);
  chain_ = line.check;
}

void BranchFile::write_state() {
  replace_file(state_path(path_), state_text({program_, records_.size(), chain_, state_}));
}

}  // namespace judge
