#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <plumb/scene/simulation/programme.h>
#include <plumb/scene/simulation/simulation.h>
#include <plumb/solve/arc_length.h>
#include <plumb/solve/continuation.h>
#include <plumb/solve/jump.h>
#include <plumb/step/march.h>
#include <plumb/world/change_mesh.h>

namespace plumb {

/// One body of a simulation: its model, its state, and the solver that the scene wants.
struct Simulation::BodyAtWork {
  BodyAtWork(const Scene& scene, std::string called, std::shared_ptr<const Body> of);

  /// Looks for jumps between two frames unless one has been told already.
  FrameOutcome to_equilibrium(double time, bool jump_is_told = false);
  /// A path's next equilibrium, or the one at its end.
  FrameOutcome along_path(double time);
  /// Returns how the motion came to a frame, judged by its energy.
  FrameOutcome moved(MarchOutcome outcome, Judged when) const;
  /// What the energy balance of the motion says against it. `drifted`: was it off by more than a warning needs?
  std::vector<Warning> energy_doubts(bool drifted, Judged when) const;

  const Model& model() const { return body->model(); }
  /// Returns the body on the mesh of a state; null if the state is none of the body's.
  std::shared_ptr<const Body> body_of(const State& other) const;
  /// Goes on with a state and the body on its mesh.
  void take(State other, std::shared_ptr<const Body> on_mesh);
  /// Gives the body a mesh that suits it better, where there is one and `take_over` can take the motion over to it.
  using TakeOver = std::function<Status(MeshChange)>;
  void remesh(const TakeOver& take_over, const ObstaclesNear& near);
  /// Returns what follows the steps of the body.
  Interlude between(TakeOver take_over, ObstaclesNear near = {});

  /// The loads of the programme, which clamps that stand still meet.
  Loads loads_at(double time) const;
  void observe(Observations out) const;

  std::string family;                     ///< what it is called together with its copies
  std::shared_ptr<const Body> specified;  ///< as the scene has it
  std::shared_ptr<const Body> body;       ///< on the mesh of the state
  State state;
  Handling handling;
  Programme loads;
  std::optional<Continuation> continuation;
  std::optional<ArcLength> path;
  Loads path_begin, path_end;
  int negative_modes = 0;  ///< of a path's last equilibrium
  std::unique_ptr<Stepper> stepper;
};

}  // namespace plumb
