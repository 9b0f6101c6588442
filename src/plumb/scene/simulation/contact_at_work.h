#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <plumb/geometry/shape.h>
#include <plumb/scene/bodies/scene.h>
#include <plumb/scene/bodies/warning.h>
#include <plumb/world/change_mesh.h>
#include <plumb/world/world_march.h>

namespace plumb {

/// The contacts of a scene at work: what is around the bodies, what is remembered from step to step, and what was seen
/// at the end of the last frame.
class ContactAtWork {
 public:
  explicit ContactAtWork(const Scene& scene);

  /// Is body i among those that touch nothing, and does it touch itself?
  bool left_out(std::size_t i) const { return contact_.leave_out[i]; }
  bool touch_themselves() const { return contact_.self; }

  /// Takes the bodies to a later time in steps of `dt`.
  std::vector<MarchOutcome> march_to(std::span<const Toucher> bodies, double time, double dt);

  /// What is around the bodies; it lives as long as this.
  const Surroundings& around() const { return around_; }
  /// Shows these contacts from now on.
  void show(std::vector<ContactForce> contacts, double residual) {
    seen_ = std::move(contacts);
    residual_ = residual;
  }
  /// Returns what tells which obstacles are near points of body i; nothing if it touches none.
  ObstaclesNear near(std::size_t i) const;
  /// Takes one of them over to another mesh, with what contact remembers of it.
  Status change_mesh(std::span<const Toucher> bodies, std::size_t which, MeshChange change);

  /// Tells where the triangles of body i, in a state, are in an obstacle between their corners, which alone touch it.
  std::vector<Warning> doubts(std::size_t i, const Model& model, const State& state) const;

  /// Adds the obstacles, where they are at the frame's time, and the contacts.
  void draw(Frame& frame) const;
  /// Adds the number of contacts, how many of them stick, the residual of the worst one since the last frame, and what
  /// each body and each obstacle bears.
  void observe(std::vector<Observable>& out) const;

  std::string save() const;
  /// Throws UserError where the bytes are not saved contacts of this scene.
  void load(std::string_view bytes);

 private:
  void check_filter(const Scene& scene) const;
  ObstacleMotion motion_at(double time) const;
  int side_b(const ContactKey& key) const;
  /// Returns who is told of together with body i: the number of its family, or of an obstacle after all families.
  std::size_t teller(int side) const { return tellers_[static_cast<std::size_t>(side)]; }

  SceneContact contact_;
  std::vector<std::string> names_;    ///< of families of bodies, then of obstacles
  std::vector<std::size_t> tellers_;  ///< of each body, then of each obstacle: its place among the names
  std::size_t n_bodies_;
  double ahead_;  ///< s, over which rates of obstacles are taken
  Surroundings around_;
  std::vector<std::shared_ptr<const Solid::Outline>> outlines_;
  std::vector<Touch> touches_;
  std::vector<ContactForce> seen_;  ///< at the end of the last step
  double residual_ = 0;
};

}  // namespace plumb
