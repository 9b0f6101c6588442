#include <plumb/energy/shell/mirrored_bending.h>

#include <plumb/mechanics/specimen.h>

namespace plumb {

Eigen::Matrix3d bend_stiffness(const BendingTriangle& triangle) {
  const TriangleForm<double>& a = triangle.rest_first;
  const double t = triangle.material.thickness;
  // From the bends of the edges to the form: strain/koiter_triangle.h.
  Eigen::Matrix3d to_form;
  to_form << 1, 1, 0, 1, 0, 0, 1, 0, 1;
  return area(a) * t * t * t / 12 * (to_form.transpose() * plane_stress(triangle.material, a) * to_form);
}

MirroredBending::MirroredBending(EdgeBend kind, std::vector<std::array<int, 21>> stencils,
                                 std::vector<MirroredTriangle> triangles)
    : ElementEnergy(std::move(stencils)), kind_(kind), triangles_(std::move(triangles)) {
  ENSURE(static_cast<int>(triangles_.size()) == n_elements());
  for (const MirroredTriangle& t : triangles_) stiffness_.push_back(bend_stiffness(t.triangle));
}

MirroredBending::~MirroredBending() = default;

template <class S>
bool MirroredBending::value(int triangle, const std::array<S, 21>& q, const State&, const Loads& loads,
                            S& energy) const {
  const MirroredTriangle& t = triangles_[static_cast<std::size_t>(triangle)];
  std::array<S, 3> bends;
  if (!mirrored_edge_bends<S>(kind_, t, q, loads, bends)) return false;
  const std::array<double, 3> rest = edge_bends(t.triangle.rest_second);
  const Vector3<S> off(bends[0] - rest[0], bends[1] - rest[1], bends[2] - rest[2]);
  energy = 0.5 * off.dot(stiffness_[static_cast<std::size_t>(triangle)].template cast<S>() * off);
  return true;
}

MirroredHinges::MirroredHinges(std::vector<std::array<int, 9>> stencils, std::vector<HingeLaw> laws,
                               std::vector<Mirror> mirrors, HingeMeasure measure)
    : ElementEnergy(std::move(stencils)), laws_(std::move(laws)), mirrors_(std::move(mirrors)), measure_(measure) {
  ENSURE(static_cast<int>(laws_.size()) == n_elements() && mirrors_.size() == laws_.size());
}

MirroredHinges::~MirroredHinges() = default;

template <class S>
bool MirroredHinges::value(int hinge, const std::array<S, 9>& q, const State&, const Loads& loads, S& energy) const {
  const HingeLaw& law = laws_[static_cast<std::size_t>(hinge)];
  const Vector3<S> c(q[0], q[1], q[2]), a(q[3], q[4], q[5]), b(q[6], q[7], q[8]);
  S angle;
  const Vector3<S> image = mirrored<S>(c, a, mirrors_[static_cast<std::size_t>(hinge)].normal_in_space(loads));
  if (!hinge_angle<S>(c, a, b, image, angle)) return false;
  energy = hinge_energy(measure_, 0.5 * law.stiffness, S(angle - law.rest_angle));
  return true;
}

namespace {

/// A triangle with a neighbour across edge 0, a mirror at edge 1 and a director at edge 2; it is bent at rest. The
/// plane stands still in space while the specimen is shaken, so the energy is not objective.
Specimen mirrored_specimen(const std::string& name, EdgeBend kind) {
  Specimen s;
  s.name = name;
  s.rest.q.resize(14);
  s.rest.q << 0, 0, 0, 1, 0.1, 0.2, 0.3, 0.9, -0.1, 1.3, 1.1, 0.4, 0.1, -0.2;
  const auto x = [&](int node) -> Eigen::Vector3d { return s.rest.q.segment<3>(3 * node); };
  MirroredTriangle t;
  t.triangle.material = {0.1, 1e3, 0.3};
  t.triangle.rest_first = first_form<double>(x(0), x(1), x(2));
  t.triangle.hinged = {true, false, false};
  t.triangle.director = {1, 0, -1};
  t.mirrors[1] = Mirror{(x(2) - x(0)).cross(Eigen::Vector3d(0.1, 0.2, 1)).normalized(), 0};
  const std::array<int, 21> stencil{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 3, 4, 5, 6, 7, 8, 12, 0, 13};
  s.loads.clamps = {{}};
  std::array<double, 21> q;
  for (std::size_t i = 0; i < 21; ++i) q[i] = s.rest.q[stencil[i]];
  std::array<double, 3> bends;
  ENSURE(mirrored_edge_bends<double>(kind, t, q, s.loads, bends));
  t.triangle.rest_second = second_form(bends);
  s.set_energy(std::make_shared<MirroredBending>(kind, std::vector{stencil}, std::vector{t}));
  s.layout = Layout::all_free(14, {points_block(0, 3, 4)});
  s.objective = false;
  return s;
}

Specimen hinge_specimen() {
  Specimen s;
  s.name = "mirrored hinge";
  s.rest.q.resize(9);
  s.rest.q << 0.3, 0.9, 0.4, 0, 0, 0, 1, 0.1, 0;
  s.loads.clamps = {{}};
  const Mirror mirror{Eigen::Vector3d(0.1, -1, 0).normalized(), 0};
  const auto x = [&](int node) -> Eigen::Vector3d { return s.rest.q.segment<3>(3 * node); };
  const HingeLaw law = hinge_law(kStripHinge, 1, x(0), x(1), x(2), mirrored<double>(x(0), x(1), mirror.normal));
  s.set_energy(std::make_shared<MirroredHinges>(std::vector<std::array<int, 9>>{{0, 1, 2, 3, 4, 5, 6, 7, 8}},
                                                std::vector{law}, std::vector{mirror}));
  s.layout = Layout::all_free(9, {points_block(0, 3, 3)});
  s.objective = false;
  return s;
}

}  // namespace

std::vector<Specimen> mirrored_bending_specimens() {
  return {mirrored_specimen("mirrored bending sin", EdgeBend::sin),
          mirrored_specimen("mirrored bending tan", EdgeBend::tan),
          mirrored_specimen("mirrored bending angle", EdgeBend::angle), hinge_specimen()};
}

}  // namespace plumb
