#include <plumb/geometry/remesh/sizing_field.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include <plumb/core/status.h>
#include <plumb/geometry/remesh/name_order.h>
#include <plumb/geometry/remesh/rest_plane.h>
#include <plumb/geometry/remesh/slots.h>

namespace plumb {
namespace {

using Eigen::Matrix2d;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Matrix32d = Eigen::Matrix<double, 3, 2>;
using Triangle = std::array<int, 3>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Normals of points, with the weights of Max 1999, which are exact on spheres: those of a triangle whose edges at the
/// point are u and v count with |u x v| / (|u|^2 |v|^2).
std::vector<Vector3d> normals_of_points(const std::vector<Triangle>& triangles, std::span<const Vector3d> positions) {
  std::vector<Vector3d> normals(positions.size(), Vector3d::Zero());
  for (const auto& [a, b, c] : triangles) {
    const Vector3d ab = positions[at(b)] - positions[at(a)], bc = positions[at(c)] - positions[at(b)];
    const Vector3d ca = positions[at(a)] - positions[at(c)], normal = ab.cross(bc);
    const double aa = ab.squaredNorm(), bb = bc.squaredNorm(), cc = ca.squaredNorm();
    normals[at(a)] += normal / (aa * cc);
    normals[at(b)] += normal / (bb * aa);
    normals[at(c)] += normal / (cc * bb);
  }
  for (Vector3d& normal : normals) normal.stableNormalize();
  return normals;
}

/// The symmetric matrix with the same eigenvectors and other eigenvalues.
template <class Change>
Matrix2d with_eigenvalues(const Matrix2d& m, const Change& change) {
  Eigen::SelfAdjointEigenSolver<Matrix2d> eigen;
  eigen.computeDirect(m);
  const Eigen::Vector2d values = change(eigen.eigenvalues());
  return eigen.eigenvectors() * values.asDiagonal() * eigen.eigenvectors().transpose();
}

/// What compression asks for: see the header. `strain` is F^T F - 1, `bend` is (grad n)^T (grad n).
Matrix2d buckling_demand(const Matrix2d& strain, const Matrix2d& bend, double length) {
  Matrix2d turned;
  turned << bend(1, 1), -bend(0, 1), -bend(1, 0), bend(0, 0);
  const auto signed_root = [](const Eigen::Vector2d& values) -> Eigen::Vector2d {
    return values.cwiseSign().cwiseProduct(values.cwiseAbs().cwiseSqrt());
  };
  const auto positive = [](const Eigen::Vector2d& values) -> Eigen::Vector2d { return values.cwiseMax(0); };
  const Matrix2d root = with_eigenvalues(strain * strain - 4 * length * length * turned, signed_root);
  return with_eigenvalues(root - strain, positive) / (2 * length * length);
}

Matrix2d limited(const Matrix2d& demand, const SizingOptions& options) {
  const double lowest = 1 / (options.size_max * options.size_max), highest = 1 / (options.size_min * options.size_min);
  return with_eigenvalues(demand, [&](const Eigen::Vector2d& values) -> Eigen::Vector2d {
    const Eigen::Vector2d clamped = values.cwiseMax(lowest).cwiseMin(highest);
    return clamped.cwiseMax(options.aspect_min * options.aspect_min * clamped.maxCoeff());
  });
}

/// The fields by which a mesh is sized, all in the order of names.
struct Fields {
  std::vector<Vector3d> positions, velocities, normals;  ///< at points; no velocities: at rest
  std::vector<Matrix3d> further;                         ///< in triangles; may be empty
};

Matrix2d triangle_sizing(const Fields& fields, const Triangle& t, const RestPlane& plane,
                         const SizingOptions& options) {
  const auto square = [](double x) { return x * x; };
  const Matrix32d turn = gradient_on(plane, fields.normals, t);
  const Matrix2d bend = turn.transpose() * turn;
  Matrix2d demand = bend / square(options.refine_angle);
  if (!fields.velocities.empty() && std::isfinite(options.refine_velocity)) {
    const Matrix32d rate = gradient_on(plane, fields.velocities, t);
    demand += rate.transpose() * rate / square(options.refine_velocity);
  }
  if (std::isfinite(options.refine_compression)) {
    const Matrix32d deformation = gradient_on(plane, fields.positions, t);
    const Matrix2d strain = deformation.transpose() * deformation - Matrix2d::Identity();
    demand += buckling_demand(strain, bend, options.refine_compression);
  }
  return demand;
}

void require(bool condition, const char* sentence, double found) {
  if (!condition) throw UserError(fmt::format("{}, but it is {}", sentence, found));
}

}  // namespace

void check(const SizingOptions& options) {
  require(options.size_min > 0, "size_min of a mesh is above 0", options.size_min);
  require(options.size_max >= options.size_min, "size_max of a mesh is at least size_min", options.size_max);
  require(std::isfinite(options.size_max), "size_max of a mesh is finite", options.size_max);
  require(options.aspect_min > 0 && options.aspect_min <= 1, "aspect_min of a mesh is above 0 and at most 1",
          options.aspect_min);
  require(options.refine_angle > 0, "refine_angle of a mesh is above 0", options.refine_angle);
  require(options.refine_velocity > 0, "refine_velocity of a mesh is above 0", options.refine_velocity);
  require(options.refine_compression > 0, "refine_compression of a mesh is above 0", options.refine_compression);
}

std::vector<Matrix3d> sizing_field(const MeshNow& mesh, std::span<const Vector3d> positions,
                                   std::span<const Vector3d> velocities, const SizingOptions& options,
                                   std::span<const Matrix3d> further) {
  check(options);
  ENSURE(positions.size() == mesh.rest.size());
  ENSURE(velocities.empty() || velocities.size() == mesh.rest.size());
  ENSURE(further.empty() || further.size() == mesh.triangles.size());
  const NamedOrder order = in_order_of_names(mesh);
  Fields fields;
  fields.positions = picked(positions, order.points);
  if (!velocities.empty()) fields.velocities = picked(velocities, order.points);
  if (!further.empty()) fields.further = picked(further, order.triangles);
  fields.normals = normals_of_points(order.mesh.triangles, fields.positions);

  std::vector<Matrix3d> sums(mesh.rest.size(), Matrix3d::Zero());
  std::vector<double> areas(mesh.rest.size(), 0);
  for (std::size_t t = 0; t < order.mesh.triangles.size(); ++t) {
    const Triangle& triangle = order.mesh.triangles[t];
    const RestPlane plane = rest_plane(order.mesh, triangle);
    Matrix2d demand = triangle_sizing(fields, triangle, plane, options);
    if (!further.empty()) demand += plane.basis.transpose() * fields.further[t] * plane.basis;
    const Matrix3d tensor = plane.basis * limited(demand, options) * plane.basis.transpose();
    for (const int point : triangle) {
      sums[at(order.points[at(point)])] += plane.area * tensor;
      areas[at(order.points[at(point)])] += plane.area;
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] /= areas[i];
  return sums;
}

}  // namespace plumb
