#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <judge/verdict/assess.h>

namespace judge {

/// A row of the table: a code and its cell under each column, null where the code does not take the protocol.
struct VerdictRow {
  const Card* card = nullptr;
  std::vector<const Cell*> cells;
};

/// The judged cells as codes by protocols, for whoever draws them. Points into the list it was made from.
struct VerdictGrid {
  std::vector<const ProtocolCard*> columns;  ///< by ProtocolCard::column
  std::vector<VerdictRow> rows;              ///< rows of one kind (Rod, Plate, ...) follow each other
};

VerdictGrid verdict_grid(const std::vector<Cell>& cells);

/// Returns which build computed the cell: "build 4f3a9c21", or "2 builds"; empty if nobody knows.
std::string build_text(const Cell& cell);
/// Returns when its oldest branch was computed: "2026-11-19 21:30 UTC"; empty if nobody knows.
std::string date_text(const Cell& cell);
/// Returns how old it is at `now`, in seconds since 1970, and by which build: "3 h old, build 4f3a9c21".
std::string age_text(const Cell& cell, std::int64_t now);

/// Returns where the card's own knobs pass the strict test, "strict for Γ 0.001 to 4732 at 300 elts"; empty if nowhere.
std::string strict_range_text(const Cell& cell);

}  // namespace judge
