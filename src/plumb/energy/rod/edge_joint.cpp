#include <plumb/energy/rod/edge_joint.h>

#include <plumb/mechanics/specimen.h>
#include <plumb/strain/rotation.h>

namespace plumb {
namespace {

std::vector<std::array<int, 10>> stencils_of(const Rotations& joints, const RodFrames& frames,
                                             const std::vector<EdgeJoint::Seat>& seats) {
  std::vector<std::array<int, 10>> stencils;
  for (const EdgeJoint::Seat& seat : seats) {
    const int turn = joints.turn(seat.joint);
    const auto [x0, angle, x1] = frames.edge(seat.edge);
    stencils.push_back({turn, turn + 1, turn + 2, x0, x0 + 1, x0 + 2, angle, x1, x1 + 1, x1 + 2});
  }
  return stencils;
}

}  // namespace

EdgeJoint::EdgeJoint(std::shared_ptr<const Rotations> joints, std::shared_ptr<const RodFrames> frames,
                     std::vector<Seat> seats)
    : ElementEnergy(stencils_of(*joints, *frames, seats)),
      joints_(std::move(joints)),
      frames_(std::move(frames)),
      seats_(std::move(seats)) {}

EdgeJoint::~EdgeJoint() = default;

template <class S>
bool EdgeJoint::value(int element, const std::array<S, 10>& q, const State& state, const Loads&, S& energy) const {
  using std::sqrt;
  const Seat& seat = seats_[static_cast<std::size_t>(element)];
  const Vector3<S> along(q[7] - q[3], q[8] - q[4], q[9] - q[5]);
  const S length = sqrt(along.dot(along));
  if (!(length > 0.0)) return false;
  Matrix3<S> frame;
  frame.col(0) = along / length;
  const Vector3<S> reference = parallel_transport<S>(frames_->reference(state, seat.edge),
                                                     frames_->tangent(state, seat.edge), frame.col(0).eval());
  frame.col(1) = rotate_perpendicular<S>(reference, frame.col(0).eval(), q[6]);
  frame.col(2) = frame.col(0).cross(frame.col(1));

  // What the joint is turned from here on: zero, with its derivatives.
  const int first = joints_->turn(seat.joint);
  const Vector3<S> turn(q[0] - state.q[first], q[1] - state.q[first + 1], q[2] - state.q[first + 2]);
  const Matrix3<S> at_rest = rotation<S>(turn) * Matrix3<S>((joints_->of(state, seat.joint) * seat.rest).cast<S>());
  const Matrix3<S> between = at_rest.transpose() * frame;
  const S twice = S(1.0) + between.trace();  // 2 + 2 cos angle
  if (!(twice > 1e-6)) return false;
  const Vector3<S> theta =
      Vector3<S>(between(2, 1) - between(1, 2), between(0, 2) - between(2, 0), between(1, 0) - between(0, 1)) *
      (S(2.0) / twice);
  energy = theta.dot(Matrix3<S>(seat.stiffness.cast<S>()) * theta) * 0.5;
  return true;
}

std::vector<Specimen> edge_joint_specimens() {
  // Two edges at an angle in one joint at the node that they share: the second one is free about an axis.
  Specimen s;
  s.name = "edge joint";
  s.layout = Layout::all_free(14, {points_block(0, 4, 3)});
  s.layout.history = {{"reference directors", true}, {"rotations", true}};
  s.rest.q = Eigen::VectorXd::Zero(14);
  s.rest.q.segment<3>(0) << -0.8, 0.1, 0.2;
  s.rest.q.segment<3>(8) << 0.1, 0.9, -0.3;
  const auto frames = std::make_shared<RodFrames>(std::vector<RodEdge>{{0, 3, 4}, {4, 7, 8}}, 0);
  const auto joints = std::make_shared<Rotations>(std::vector<int>{11}, 1);
  s.layout.carried = {frames, joints};
  s.rest.history = {Eigen::VectorXd(), Eigen::VectorXd(9)};
  frames->start(s.rest, {any_perpendicular(frames->tangent(s.rest, 0)), any_perpendicular(frames->tangent(s.rest, 1))});
  const Eigen::Matrix3d frame = rotation<double>(Eigen::Vector3d(0.3, -0.2, 0.5));
  joints->set(s.rest, 0, frame);
  const auto seen = [&](int edge) {
    const Eigen::Vector3d t = frames->tangent(s.rest, edge), d = frames->director(s.rest, edge);
    return Eigen::Matrix3d(frame.transpose() * Pose{{}, t, d}.frame());
  };
  const Eigen::Vector3d free(0.6, 0, 0.8), stiff(3, 1, 2);
  Eigen::Matrix3d hinge = stiff.asDiagonal();
  hinge -= (hinge * free * free.transpose() * hinge / free.dot(hinge * free)).eval();
  s.set_energy(std::make_shared<EdgeJoint>(
      joints, frames, std::vector<EdgeJoint::Seat>{{0, 0, seen(0), stiff.asDiagonal()}, {0, 1, seen(1), hinge}}));
  return {s};
}

}  // namespace plumb
