#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <plumb/geometry/shape.h>
#include <plumb/model/model.h>
#include <plumb/scene/bodies/scene.h>
#include <plumb/scene/bodies/warning.h>

namespace plumb {

/// What the world does to a body besides its weight, in the order of the model's clamps and wrenches.
struct Handling {
  struct Hold {
    SceneMotion motion;
    std::optional<Pose> pose;  ///< at time zero; none: where the initial shape has it
  };
  std::vector<Hold> holds;
  std::vector<ScenePull> pulls;
  double pressure = 0;  ///< Pa
  Ramp pressure_scale;
};

/// A body at one instant, for those who look at it.
struct BodyView {
  const Model& model;
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

/// A rod or a plate of a scene: how it is built, what is done to it, and what one sees of it. The rest state of its
/// model is the initial shape.
class Body {
 public:
  virtual ~Body() = default;
  virtual const std::string& name() const = 0;
  virtual double size() const = 0;  ///< m: its length, or the longest side of the box around it
  virtual Model model() const = 0;
  virtual Handling handling() const = 0;
  /// Adds its curve or surface to a shape, with its arrays.
  virtual void draw(const BodyView& view, Shape& shape) const = 0;
  virtual void observe(const BodyView& view, Observations& out) const = 0;
  /// What makes the answer doubtful in this state.
  virtual std::vector<Warning> doubts(const BodyView& view) const = 0;
};

/// Visits every element of a term; where one is outside its domain, the others of its chunk are left out too.
/// `visit(element, slot, buffer)` reads the results from a slot of the buffer.
template <class Visit>
void for_each_element(const Energy& energy, const State& state, Want want, const Visit& visit) {
  constexpr int kChunk = 1024;
  ElementBuffer buffer;
  for (int begin = 0; begin < energy.n_elements(); begin += kChunk) {
    const int end = std::min(begin + kChunk, energy.n_elements());
    buffer.resize(end - begin, energy.stencil_size());
    if (energy.evaluate(state, state.loads, begin, end, want, buffer) != Status::ok) continue;
    for (int e = begin; e < end; ++e) visit(e, e - begin, buffer);
  }
}

/// J; zero where it cannot be computed.
double value_of(const Energy& energy, const State& state);

/// Appends points to a shape, with their arrays. Arrays that only some bodies have are zero on the others.
void add_points(const std::vector<Eigen::Vector3d>& points, const std::vector<PointArray>& arrays, Shape& shape);

}  // namespace plumb
