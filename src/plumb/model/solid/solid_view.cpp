#include <plumb/model/solid/solid_view.h>

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <plumb/energy/solid/solid_stretch.h>
#include <plumb/mechanics/visit_elements.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

using Eigen::Matrix3d;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// A tetrahedron's deformation gradient and the response of its law.
struct Responded {
  RotationSvd svd;
  StretchResponse response;

  /// Biot's stress, Pa: force per area at rest, in axes that turn with the tetrahedron.
  Matrix3d stress() const { return svd.v * response.first.asDiagonal() * svd.v.transpose(); }
};

/// `visit(tetrahedron, responded)` for each tetrahedron that its law is defined for.
template <class Visit>
void for_each_response(const Model& model, const State& state, const Visit& visit) {
  for (const auto& energy : model.energies) {
    const auto* solid = dynamic_cast<const SolidStretch*>(energy.get());
    for (int e = 0; solid != nullptr && e < solid->n_elements(); ++e) {
      Responded now{rotation_svd(solid->gradient_of(state.q, e)), {}};
      if (respond(solid->material(), now.svd.s, {.gradient = true}, now.response)) visit(e, now);
    }
  }
}

/// Hooke's energy per volume of a stress, J/m^3.
double hooke(const Matrix3d& stress, const SolidMaterial& material) {
  const double pressure = stress.trace() / 3, bulk = material.lambda() + 2 * material.mu() / 3;
  const Matrix3d rest = stress - pressure * Matrix3d::Identity();
  return rest.squaredNorm() / (4 * material.mu()) + pressure * pressure / (2 * bulk);
}

}  // namespace

std::vector<double> SolidView::von_mises() const {
  constexpr double kLeastVolume = 1e-3;
  std::vector<double> all(spec_.rest.tetrahedra.size(), 0.0);
  for_each_response(model_, state_, [&](int e, const Responded& now) {
    const double volume = std::max(kLeastVolume, std::abs(now.svd.s.prod()));
    const Vector3d stress = now.response.first.cwiseProduct(now.svd.s) / volume;
    all[index(e)] = std::sqrt(1.5) * (stress.array() - stress.mean()).matrix().norm();
  });
  return all;
}

std::vector<double> SolidView::mean_around(const std::vector<double>& of_tetrahedra) const {
  std::vector<double> volumes(spec_.rest.points.size(), 0.0), means(volumes);
  for (std::size_t k = 0; k < spec_.rest.tetrahedra.size(); ++k) {
    const double v = plumb::volume(spec_.rest, static_cast<int>(k));
    for (const int p : spec_.rest.tetrahedra[k]) {
      volumes[index(p)] += v;
      means[index(p)] += v * of_tetrahedra[k];
    }
  }
  for (std::size_t p = 0; p < means.size(); ++p) means[p] /= volumes[p];
  return means;
}

double SolidView::volume() const {
  double sum = 0;
  for (const auto& t : spec_.rest.tetrahedra) {
    const Vector3d x = point(t[0]);
    sum += (point(t[1]) - x).cross(point(t[2]) - x).dot(point(t[3]) - x) / 6;
  }
  return sum;
}

double SolidView::error_of_energy() const {
  std::vector<Matrix3d> stresses(spec_.rest.tetrahedra.size(), Matrix3d::Zero());
  std::vector<Matrix3d> means(spec_.rest.points.size(), Matrix3d::Zero());
  std::vector<double> volumes(spec_.rest.points.size(), 0.0);
  for_each_response(model_, state_, [&](int e, const Responded& now) { stresses[index(e)] = now.stress(); });
  for (std::size_t k = 0; k < stresses.size(); ++k) {
    const double v = plumb::volume(spec_.rest, static_cast<int>(k));
    for (const int p : spec_.rest.tetrahedra[k]) {
      means[index(p)] += v * stresses[k];
      volumes[index(p)] += v;
    }
  }
  for (std::size_t p = 0; p < means.size(); ++p) means[p] /= volumes[p];
  // The mean is linear on a tetrahedron: its square is integrated exactly by V/20 (sum_i d_i^2 + (sum_i d_i)^2).
  double error = 0, whole = 0;
  for (std::size_t k = 0; k < stresses.size(); ++k) {
    const double v = plumb::volume(spec_.rest, static_cast<int>(k));
    Matrix3d sum = Matrix3d::Zero();
    for (const int p : spec_.rest.tetrahedra[k]) {
      const Matrix3d difference = means[index(p)] - stresses[k];
      sum += difference;
      error += v / 20 * hooke(difference, spec_.material);
    }
    error += v / 20 * hooke(sum, spec_.material);
    whole += v * hooke(stresses[k], spec_.material);
  }
  return whole > 0 ? error / (whole + error) : 0;
}

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
    for (const int p : spec_.rest.tetrahedra[k])
      volumes[index(p)] += plumb::volume(spec_.rest, static_cast<int>(k)) / 4;
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
