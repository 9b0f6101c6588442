#pragma once

// What every plate code of Plumb does alike: state a scenario in SI units, follow its equilibria from load to load,
// save and load. A code says only how it discretises a plate.

#include <functional>
#include <memory>

#include <judge/question/code.h>
#include <plumb/geometry/frame.h>
#include <plumb/model/model.h>

namespace codes {

/// The plate of a scenario in SI units, gravity along -z. It is clamped along one edge, whose middle is at the pose:
/// the length runs along the tangent, the width along the director. Cantilever: it lies flat. Lateral Buckling: it
/// stands on its long edge.
struct ScenarioPlate {
  ScenarioPlate(const judge::Scenario& scenario, double young_modulus);

  double young;                     ///< Pa
  double nu, density;               ///< Poisson's ratio; kg/m^3
  double length, width, thickness;  ///< m
  bool stands;                      ///< on its long edge
  plumb::Pose clamp;
  int n_elements;  ///< along the length

  /// The g of Gamma = rho h g L^3 / D.
  double gravity(double gamma) const;
};

/// A plate discretised.
class DiscretePlate {
 public:
  virtual ~DiscretePlate() = default;
  virtual plumb::Model model() const = 0;
  /// The middle of the free edge.
  virtual Eigen::Vector3d tip(const plumb::Model& model, const plumb::State& state) const = 0;
};

using PlateDiscretisation = std::function<std::unique_ptr<DiscretePlate>(const ScenarioPlate& plate)>;

/// A row of the table that is a plate: on any of cantilever, cantilever/redundant, lateral-buckling.
class PlateCode final : public judge::Code {
 public:
  PlateCode(judge::Card card, PlateDiscretisation discretise, std::vector<const judge::Code*> variants = {})
      : card_(std::move(card)), discretise_(std::move(discretise)), variants_(std::move(variants)) {}
  judge::Card describe() const override { return card_; }
  std::unique_ptr<judge::Trial> start() const override;
  std::vector<const judge::Code*> variants() const override { return variants_; }

 private:
  judge::Card card_;
  PlateDiscretisation discretise_;
  std::vector<const judge::Code*> variants_;
};

}  // namespace codes
