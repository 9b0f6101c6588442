#include <codes/explicit-beam/planar_beam.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <plumb/core/status.h>
#include <plumb/linalg/packet.h>

namespace codes {
namespace {

using plumb::Packet;

constexpr int kLanes = Packet::kLanes;
constexpr double kGauss = 0.57735026918962576;  // 1/sqrt(3)
constexpr double kDifference = 1e-6;            // of an element: the largest step of the central differences
constexpr int kLeastPowers = 50, kMostPowers = 4000;

/// Quadratic shapes at a Gauss point of [-1, 1].
struct Shapes {
  std::array<double, 3> n, slope;
  static constexpr Shapes at(double xi) {
    return {{0.5 * xi * (xi - 1), 1 - xi * xi, 0.5 * xi * (xi + 1)}, {xi - 0.5, -2 * xi, xi + 0.5}};
  }
};
constexpr std::array kPoints{Shapes::at(-kGauss), Shapes::at(kGauss)};

/// Sine and cosine by their series at a quarter of the angle, and twice the formulas of the double angle: without
/// branches, to rounding while |theta| < 4.
struct SineCosine {
  Packet sine, cosine;
  explicit SineCosine(const Packet& theta) {
    const Packet a = 0.25 * theta, b = a * a;
    Packet s = 1 / 355687428096000.0, c = 1 / 20922789888000.0;
    for (const double term : {-1 / 1307674368000.0, 1 / 6227020800.0, -1 / 39916800.0, 1 / 362880.0, -1 / 5040.0,
                              1 / 120.0, -1 / 6.0, 1.0}) {
      s = s * b + term;
    }
    for (const double term :
         {-1 / 87178291200.0, 1 / 479001600.0, -1 / 3628800.0, 1 / 40320.0, -1 / 720.0, 1 / 24.0, -0.5, 1.0}) {
      c = c * b + term;
    }
    s = s * a;
    for (int i = 0; i < 2; ++i) {
      const Packet twice = 2 * s * c;
      c = 1 - 2 * s * s;
      s = twice;
    }
    sine = s;
    cosine = c;
  }
};

Packet load(const double* from, int lanes) {
  if (lanes == kLanes) return {from[0], from[1], from[2], from[3]};
  Packet p(0.0);
  for (int i = 0; i < lanes; ++i) p.set(i, from[i]);
  return p;
}
void store(const Packet& p, int lanes, double* to) {
  for (int i = 0; i < lanes; ++i) to[i] = p[i];
}
void add(const Packet& p, int lanes, double* to) {
  for (int i = 0; i < lanes; ++i) to[i] += p[i];
}

/// The three nodes of some elements: x, z or theta.
struct Three {
  Packet left, middle, right;
  Packet dot(const std::array<double, 3>& weights) const {
    return weights[0] * left + weights[1] * middle + weights[2] * right;
  }
  void add(const std::array<double, 3>& weights, const Packet& value) {
    left += weights[0] * value;
    middle += weights[1] * value;
    right += weights[2] * value;
  }
};

/// Strains at a Gauss point.
struct Strains {
  SineCosine of;
  Packet stretched, sheared, bent;  ///< t.r', n.r', theta'
  Strains(const Shapes& at, double slope, const Three& x, const Three& z, const Three& theta) : of(theta.dot(at.n)) {
    const Packet dx = slope * x.dot(at.slope), dz = slope * z.dot(at.slope);
    stretched = of.sine * dx - of.cosine * dz;
    sheared = of.cosine * dx + of.sine * dz;
    bent = slope * theta.dot(at.slope);
  }
};

}  // namespace

PlanarBeam::PlanarBeam(int n_elements, double length, const BeamSection& section)
    : n_(n_elements), element_(length / n_elements), section_(section), masses_(3 * n_nodes()) {
  ENSURE(n_elements > 0);
  const double mass = section.mass * element_, rotary = section.rotary * element_;
  for (int node = 0; node < n_nodes(); ++node) {
    const double share = node > n_ ? 4.0 / 6 : node == 0 || node == n_ ? 1.0 / 6 : 2.0 / 6;
    masses_[x(node)] = masses_[z(node)] = share * mass;
    masses_[theta(node)] = share * rotary;
  }
}

std::vector<int> PlanarBeam::along() const {
  std::vector<int> nodes{0};
  for (int e = 0; e < n_; ++e) nodes.insert(nodes.end(), {n_ + 1 + e, e + 1});
  return nodes;
}

double PlanarBeam::s(int node) const { return element_ * (node <= n_ ? node : node - n_ - 0.5); }

Eigen::VectorXd PlanarBeam::straight(double height) const {
  Eigen::VectorXd q = Eigen::VectorXd::Zero(3 * n_nodes());
  for (int node = 0; node < n_nodes(); ++node) q[z(node)] = height - s(node);
  return q;
}

double PlanarBeam::energy(const Eigen::VectorXd& q) const {
  const double* at = q.data();
  const int nodes = n_nodes();
  double sum = 0;
  for (int e = 0; e < n_; e += kLanes) {
    const int lanes = std::min(kLanes, n_ - e);
    const auto three = [&](const double* of) {
      return Three{load(of + e, lanes), load(of + n_ + 1 + e, lanes), load(of + e + 1, lanes)};
    };
    const Three x = three(at), z = three(at + nodes), theta = three(at + 2 * nodes);
    for (const Shapes& point : kPoints) {
      const Strains strain(point, 2 / element_, x, z, theta);
      const Packet stretch = strain.stretched - 1;
      const Packet density = section_.stretch * stretch * stretch + section_.shear * strain.sheared * strain.sheared +
                             section_.bend * strain.bent * strain.bent;
      for (int i = 0; i < lanes; ++i) sum += 0.25 * element_ * density[i];
    }
  }
  return sum;
}

void PlanarBeam::forces(const Eigen::VectorXd& q, Eigen::VectorXd& out) const {
  out.setZero(q.size());
  const double* at = q.data();
  double* to = out.data();
  const int nodes = n_nodes();
  for (int e = 0; e < n_; e += kLanes) {
    const int lanes = std::min(kLanes, n_ - e);
    const auto three = [&](const double* of) {
      return Three{load(of + e, lanes), load(of + n_ + 1 + e, lanes), load(of + e + 1, lanes)};
    };
    const Three x = three(at), z = three(at + nodes), theta = three(at + 2 * nodes);
    const Packet none(0.0);
    Three force_x{none, none, none}, force_z = force_x, moment = force_x;
    for (const Shapes& point : kPoints) {
      const Strains strain(point, 2 / element_, x, z, theta);
      const Packet along = section_.stretch * (strain.stretched - 1), across = section_.shear * strain.sheared;
      force_x.add(point.slope, -(along * strain.of.sine + across * strain.of.cosine));
      force_z.add(point.slope, along * strain.of.cosine - across * strain.of.sine);
      moment.add(point.slope, -section_.bend * strain.bent);
      moment.add(point.n, -0.5 * element_ * (along * strain.sheared - across * strain.stretched));
    }
    const auto give = [&](const Three& f, double* of) {
      add(f.left, lanes, of + e);
      store(f.middle, lanes, of + n_ + 1 + e);
      add(f.right, lanes, of + e + 1);
    };
    give(force_x, to);
    give(force_z, to + nodes);
    give(moment, to + 2 * nodes);
  }
}

double PlanarBeam::fastest(const Eigen::VectorXd& q) const {
  // The power method on M^-1/2 K M^-1/2, with K v by central differences.
  const Eigen::VectorXd root = masses_.cwiseSqrt();
  Eigen::VectorXd v(q.size()), ahead, behind;
  for (Eigen::Index i = 0; i < v.size(); ++i) v[i] = 1 + 0.5 * std::sin(7.1 * static_cast<double>(i * i));
  double omega = 0;
  for (int i = 0; i < kMostPowers; ++i) {
    v.normalize();
    const Eigen::VectorXd shape = v.cwiseQuotient(root);
    const double size = kDifference * element_ / shape.cwiseAbs().maxCoeff();
    forces(q + size * shape, ahead);
    forces(q - size * shape, behind);
    v = (behind - ahead).cwiseQuotient(root) / (2 * size);
    const double now = std::sqrt(v.norm());
    const bool settled = i > kLeastPowers && std::abs(now - omega) < 1e-8 * now;
    omega = now;
    if (settled) break;
  }
  return omega;
}

double PlanarBeam::axial_step(const BeamSection& section, double element_length) {
  return element_length / std::sqrt(6 * section.stretch / section.mass);
}

double PlanarBeam::rotary_not_faster_than_stretch(const BeamSection& section, double element_length) {
  // Frequencies of a mesh are below those of its free elements. Over the lumped masses, the largest eigenvalue of the
  // slopes' matrix is 24/l^2 and that of the values' matrix 1. Shear n.r' - theta is fastest where both add up: the
  // squares of the frequencies of w alone and of theta alone have their sum as a bound.
  const double slopes = 24 / (element_length * element_length);
  const double left = slopes * (section.stretch - section.shear) / section.mass;
  const double needed = (slopes * section.bend + section.shear) / left;
  return std::max(section.rotary, needed);
}

}  // namespace codes
