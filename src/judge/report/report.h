#pragma once

// What a run's folder shows: results.json and points/CODE/PROTOCOL.csv for machines, index.html and
// plots/CODE/PROTOCOL.svg for people. All of it is made from the records and can be made again.

#include <filesystem>
#include <string>
#include <vector>

#include <judge/verdict/assess.h>

namespace judge {

/// Returns a list of objects: code, protocol, verdict, strict, hausdorff, max_relative_error, n, dt, tol, paper, reason
/// and place of a KO, loads, failed_loads, checks (each with outcome, figure and why), when it was computed and by which
/// builds. What does not apply is null. If there is more to tell: ladder, missing, note.
std::string results_json(const std::vector<Cell>& cells);

/// Returns the points that have a value in every column, or a label; numbers read back exactly. What a code may tell besides comes
/// last, and is empty if it did not.
std::string points_csv(const Cell& cell);

/// Returns the panels as JUnit's XML: a suite for each cell, a case for each check.
std::string junit_xml(const std::vector<Cell>& cells);

/// Returns codes by protocols, our verdict above the paper's, for a terminal; then a sentence for every KO.
std::string verdict_table(const std::vector<Cell>& cells);

/// Returns one self-contained page: the table; each cell opens its plot, parameters and the command that computes it
/// again.
std::string report_html(const std::vector<Cell>& cells);

/// Writes all files of the folder, each replaced at once. Returns the page's path.
std::filesystem::path write_report(const std::filesystem::path& dir, const std::vector<Cell>& cells);

}  // namespace judge
