#include <plumb/scene/bodies/solid/solid_doubts.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// Beyond, laws that are linear in a measure of strain disagree by more than a tenth, according to the measure.
constexpr double kLargeStrain = 0.1;
/// Of the elastic energy, that a mesh may get wrong.
constexpr double kAllowedError = 0.1;
/// A motion of a body that is strained less than this is that of a rigid one, whatever the mesh.
constexpr double kSeenInMotion = 0.01;
/// Of a strain: what is below is rounding.
constexpr double kNothing = 1e-7;
/// Linear tetrahedra lock from here on, the more the nearer to 1/2.
constexpr double kLocks = 0.4;

}  // namespace

std::vector<Warning> doubts_of(const SceneSolid& solid, const SolidView& now, double time) {
  std::vector<Warning> doubts;
  double strain = 0, least = HUGE_VAL;
  int n_inverted = 0;
  for (const Vector3d& s : now.stretches()) {
    strain = std::max(strain, (s.array() - 1).abs().maxCoeff());
    least = std::min(least, s[2]);
    n_inverted += s[2] <= 0 ? 1 : 0;
  }
  if (n_inverted > 0) {
    doubts.push_back({"inverted",
                      {},
                      time,
                      fmt::format("{} of its tetrahedra {} flat or inside out, which no material can be", n_inverted,
                                  n_inverted == 1 ? "is" : "are"),
                      "law = \"neo-hookean\" does not allow it; shorter steps or a finer mesh may help as well",
                      static_cast<double>(n_inverted)});
  }
  const SolidLaw law = solid.material.law;
  const bool linear = law == SolidLaw::st_venant_kirchhoff || law == SolidLaw::corotated;
  if (linear && strain > kLargeStrain) {
    const bool stvk = law == SolidLaw::st_venant_kirchhoff;
    doubts.push_back(
        {"strain",
         {},
         time,
         fmt::format("it is strained by {:.0f} %, and \"{}\" is a law of small strains: {}", 100 * strain, name(law),
                     stvk ? "its stress is off the linear one by half as much again, and it gives way "
                            "under strong pressure"
                          : "its stress is linear in the strain, and a finite force presses it flat"),
         "law = \"stable-neo-hookean\" or \"neo-hookean\" holds for rubber",
         strain});
  }
  if (!(strain > (solid.moves ? kSeenInMotion : kNothing))) return doubts;
  const double error = now.error_of_energy();
  if (error > kAllowedError) {
    const double nu = solid.material.poisson;
    doubts.push_back(
        {"mesh",
         {},
         time,
         fmt::format("its mesh is too coarse for its stress, which jumps from tetrahedron to tetrahedron: by "
                     "an estimate {:.0f} % of the elastic energy is wrong, and forces and displacements by as much{}",
                     100 * error,
                     nu > kLocks ? fmt::format("; linear tetrahedra lock near nu = 0.5, and it has {}", nu) : ""),
         "refine the mesh",
         error});
  }
  return doubts;
}

}  // namespace plumb
