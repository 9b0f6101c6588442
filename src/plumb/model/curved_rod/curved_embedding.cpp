#include <plumb/model/curved_rod/curved_embedding.h>

#include <array>
#include <numeric>

#include <plumb/core/status.h>
#include <plumb/energy/rod/curved_piece.h>
#include <plumb/energy/rod/curved_pull.h>
#include <plumb/linalg/dual.h>

namespace plumb {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Returns the piece of an element between two of its fractions. unknown(i): the rod's i-th.
template <class S, class Unknown>
CurvedLink<S> piece(const CurvedChain& rod, const Unknown& unknown, int element, double from, double to) {
  return with_shape(rod.shape, [&](auto shape) {
    std::array<S, CurvedElement<shape()>::kUnknowns> own;
    for (std::size_t i = 0; i < own.size(); ++i) own[i] = unknown(rod.stride() * element + static_cast<int>(i));
    return part_link<shape(), S>(own.data(), rod.lengths[static_cast<std::size_t>(element)], from, to);
  });
}

/// Goes along the rod from a place in space; calls visit(point, position, frame).
template <class S, class Unknown, class Visit>
void sweep(const CurvedChain& rod, const Unknown& unknown, int per_element, Vector3<S> position,
           Eigen::Matrix<S, 3, 3> frame, const Visit& visit) {
  std::size_t point = 0;
  visit(point++, position, frame);
  for (int e = 0; e < rod.n_elements(); ++e) {
    for (int i = 0; i < per_element; ++i) {
      const double from = static_cast<double>(i) / per_element, to = static_cast<double>(i + 1) / per_element;
      const CurvedLink<S> link = piece<S>(rod, unknown, e, from, to);
      position = (position + frame * link.chord).eval();
      frame = (frame * link.turn).eval();
      visit(point++, position, frame);
    }
  }
}

}  // namespace

CurvedEmbedding::CurvedEmbedding(CurvedChain rod, CurvedPlace place, int per_element)
    : rod_(std::move(rod)),
      place_(place),
      per_element_(per_element),
      unknowns_(static_cast<std::size_t>(rod_.n_unknowns())) {
  ENSURE(per_element_ >= 1);
  std::iota(unknowns_.begin(), unknowns_.end(), place_.first);
}

CurvedPoint CurvedEmbedding::at(int point) const {
  const int before = (point - 1) % per_element_ + 1;
  return {static_cast<std::size_t>((point - 1) / per_element_), static_cast<double>(before) / per_element_};
}

std::span<const int> CurvedEmbedding::stencil(int point) const {
  if (point == 0) return {};
  const auto n = static_cast<int>(at(point).element) * rod_.stride() + rod_.per_element();
  return {unknowns_.data(), static_cast<std::size_t>(n)};
}

void CurvedEmbedding::frames(const Eigen::VectorXd& q, std::span<const Pose> clamps, std::span<Vector3d> x,
                             std::span<Matrix3d> frames) const {
  const Pose& clamp = clamps[place_.clamp];
  sweep<double>(
      rod_, [&](int i) { return q[place_.first + i]; }, per_element_, clamp.position, clamp.frame(),
      [&](std::size_t point, const Vector3d& position, const Matrix3d& frame) {
        x[point] = position;
        if (!frames.empty()) frames[point] = frame;
      });
}

void CurvedEmbedding::positions(const Eigen::VectorXd& q, std::span<const Pose> clamps, std::span<Vector3d> x) const {
  frames(q, clamps, x, {});
}

/// The sweep of the positions on numbers with their rates, the clamp's included.
void CurvedEmbedding::velocities(const Eigen::VectorXd& q, std::span<const Pose> clamps,
                                 std::span<const PoseRate> rates, const Eigen::VectorXd& v,
                                 std::span<Vector3d> out) const {
  using Rate = Dual<1>;
  const auto moving = [](double value, double rate) {
    Rate number(value);
    number.gradient[0] = rate;
    return number;
  };
  const Pose& clamp = clamps[place_.clamp];
  const PoseRate rate = rates.empty() ? PoseRate{} : rates[place_.clamp];
  const Matrix3d frame = clamp.frame();
  Vector3<Rate> start;
  Eigen::Matrix<Rate, 3, 3> start_frame;
  for (int i = 0; i < 3; ++i) {
    start[i] = moving(clamp.position[i], rate.velocity[i]);
    const Vector3d turned = rate.spin.cross(frame.col(i));
    for (int k = 0; k < 3; ++k) start_frame(k, i) = moving(frame(k, i), turned[k]);
  }
  sweep<Rate>(
      rod_, [&](int i) { return moving(q[place_.first + i], v[place_.first + i]); }, per_element_, start, start_frame,
      [&](std::size_t point, const Vector3<Rate>& position, const Eigen::Matrix<Rate, 3, 3>&) {
        for (int i = 0; i < 3; ++i) out[point][i] = position[i].gradient[0];
      });
}

/// An unknown of an element shifts the element's end and turns all that is beyond about it.
void CurvedEmbedding::jacobian(const Eigen::VectorXd& q, std::span<const Pose> clamps, int point,
                               Eigen::Ref<Eigen::Matrix3Xd> on_stencil) const {
  on_stencil.setZero();
  if (point == 0) return;
  using S = Dual<6>;
  const CurvedPoint here = at(point);
  const int last = static_cast<int>(here.element), n_own = rod_.per_element(), stride = rod_.stride();
  Vector3d position = clamps[place_.clamp].position;
  Matrix3d frame = clamps[place_.clamp].frame();
  std::vector<Vector3d> ends;
  std::vector<std::array<Vector3d, 6>> turns;
  for (int e = 0; e <= last; ++e) {
    const double part = e == last ? here.fraction : 1;
    const auto unknown = [&](int i) { return S::variable(q[place_.first + i], i - stride * e); };
    const CurvedLink<S> link = piece<S>(rod_, unknown, e, 0, part);
    const auto value = [](const S& x) { return x.value; };
    const Matrix3d turn = link.turn.unaryExpr(value).template cast<double>();
    turns.emplace_back();
    for (int a = 0; a < n_own; ++a) {
      const auto k = static_cast<std::size_t>(a);
      const auto slope = [k](const S& x) { return x.gradient[k]; };
      const Matrix3d turned = link.turn.unaryExpr(slope).template cast<double>() * turn.transpose();
      on_stencil.col(stride * e + a) += frame * link.chord.unaryExpr(slope).template cast<double>();
      turns.back()[k] = frame * axial<double>(turned);
    }
    position += frame * link.chord.unaryExpr(value).template cast<double>();
    frame *= turn;
    ends.push_back(position);
  }
  for (int e = 0; e < last; ++e) {
    const auto i = static_cast<std::size_t>(e);
    for (int a = 0; a < n_own; ++a) {
      on_stencil.col(stride * e + a) += turns[i][static_cast<std::size_t>(a)].cross(position - ends[i]);
    }
  }
}

/// A force r on the point has the potential -r . x.
void CurvedEmbedding::curvature(const Eigen::VectorXd& q, std::span<const Pose> clamps, int point, const Vector3d& r,
                                Eigen::Ref<Eigen::MatrixXd> on_stencil) const {
  on_stencil.setZero();
  if (point == 0) return;
  const auto force = curved_force(rod_, place_, at(point), 0);
  State state;
  state.q = q;
  Loads loads;
  loads.clamps.assign(clamps.begin(), clamps.end());
  loads.wrenches = {{r, Vector3d::Zero()}};
  ElementBuffer buffer;
  buffer.resize(1, force->stencil_size());
  if (force->evaluate(state, loads, 0, 1, {.hessian = true}, buffer) != Status::ok) return;
  for (int i = 0; i < on_stencil.rows(); ++i) {
    for (int j = 0; j <= i; ++j) {
      on_stencil(i, j) = on_stencil(j, i) = -buffer.hessian(0, ElementBuffer::packed_index(i, j));
    }
  }
}

}  // namespace plumb
