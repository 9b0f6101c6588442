#pragma once

#include <array>
#include <cmath>

#include <plumb/geometry/frame.h>
#include <plumb/linalg/dual_functions.h>
#include <plumb/linalg/packet.h>

namespace plumb {

/// A surface and its director at a point: slopes x,1 and x,2 of the surface and d,1 and d,2 of the director d, by
/// coordinates of an orthonormal frame of the rest surface there.
template <class S>
struct DirectorJet {
  Vector3<S> x1, x2, d, d1, d2;
};

/// Strains of a Naghdi shell (Hale, Brunetti, Bordas and Maurini 2018, section 4), with F = (x,1 x,2):
///   stretch e = 1/2 (F^T F - 1),   shear gamma = F^T d,   bend k = -1/2 (F^T grad d + grad d^T F),
/// as (e11, e22, 2 e12, gamma_1, gamma_2, k11, k22, 2 k12); bends in 1/m. What a shell has of them at rest is to be
/// taken off. A director interpolated between unit vectors is shorter than they are, and a shell could bend for less by
/// tilting them to and fro; so shear and bend are divided by its length l. (Of the slope of d / l this leaves out what
/// is along d: a product of shear and of the slope of l.) False where the vectors point apart so much that l < 1/2.
template <class S>
bool naghdi_strain(const DirectorJet<S>& j, std::array<S, 8>& strain) {
  using std::sqrt;
  const S squared = j.d.dot(j.d);
  if (!all(value_of(squared) > 0.25)) return false;
  const S inverse = S(1.0) / sqrt(squared);
  strain = {(j.x1.dot(j.x1) - 1.0) * 0.5,
            (j.x2.dot(j.x2) - 1.0) * 0.5,
            j.x1.dot(j.x2),
            j.x1.dot(j.d) * inverse,
            j.x2.dot(j.d) * inverse,
            -j.x1.dot(j.d1) * inverse,
            -j.x2.dot(j.d2) * inverse,
            -(j.x1.dot(j.d2) + j.x2.dot(j.d1)) * inverse};
  return true;
}

}  // namespace plumb
