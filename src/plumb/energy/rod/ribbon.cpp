#include <plumb/energy/rod/ribbon.h>

#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include <plumb/linalg/gauss_rule.h>
#include <plumb/mechanics/element_energy.h>
#include <plumb/mechanics/specimen.h>
#include <plumb/strain/wunderlich.h>

namespace plumb {
namespace {

/// Unknowns of an element: kappa and eta at its start, then at its end.
class RibbonElasticity final : public ElementEnergy<RibbonElasticity, 4> {
 public:
  RibbonElasticity(std::vector<std::array<int, 4>> stencils, Ribbon ribbon)
      : ElementEnergy<RibbonElasticity, 4>(std::move(stencils)),
        ribbon_(std::move(ribbon)),
        flat_(kStillFlat / std::accumulate(ribbon_.lengths.begin(), ribbon_.lengths.end(), 0.0)) {}
  std::string_view name() const override { return "ribbon elasticity"; }

  template <class S>
  bool value(int e, const std::array<S, 4>& q, const State&, const Loads&, S& energy) const {
    const double length = ribbon_.lengths[static_cast<std::size_t>(e)];
    const S fanning = (q[3] - q[1]) * (ribbon_.width / length);  // w eta'
    if (!(std::abs(value_of(fanning)) < 2)) return false;
    S sum(0.0);
    for (std::size_t g = 0; g < GaussRule::at.size(); ++g) {
      const S kappa = q[0] + (q[2] - q[0]) * GaussRule::at[g], eta = q[1] + (q[3] - q[1]) * GaussRule::at[g];
      const S bent = kappa * (eta * eta + 1.0);  // the principal curvature
      sum += bent * bent * GaussRule::weights[g];
    }
    energy = sum * wunderlich(fanning) * (0.5 * ribbon_.bend * length);
    return true;
  }

  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override {
    const Status status = evaluate_by_duals(state, loads, begin, end, want, out);
    if (status != Status::ok || !want.hessian) return status;
    for (int e = begin; e < end; ++e) {
      // The stiffness of eta at the curvature flat_, half of it at each end.
      const double held = 2 * ribbon_.bend * flat_ * flat_ * 0.5 * ribbon_.lengths[static_cast<std::size_t>(e)];
      for (const int eta : {1, 3}) out.hessian(e - begin, ElementBuffer::packed_index(eta, eta)) += held;
    }
    return Status::ok;
  }

 private:
  Ribbon ribbon_;
  double flat_;  ///< 1/m
};

}  // namespace

std::shared_ptr<const Energy> ribbon_elasticity(const Ribbon& ribbon, CurvedPlace place) {
  std::vector<std::array<int, 4>> stencils;
  for (int e = 0; e < ribbon.n_elements(); ++e) {
    std::array<int, 4> dofs;
    std::iota(dofs.begin(), dofs.end(), place.first + 2 * e);
    stencils.push_back(dofs);
  }
  return std::make_shared<RibbonElasticity>(std::move(stencils), ribbon);
}

std::vector<Specimen> ribbon_specimens() {
  Ribbon ribbon;
  ribbon.lengths = {0.3, 0.5, 0.2, 0.4};
  ribbon.bend = 2;
  ribbon.width = 0.3;
  const CurvedPlace place{1, 0};  // behind an unknown of others
  Specimen s;
  s.name = "ribbon_elasticity";
  s.set_energy(std::static_pointer_cast<const RibbonElasticity>(ribbon_elasticity(ribbon, place)));
  s.layout = Layout::all_free(place.first + ribbon.n_unknowns());
  s.rest.q = Eigen::VectorXd::Zero(place.first + ribbon.n_unknowns());
  s.shake = 0.5;
  s.objective = false;
  return {s};
}

}  // namespace plumb
