#include <judge/verdict/panel.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include <judge/records/found_records.h>
#include <plumb/core/disk.h>

namespace judge {
namespace {

int rank(Outcome outcome) {
  switch (outcome) {
    case Outcome::failed:
      return 3;
    case Outcome::passed:
      return 2;
    case Outcome::cannot:
      return 1;
    case Outcome::not_run:
      return 0;
  }
  return 0;
}

/// Returns the worse one of two variations of a check; of two that passed, one line with both figures.
void enter(std::vector<CheckResult>& panel, CheckResult result) {
  const auto same =
      std::find_if(panel.begin(), panel.end(), [&](const CheckResult& r) { return r.name == result.name; });
  if (same == panel.end()) {
    panel.push_back(std::move(result));
  } else if (rank(result.outcome) > rank(same->outcome)) {
    *same = std::move(result);
  } else if (result.outcome == same->outcome && !result.figure.empty() && result.figure != same->figure) {
    same->figure += (same->figure.empty() ? "" : ", ") + result.figure;
  }
}

}  // namespace

std::filesystem::path check_folder(const std::filesystem::path& dir, const std::string& variation) {
  return dir / "checks" / variation;
}

void write_seed(const std::filesystem::path& dir, unsigned seed) {
  const auto file = dir / "checks" / "seed";
  plumb::make_room_for(file);
  plumb::replace_file(file, fmt::format("{}\n", seed));
}

std::optional<unsigned> read_seed(const std::filesystem::path& dir) {
  const auto text = plumb::read_all(dir / "checks" / "seed");
  unsigned seed = 0;
  if (!text || std::from_chars(text->data(), text->data() + text->size(), seed).ec != std::errc()) return std::nullopt;
  return seed;
}

const std::vector<BranchRecords>& CheckRecords::of(const std::filesystem::path& folder, const std::string& code,
                                                   const std::string& protocol) {
  auto found = folders_.find(folder);
  if (found == folders_.end()) {
    found = folders_.try_emplace(folder).first;
    for (BranchRecords& branch : read_records(folder).branches) {
      found->second[{branch.code, branch.scenario.protocol}].push_back(std::move(branch));
    }
  }
  return found->second[{code, protocol}];
}

std::vector<CheckResult> panel_of(CheckRecords& records, const Card& card, const Protocol& protocol, unsigned seed) {
  const std::string column = protocol.describe().name;
  const PlainRun plain = replayed(protocol, records.plain(card.name, column));
  std::optional<double> tolerance;
  const Variation tight = tightened(plain);
  const Difference changed = compared(protocol, plain, tight, records.varied(tight.name, card.name, column));
  if (changed.n_compared > 0) tolerance = changed.value;

  std::vector<CheckResult> panel;
  bool some_run = false;
  for (const Variation& variation : variations(protocol, plain, card, seed)) {
    const auto& found = records.varied(variation.name, card.name, column);
    some_run = some_run || !found.empty();
    enter(panel, judged(variation, compared(protocol, plain, variation, found), tolerance));
  }
  if (!some_run) return {};
  const bool placed =
      std::any_of(panel.begin(), panel.end(), [](const CheckResult& r) { return r.name == "symmetry"; });
  if (!placed) panel.push_back({"symmetry", Outcome::cannot, "not told", "The code cannot be told where it stands."});
  return panel;
}

}  // namespace judge
