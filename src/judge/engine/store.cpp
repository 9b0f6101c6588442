#include <judge/engine/store.h>

#include <fmt/format.h>

#include <judge/engine/chained_lines.h>
#include <plumb/core/hash.h>
#include <plumb/core/status.h>
#include <nlohmann/json.hpp>

namespace judge {
namespace {

namespace fs = std::filesystem;

fs::path state_path(const fs::path& record_file) { return fs::path(record_file).replace_extension(".state"); }

/// The place in the record file that a saved state stands for.
struct Saved {
  std::string program;
  std::size_t n_records = 0;
  std::string chain;
  std::string bytes;

  std::string check() const {
    return plumb::Hash().add(program).add(std::to_string(n_records)).add(chain).add(bytes).hex();
  }
};

// One line that describes the bytes, then the bytes.
std::string state_text(const Saved& saved) {
  const nlohmann::ordered_json head{
      {"program", saved.program}, {"records", saved.n_records}, {"chain", saved.chain}, {"check", saved.check()}};
  return head.dump() + '\n' + saved.bytes;
}

// Nothing at all where the text is torn or altered: it must be the very text that is written for what it says.
std::optional<Saved> parse_state(const std::string& text) {
  const auto end = text.find('\n');
  if (end == std::string::npos) return std::nullopt;
  try {
    const auto head = nlohmann::json::parse(text.substr(0, end));
    const Saved saved{head.at("program"), head.at("records"), head.at("chain"), text.substr(end + 1)};
    if (state_text(saved) != text) return std::nullopt;
    return saved;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace

fs::path record_path(const fs::path& dir, const std::string& code, const Scenario& scenario) {
  return dir / "records" / code / scenario.protocol / (scenario.branch + ".jsonl");
}

std::optional<SavedPlace> saved_place(const fs::path& record_file) {
  const auto saved = parse_state(plumb::read_all(state_path(record_file)).value_or(""));
  return saved ? std::optional(SavedPlace{saved->n_records, saved->chain}) : std::nullopt;
}

BranchFile::BranchFile(const fs::path& dir, const std::string& code, const Scenario& scenario, std::string program)
    : path_(record_path(dir, code, scenario)),
      header_(header_line(code, scenario)),
      program_(std::move(program)),
      file_(path_) {
  resume();
}

void BranchFile::resume() {
  const std::string text = plumb::read_all(path_).value_or("");
  const auto state_file = plumb::read_all(state_path(path_));
  const auto lines = sound_lines(text);
  const auto saved = parse_state(state_file.value_or(""));
  const auto is_damaged = [&](const fs::path& file) {
    damage_ = fmt::format("'{}' is damaged; its branch is computed again", file.string());
    restart();
  };
  // Killed in `restart`, before the first state was written.
  if (!state_file) return restart();
  if (!saved) return is_damaged(state_path(path_));
  if (saved->program != program_) return restart();
  if (saved->n_records >= lines.size() || lines[saved->n_records].check != saved->chain) {
    // Another scenario's header with its own state is no damage; a state that fits no line is.
    return is_damaged(path_);
  }
  if (lines.front().text != header_) return restart();

  // Lines beyond the saved state were written just before the run died: their load is computed again, to the same bits.
  try {
    for (std::size_t i = 1; i <= saved->n_records; ++i) records_.push_back(parse_record(lines[i].text));
  } catch (const plumb::UserError&) {
    return is_damaged(path_);
  }
  const ChainedLine& last = lines[saved->n_records];
  file_.cut(last.end);
  chain_ = last.check;
  state_ = saved->bytes;
}

void BranchFile::restart() {
  records_.clear();
  state_.clear();
  chain_.clear();
  // The state goes first: without it, nothing that is left of the old lines is believed.
  std::error_code error;
  fs::remove(state_path(path_), error);
  file_.cut(0);
  write_line(header_);
  write_state();
}

void BranchFile::append(const Record& record, const std::string& state) {
  write_line(record_line(record));
  records_.push_back(record);
  state_ = state;
  write_state();
}

void BranchFile::append_last(const Record& record) {
  write_line(record_line(record));
  records_.push_back(record);
}

void BranchFile::write_line(const std::string& text) {
  const ChainedLine line = chain_line(text, chain_);
  file_.append(line.written());
  chain_ = line.check;
}

void BranchFile::write_state() {
  plumb::replace_file(state_path(path_), state_text({program_, records_.size(), chain_, state_}));
}

}  // namespace judge
