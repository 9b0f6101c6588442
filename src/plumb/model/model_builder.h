#pragma once

#include <map>
#include <memory>
#include <vector>

#include <plumb/inertia/lumped_inertia.h>
#include <plumb/model/model.h>

namespace plumb {

/// Builds one model from parts: rods of a frame, a plate with boning. The builder hands out what the parts share,
/// unknowns in q, slots of the history, clamps, wrenches and pressures of the loads, so that no part knows another
/// one's offsets, and two rods in one model are two calls of add_elastic_rod.
///
/// A part asks for its unknowns, puts its initial shape into `initial()`, and adds its terms; `finish` joins them.
class ModelBuilder {
 public:
  /// Returns the first of n new, free entries of q, which are zero at first; a typical one is as large as `scale`.
  int unknowns(int n, double scale);
  /// Says that these entries of q, each the first of three, are points of the body: they come next in its embedding.
  void points(const std::vector<int>& first);
  /// Says that these entries of q, each the first of three, are points in space that are not on the body, as control
  /// points are.
  void control_points(const std::vector<int>& first);
  /// Returns a new slot of the history.
  std::size_t history(HistorySlot slot, Eigen::VectorXd initial = {});
  /// Returns the place among the clamps of the loads of a new one, which stands at this pose at first.
  std::size_t clamp(const Pose& pose);
  /// Returns the place among the wrenches of the loads of a new one.
  std::size_t wrench();
  /// Returns the place among the pressures of the loads of a new one.
  std::size_t pressure();

  void add(std::shared_ptr<const Energy> energy) { model_.energies.push_back(std::move(energy)); }
  void add(std::shared_ptr<const Dissipation> dissipation) { model_.dissipations.push_back(std::move(dissipation)); }
  void add(std::shared_ptr<const Carried> carried) { model_.layout.carried.push_back(std::move(carried)); }
  void add(std::shared_ptr<const Memory> memory) { model_.memories.push_back(std::move(memory)); }
  /// The points of this embedding come next in that of the model.
  void add(std::shared_ptr<const Embedding> embedding);
  /// Returns the places in the model's embedding of points that were given by their first coordinates in q.
  std::vector<int> places(const std::vector<int>& first) const;
  /// Returns how many points the embedding has so far.
  int n_points() const { return n_points_; }
  /// What of the body can touch, for parts to add to.
  Surface& surface() { return surface_; }
  /// The entries of q that the constraint fixes are no longer free.
  void add(std::shared_ptr<const Constraint> constraint);
  void fix(const std::vector<int>& unknowns);

  /// Adds mass to an entry of q: kg, or kg m^2 for an angle.
  void mass(int unknown, double mass);
  void add(const LumpedInertia::Rotor& rotor) { rotors_.push_back(rotor); }
  /// Adds an inertia that is not made of masses on entries of q.
  void add(std::shared_ptr<const Inertia> inertia) { inertias_.push_back(std::move(inertia)); }
  /// The edge's angle has been given what resists its spinning as a mass.
  void spins(const RodEdge& edge) { spinning_.push_back(edge); }

  /// The state that the model begins with, as far as it is built: q, history and loads.
  State& initial() { return model_.initial; }
  const State& initial() const { return model_.initial; }

  Model finish();

 private:
  std::shared_ptr<const Inertia> joined_inertia();

  Model model_;
  std::vector<double> scale_, masses_;
  std::vector<int> positions_, fixed_;
  std::vector<std::shared_ptr<const Embedding>> embeddings_;
  std::vector<std::shared_ptr<const Inertia>> inertias_;
  std::vector<LumpedInertia::Rotor> rotors_;
  std::vector<RodEdge> spinning_;
  std::map<int, int> place_of_;  ///< in the embedding, of a point whose first coordinate is this entry of q
  int n_points_ = 0;
  Surface surface_;
  bool moves_ = false;  ///< has any part given masses?
};

}  // namespace plumb
