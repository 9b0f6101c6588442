#include <plumb/model/shell/projective_shell.h>

#include <algorithm>

#include <plumb/energy/shell/mean_curvature.h>
#include <plumb/energy/shell/projected_stretch.h>
#include <plumb/model/shell/supports.h>

namespace plumb {
namespace {

void check_spec(const ShellSpec& spec) {
  if (spec.relaxation > 0) throw UserError("a shell of Projective Dynamics has no viscosity");
  if (!spec.thickness.empty()) throw UserError("a shell of Projective Dynamics has one thickness");
  for (const ShellSupport& support : supports_of(spec)) {
    if (support.hold == Hold::symmetric) throw UserError("a shell of Projective Dynamics has no planes of symmetry");
  }
}

std::shared_ptr<const Energy> stretch(const TriangleMesh& rest, double stiffness) {
  std::vector<std::array<int, 9>> stencils;
  std::vector<StretchTriangle> triangles;
  for (const auto& t : rest.triangles) {
    auto& unknowns = stencils.emplace_back();
    for (std::size_t i = 0; i < 9; ++i) unknowns[i] = 3 * t[i / 3] + static_cast<int>(i % 3);
    const auto x = [&](std::size_t i) -> const Eigen::Vector3d& { return rest.points[static_cast<std::size_t>(t[i])]; };
    triangles.push_back(stretch_triangle(stiffness, x(0), x(1), x(2)));
  }
  return std::make_shared<ProjectedStretch>(std::move(stencils), std::move(triangles));
}

}  // namespace

ProjectiveWeights projective_weights(const SheetMaterial& material, double alpha) {
  return {material.young * material.thickness, alpha * material.bending_stiffness()};
}

Model projective_shell(const ShellSpec& spec, const ProjectiveWeights& weights) {
  check_spec(spec);
  // A shell of hinges has the same unknowns: points, and nothing else.
  ShellSpec of_points = spec;
  of_points.bending = ShellBending::hinge;
  Model model = shell(of_points);
  std::erase_if(model.energies, [](const auto& energy) { return energy->role() != Role::load; });
  std::vector<int> points;
  for (std::size_t i = 0; i < spec.rest.points.size(); ++i) points.push_back(3 * static_cast<int>(i));
  for (auto& bend : mean_curvature(spec.rest, weights.bend, points))
    model.energies.insert(model.energies.begin(), bend);
  model.energies.insert(model.energies.begin(), stretch(spec.rest, weights.stretch));
  return model;
}

}  // namespace plumb
