#include <plumb/model/naghdi_shell/naghdi_shell.h>

#include <memory>
#include <vector>

#include <plumb/energy/load/gravity.h>
#include <plumb/geometry/bspline.h>
#include <plumb/geometry/products.h>
#include <plumb/inertia/consistent_inertia.h>
#include <plumb/mechanics/size.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// Holds points and their directors, which are all along the normal of the clamp.
class NaghdiClamp final : public Constraint {
 public:
  struct Node {
    int point, turn, director;  ///< in q, in q, in the history
    Vector3d held;              ///< in the frame of the clamp
  };
  NaghdiClamp(std::vector<Node> nodes, std::shared_ptr<const Directors> directors, std::size_t clamp)
      : nodes_(std::move(nodes)), directors_(std::move(directors)), clamp_(clamp) {}

  std::vector<int> fixed() const override {
    std::vector<int> all;
    for (const Node& n : nodes_) {
      for (int k = 0; k < 3; ++k) all.push_back(n.point + k);
      for (int k = 0; k < 2; ++k) all.push_back(n.turn + k);
    }
    return all;
  }

  void step_to(const State& state, const Loads& loads, Eigen::VectorXd& step) const override {
    const Pose& pose = loads.clamps[clamp_];
    const Eigen::Matrix3d frame = pose.frame();
    for (const Node& n : nodes_) {
      step.segment<3>(n.point) = pose.position + frame * n.held - state.q.segment<3>(n.point);
      step.segment<2>(n.turn) = Directors::step_to(directors_->triad(state, n.director), frame.col(2));
    }
  }

 private:
  std::vector<Node> nodes_;
  std::shared_ptr<const Directors> directors_;
  std::size_t clamp_;
};

void check(const NaghdiShellSpec& spec) {
  const auto expect = [](bool good, const char* what) {
    if (!good) throw UserError(what);
  };
  expect(spec.length > 0 && spec.width > 0, "a Naghdi shell needs a length and a width above 0");
  expect(spec.n_along >= 1 && spec.n_across >= 1, "a Naghdi shell needs at least one cell along and across");
  expect(spec.grading >= 1 && spec.grading <= 2, "the grading of a Naghdi shell lies between 1 and 2");
  expect(spec.material.thickness > 0 && spec.material.young > 0 && spec.density > 0,
         "thickness, Young's modulus and density of a Naghdi shell must be above 0");
  expect(spec.material.poisson > -1 && spec.material.poisson <= 0.5,
         "Poisson's ratio of a Naghdi shell lies above -1 and up to 0.5");
  const bool triangles = spec.element == NaghdiElement::triangle;
  const double n_cells = static_cast<double>(spec.n_along) * spec.n_across;
  check_size("a Naghdi shell", triangles ? 2 * n_cells : n_cells,
             entries_of_element(triangles ? NaghdiShell<DirectorTriangle>::kUnknowns
                                          : NaghdiShell<DirectorQuadrilateral>::kUnknowns));
}

/// A director's two rates are those along its own tangents, which go parallel on the sphere: nothing else than the
/// forces on them changes them, and half of the rotatory inertia times their squares is the kinetic energy.
template <class Element>
void add_inertia(ModelBuilder& builder, const DirectorMesh<Element>& mesh, const DirectorUnknowns& unknowns,
                 const NaghdiShellSpec& spec) {
  const double thickness = spec.material.thickness, mass = spec.density * thickness;
  builder.add(std::make_shared<ConsistentInertia>(unknowns.points, mass * point_products(mesh)));
  const std::vector<double> areas = director_areas(mesh);
  for (std::size_t i = 0; i < areas.size(); ++i) {
    for (int k = 0; k < 2; ++k) builder.mass(unknowns.turns[i] + k, mass * thickness * thickness / 12 * areas[i]);
  }
}

template <class Element>
NaghdiShellParts add_plate(ModelBuilder& builder, const NaghdiShellSpec& spec, const Pose& start, NaghdiRule rule) {
  std::vector<double> across = graded_breaks(spec.width, spec.n_across);
  for (double& y : across) y -= 0.5 * spec.width;
  DirectorMesh<Element> mesh = rectangle<Element>(graded_breaks(spec.length, spec.n_along, spec.grading), across);
  const std::vector<double> areas = point_areas(mesh);
  const Eigen::Matrix3d frame = start.frame();

  // Point by point, each followed by its director.
  std::vector<int> points, turns;
  for (const int director : mesh.director) {
    points.push_back(builder.unknowns(3, spec.length));
    if (director >= 0) turns.push_back(builder.unknowns(2, 1));
  }
  const DirectorUnknowns unknowns{points, turns};
  builder.points(points);
  add_triangles(builder.places(points), corner_triangles(mesh), 0.5 * spec.material.thickness, builder.surface());
  State& initial = builder.initial();
  const auto directors = std::make_shared<Directors>(
      turns, builder.history({"director triads", true}, Eigen::VectorXd::Zero(9 * mesh.n_directors)));
  builder.add(directors);

  Eigen::VectorXd masses(static_cast<Eigen::Index>(mesh.points.size()));
  std::vector<NaghdiClamp::Node> held;
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    Vector3d& point = mesh.points[i];
    const int first = points[i], director = mesh.director[i];
    masses[static_cast<Eigen::Index>(i)] = spec.density * spec.material.thickness * areas[i];
    if (director >= 0) directors->set_triad(initial, director, frame);
    if (static_cast<int>(i) < 2 * spec.n_across + 1) {
      held.push_back({first, turns[static_cast<std::size_t>(director)], director, point});
    }
    point = start.position + frame * point;
    initial.q.segment<3>(first) = point;
  }
  add_inertia(builder, mesh, unknowns, spec);
  builder.add(std::make_shared<NaghdiShell<Element>>(mesh, unknowns, directors, spec.material, rule, initial));
  builder.add(std::make_shared<Gravity>(std::make_shared<NodalEmbedding>(points), masses));
  const std::size_t clamp = builder.clamp(start);
  builder.add(std::make_shared<NaghdiClamp>(std::move(held), directors, clamp));
  return {unknowns, directors, clamp};
}

}  // namespace

NaghdiShellParts add_naghdi_shell(ModelBuilder& builder, const NaghdiShellSpec& spec, const Pose& start) {
  check(spec);
  return spec.element == NaghdiElement::triangle
             ? add_plate<DirectorTriangle>(builder, spec, start, partly_reduced_triangle)
             : add_plate<DirectorQuadrilateral>(builder, spec, start, reduced_quadrilateral);
}

Model naghdi_shell(const NaghdiShellSpec& spec, const Pose& start) {
  ModelBuilder builder;
  add_naghdi_shell(builder, spec, start);
  return builder.finish();
}

Vector3d naghdi_tip(const NaghdiShellSpec& spec, const Model& model, const State& state) {
  const auto middle = static_cast<std::size_t>(model.embedding->n_points() - 1 - spec.n_across);
  return model.embedding->points_at(state.q, state.loads.clamps)[middle];
}

}  // namespace plumb
