#include <plumb/core/record_file.h>

#include <optional>
#include <utility>

#include <fmt/format.h>

#include <plumb/core/bound_state.h>
#include <plumb/core/chained_lines.h>
#include <plumb/core/hash.h>

namespace plumb {
namespace {

namespace fs = std::filesystem;

fs::path state_path(const fs::path& file) { return fs::path(file).replace_extension(".state"); }

std::string fingerprint(const std::string& program) { return Hash().add(program).hex(); }

FoundRecordFile damaged(const fs::path& file, const char* how) {
  return {.kind = FoundRecordFile::Kind::damaged, .damage = fmt::format("'{}' is {}", file.string(), how)};
}

}  // namespace

FoundRecordFile find_record_file(const fs::path& file, const std::string& header, const std::string& program) {
  using Kind = FoundRecordFile::Kind;
  const auto lines = sound_lines(read_all(file).value_or(""));
  const auto state_file = read_all(state_path(file));
  // With a header alone a process was killed before it wrote the first state.
  if (!state_file && lines.size() > 1) return damaged(state_path(file), "missing");
  if (!state_file) return {};
  const auto state = parse_bound_state(*state_file);
  if (!state) return damaged(state_path(file), "damaged");
  if (state->program != fingerprint(program)) return {.kind = Kind::another_program};
  // A state that fits no line: lines were lost or altered.
  if (state->place >= lines.size() || lines[state->place].check != state->chain) return damaged(file, "damaged");
  if (lines.front().text != header) return {.kind = Kind::another_header};

  // Lines beyond the state were written just before the process died: their work is done again, to the same bits.
  FoundRecordFile found{.kind = Kind::same, .state = state->bytes};
  for (std::size_t i = 1; i <= state->place; ++i) found.lines.push_back(lines[i].text);
  found.chain = lines[state->place].check;
  found.end = lines[state->place].end;
  return found;
}

RecordFile::RecordFile(fs::path file, std::string header, const std::string& program)
    : path_(std::move(file)), header_(std::move(header)), program_(fingerprint(program)), file_(path_) {
  FoundRecordFile found = find_record_file(path_, header_, program);
  damage_ = found.damage;
  if (found.kind != FoundRecordFile::Kind::same) {
    restart();
    return;
  }
  lines_ = std::move(found.lines);
  n_records_ = lines_.size();
  state_ = std::move(found.state);
  chain_ = std::move(found.chain);
  file_.cut(found.end);
}

void RecordFile::restart() {
  lines_.clear();
  n_records_ = 0;
  state_.clear();
  chain_.clear();
  // The state goes first: without it, nothing that is left of the old lines is believed.
  remove_quietly(state_path(path_));
  file_.cut(0);
  write_line(header_);
  write_state();
}

void RecordFile::append(const std::string& line, std::string state) {
  append_last(line);
  state_ = std::move(state);
  write_state();
}

void RecordFile::append_last(const std::string& line) {
  write_line(line);
  ++n_records_;
}

void RecordFile::write_line(const std::string& text) {
  const ChainedLine line = chain_line(text, chain_);
  file_.append(line.written());
  chain_ = line.check;
}

void RecordFile::write_state() {
  replace_file(state_path(path_), BoundState{program_, n_records_, chain_, state_}.written());
}

}  // namespace plumb
