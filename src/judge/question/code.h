#pragma once

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <judge/question/scenario.h>
#include <plumb/core/status.h>

namespace judge {

/// What a code says after a load: how it ended, what it cost, what it certifies.
struct Reply {
  plumb::Status status = plumb::Status::ok;
  int iterations = 0;
  std::optional<double> residual{};  ///< none: the code does not tell it
  int negative_modes = -1;           ///< of the exact Hessian; -1: the code does not know
  std::string note{};                ///< one sentence where something went wrong; else empty
};

/// A code that cannot go on with its branch: one sentence that says why. It ends the branch, and nothing else.
class TrialError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A code at work on one branch. A foreign program speaks the same messages as JSON lines.
class Trial {
 public:
  virtual ~Trial() = default;
  virtual Reply advance(const Load& load) = 0;
  /// Returns all of `names`, as they are at the load that was reached last.
  virtual Quantities observe(const std::vector<std::string>& names) = 0;
  /// Returns those of `names` that the code happens to know.
  virtual Quantities also_observe(const std::vector<std::string>& /*names*/) { return {}; }
  /// Returns points along the centreline, x y z of each, in units of L and z upwards; none if the code has none to
  /// show.
  virtual std::vector<double> shape() const { return {}; }
  /// Returns the whole state as bytes, so that a killed branch continues with the same bits; empty if the code cannot.
  virtual std::string save() const { return {}; }
  virtual void load(const std::string& /*bytes*/) {}
};

/// One cell of the table: what the paper found and what this code is known to give.
struct Expectation {
  std::string paper;           ///< as printed in Table 1, e.g. "OK (300 elts)"; empty: not in the paper
  std::string verdict = "OK";  ///< ours, by the paper's 5 %
  Knobs knobs;                 ///< where the verdict was found
};

/// A row of the table.
struct Card {
  std::string name;     ///< the folder's name: discrete-elastic-rod
  std::string title;    ///< DISCRETE ELASTIC ROD, as the paper prints it
  std::string kind;     ///< Rod, Ribbon, Plate, ...
  std::string paper;    ///< Bergou et al. 2008, 2010
  std::string summary;  ///< model and unknowns, and what it cannot do
  std::map<std::string, Expectation> protocols;
  std::string external{};  ///< the command of a foreign program; empty: a code of Plumb's own
  /// Which of "turn", "mirror", "shift" (Scenario::place) and "curvature" (a negative one) the code can be told.
  std::vector<std::string> places{};
};

class Code {
 public:
  virtual ~Code() = default;
  virtual Card describe() const = 0;
  /// Returns a trial that is ready for the first load of `scenario`. Throws plumb::UserError if the code cannot take
  /// it.
  virtual std::unique_ptr<Trial> open(const Scenario& scenario) const = 0;
  /// Returns what the results depend on beside this program: the text of a foreign one. If it changes, old records are
  /// not continued.
  virtual std::string fingerprint() const { return {}; }
  /// Returns a sentence that says what the code lacks on this machine and how to get it; empty if it can run.
  virtual std::string missing() const { return {}; }
  /// Further rows of the same folder, the same model with other choices: libshell/stvk-sin beside libshell/stvk-tan.
  virtual std::vector<const Code*> variants() const { return {}; }
};

/// Returns `known` of all `names`. Throws plumb::UserError, with the code's name, if one is not among them.
Quantities pick_all(const std::vector<std::string>& names, const Quantities& known, const std::string& code);
/// Returns `known` of those `names` that are among them.
Quantities pick_known(const std::vector<std::string>& names, const Quantities& known);

/// Returns the codes and, behind each, its variants.
inline std::vector<const Code*> with_variants(const std::vector<const Code*>& codes) {
  std::vector<const Code*> rows;
  for (const Code* code : codes) {
    rows.push_back(code);
    for (const Code* variant : code->variants()) rows.push_back(variant);
  }
  return rows;
}

/// Returns all rows, from the folders of codes/ (generated), with their variants.
std::vector<const Code*> all_codes();

}  // namespace judge
