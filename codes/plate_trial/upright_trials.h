#pragma once

#include <optional>
#include <string>
#include <vector>

#include <codes/plate_trial/plate_at_work.h>
#include <codes/sweep/waypoints.h>
#include <judge/question/code.h>
#include <plumb/solve/critical_load.h>
#include <plumb/solve/equilibrium.h>

namespace codes {

/// A plate on the question whether it buckles, Algorithm 4: put on the first weight while the clamp is tilted, and tilt
/// it back; then go from weight to weight, from the nearest one known; from the nearest one that is buckled if flat
/// states certify nothing.
class BucklingTrial final : public judge::Trial {
 public:
  BucklingTrial(std::string code, const judge::Scenario& scenario, const judge::BucklingPlate& question,
                const PlateDiscretisation& discretise);

  judge::Reply advance(const judge::Load& load) override;
  judge::Quantities observe(const std::vector<std::string>& names) override;
  judge::Quantities also_observe(const std::vector<std::string>& names) override;
  std::string save() const override;
  void load(const std::string& bytes) override;

 private:
  /// Goes to where the way to this weight begins, and returns the iterations that it took.
  int start(double gamma_star);
  bool is_buckled(const plumb::State& state) const;
  /// Returns the flat plate under these loads, if flat states certify nothing by themselves and this one is the answer:
  /// it is stable with the generators of the state at hand, and Newton's method finds no buckled state from there.
  std::optional<FoundEquilibrium> flat(const plumb::Loads& loads);
  /// Returns the iterations that it took to put on the first weight.
  int put_on_tilted(double gamma_star);
  /// Returns the exact critical weight of the discrete plate, in its own plane; none if it is not found up to the
  /// heaviest weight.
  std::optional<double> critical_star();

  std::string code_;
  judge::BucklingPlate question_;
  PlateAtWork work_;
  Waypoints waypoints_;
  std::optional<plumb::CriticalLoad> critical_;
  FoundEquilibrium seen_;
};

/// A plate on the question how far it goes aside when its clamp is tilted.
class TiltTrial final : public judge::Trial {
 public:
  TiltTrial(std::string code, const judge::Scenario& scenario, const PlateDiscretisation& discretise);

  judge::Reply advance(const judge::Load& load) override;
  judge::Quantities observe(const std::vector<std::string>& names) override;
  judge::Quantities also_observe(const std::vector<std::string>& names) override;
  std::string save() const override { return work_.sweep().save(); }
  void load(const std::string& bytes) override;

 private:
  std::string code_;
  PlateAtWork work_;
  FoundEquilibrium seen_;
};

}  // namespace codes
