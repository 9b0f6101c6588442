#include <judge/report/verdict_grid.h>

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace judge {

VerdictGrid verdict_grid(const std::vector<Cell>& cells) {
  VerdictGrid grid;
  std::map<std::string, std::size_t> columns, rows, kinds;  // each with its place, in the order of the cells
  for (const Cell& cell : cells) {
    if (columns.emplace(cell.column.name, columns.size()).second) grid.columns.push_back(&cell.column);
    if (rows.emplace(cell.card.name, rows.size()).second) grid.rows.push_back({&cell.card, {}});
    kinds.emplace(cell.card.kind, kinds.size());
  }
  for (VerdictRow& row : grid.rows) row.cells.resize(grid.columns.size(), nullptr);
  for (const Cell& cell : cells) grid.rows[rows[cell.card.name]].cells[columns[cell.column.name]] = &cell;

  std::stable_sort(grid.rows.begin(), grid.rows.end(),
                   [&](const VerdictRow& a, const VerdictRow& b) { return kinds[a.card->kind] < kinds[b.card->kind]; });
  return grid;
}

std::string strict_range_text(const Cell& cell) {
  const auto& range = cell.score.strict_range;
  if (!range) return {};
  const std::string knobs = knobs_text(cell.knobs);
  return fmt::format("strict for {} {:.4g} to {:.4g}{}", cell.column.columns.front(), range->from, range->to,
                     knobs.empty() ? "" : " at " + knobs);
}

}  // namespace judge
