#pragma once

#include <memory>
#include <vector>

#include <Eigen/Core>

#include <plumb/dissipation/dissipation.h>
#include <plumb/geometry/embedding.h>
#include <plumb/geometry/surface.h>
#include <plumb/mechanics/energy.h>
#include <plumb/mechanics/inertia.h>
#include <plumb/mechanics/layout.h>
#include <plumb/mechanics/memory.h>

namespace plumb {

/// A constraint that fixes entries of q: they are removed from the unknowns and follow the loads.
class Constraint {
 public:
  virtual ~Constraint() = default;
  virtual std::vector<int> fixed() const = 0;
  /// Writes into `step` (a vector like q) how far the fixed entries are from where the loads want them.
  virtual void step_to(const State& state, const Loads& loads, Eigen::VectorXd& step) const = 0;
};

/// A mechanical model: a plain value made of parts. Built by the functions of model/<name>/.
struct Model {
  Layout layout;
  std::vector<std::shared_ptr<const Energy>> energies;
  std::vector<std::shared_ptr<const Dissipation>> dissipations;
  std::shared_ptr<const Inertia> inertia;  ///< null: the model has none and cannot move
  std::vector<std::shared_ptr<const Constraint>> constraints;
  std::vector<std::shared_ptr<const Memory>> memories;
  std::shared_ptr<const Embedding> embedding;  ///< never null
  std::shared_ptr<const Surface> surface;      ///< null: the model touches nothing
  State initial;                               ///< with which it begins: the shape, history and loads
};

/// Lets the memories of a model take note of a state that was accepted under its own loads.
inline void commit(const Model& model, State& accepted) {
  for (const auto& memory : model.memories) memory->commit(accepted, accepted.loads);
}

}  // namespace plumb
