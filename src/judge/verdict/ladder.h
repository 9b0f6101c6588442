#pragma once

// The refinement rule, eq. (9) of the paper: a code passes when every knob can be refined from some setting on and it
// still passes, whatever the units in which the regime is stated. A ladder's rungs refine every knob twofold, and each
// restates the protocol in units of its own. Nothing is run here.

#include <optional>
#include <string>
#include <vector>

#include <judge/question/scenario.h>
#include <judge/score/score.h>
#include <judge/verdict/convergence.h>

namespace judge {

inline constexpr int rungs_needed = 3;  ///< that must pass, up to the finest one
inline constexpr int rungs_usual = 6;   ///< from a quarter of the card's resolution to eight times it

/// Returns the knobs of a rung. Rung 0 has those of the code's card and the units of the protocol; each rung above it
/// refines every knob twofold.
Knobs refined(const Knobs& knobs, int rung);
/// Returns the units of length, stiffness and mass in which a rung states the same regime.
Scales restated(const Scales& scales, int rung);
Scales restated(const Scales& scales, const Scales& by);
/// Returns the load in the units of a rung: it is dimensionless, except for a `young` of its own.
Load restated(const Load& load, int rung);
Load restated(const Load& load, const Scales& by);
/// Returns the rung to begin with: two below rung 0, or fewer if `n` has no room for it; rung 0 without knobs.
int coarsest_rung(const Knobs& knobs);

/// What a rung showed.
struct RungResult {
  int rung = 0;
  Knobs knobs;
  Score score;
};

enum class Strictness { paper, strict };

struct LadderVerdict {
  bool ok = false;
  Knobs from;          ///< (n*, dt*, tol*) where ok
  std::string reason;  ///< where not: the rung that fails and where
};

/// Returns the verdict on rungs in ascending order, without gaps.
LadderVerdict ladder_verdict(const std::vector<RungResult>& rungs, Strictness strictness);

/// A cell's ladder, judged twice: by the paper's 5 % and by the strict 1 %.
struct Ladder {
  explicit Ladder(std::vector<RungResult> climbed);

  std::vector<RungResult> rungs;
  LadderVerdict paper, strict;  ///< both KO where the differences between rungs grow; a wrong limit is strictly KO
  Limit limit;
  /// The range in which the strict verdict holds at rung 0.
  std::optional<PassedRange> strict_range;
};

/// Is the next rung worth running? Not if both verdicts are OK, nor after `most` rungs. But if the finest ones have
/// begun to pass, the ladder goes on until three do. A code without knobs has the rung of its card alone.
bool climbs_on(const std::vector<RungResult>& rungs, int most);

}  // namespace judge
