#pragma once

// Protocols that label points of a grid (2D or 3D, stick or slip) and are judged by where the label changes. Each
// branch is a row of the grid: along it one quantity is swept. The paper's verdict uses the grid alone: a crossing lies
// midway between unlike neighbours. The strict one uses crossings sought to 1e-4 of the box (quick: 5e-4), for the
// grids are coarser than 1 % (`frontier_search.h`).

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <judge/plot/plot_box.h>
#include <judge/score/score.h>

namespace judge {

/// A labelled point of a row. `beyond` is the label of the far side: 3D, slip.
struct Label {
  double at = 0;
  bool beyond = false;
};

void sort_by_value(std::vector<Label>& labels);

/// A change of label with the swept quantity, into `beyond` or out of it.
struct Crossing {
  double at = 0;
  bool into = true;
};

/// Returns the places midway (on the axis) between unlike neighbours.
std::vector<Crossing> crossings(std::vector<Label> labels, const Axis& swept);

/// One row: what was planned and what was labelled. Grid points that failed have no label.
struct LabelRow {
  double row = 0;
  std::vector<double> grid;
  std::vector<Label> labels;  ///< of the grid and of the bisection, any order
  /// Where the label changes by other numbers of the code's than its labels, as forces; the strict verdict takes it.
  std::optional<Crossing> sharp{};
  /// The whole grid, where a row ends at its first label beyond and so may not come to the master's. Empty: `grid` is it.
  std::vector<double> whole{};
};

/// The frontier as the physics has it.
struct MasterFrontier {
  std::function<bool(double row, double at)> beyond;
  std::function<std::vector<Crossing>(double row)> crossings;  ///< in the box; any number
};

/// A grid point on the wrong side, and how far (in the box) it is from where it would be right.
struct Mislabelled {
  double row = 0;
  double at = 0;
  double distance = 0;
};

struct LabelScore {
  Score score;
  std::vector<Mislabelled> mislabelled;  ///< the farthest first
};

/// Which crossings the 5 % verdict sees: those of a dense grid, or the bisected ones where the grid is sparse.
enum class Verdict { from_grid, from_bisection };

/// Compares labels with the frontier. rule.sampled is the axis of the rows; the other one is swept.
LabelScore score_labels(const std::vector<LabelRow>& rows, const MasterFrontier& master, const ScoreRule& rule,
                        Verdict verdict = Verdict::from_grid);

}  // namespace judge
