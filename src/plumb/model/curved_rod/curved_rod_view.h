#pragma once

#include <plumb/model/curved_rod/curved_shape.h>
#include <plumb/model/view.h>

namespace plumb {

/// A rod of curvatures in a state, with places where its elements meet and between. Its clamp holds no unknowns.
class CurvedRodView final : public CurveView {
 public:
  struct Sampling {
    int per_element = 1;  ///< places on each element
    double length = 0;    ///< of the whole rod, m; zero: the sum of its elements
  };
  CurvedRodView(const CurvedChain& rod, const State& state) : CurvedRodView(rod, state, Sampling{}) {}
  CurvedRodView(const CurvedChain& rod, const State& state, Sampling sampling);

  std::vector<CurveSample> samples() const override;
  Eigen::Vector3d tip() const override { return shape(rod_, state_).tip(); }
  double total_twist() const override { return plumb::total_twist(rod_, state_); }
  std::vector<Eigen::Vector3d> centreline() const override;
  std::vector<Wrench> reactions(const Eigen::VectorXd&) const override { return {}; }

 private:
  const CurvedChain& rod_;
  const State& state_;
  Sampling sampling_;
};

}  // namespace plumb
