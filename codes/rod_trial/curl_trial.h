#pragma once

#include <string>
#include <vector>

#include <codes/rod_trial/hook_rival.h>
#include <codes/sweep/waypoints.h>
#include <judge/question/code.h>

namespace codes {

/// A rod on the question of a hanging curl: a sweep from weight to weight, waypoints on both sides of every change from
/// plane to space, and the hanging hook as a rival of what the sweep finds.
class CurlTrial final : public judge::Trial {
 public:
  CurlTrial(std::string code, const judge::Scenario& scenario, const judge::HangingCurl& curl,
            Discretisation discretise);

  judge::Reply advance(const judge::Load& load) override;
  judge::Quantities observe(const std::vector<std::string>& names) override;
  judge::Quantities also_observe(const std::vector<std::string>& names) override;
  std::vector<double> shape() const override { return work_.shape(shown_.seen.state); }
  std::string save() const override;
  /// Until the loaded trial advances, it shows the state of the sweep.
  void load(const std::string& bytes) override;

 private:
  judge::Quantities quantities() const;

  std::string code_;
  double leaves_plane_;  ///< rad
  RodAtWork work_;
  Waypoints waypoints_;
  HookRival rival_;
  Shown shown_;
};

}  // namespace codes
