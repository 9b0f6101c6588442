// The table of verdicts for a terminal:
//
//                         cantilever           cantilever/redundant
//   Rod
//   discrete-elastic-rod  OK  strict KO        OK  strict OK
//                         300 elts             300 elts
//                         paper OK (300 elts)  paper -

#include <judge/report/report.h>

#include <algorithm>
#include <ctime>

#include <fmt/format.h>

#include <judge/report/verdict_grid.h>
#include <judge/verdict/likeness.h>

namespace judge {
namespace {

void add_knobs(const Cell& cell, std::vector<std::string>& lines) {
  if (!cell.ladder) {
    if (const std::string knobs = knobs_text(cell.knobs); !knobs.empty()) lines.push_back(knobs);
    return;
  }
  const Ladder& ladder = *cell.ladder;
  if (ladder.paper.ok) lines.push_back("from " + knobs_text(ladder.paper.from));
  if (ladder.strict.ok) lines.push_back("strict from " + knobs_text(ladder.strict.from));
  if (ladder.strict_range && !cell.score.strict_ok) lines.push_back(strict_range_text(cell));
}

std::vector<std::string> lines_of(const Cell* cell) {
  if (cell == nullptr) return {"-"};
  if (!cell->missing.empty()) return {"not run", "not installed"};
  std::vector<std::string> lines{fmt::format("{}  strict {}{}", cell->verdict(), cell->strict(),
                                             cell->as_expected() ? "" : "  (expected " + cell->expected + ")")};
  add_knobs(*cell, lines);
  if (cell->checks() != "not run") lines.push_back("checks " + cell->checks());
  if (const std::string age = age_text(*cell, std::time(nullptr)); !age.empty()) lines.push_back(age);
  lines.push_back("paper " + (cell->paper.empty() ? "-" : cell->paper));
  return lines;
}

/// Rows of texts, padded to the widest of each column.
std::string align(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    if (row.size() < 2) continue;  // a heading spans the table
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += fmt::format("{:{}}  ", row[i], widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

/// Returns what the panel holds beside the curve, in one line.
std::string panel_line(const Cell& cell) {
  if (cell.checks() == "not run" && !cell.ladder) return {};
  std::vector<std::string> found;
  for (const CheckResult& check : cell.panel) {
    const bool told_above = check.name == "curve" || check.name == "strict";
    if (told_above || check.outcome == Outcome::not_run) continue;
    found.push_back(
        fmt::format("{} {}{}", check.name, name(check.outcome), check.figure.empty() ? "" : " (" + check.figure + ")"));
  }
  return fmt::format("{}", fmt::join(found, "; "));
}

/// Returns the summary first, then what else failed, and at last what was checked.
std::string remarks(const Cell& cell) {
  const std::string where = fmt::format("{} on {}", cell.card.name, cell.column.name);
  if (!cell.missing.empty()) return fmt::format("{}: not run: {}\n", where, cell.missing);
  std::string text;
  const auto tell = [&](const std::string& sentence) {
    if (!sentence.empty()) text += fmt::format("{}: {}\n", where, sentence);
  };
  tell(summary(cell));
  const CheckResult* first = cell.first_failed();
  for (const CheckResult& check : cell.panel) {
    // What is not within 5 % is not within 1 %.
    const bool told = &check == first || (check.name == "strict" && first != nullptr && first->name == "curve");
    if (check.outcome == Outcome::failed && !told) tell(fmt::format("{} KO: {}", check.name, check.why));
  }
  if (cell.n_failed > 0 && !cell.ladder) {
    tell(
        fmt::format("{} of {} loads failed{}", cell.n_failed, cell.n_loads, cell.note.empty() ? "" : ": " + cell.note));
  }
  tell(panel_line(cell));
  return text;
}

}  // namespace

std::string verdict_table(const std::vector<Cell>& cells) {
  if (cells.empty()) return "No records.\n";
  const VerdictGrid grid = verdict_grid(cells);
  std::vector<std::vector<std::string>> rows(1, {""});
  for (const ProtocolCard* column : grid.columns) rows.front().push_back(column->name);

  std::string kind;
  for (const VerdictRow& row : grid.rows) {
    if (row.card->kind != kind) rows.push_back({kind = row.card->kind});
    std::vector<std::vector<std::string>> blocks;
    for (const Cell* cell : row.cells) blocks.push_back(lines_of(cell));
    std::size_t height = 0;
    for (const auto& block : blocks) height = std::max(height, block.size());
    for (std::size_t i = 0; i < height; ++i) {
      auto& line = rows.emplace_back(1, i == 0 ? row.card->name : "");
      for (const auto& block : blocks) line.push_back(i < block.size() ? block[i] : "");
    }
  }

  std::string text = align(rows);
  std::string notes;
  for (const Cell& cell : cells) notes += remarks(cell);
  return notes.empty() ? text : text + '\n' + notes;
}

}  // namespace judge
