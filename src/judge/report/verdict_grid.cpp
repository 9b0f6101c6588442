#include <judge/report/verdict_grid.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <tuple>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace judge {

namespace {

/// Returns the cards of the cells' protocols, each once, in the order of the table.
std::vector<const ProtocolCard*> columns_of(const std::vector<Cell>& cells) {
  std::vector<const ProtocolCard*> columns;
  for (const Cell& cell : cells) {
    const bool known = std::any_of(columns.begin(), columns.end(),
                                   [&](const ProtocolCard* column) { return column->name == cell.column.name; });
    if (!known) columns.push_back(&cell.column);
  }
  // A variant's name begins with that of the protocol that it varies.
  std::sort(columns.begin(), columns.end(), [](const ProtocolCard* a, const ProtocolCard* b) {
    return std::tie(a->column, a->name) < std::tie(b->column, b->name);
  });
  return columns;
}

}  // namespace

VerdictGrid verdict_grid(const std::vector<Cell>& cells) {
  VerdictGrid grid;
  grid.columns = columns_of(cells);
  std::map<std::string, std::size_t> columns, rows, kinds;  // each with its place, in the order of the cells
  for (const ProtocolCard* column : grid.columns) columns.emplace(column->name, columns.size());
  for (const Cell& cell : cells) {
    if (rows.emplace(cell.card.name, rows.size()).second) grid.rows.push_back({&cell.card, {}});
    kinds.emplace(cell.card.kind, kinds.size());
  }
  for (VerdictRow& row : grid.rows) row.cells.resize(grid.columns.size(), nullptr);
  for (const Cell& cell : cells) grid.rows[rows[cell.card.name]].cells[columns[cell.column.name]] = &cell;

  std::stable_sort(grid.rows.begin(), grid.rows.end(),
                   [&](const VerdictRow& a, const VerdictRow& b) { return kinds[a.card->kind] < kinds[b.card->kind]; });
  return grid;
}

namespace {

constexpr std::int64_t kMinute = 60, kHour = 60 * kMinute, kDay = 24 * kHour;

}  // namespace

std::string build_text(const Cell& cell) {
  constexpr std::size_t digits = 8;
  if (cell.builds.empty()) return {};
  if (cell.builds.size() > 1) return fmt::format("{} builds", cell.builds.size());
  return "build " + cell.builds.front().substr(0, digits);
}

std::string date_text(const Cell& cell) {
  return cell.oldest == 0 ? "" : fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(std::time_t{cell.oldest}));
}

std::string age_text(const Cell& cell, std::int64_t now) {
  if (cell.oldest == 0) return {};
  const std::int64_t age = now - cell.oldest;
  const std::string build = build_text(cell);
  const std::string old = age < 2 * kMinute ? "new"
                          : age < 2 * kHour ? fmt::format("{} min old", age / kMinute)
                          : age < 2 * kDay  ? fmt::format("{} h old", age / kHour)
                                            : fmt::format("{} days old", age / kDay);
  return build.empty() ? old : old + ", " + build;
}

std::string strict_range_text(const Cell& cell) {
  const auto& range = cell.score.strict_range;
  if (!range) return {};
  const std::string knobs = knobs_text(cell.knobs);
  return fmt::format("strict for {} {:.4g} to {:.4g}{}", cell.column.columns.front(), range->from, range->to,
                     knobs.empty() ? "" : " at " + knobs);
}

}  // namespace judge
