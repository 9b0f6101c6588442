#include <plumb/model/solid/solid_view.h>

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <plumb/energy/solid/solid_stretch.h>
#include <plumb/mechanics/visit_elements.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace

std::vector<Vector3d> SolidView::stretches() const {
  std::vector<Vector3d> all;
  for (const auto& energy : model_.energies) {
    const auto* solid = dynamic_cast<const SolidStretch*>(energy.get());
    for (int e = 0; solid != nullptr && e < solid->n_elements(); ++e) {
      all.push_back(rotation_svd(solid->gradient_of(state_.q, e)).s);
    }
  }
  return all;
}

std::vector<double> SolidView::energy_density() const {
  std::vector<double> volumes(spec_.rest.points.size(), 0.0), density(volumes);
  for (std::size_t k = 0; k < spec_.rest.tetrahedra.size(); ++k) {
    for (const int p : spec_.rest.tetrahedra[k]) volumes[index(p)] += volume(spec_.rest, static_cast<int>(k)) / 4;
  }
  for (const auto& energy : model_.energies) {
    if (energy->role() != Role::elastic) continue;
    for_each_element(*energy, state_, {.value = true}, [&](int element, int slot, ElementBuffer& buffer) {
      for (const int p : spec_.rest.tetrahedra[index(element)]) {
        density[index(p)] += buffer.value(slot) / 4 / volumes[index(p)];
      }
    });
  }
  return density;
}

std::vector<Vector3d> SolidView::points() const {
  std::vector<Vector3d> all;
  for (int i = 0; i < static_cast<int>(spec_.rest.points.size()); ++i) all.push_back(point(i));
  return all;
}

std::vector<PointArray> SolidView::strains() const {
  PointArray largest{"strain", "", 1, std::vector<double>(spec_.rest.points.size(), 0.0)};
  const std::vector<Vector3d> of_tetrahedra = stretches();
  for (std::size_t k = 0; k < of_tetrahedra.size(); ++k) {
    const double strain = (of_tetrahedra[k].array() - 1).abs().maxCoeff();
    for (const int p : spec_.rest.tetrahedra[k]) largest.values[index(p)] = std::max(largest.values[index(p)], strain);
  }
  return {largest};
}

std::vector<Wrench> SolidView::reactions(const Eigen::VectorXd& gradient) const {
  std::vector<Wrench> wrenches(spec_.supports.size());
  std::vector<bool> counted(static_cast<std::size_t>(gradient.size()), false);
  for (std::size_t k = 0; k < spec_.supports.size(); ++k) {
    const SolidSupport& support = spec_.supports[k];
    for (const int p : support.points) {
      Vector3d force = Vector3d::Zero();
      for (int axis = 0; axis < 3; ++axis) {
        const int unknown = 3 * p + axis;
        if (!support.axes[index(axis)] || counted[index(unknown)]) continue;
        counted[index(unknown)] = true;
        force[axis] = gradient[unknown];
      }
      wrenches[k].force += force;
      wrenches[k].moment += (point(p) - state_.loads.clamps[k].position).cross(force);
    }
  }
  return wrenches;
}

}  // namespace plumb
