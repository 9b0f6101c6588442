#pragma once

// The same thick, soft rod as each of the four models: stiff vibrations of slender ones would hide what is tested.

#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include <Eigen/Geometry>

#include <plumb/model/curved_rod/curved_rod.h>
#include <plumb/model/elastic_rod/elastic_rod.h>
#include <plumb/model/exact_beam/exact_beam.h>
#include <plumb/step/stepper.h>

namespace plumb {

struct RodForTest {
  double length = 1, radius = 0.05, young = 1e5, nu = 0.3, density = 1000;
  double kappa = 0;  ///< natural curvature
  double relaxation = 0;
  int n = 6;

  RodStiffness stiffness() const { return rod_stiffness(RodSection::circle(radius), young, nu, density); }
};

inline Model discrete_rod(const RodForTest& r, bool clamped = true) {
  RodSpec spec;
  spec.nodes = clamped_nodes(r.length, r.n);
  spec.stiffness = r.stiffness();
  spec.natural_kappa_1 = {r.kappa};
  spec.relaxation = r.relaxation;
  if (clamped) spec.clamped_edges = {0};
  return elastic_rod(spec);
}

inline CurvedRod curvatures(const RodForTest& r, CurvatureShape shape) {
  CurvedRod rod;
  rod.shape = shape;
  rod.lengths.assign(static_cast<std::size_t>(r.n), r.length / r.n);
  const RodStiffness k = r.stiffness();
  rod.bend_1 = k.bend_1;
  rod.bend_2 = k.bend_2;
  rod.twist = k.twist;
  rod.mass_per_length = k.mass_per_length;
  rod.spin_inertia = k.spin_inertia;
  rod.natural.assign(static_cast<std::size_t>(rod.n_unknowns()), 0);
  for (std::size_t i = 0; i < rod.natural.size(); i += 3) rod.natural[i] = r.kappa;
  return rod;
}

inline Model curved(const RodForTest& r, CurvatureShape shape) {
  return curved_rod({.rod = curvatures(r, shape), .relaxation = r.relaxation});
}

inline BeamSpec beam_spec(const RodForTest& r) {
  const RodStiffness k = r.stiffness();
  BeamSpec spec;
  spec.lengths.assign(static_cast<std::size_t>(r.n), r.length / r.n);
  spec.stretch = k.stretch;
  spec.shear = 0.9 * k.stretch / (2 * (1 + r.nu));
  spec.bend_1 = k.bend_1;
  spec.bend_2 = k.bend_2;
  spec.twist = k.twist;
  spec.mass_per_length = k.mass_per_length;
  spec.spin_inertia = k.spin_inertia;
  spec.natural_kappa_1 = r.kappa;
  spec.relaxation = r.relaxation;
  return spec;
}

struct NamedModel {
  std::string name;
  std::function<Model(const RodForTest&)> make;
};
inline const std::vector<NamedModel>& rod_models() {
  static const std::vector<NamedModel> all{
      {"discrete", [](const RodForTest& r) { return discrete_rod(r); }},
      {"helix", [](const RodForTest& r) { return curved(r, CurvatureShape::constant); }},
      {"clothoid", [](const RodForTest& r) { return curved(r, CurvatureShape::linear); }},
      {"beam", [](const RodForTest& r) { return exact_beam(beam_spec(r)); }}};
  return all;
}

/// Gravity, and a clamp that swings and turns smoothly, with its rates.
inline Programme swinging(const Model& model, double amplitude, const Eigen::Vector3d& gravity) {
  const Pose start = model.initial.loads.clamps.at(0);
  return [start, amplitude, gravity](double t) {
    constexpr double omega = 5;
    const double s = std::sin(omega * t), rate = 2 * omega * s * std::cos(omega * t);
    const Eigen::Vector3d way(0.3, -0.2, 0.5), axis = Eigen::Vector3d(1, 2, -1).normalized();
    const Eigen::Matrix3d turn = Eigen::AngleAxisd(amplitude * s * s, axis).toRotationMatrix();
    Loads loads;
    loads.gravity = gravity;
    loads.clamps = {{start.position + amplitude * s * s * way, turn * start.tangent, turn * start.director}};
    loads.clamp_rates = {{amplitude * rate * way, amplitude * rate * axis}};
    return loads;
  };
}

}  // namespace plumb
