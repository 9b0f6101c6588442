#pragma once

// Plates of triangles that are moved in time until they rest: how animation codes, which have no static solver, find
// an equilibrium. Their mesh may follow the shape.

#include <optional>

#include <codes/plate_trial/triangle_plate.h>
#include <plumb/model/shell/remesh_shell.h>
#include <plumb/solve/certificate.h>
#include <plumb/step/settle.h>

namespace codes {

/// Follows the equilibria of a shell by letting a motion come to rest under each new load, one linear solve a step. The
/// certificate of the state it ends on is told in the outcome, and changes nothing.
class SettledFollower final : public Follower {
 public:
  SettledFollower(plumb::ShellSpec spec, const plumb::SettleOptions& options,
                  std::optional<plumb::ShellRemeshing> remeshing);

  const plumb::Model& model() const override { return stepper_->model(); }
  void expect(const plumb::State& state) override;
  /// The outcome has the steps in its `load_steps` and the distance to the equilibrium nearby in its `update`.
  plumb::Outcome advance(plumb::State& state, const plumb::Loads& target) override;

 private:
  plumb::Status remesh(plumb::Stepper& stepper, plumb::State& state) const;
  plumb::Certificate certificate(const plumb::State& state);
  /// Returns what adapts the mesh after every eighth step of a load, ten times; nothing where the mesh is fixed.
  plumb::BetweenSteps between_steps() const;

  plumb::ShellSpec spec_;
  plumb::SettleOptions options_;
  std::optional<plumb::ShellRemeshing> remeshing_;
  std::unique_ptr<plumb::Stepper> stepper_;
  std::optional<plumb::Linearisation> exact_;  ///< of the mesh that was certified last
};

/// The knobs of settling that cards have, and scenarios that state none: dt in units of ScenarioPlate::slowness, and
/// tol, the speed at which a plate counts as being at rest, in lengths over slowness.
inline constexpr double kSettlingStep = 1, kRest = 1e-6;

/// A plate of triangles that settles.
struct SettledPlate {
  TrianglePlate triangles;
  /// The mesh is adapted after every eighth step, ten times for each load: as fine as that of n cells where the plate
  /// is bent, and up to 24 times as coarse elsewhere. If that went on, some strips would never be at rest. Twice as
  /// many cells halve all lengths, and the angle that an edge may see.
  bool adaptive = false;

  std::unique_ptr<DiscretePlate> operator()(const ScenarioPlate& plate) const;
};

}  // namespace codes
