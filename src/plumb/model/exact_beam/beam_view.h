#pragma once

#include <plumb/model/exact_beam/exact_beam.h>
#include <plumb/model/view.h>

namespace plumb {

/// The beam of a model of one beam, in a state; places along it are its nodes.
class BeamView final : public CurveView {
 public:
  BeamView(const BeamSpec& spec, const State& state);

  Eigen::Vector3d node(int i) const { return state_.q.segment<3>(beam_.node(i).x); }

  std::vector<CurveSample> samples() const override;
  Eigen::Vector3d tip() const override { return node(beam_.n_nodes() - 1); }
  /// The natural twist does not count, and the twist is taken where the energy sees it.
  double total_twist() const override { return plumb::total_twist(spec_, state_); }
  /// The parabolas of the elements, four pieces each.
  std::vector<Eigen::Vector3d> centreline() const override;
  std::vector<Wrench> reactions(const Eigen::VectorXd& gradient) const override;

 private:
  const BeamSpec& spec_;
  const State& state_;
  BeamParts beam_;
};

}  // namespace plumb
