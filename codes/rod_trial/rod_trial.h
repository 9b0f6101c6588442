#pragma once

// What every rod code of Plumb does alike: state a scenario in SI units, follow its equilibria from load to load, save
// and load. A code says only how it discretises a rod and what it sees of one.

#include <memory>
#include <string>
#include <vector>

#include <judge/question/code.h>
#include <plumb/geometry/frame.h>
#include <plumb/model/elastic_rod/section.h>
#include <plumb/model/model.h>

namespace codes {

/// The rod of a scenario in SI units, gravity along -z. Straight: along x, the second director (the thickness)
/// vertical. Naturally circular: hanging from its clamp in the x-z plane.
struct ScenarioRod {
  ScenarioRod(const judge::Scenario& scenario, double young_modulus);

  double young;   ///< Pa
  double length;  ///< m
  double nu;      ///< Poisson's ratio
  plumb::RodStiffness stiffness;
  double natural_curvature = 0;  ///< kappa_1, 1/m
  plumb::Pose clamp;
  int n_elements;

  /// The g of Gamma = rho A g L^3 / (E I), eq. (1); I is that of the direction in which the rod bends.
  double gravity(double gamma) const;
};

/// A rod discretised. It outlives nothing but the states of its model.
class DiscreteRod {
 public:
  virtual ~DiscreteRod() = default;
  virtual plumb::Model model() const = 0;
  virtual Eigen::Vector3d tip(const plumb::Model& model, const plumb::State& state) const = 0;
  /// The integral of |twist|, rad: the paper's measure of leaving the plane.
  virtual double total_twist(const plumb::Model& model, const plumb::State& state) const = 0;
  /// Points along the rod from the clamp to the free end, evenly spaced, m; empty: it has none to show.
  virtual std::vector<Eigen::Vector3d> centreline(const plumb::Model& /*model*/, const plumb::State& /*state*/) const {
    return {};
  }
};

using Discretisation = std::unique_ptr<DiscreteRod> (*)(const ScenarioRod& rod);

/// A row of the table that is a rod: on any of cantilever, cantilever/redundant, bend-twist.
class RodCode final : public judge::Code {
 public:
  RodCode(judge::Card card, Discretisation discretise) : card_(std::move(card)), discretise_(discretise) {}
  judge::Card describe() const override { return card_; }
  std::unique_ptr<judge::Trial> start() const override;

 private:
  judge::Card card_;
  Discretisation discretise_;
};

}  // namespace codes
