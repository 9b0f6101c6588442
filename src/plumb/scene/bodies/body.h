#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <plumb/geometry/shape.h>
#include <plumb/geometry/tetrahedral_mesh.h>
#include <plumb/geometry/triangle_mesh.h>
#include <plumb/model/model.h>
#include <plumb/scene/bodies/body_remeshing.h>
#include <plumb/scene/bodies/handling.h>
#include <plumb/scene/bodies/warning.h>

namespace plumb {

/// A body at one instant, for those who look at it.
struct BodyAtInstant {
  const State& state;
  const Eigen::VectorXd* gradient = nullptr;  ///< of the potential on all of q; none: it cannot be computed here
  std::optional<double> kinetic_energy = {};  ///< J, of a motion
};

/// Collects what a body tells of itself, under names that begin with its own where there are several.
class Observations {
 public:
  Observations(std::string prefix, std::vector<Observable>& out) : prefix_(std::move(prefix)), out_(&out) {}
  void add(const std::string& name, const std::string& unit, double value) {
    out_->push_back({prefix_ + name, unit, value});
  }
  void add(const std::string& name, const std::string& unit, const Eigen::Vector3d& v) {
    for (int i = 0; i < 3; ++i) add(name + ' ' + "xyz"[i], unit, v[i]);
  }

 private:
  std::string prefix_;
  std::vector<Observable>* out_;
};

/// Meshes that a body was made from.
struct BodyMeshes {
  std::vector<TriangleMesh> triangles = {};
  std::vector<TetrahedralMesh> tetrahedra = {};
  bool empty() const { return triangles.empty() && tetrahedra.empty(); }
};

/// A body of a scene, read and checked: how it is built, what is done to it, and what one sees of it. It does not
/// change: what does is in a State of its model, which begins with the initial shape. Each kind of body has a folder
/// scene/bodies/<kind> (read/body_kind.h).
class Body {
 public:
  virtual ~Body() = default;
  virtual const std::string& name() const = 0;
  virtual double size() const = 0;    ///< m: its length, or the longest side of the box around it
  virtual bool is_curve() const = 0;  ///< is it drawn as one curve, as long as its size?
  /// Is what it is made of inside its surface, so that nothing else may be there?
  virtual bool is_filled() const { return false; }
  /// May the search for its first equilibrium begin with elements that are flat or inside out?
  virtual bool starts_anywhere() const { return false; }
  virtual Handling handling() const = 0;
  /// Returns the model, which the first call builds. Throws UserError for what no model can be made of.
  const Model& model() const;
  /// Returns the meshes that the body was made from; none if its numbers all stand in the scene file.
  virtual BodyMeshes meshes() const { return {}; }

  /// Returns how its mesh changes in a motion; null if it stays. On another mesh the body is another Body.
  virtual const BodyRemeshing* remeshing() const { return nullptr; }

  /// Returns where the body is in a state: the points that `draw` adds.
  virtual std::vector<Eigen::Vector3d> points(const State& state) const = 0;
  /// Adds its curve or surface to a shape, with its arrays.
  virtual void draw(const State& state, Shape& shape) const = 0;
  virtual void observe(const BodyAtInstant& now, Observations& out) const = 0;
  /// Returns what makes the answer doubtful in a state.
  virtual std::vector<Warning> doubts(const State& state) const = 0;

 private:
  virtual Model build() const = 0;

  mutable std::mutex building_;
  mutable std::optional<Model> model_;
};

/// Appends points to a shape, with their arrays. Arrays that only some bodies have are zero on the others.
void add_points(const std::vector<Eigen::Vector3d>& points, const std::vector<PointArray>& arrays, Shape& shape);

}  // namespace plumb
