#include <plumb/model/view.h>

#include <cmath>

#include <plumb/mechanics/visit_elements.h>
#include <plumb/model/model.h>

namespace plumb {
namespace {

double value_of(const Energy& energy, const State& state) {
  double sum = 0;
  for_each_element(energy, state, {.value = true},
                   [&](int, int slot, ElementBuffer& buffer) { sum += buffer.value(slot); });
  return sum;
}

double& share_of(Role role, EnergiesByRole& energies) {
  switch (role) {
    case Role::stretch:
      return energies.stretch;
    case Role::bend:
      return energies.bend;
    case Role::mirror:
      return energies.mirror;
    case Role::elastic:
      return energies.elastic;
    case Role::load:
      return energies.load;
  }
  bug("a role has a share of the energy", __FILE__, __LINE__);
}

}  // namespace

std::vector<Eigen::Vector3d> CurveView::points() const {
  std::vector<Eigen::Vector3d> all;
  for (const CurveSample& sample : samples()) all.push_back(sample.position);
  return all;
}

std::vector<PointArray> CurveView::strains() const { return strains_of(samples()); }

std::vector<PointArray> strains_of(const std::vector<CurveSample>& samples) {
  std::vector<PointArray> arrays{{"curvature", "1/m", 1, {}},
                                 {"curvature 1", "1/m", 1, {}},
                                 {"curvature 2", "1/m", 1, {}},
                                 {"twist", "1/m", 1, {}}};
  for (const CurveSample& s : samples) {
    arrays[0].values.push_back(std::hypot(s.kappa_1, s.kappa_2));
    arrays[1].values.push_back(s.kappa_1);
    arrays[2].values.push_back(s.kappa_2);
    arrays[3].values.push_back(s.twist);
  }
  return arrays;
}

EnergiesByRole energies_by_role(const Model& model, const State& state) {
  EnergiesByRole energies;
  for (const auto& energy : model.energies) share_of(energy->role(), energies) += value_of(*energy, state);
  return energies;
}

std::optional<Eigen::VectorXd> gradient_on_all(const Model& model, const State& state) {
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(state.q.size());
  for (const auto& energy : model.energies) {
    const auto add = [&](int element, int slot, ElementBuffer& buffer) {
      const auto stencil = energy->stencil(element);
      for (std::size_t i = 0; i < stencil.size(); ++i) {
        gradient[stencil[i]] += buffer.gradient(slot, static_cast<int>(i));
      }
    };
    if (for_each_element(*energy, state, {.gradient = true}, add) != Status::ok) return std::nullopt;
  }
  return gradient;
}

}  // namespace plumb
