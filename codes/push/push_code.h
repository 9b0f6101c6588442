#pragma once

// What every code does alike that pushes a strip in time. A row says only how it takes one step with contact
// (push_step.h), on a strip as it discretises it (strip_to_push.h).

#include <memory>
#include <vector>

#include <codes/push/push_step.h>
#include <judge/question/code.h>

namespace codes {

/// A row of the table that pushes strips in time. Knobs that a scenario leaves open are those of the card.
class PushCode final : public judge::Code {
 public:
  using Schedule = PushSchedule (*)(const judge::Scenario&);

  PushCode(judge::Card card, MakePushStep make, std::vector<const Code*> more = {}, Schedule schedule = usual_schedule)
      : card_(std::move(card)), make_(std::move(make)), schedule_(schedule), more_(std::move(more)) {}
  judge::Card describe() const override { return card_; }
  std::unique_ptr<judge::Trial> open(const judge::Scenario& scenario) const override;
  std::vector<const Code*> variants() const override { return more_; }

 private:
  judge::Card card_;
  MakePushStep make_;
  Schedule schedule_;
  std::vector<const Code*> more_;
};

}  // namespace codes
