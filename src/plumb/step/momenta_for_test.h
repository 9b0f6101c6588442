#pragma once

#include <Eigen/Geometry>

#include <plumb/model/model.h>

namespace plumb {

struct Momenta {
  Eigen::Vector3d linear = Eigen::Vector3d::Zero(), angular = Eigen::Vector3d::Zero();
};

/// The momenta of the points of a shell, about the origin. Its directors are angles against the triangles: they have no
/// part in it.
inline Momenta momenta_of_points(const Model& model, const State& state) {
  Eigen::VectorXd p;
  model.inertia->momentum(state, {}, state.v, p);
  Momenta m;
  for (int i = 0; i < model.embedding->n_points(); ++i) {
    m.linear += p.segment<3>(3 * i);
    m.angular += state.q.segment<3>(3 * i).cross(p.segment<3>(3 * i));
  }
  return m;
}

}  // namespace plumb
