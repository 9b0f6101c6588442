#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>

#include <plumb/core/spool.h>
#include <plumb/geometry/shape.h>

namespace plumb {

/// The frames of a run, with their numbers and their meshes on the disk: memory does not grow with them. Files whose
/// order is quantity by quantity (an .npz, a page) are made from it.
class FrameSpool {
 public:
  explicit FrameSpool(const std::filesystem::path& dir = std::filesystem::temp_directory_path())
      : numbers_(dir), places_(dir), meshes_(dir), contacts_(dir) {}

  /// Throws UserError unless it has the curves, surfaces, arrays and observables of the first one; the points and
  /// triangles of surfaces may be others (io/frame_rules.h).
  void add(const Frame& frame);

  std::size_t n_frames() const { return n_frames_; }
  /// Names and units of all frames, and the mesh of the first; empty where there is none.
  const Frame& first() const { return first_; }

  /// How many different meshes the run has had, one after the other; one that comes back is another one.
  std::size_t n_meshes() const { return n_meshes_; }
  bool mesh_changes() const { return n_meshes_ > 1; }
  std::size_t n_points_of_all_frames() const { return n_points_; }
  std::size_t n_triangles_of_all_meshes() const { return n_triangles_; }

  /// A part of the numbers that every frame has. What is told of every point grows with the points of the frame.
  struct Quantity {
    std::size_t first = 0, n = 0;                      ///< where it begins, and how long it is, without any point
    std::size_t first_per_point = 0, n_per_point = 0;  ///< what each point of the frame adds to these
  };
  static Quantity time() { return {0, 1}; }
  Quantity observable(std::size_t index) const { return {1 + index, 1}; }
  /// Returns the position, the tangent and the director of every solid.
  Quantity poses() const { return {1 + first_.observables.size(), kPose * first_.solids.size()}; }
  Quantity positions() const { return {poses().first + poses().n, 0, 0, 3}; }
  Quantity array(std::size_t index) const;
  /// How many numbers it has in all frames together.
  std::size_t n_values(Quantity quantity) const { return n_frames_ * quantity.n + n_points_ * quantity.n_per_point; }

  /// Calls `take` with the numbers of a quantity, frame by frame.
  void each(Quantity quantity, const std::function<void(std::span<const double>)>& take) const;

  /// What the numbers of a contact are, one after the other.
  struct ContactPart {
    std::size_t first = 0, n = 0;
  };
  static constexpr ContactPart kPlace{0, 3}, kNormal{3, 3}, kForce{6, 3}, kGap{9, 1}, kSticks{10, 1}, kSides{11, 2};
  static constexpr std::size_t kContact = 13;
  bool has_contacts() const { return first_.contacts.has_value(); }
  std::size_t n_contacts_of_all_frames() const { return contacts_.size() / kContact; }
  /// Calls `take` for every frame with the numbers of all its contacts.
  void each_contacts(const std::function<void(std::span<const double>)>& take) const;

  /// Calls `take` for every frame with its mesh: curves and surfaces with their names, without positions and arrays.
  /// `is_new`: is it another one than in the frame before?
  void each_mesh(const std::function<void(const Shape& mesh, std::size_t n_points, bool is_new)>& take) const;

 private:
  static constexpr std::size_t kPose = 9;

  void add_mesh(const Shape& shape);
  std::size_t number(std::size_t frame, std::size_t which) const;
  Shape read_mesh(std::size_t at) const;

  Spool numbers_;   ///< of each frame: time, observables, poses, positions, arrays
  Spool places_;    ///< of each frame: where its numbers begin, how many points it has, where its mesh begins, contacts
  Spool meshes_;    ///< of each mesh: where curves begin; of each surface, where it begins, its points, its triangles
  Spool contacts_;  ///< of each contact of each frame, see kContact
  Frame first_;
  Shape last_mesh_;
  std::size_t last_mesh_place_ = 0;
  std::size_t n_frames_ = 0, n_points_ = 0;     ///< n_points_: of all frames
  std::size_t n_meshes_ = 0, n_triangles_ = 0;  ///< n_triangles_: of all meshes
};

}  // namespace plumb
