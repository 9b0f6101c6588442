#include <plumb/model/naghdi_shell/naghdi_view.h>

#include <cmath>

#include <Eigen/Geometry>

#include <plumb/core/status.h>
#include <plumb/frames/directors.h>
#include <plumb/geometry/bspline.h>
#include <plumb/geometry/director_mesh.h>

namespace plumb {
namespace {

using Eigen::Vector3d;
using Triangles = std::vector<std::array<int, 3>>;

template <class Element>
DirectorMesh<Element> mesh_of(const NaghdiShellSpec& spec) {
  return rectangle<Element>(graded_breaks(spec.length, spec.n_along, spec.grading),
                            graded_breaks(spec.width, spec.n_across));
}

/// Calls `see` with the mesh of the plate.
template <class See>
auto with_mesh(const NaghdiShellSpec& spec, const See& see) {
  return spec.element == NaghdiElement::triangle ? see(mesh_of<DirectorTriangle>(spec))
                                                 : see(mesh_of<DirectorQuadrilateral>(spec));
}

const Directors& directors_of(const Model& model) {
  for (const auto& carried : model.layout.carried) {
    if (const auto* directors = dynamic_cast<const Directors*>(carried.get())) return *directors;
  }
  bug("a Naghdi shell has directors", __FILE__, __LINE__);
}

}  // namespace

std::vector<Vector3d> NaghdiView::points() const { return model_.embedding->points_at(state_.q, state_.loads.clamps); }

Triangles NaghdiView::triangles() const {
  return with_mesh(spec_, [](const auto& mesh) { return corner_triangles(mesh); });
}

std::vector<PointArray> NaghdiView::strains() const {
  const std::vector<Vector3d> x = points();
  const Directors& directors = directors_of(model_);
  std::vector<Vector3d> normals(x.size(), Vector3d::Zero());
  for (const auto& t : triangles()) {
    const auto at = [&](int i) { return x[static_cast<std::size_t>(i)]; };
    const Vector3d normal = (at(t[1]) - at(t[0])).cross(at(t[2]) - at(t[0]));
    for (const int p : t) normals[static_cast<std::size_t>(p)] += normal;
  }
  PointArray lean{"director's lean", "rad", 1, std::vector<double>(x.size(), 0.0)};
  const std::vector<int> carried = with_mesh(spec_, [](const auto& mesh) { return mesh.director; });
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (carried[i] < 0 || normals[i].isZero(0)) continue;
    const Vector3d director = directors.triad(state_, carried[i]).col(2);
    lean.values[i] = std::atan2(director.cross(normals[i]).norm(), director.dot(normals[i]));
  }
  return {lean};
}

std::vector<Wrench> NaghdiView::reactions(const Eigen::VectorXd& gradient) const {
  // The clamp fixes, node by node, three coordinates and two turns; its nodes have the first directors.
  const std::vector<int> fixed = model_.constraints.front()->fixed();
  const Directors& directors = directors_of(model_);
  Wrench wrench;
  for (std::size_t i = 0; i + 4 < fixed.size(); i += 5) {
    const Vector3d force = gradient.segment<3>(fixed[i]);
    wrench.force += force;
    wrench.moment += (state_.q.segment<3>(fixed[i]) - state_.loads.clamps.front().position).cross(force);
    const Eigen::Matrix3d triad = directors.triad(state_, static_cast<int>(i / 5));
    // A rotation w moves a director d by w x d, of which w . (d x t) is along t.
    for (int k = 0; k < 2; ++k) {
      wrench.moment += gradient[fixed[i + 3] + k] * triad.col(2).cross(triad.col(k));
    }
  }
  return {wrench};
}

}  // namespace plumb
