#pragma once

// A code that is somebody else's program, in any language: it answers the messages of judge/foreign/messages.h on
// standard output. Whatever it does wrong becomes one sentence in the record, and ends its branch only.

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <judge/foreign/messages.h>
#include <judge/question/code.h>

namespace judge {

struct ForeignOptions {
  double patience = 60;  ///< seconds to wait for an answer
  /// These see every line, for `plumb try`: what we said, what the program answered.
  std::function<void(const std::string& said)> on_said{};
  std::function<void(const std::string& answered)> on_answered{};
};

class ForeignCode : public Code {
 public:
  /// Runs the program once and asks it to describe itself. Throws plumb::UserError if that goes wrong.
  ForeignCode(std::string command, ForeignOptions options);

  Card describe() const override { return program_.card; }
  std::unique_ptr<Trial> open(const Scenario& scenario) const override;
  /// Returns a hash of the command and of the content of every file that it names.
  std::string fingerprint() const override;
  /// Leaves the card in the run's folder, so that a report made later still knows whose records these are.
  void leave_card(const std::filesystem::path& dir) const;

 private:
  std::string command_;
  ForeignOptions options_;
  std::string described_;  ///< its own words
  Description program_;
};

/// Throws plumb::UserError if `card` takes a protocol that is not among `protocols`, or has the name of one of `rows`.
void check_card(const Card& card, const std::vector<std::string>& protocols, const std::vector<const Code*>& rows);

/// The card that a foreign code left in a run's folder, as far as it can be read.
struct LeftCard {
  std::optional<Card> card;
  std::string damage;  ///< a sentence where there is none, or it is not as it was written
};
LeftCard left_card(const std::filesystem::path& dir, const std::string& name);

}  // namespace judge
