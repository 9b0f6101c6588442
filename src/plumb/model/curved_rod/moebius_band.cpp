#include <plumb/model/curved_rod/moebius_band.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <plumb/core/status.h>
#include <plumb/energy/rod/curved_pull.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// Returns the lengths of the elements of half a band; they crowd at its start.
std::vector<double> crowded(const MoebiusSpec& spec) {
  const auto end = [&](int i) {
    const double x = static_cast<double>(i) / spec.n_elements;
    return 0.5 * spec.length * (x - spec.crowding * std::sin(std::numbers::pi * x) / std::numbers::pi);
  };
  std::vector<double> lengths;
  for (int i = 0; i < spec.n_elements; ++i) lengths.push_back(end(i + 1) - end(i));
  return lengths;
}

/// A chain on its way to be closed.
struct OpenBand {
  OpenBand(const MoebiusSpec& spec, std::vector<double> lengths) : arm(spec.length / (2 * std::numbers::pi)) {
    band.ribbon.lengths = std::move(lengths);
    band.ribbon.width = spec.width;
    band.ribbon.bend = spec.rigidity * spec.width;
    place = add_ribbon(builder, {.ribbon = band.ribbon}).place;
    builder.fix({place.first});
    const Pose start = builder.initial().loads.clamps[place.clamp];
    origin = start.position;
    frame = start.frame();
  }

  /// Adds an arm, in the frame of the end, and returns the wrench on it.
  std::size_t stick_out(const Vector3d& along) {
    const std::size_t wrench = builder.wrench();
    builder.add(curved_arm_force(band.ribbon, place, arm * along, wrench));
    return wrench;
  }
  /// Holds an arm where the chain begins, along an axis of the start's frame.
  void hold(std::size_t wrench, int axis) {
    const Vector3d along = frame.col(axis);
    band.closure.push_back({wrench, along, along.dot(origin)});
  }
  MoebiusBand finish() {
    band.model = builder.finish();
    return std::move(band);
  }

  MoebiusBand band;
  ModelBuilder builder;
  CurvedPlace place;
  double arm;  ///< m
  Vector3d origin;
  Eigen::Matrix3d frame;
};

/// A curvature that vanishes at the inflexion, and generators that fan out from it.
void put_guess(const MoebiusSpec& spec, OpenBand& open) {
  constexpr double kFan = 0.9;    // w eta' at the inflexion; the domain ends at 2
  constexpr double kSlope = 0.6;  // eta
  const double turn = 2 * std::numbers::pi / spec.length;
  for (int node = 1; node <= spec.n_elements; ++node) {
    const double s = open.band.arc(node);
    double* own = open.builder.initial().q.data() + open.place.first + 2 * node;
    own[0] = 1.4 * turn * std::sin(0.5 * turn * s);
    own[1] = kSlope * std::tanh(kFan / kSlope * s / spec.width);
  }
}

}  // namespace

double MoebiusBand::arc(int node) const {
  return std::accumulate(ribbon.lengths.begin(), ribbon.lengths.begin() + node, 0.0);
}

MoebiusBand moebius_half(const MoebiusSpec& spec) {
  ENSURE(spec.n_elements > 1 && spec.crowding >= 0 && spec.crowding < 1);
  OpenBand open(spec, crowded(spec));
  const std::size_t end = open.stick_out(Vector3d::Zero()), normal = open.stick_out(Vector3d::UnitZ());
  for (const std::size_t wrench : {end, normal}) {
    open.hold(wrench, 0);
    open.hold(wrench, 2);
  }
  put_guess(spec, open);
  return open.finish();
}

MoebiusBand moebius_band(const MoebiusSpec& spec, const State& half) {
  std::vector<double> lengths = crowded(spec);
  const int n = 2 * spec.n_elements;
  ENSURE(half.q.size() == n + 2);
  lengths.insert(lengths.end(), lengths.rbegin(), lengths.rend());
  OpenBand open(spec, std::move(lengths));
  open.builder.fix({open.place.first + 2 * n, open.place.first + 2 * n + 1});
  const std::size_t end = open.stick_out(Vector3d::Zero());
  const std::size_t first = open.stick_out(Vector3d::UnitY()), second = open.stick_out(Vector3d::UnitZ());
  for (const int axis : {0, 1, 2}) open.hold(end, axis);
  for (const int axis : {0, 2}) open.hold(first, axis);
  open.hold(second, 0);
  for (int node = 0; node <= n; ++node) {
    const int like = std::min(node, n - node);
    open.builder.initial().q.segment<2>(open.place.first + 2 * node) = half.q.segment<2>(2 * like);
  }
  return open.finish();
}

std::vector<Vector3d> generator_ends(const Ribbon& ribbon, const State& state, int per_element, double side) {
  const CurvedRodShape line = shape(ribbon, state, per_element);
  std::vector<Vector3d> ends;
  for (std::size_t i = 0; i < line.positions.size(); ++i) {
    const std::size_t element = std::min(i / static_cast<std::size_t>(per_element), ribbon.lengths.size() - 1);
    const double fraction = static_cast<double>(i - element * static_cast<std::size_t>(per_element)) / per_element;
    const double* own = state.q.data() + 2 * element;
    const double eta = own[1] + fraction * (own[3] - own[1]);
    ends.emplace_back(line.positions[i] +
                      0.5 * side * ribbon.width * (line.frames[i].col(1) - eta * line.frames[i].col(0)));
  }
  return ends;
}

double linking_number(const Ribbon& ribbon, const State& closed) {
  constexpr int kChords = 4;  // for each element
  const std::vector<Vector3d> x = shape(ribbon, closed, kChords).positions;
  double writhe = 0, twist = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Vector3d apart = 0.5 * (x[i] + x[i + 1] - x[j] - x[j + 1]);
      writhe += 2 * (x[i + 1] - x[i]).cross(x[j + 1] - x[j]).dot(apart) / std::pow(apart.norm(), 3);
    }
  }
  for (int e = 0; e < ribbon.n_elements(); ++e) {
    const double* own = closed.q.data() + 2 * e;  // the integral of kappa eta, both linear
    twist += ribbon.lengths[static_cast<std::size_t>(e)] / 6 *
             (own[0] * (2 * own[1] + own[3]) + own[2] * (own[1] + 2 * own[3]));
  }
  return writhe / (4 * std::numbers::pi) + twist / (2 * std::numbers::pi);
}

}  // namespace plumb
