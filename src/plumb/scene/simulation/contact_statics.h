#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <plumb/scene/bodies/scene.h>
#include <plumb/scene/bodies/warning.h>
#include <plumb/world/static_path.h>

namespace plumb {

/// The equilibria of a scene's body among obstacles, from frame to frame (world/static_path.h). The load parameter is the
/// time of the scene. Before time zero, from -1 on, the loads grow from nothing and the clamps go from where the body is at
/// rest to where they are at time zero; the obstacles stand still then.
class ContactStatics {
 public:
  ContactStatics(const Scene& scene, const Model& body, Programme loads, Surroundings around);

  struct Outcome {
    Status status = Status::ok;
    double time = 0;  ///< s, reached; zero while the loads grow
    int iterations = 0, steps = 0;
    std::vector<Warning> warnings = {};
  };
  /// Takes the body on to a time, or leaves it where no equilibrium goes on (`snaps`) or the way was lost.
  Outcome advance_to(State& body, double time);

  /// Returns what the body bears on in a state.
  std::vector<ContactForce> contacts(const State& body) const;
  double residual() const { return residual_; }
  /// Returns the negative modes on the stick manifold; -1: something slides, and nothing is certified.
  int negative_modes() const { return negative_modes_; }

  std::string save() const;
  /// Throws UserError where the bytes are not a saved equilibrium with this body's contacts.
  void load(std::string_view bytes);

 private:
  StaticState with(const State& body) const;
  void keep(const StaticState& state, State& body);
  bool fits(const StaticTouch& touch) const;

  StaticContact statics_;
  std::size_t n_points_, n_obstacles_;
  double frame_;      ///< s, between two frames
  StaticState held_;  ///< without its body
  bool begun_ = false;
  double residual_ = 0;
  int negative_modes_ = 0;
};

}  // namespace plumb
