#include <plumb/model/curved_rod/planar_embedding.h>

#include <plumb/core/status.h>

namespace plumb {
namespace {

using Eigen::Vector2d, Eigen::Vector3d;

Vector3d in_space(const Eigen::Matrix3d& frame, const Vector2d& v) { return frame.leftCols<2>() * v; }

}  // namespace

PlanarEmbedding::PlanarEmbedding(CurvedChain rod, CurvedPlace place, int per_element)
    : rod_(std::move(rod)), place_(place), per_element_(per_element) {
  ENSURE(per_element_ >= 1 && rod_.shape == CurvatureShape::constant);
  for (int e = 0; e < rod_.n_elements(); ++e) kappas_.push_back(place_.first + 3 * e);
}

std::span<const int> PlanarEmbedding::stencil(int point) const {
  if (point == 0) return {};
  return {kappas_.data(), element_of(point) + 1};
}

double PlanarEmbedding::along(int point) const {
  return rod_.lengths[element_of(point)] * ((point - 1) % per_element_ + 1) / per_element_;
}

template <class Visit>
void PlanarEmbedding::sweep(const Eigen::VectorXd& q, const Visit& visit) const {
  Vector2d start = Vector2d::Zero();
  Heading heading;
  for (int point = 1; point < n_points(); ++point) {
    const PlanarArc arc(curvature_of(q, element_of(point)), along(point));
    visit(point, element_of(point), start, heading, arc);
    if (point % per_element_ != 0) continue;
    start += heading * arc.end;
    heading = heading * arc.turn;
  }
}

void PlanarEmbedding::positions(const Eigen::VectorXd& q, std::span<const Pose> clamps, std::span<Vector3d> x) const {
  const Pose& clamp = clamps[place_.clamp];
  const Eigen::Matrix3d frame = clamp.frame();
  x[0] = clamp.position;
  sweep(q, [&](int point, std::size_t, const Vector2d& start, const Heading& heading, const PlanarArc& arc) {
    x[static_cast<std::size_t>(point)] = clamp.position + in_space(frame, start + heading * arc.end);
  });
}

void PlanarEmbedding::velocities(const Eigen::VectorXd& q, std::span<const Pose> clamps,
                                 std::span<const PoseRate> rates, const Eigen::VectorXd& v,
                                 std::span<Vector3d> out) const {
  const PoseRate rate = rates.empty() ? PoseRate{} : rates[place_.clamp];
  const Eigen::Matrix3d frame = clamps[place_.clamp].frame();
  out[0] = rate.velocity;
  Vector2d velocity = Vector2d::Zero();  // of the start of the element, seen from the clamp
  double turning = 0;                    // rad/s
  sweep(q, [&](int point, std::size_t e, const Vector2d& start, const Heading& heading, const PlanarArc& arc) {
    const Vector2d way = heading * arc.end;
    const double rate_of_kappa = v[kappas_[e]];
    const Vector2d moves = velocity + turning * quarter_turn(way) + rate_of_kappa * (heading * arc.slope);
    out[static_cast<std::size_t>(point)] =
        rate.velocity + rate.spin.cross(in_space(frame, start + way)) + in_space(frame, moves);
    if (point % per_element_ != 0) return;
    velocity = moves;
    turning += rate_of_kappa * rod_.lengths[e];
  });
}

std::vector<PlanarEmbedding::Piece> PlanarEmbedding::pieces_to(const Eigen::VectorXd& q, int point) const {
  std::vector<Piece> pieces;
  pieces.reserve(kappas_.size());
  Vector2d start = Vector2d::Zero();
  Heading heading;
  const std::size_t last = element_of(point);
  for (std::size_t e = 0; e <= last; ++e) {
    const double length = e == last ? along(point) : rod_.lengths[e];
    const PlanarArc arc(curvature_of(q, e), length);
    start += heading * arc.end;
    pieces.push_back({start, heading * arc.slope, heading * arc.bend, length});
    heading = heading * arc.turn;
  }
  return pieces;
}

/// A curvature shifts the end of its piece and turns all that is beyond about it.
void PlanarEmbedding::jacobian(const Eigen::VectorXd& q, std::span<const Pose> clamps, int point,
                               Eigen::Ref<Eigen::Matrix3Xd> on_stencil) const {
  if (point == 0) return;
  const Eigen::Matrix3d frame = clamps[place_.clamp].frame();
  const std::vector<Piece> pieces = pieces_to(q, point);
  const Vector2d here = pieces.back().end;
  for (std::size_t e = 0; e < pieces.size(); ++e) {
    const Piece& piece = pieces[e];
    on_stencil.col(static_cast<Eigen::Index>(e)) =
        in_space(frame, piece.slope + piece.length * quarter_turn(here - piece.end));
  }
}

void PlanarEmbedding::curvature(const Eigen::VectorXd& q, std::span<const Pose> clamps, int point, const Vector3d& r,
                                Eigen::Ref<Eigen::MatrixXd> on_stencil) const {
  if (point == 0) return;
  const Vector2d force = clamps[place_.clamp].frame().leftCols<2>().transpose() * r;
  const std::vector<Piece> pieces = pieces_to(q, point);
  const Vector2d here = pieces.back().end;
  for (std::size_t f = 0; f < pieces.size(); ++f) {
    const Piece& piece = pieces[f];
    const auto row = static_cast<Eigen::Index>(f);
    const Vector2d moves = piece.slope + piece.length * quarter_turn(here - piece.end);
    // What moves by a later curvature is turned by an earlier one.
    const double turned = quarter_turn(moves).dot(force);
    for (std::size_t e = 0; e < f; ++e) {
      const auto column = static_cast<Eigen::Index>(e);
      on_stencil(row, column) = on_stencil(column, row) = pieces[e].length * turned;
    }
    on_stencil(row, row) = force.dot(piece.bend - piece.length * piece.length * (here - piece.end));
  }
}

}  // namespace plumb
