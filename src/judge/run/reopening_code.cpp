#include <judge/run/reopening_code.h>

#include <judge/check/variation.h>

namespace judge {
namespace {

class ReopeningTrial : public Trial {
 public:
  ReopeningTrial(const Code& code, Scenario scenario)
      : code_(code), scenario_(std::move(scenario)), trial_(code.open(scenario_)) {}

  Reply advance(const Load& load) override {
    if (loaded_) reopen();
    loaded_ = true;
    return trial_->advance(load);
  }
  Quantities observe(const std::vector<std::string>& names) override { return trial_->observe(names); }
  Quantities also_observe(const std::vector<std::string>& names) override { return trial_->also_observe(names); }
  std::string save() const override { return trial_->save(); }
  void load(const std::string& bytes) override { trial_->load(bytes); }

 private:
  void reopen() {
    const std::string bytes = trial_->save();
    if (bytes.empty()) throw TrialError(saves_nothing);
    trial_.reset();
    trial_ = code_.open(scenario_);
    trial_->load(bytes);
  }

  const Code& code_;
  Scenario scenario_;
  std::unique_ptr<Trial> trial_;
  bool loaded_ = false;  ///< has a load been asked since it was opened?
};

}  // namespace

std::unique_ptr<Trial> ReopeningCode::open(const Scenario& scenario) const {
  return std::make_unique<ReopeningTrial>(code_, scenario);
}

}  // namespace judge
