#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <codes/sweep/sweep.h>
#include <plumb/core/byte_codec.h>

namespace codes {

/// A structure on the question of a clamped strip: one sweep from weight to weight, or from modulus to modulus. `Work`
/// is the structure with one Young's modulus (RodAtWork, PlateAtWork), made from scenario, modulus and `Discretise`.
template <typename Work, typename Discretise>
class StripTrial final : public judge::Trial {
 public:
  StripTrial(std::string code, const judge::Scenario& scenario, Discretise discretise)
      : code_(std::move(code)), scenario_(scenario), discretise_(std::move(discretise)) {
    build(scenario.scales.young);
  }

  judge::Reply advance(const judge::Load& load) override {
    if (const double young = judge::young_at(scenario_, load); young != work_->young()) change_to(young);
    seen_ = work_->advance(load.at("gamma"));
    return reply_of(seen_.outcome);
  }

  judge::Quantities observe(const std::vector<std::string>& names) override {
    return judge::pick_all(names, work_->quantities(seen_), code_);
  }
  judge::Quantities also_observe(const std::vector<std::string>& names) override {
    return judge::pick_known(names, work_->quantities(seen_));
  }
  std::vector<double> shape() const override { return work_->shape(seen_.state); }

  std::string save() const override {
    plumb::ByteWriter w;
    w.put(work_->young());
    w.put(work_->sweep().save());
    return w.take();
  }
  void load(const std::string& bytes) override {
    plumb::ByteReader r(bytes, "not a saved trial of a clamped strip");
    build(r.get<double>());
    work_->sweep().load(std::string(r.text()));
    r.end();
    seen_ = {work_->sweep().state(), {}};
  }

 private:
  void build(double young) {
    work_.emplace(scenario_, young, discretise_);
    seen_ = {work_->sweep().state(), {}};
  }

  /// The present shape is in equilibrium with the new modulus under gravity scaled likewise: the sweep goes on from it.
  void change_to(double young) {
    plumb::State state = work_->sweep().state();
    state.loads.gravity *= young / work_->young();
    build(young);
    work_->sweep().start_from(std::move(state));
  }

  std::string code_;
  judge::Scenario scenario_;
  Discretise discretise_;
  std::optional<Work> work_;
  FoundEquilibrium seen_;
};

}  // namespace codes
