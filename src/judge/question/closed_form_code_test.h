#pragma once

// A code made from a formula, so that the judge is tested without a simulator. Its memory stands for a warm start:
// every answer depends on all loads before it in the last bits, so that a branch resumed from a wrong state shows.

#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include <judge/question/code.h>

namespace judge {

class ClosedFormCode : public Code {
 public:
  struct Answer {
    plumb::Status status = plumb::Status::ok;
    Quantities observed;
  };
  using Formula = std::function<Answer(const Scenario& scenario, const Load& load)>;

  ClosedFormCode(Card card, Formula formula, bool can_save = true)
      : card_(std::move(card)), formula_(std::move(formula)), can_save_(can_save) {}

  Card describe() const override { return card_; }
  std::unique_ptr<Trial> open(const Scenario& scenario) const override {
    return std::make_unique<Work>(formula_, can_save_, scenario);
  }

 private:
  class Work : public Trial {
   public:
    Work(Formula formula, bool can_save, Scenario scenario)
        : formula_(std::move(formula)), can_save_(can_save), scenario_(std::move(scenario)) {}
    Reply advance(const Load& load) override {
      answer_ = formula_(scenario_, load);
      for (const auto& [name, value] : load.values) memory_ = std::sin(memory_ + value);
      for (auto& [name, value] : answer_.observed) value *= 1 + 1e-13 * memory_;
      return {answer_.status, 3, 1e-12, 0};
    }
    Quantities observe(const std::vector<std::string>&) override { return answer_.observed; }
    std::string save() const override {
      return can_save_ ? std::string(reinterpret_cast<const char*>(&memory_), sizeof memory_) : std::string();
    }
    void load(const std::string& bytes) override { std::memcpy(&memory_, bytes.data(), sizeof memory_); }

   private:
    Formula formula_;
    bool can_save_;
    Scenario scenario_;
    Answer answer_;
    double memory_ = 0.5;
  };

  Card card_;
  Formula formula_;
  bool can_save_;
};

}  // namespace judge
