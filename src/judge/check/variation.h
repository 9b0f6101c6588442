#pragma once

// A few loads of a cell, asked once more in a way that physics says must not matter: in other units, after other loads,
// by a process that begins from a saved state. All is planned from the plain run, and nothing is run here.

#include <string>
#include <vector>

#include <judge/check/replay.h>

namespace judge {

/// The words of a code that is asked for a state and has none.
inline constexpr const char* saves_nothing = "it saves nothing";

/// A branch with the loads to ask. Those before `first_compared` only lead there.
struct Walk {
  Scenario scenario;
  std::vector<Load> loads;
  std::size_t first_compared = 0;
};

/// What an answer must be.
enum class Expected {
  same,        ///< as in the plain run
  up_to_sign,  ///< as in the plain run, or its mirror image
  master,      ///< the label of the master curve
  between,     ///< on the way from a beam, as in the plain run, to a plate with the nu that is told
};

struct Variation {
  std::string check;     ///< the column of the panel: "units"
  std::string name;      ///< the folder of its records: "units-16"
  Scales units{};        ///< factors on those of the plain run
  double tighter = 1;    ///< the tolerance of the solver is divided by this
  bool reopens = false;  ///< each load is asked of a new trial that loads what the one before saved
  Expected expected = Expected::same;
  double allowed = 0;     ///< of the observable's largest value on the branch
  bool relative = false;  ///< of its value at the same load instead
  double rounding = 0;    ///< what an observable may change however small it is, in its own unit
  bool may_fail = false;  ///< a load without an answer is no wrong answer
  bool is_plate = false;  ///< where an answer lies between: the code is one of plates, and must be one at the ends
  std::vector<Walk> walks{};
  std::string words{};  ///< what was varied, for people
};

/// Returns what is asked of the code with this card; `seed` chooses the far points.
std::vector<Variation> variations(const Protocol& protocol, const PlainRun& plain, const Card& card, unsigned seed);

/// Returns the plain loads with a tenfold tighter tolerance: what that changes, ten times over, other units may change
/// too.
Variation tightened(const PlainRun& plain);

/// Returns the scenario of a walk as the code is told it.
Scenario told(const Variation& variation, const Scenario& plain);

/// The protocol of a variation: its walks are the branches.
class VariedProtocol : public Protocol {
 public:
  VariedProtocol(const Protocol& protocol, Variation variation)
      : protocol_(protocol), variation_(std::move(variation)) {}

  const Variation& variation() const { return variation_; }
  ProtocolCard describe() const override { return protocol_.describe(); }
  std::vector<Scenario> plan(Sampling) const override;
  std::optional<Load> next(const Scenario& branch, const std::vector<Point>& so_far) const override;
  int length(const Scenario& branch) const override;
  Point measure(const Scenario& branch, const Record& record) const override {
    return protocol_.measure(branch, record);
  }
  Score score(const std::vector<BranchPoints>&) const override { return {}; }
  Plot picture(const std::vector<BranchPoints>&, const Score&) const override { return {}; }

 private:
  const Walk& walk(const Scenario& branch) const;

  const Protocol& protocol_;
  Variation variation_;
};

}  // namespace judge
