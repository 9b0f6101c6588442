#include <plumb/model/elastic_rod/rod_joint.h>

#include <plumb/energy/rod/edge_joint.h>
#include <plumb/model/holds.h>

namespace plumb {
namespace {

/// The stiffness of the half edge, in series with what the fitting gives way by. `axis`: a unit vector, seen from the
/// edge.
Eigen::Matrix3d seat_stiffness(const RodStiffness& rod, double length, const Fitting& fitting,
                               const Eigen::Vector3d& axis) {
  // Bending towards the first director turns about the second.
  const Eigen::Vector3d half = Eigen::Vector3d(rod.twist, rod.bend_2, rod.bend_1) * 2 / length;
  const Eigen::Matrix3d stiff = half.asDiagonal();
  if (fitting.kind == Fitting::Kind::rigid) return stiff;
  const Eigen::Vector3d about = stiff * axis;
  // (C + a a^T/k)^-1 = K - K a a^T K/(a.K a + k) with K = C^-1 (Sherman and Morrison). If k = 0, nothing is left about
  // a.
  const double spring = fitting.kind == Fitting::Kind::spring ? fitting.stiffness : 0;
  return stiff - about * about.transpose() / (axis.dot(about) + spring);
}

}  // namespace

RodJoint add_joint(ModelBuilder& builder, int x) {
  const int turn = builder.unknowns(3, 1);
  const Eigen::Matrix3d frame = Pose{}.frame();
  const std::size_t slot =
      builder.history({"joint rotation", true}, Eigen::Map<const Eigen::VectorXd>(frame.data(), frame.size()));
  RodJoint joint{x, std::make_shared<Rotations>(std::vector<int>{turn}, slot)};
  builder.add(joint.rotation);
  return joint;
}

void seat(ModelBuilder& builder, const RodJoint& joint, const RodParts& rod, RodEnd end, const Fitting& fitting) {
  const bool first = end == RodEnd::start;
  const int edge = first ? 0 : rod.n_edges() - 1;
  ENSURE(rod.node(first ? 0 : rod.n_edges()) == joint.x);
  const State& initial = builder.initial();
  const Pose pose{{}, rod.frames->tangent(initial, edge), rod.frames->director(initial, edge)};
  const double length = rod.lengths[static_cast<std::size_t>(edge)];
  const Eigen::Vector3d axis = pose.frame().transpose() * fitting.axis.normalized();
  const EdgeJoint::Seat place{0, edge, joint.rotation->of(initial, 0).transpose() * pose.frame(),
                              seat_stiffness(rod.stiffness, length, fitting, axis)};
  builder.add(std::make_shared<EdgeJoint>(joint.rotation, rod.frames, std::vector<EdgeJoint::Seat>{place}));
  // What turns with the joint: the half edge's section. It vanishes as edges get shorter.
  const double spin = 0.5 * length * rod.stiffness.spin_inertia;
  builder.add(LumpedInertia::Rotor{joint.rotation, 0, {spin, spin, spin}});
}

void join_in_line(ModelBuilder& builder, const RodParts& first, const RodParts& second) {
  const RodStiffness &a = first.stiffness, &b = second.stiffness;
  ENSURE(a.bend_1 == b.bend_1 && a.bend_2 == b.bend_2 && a.twist == b.twist);
  const auto vertex = std::make_shared<RodVertices>(first.frames, second.frames,
                                                    std::vector<RodVertices::Vertex>{{first.n_edges() - 1, 0}},
                                                    builder.history({"reference twists"}));
  vertex->start(builder.initial());
  builder.add(vertex);
  const double share = 0.5 * (first.lengths.back() + second.lengths.front());
  builder.add(std::make_shared<RodBendTwist>(
      vertex, std::vector<RodVertexLaw>{vertex_law(*vertex, 0, builder.initial(), first.stiffness, share)}));
}

std::size_t hold(ModelBuilder& builder, const RodJoint& joint) {
  const Eigen::Matrix3d frame = joint.rotation->of(builder.initial(), 0);
  const std::size_t clamp = builder.clamp({builder.initial().q.segment<3>(joint.x), frame.col(0), frame.col(1)});
  builder.add(std::make_shared<SectionHold>(joint.x, joint.rotation, 0, clamp));
  return clamp;
}

std::size_t hold_point(ModelBuilder& builder, int x) {
  const std::size_t clamp = builder.clamp({builder.initial().q.segment<3>(x), {1, 0, 0}, {0, 1, 0}});
  builder.add(std::make_shared<PointHold>(x, clamp));
  return clamp;
}

}  // namespace plumb
