#include <plumb/model/spline_shell/spline_shell.h>

#include <memory>
#include <numeric>
#include <vector>

#include <plumb/energy/load/gravity.h>
#include <plumb/geometry/products.h>
#include <plumb/geometry/weighted_embedding.h>
#include <plumb/inertia/consistent_inertia.h>
#include <plumb/mechanics/size.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// Holds the first two rows of control points: on an open knot vector they alone make the position and the slope of
/// the edge.
class EdgeClamp final : public Constraint {
 public:
  /// first: of the control points in q. held: where these are in the frame of the clamp.
  EdgeClamp(int first, std::vector<Vector3d> held, std::size_t index)
      : first_(first), held_(std::move(held)), index_(index) {}

  std::vector<int> fixed() const override {
    std::vector<int> all;
    for (int i = 0; i < 3 * static_cast<int>(held_.size()); ++i) all.push_back(first_ + i);
    return all;
  }

  void step_to(const State& state, const Loads& loads, Eigen::VectorXd& step) const override {
    const Pose& pose = loads.clamps[index_];
    const Eigen::Matrix3d frame = pose.frame();
    for (std::size_t i = 0; i < held_.size(); ++i) {
      const auto x = first_ + 3 * static_cast<Eigen::Index>(i);
      step.segment<3>(x) = pose.position + frame * held_[i] - state.q.segment<3>(x);
    }
  }

 private:
  int first_;
  std::vector<Vector3d> held_;
  std::size_t index_;
};

/// Returns the points of the plate at the Greville abscissae. nodes: where the control points are in q.
std::shared_ptr<const Embedding> points_on_plate(const SplinePatch& patch, const std::vector<int>& nodes) {
  std::vector<std::vector<WeightedEmbedding::Share>> points;
  for (const double s : patch.along.greville()) {
    for (const double y : patch.across.greville()) {
      const PatchValues values = evaluate(patch, s, y);
      points.emplace_back();
      for (std::size_t k = 0; k < values.points.size(); ++k) {
        const double weight = values.derivatives(PatchValues::kValue, static_cast<Eigen::Index>(k));
        if (weight != 0) points.back().push_back({nodes[static_cast<std::size_t>(values.points[k])], weight});
      }
    }
  }
  return std::make_shared<WeightedEmbedding>(points);
}

void check(const SplineShellSpec& spec) {
  const auto expect = [](bool good, const char* what) {
    if (!good) throw UserError(what);
  };
  expect(spec.length > 0 && spec.width > 0, "a spline shell needs a length and a width above 0");
  expect(spec.n_along >= 1 && spec.n_across >= 1, "a spline shell needs at least one element along and across");
  expect(spec.degree == 3 || spec.degree == 4, "the degree of a spline shell is 3 or 4");
  expect(spec.grading >= 1 && spec.grading <= 2, "the grading of a spline shell lies between 1 and 2");
  expect(spec.grading == 1 || spec.n_along >= 3, "a graded spline shell needs at least three elements along");
  expect(spec.material.thickness > 0 && spec.material.young > 0 && spec.density > 0,
         "thickness, Young's modulus and density of a spline shell must be above 0");
  expect(spec.material.poisson > -1 && spec.material.poisson <= 0.5,
         "Poisson's ratio of a spline shell lies above -1 and up to 0.5");
  const double n_elements = static_cast<double>(spec.n_along) * spec.n_across;
  check_size("a spline shell", n_elements, entries_of_element(3 * (spec.degree + 1) * (spec.degree + 1)));
}

}  // namespace

SplinePatch spline_patch(const SplineShellSpec& spec) {
  std::vector<double> across = graded_breaks(spec.width, spec.n_across);
  for (double& y : across) y -= 0.5 * spec.width;
  return {BSplineBasis(spec.degree, graded_breaks(spec.length, spec.n_along, spec.grading)),
          BSplineBasis(spec.degree, across)};
}

SplineShellParts add_spline_shell(ModelBuilder& builder, const SplineShellSpec& spec, const Pose& start) {
  check(spec);
  const SplinePatch patch = spline_patch(spec);
  const int n_across = patch.across.n_functions();
  const Eigen::Matrix3d frame = start.frame();
  const std::vector<double> s = patch.along.greville(), y = patch.across.greville();
  const std::vector<double> ds = patch.along.integrals(), dy = patch.across.integrals();

  // Flat: the control points lie at the Greville abscissae, and each carries the integral of its function.
  SplineShellParts parts;
  parts.first = builder.unknowns(3 * patch.n_points(), spec.length);
  State& initial = builder.initial();
  std::vector<int> points;
  std::vector<Vector3d> held;
  Eigen::VectorXd masses(patch.n_points());
  for (std::size_t i = 0; i < s.size(); ++i) {
    for (std::size_t j = 0; j < y.size(); ++j) {
      const int point = patch.point(static_cast<int>(i), static_cast<int>(j));
      const Vector3d flat(s[i], y[j], 0);
      points.push_back(parts.first + 3 * point);
      initial.q.segment<3>(points.back()) = start.position + frame * flat;
      masses[point] = spec.density * spec.material.thickness * ds[i] * dy[j];
      if (point < 2 * n_across) held.push_back(flat);
    }
  }
  builder.control_points(points);
  std::vector<int> on_plate(points.size());
  std::iota(on_plate.begin(), on_plate.end(), builder.n_points());
  builder.add(points_on_plate(patch, points));
  add_triangles(on_plate, grid_triangles(patch.along.n_functions(), n_across), 0.5 * spec.material.thickness,
                builder.surface());
  const double mass_per_area = spec.density * spec.material.thickness;
  builder.add(std::make_shared<ConsistentInertia>(points, mass_per_area * products(patch)));
  builder.add(std::make_shared<SplineShell>(patch, locking_free_rule(patch), spec.material, initial.q, parts.first));
  builder.add(std::make_shared<Gravity>(std::make_shared<NodalEmbedding>(points), masses));
  parts.clamp = builder.clamp(start);
  builder.add(std::make_shared<EdgeClamp>(parts.first, std::move(held), parts.clamp));
  return parts;
}

Model spline_shell(const SplineShellSpec& spec, const Pose& start) {
  ModelBuilder builder;
  add_spline_shell(builder, spec, start);
  return builder.finish();
}

}  // namespace plumb
