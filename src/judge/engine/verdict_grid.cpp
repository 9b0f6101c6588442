#include <judge/engine/verdict_grid.h>

#include <algorithm>

#include <fmt/format.h>

namespace judge {

VerdictGrid verdict_grid(const std::vector<Cell>& cells) {
  VerdictGrid grid;
  std::vector<std::string> kinds;
  for (const Cell& cell : cells) {
    const auto same_column = [&](const ProtocolCard* column) { return column->name == cell.column.name; };
    const auto same_row = [&](const VerdictRow& row) { return row.card->name == cell.card.name; };
    if (std::none_of(grid.columns.begin(), grid.columns.end(), same_column)) grid.columns.push_back(&cell.column);
    if (std::none_of(grid.rows.begin(), grid.rows.end(), same_row)) grid.rows.push_back({&cell.card, {}});
    if (std::find(kinds.begin(), kinds.end(), cell.card.kind) == kinds.end()) kinds.push_back(cell.card.kind);
  }

  const auto rank = [&](const VerdictRow& row) { return std::find(kinds.begin(), kinds.end(), row.card->kind); };
  std::stable_sort(grid.rows.begin(), grid.rows.end(),
                   [&](const VerdictRow& a, const VerdictRow& b) { return rank(a) < rank(b); });

  for (VerdictRow& row : grid.rows) {
    for (const ProtocolCard* column : grid.columns) {
      const auto found = std::find_if(cells.begin(), cells.end(), [&](const Cell& cell) {
        return cell.card.name == row.card->name && cell.column.name == column->name;
      });
      row.cells.push_back(found == cells.end() ? nullptr : &*found);
    }
  }
  return grid;
}

std::string strict_range_text(const Cell& cell) {
  const auto& range = cell.score.strict_range;
  if (!range) return {};
  const std::string knobs = knobs_text(cell.knobs);
  return fmt::format("strict for {} {:.4g} to {:.4g}{}", cell.column.columns.front(), range->from, range->to,
                     knobs.empty() ? "" : " at " + knobs);
}

std::string knobs_text(const Knobs& knobs) {
  std::vector<std::string> parts;
  if (knobs.n != 0) parts.push_back(fmt::format("{} elts", knobs.n));
  if (knobs.dt != 0) parts.push_back(fmt::format("dt = {}", knobs.dt));
  if (knobs.tol != 0) parts.push_back(fmt::format("tol = {}", knobs.tol));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace judge
