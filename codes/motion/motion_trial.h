#pragma once

// What every code does alike that is asked for a motion: begin as the question says, step with a method of time from
// instant to instant, save and load. A row says only how it discretises a body, and which method it takes.

#include <functional>
#include <memory>
#include <string>

#include <judge/question/code.h>
#include <plumb/step/march.h>

namespace codes {

/// A body that is about to move under its weight.
struct MovingBody {
  plumb::Model model;  ///< its initial state has the places and rates at t = 0
  double gravity = 0;  ///< m/s^2, along -z
  /// Returns what a protocol may observe, in units of the length.
  std::function<judge::Quantities(const plumb::Model& model, const plumb::State& state)> look;
};

/// Gives points in space the velocities of a rigid motion: `velocity` (m/s) at `about` (m), and `spin` (rad/s).
void set_in_motion(plumb::Model& model, const Eigen::Vector3d& about, const Eigen::Vector3d& velocity,
                   const Eigen::Vector3d& spin);

/// One motion. The knob dt is the step in the question's unit of time.
class MotionTrial final : public judge::Trial {
 public:
  MotionTrial(std::string code, judge::Scenario scenario, MovingBody body, plumb::Method method);

  judge::Reply advance(const judge::Load& load) override;
  judge::Quantities observe(const std::vector<std::string>& names) override;
  std::string save() const override { return plumb::save(state_); }
  void load(const std::string& bytes) override;

 private:
  std::string code_;
  judge::Scenario scenario_;
  MovingBody body_;
  plumb::State state_;
  std::unique_ptr<plumb::Stepper> stepper_;
  double dt_;  ///< s
};

/// Returns what a card says of a method of time, as the end of a sentence: "by the midpoint rule".
std::string words_of(plumb::Method method);

}  // namespace codes
