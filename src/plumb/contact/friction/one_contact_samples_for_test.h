#pragma once

#include <algorithm>
#include <string>

#include <plumb/contact/friction/one_contact.h>
#include <plumb/contact/friction/random_for_test.h>

namespace plumb {

struct WorstOne {
  double residual = 0;  ///< relative to the force and to |b|/|W|
  std::string where;
};

/// Solves many random single contacts, each from a random guess.
inline WorstOne worst_of_random_contacts(int n, std::uint64_t seed, double condition) {
  RandomForTest random(seed);
  WorstOne worst;
  for (int k = 0; k < n; ++k) {
    const double size = random.log_between(1e-6, 1e6);
    const Eigen::Matrix3d w = size * random.semidefinite(3, 3, random.log_between(1, condition));
    const Cone cone{random.unit() < 0.05 ? 0 : random.log_between(1e-3, random.unit() < 0.1 ? 1e3 : 2)};
    const Eigen::Vector3d b = random.vector3() * random.log_between(1e-6, 1e6), guess = random.vector3();
    const OneContact one(w, cone);
    const Eigen::Vector3d r = one.solve(b, guess);
    const double residual = one.residual(b, r) / std::max(r.norm(), b.norm() / one.size());
    if (!(residual <= worst.residual)) {
      worst.residual = residual;
      worst.where = "contact " + std::to_string(k) + ", mu " + std::to_string(cone.mu);
    }
  }
  return worst;
}

}  // namespace plumb
