#include <plumb/inertia/planar_inertia.h>

#include <array>
#include <cmath>

#include <plumb/core/status.h>
#include <plumb/linalg/gauss_rule.h>
#include <plumb/strain/planar_arc.h>

namespace plumb {
namespace {

using Eigen::Vector2d, Eigen::Vector3d, Eigen::VectorXd;

class PlanarInertia final : public Inertia {
  static constexpr std::size_t kPoints = GaussRule::at.size();

  /// A place on an element in the plane of the clamp, what the element's own curvature does to it, and how fast both
  /// change.
  struct Place {
    Vector2d at, shift;            ///< m; by the curvature, m^2
    Vector2d velocity, reshifted;  ///< their rates: m/s, m^2/s
    Vector2d tangent;
  };

  struct Element {
    std::array<Place, kPoints> points;
    Place end;
  };

  /// The motion of the clamp, in its own frame.
  struct Base {
    Base(const Loads& loads, std::size_t clamp) {
      if (loads.clamp_rates.empty()) return;
      const Eigen::Matrix3d back = loads.clamps[clamp].frame().transpose();
      velocity = back * loads.clamp_rates[clamp].velocity;
      spin = back * loads.clamp_rates[clamp].spin;
    }
    Vector3d velocity = Vector3d::Zero(), spin = Vector3d::Zero();

    Vector2d in_plane(const Place& place) const {
      return velocity.head<2>() + spin[2] * quarter_turn(place.at) + place.velocity;
    }
    double out_of_plane(const Place& place) const { return velocity[2] + leaving().dot(place.at); }
    /// How fast a place leaves the plane, per distance from the clamp.
    Vector2d leaving() const { return {-spin[1], spin[0]}; }
    double about(const Vector2d& tangent) const { return spin.head<2>().dot(tangent); }
  };

 public:
  PlanarInertia(CurvedRod rod, CurvedPlace place) : rod_(std::move(rod)), place_(place) {
    ENSURE(rod_.mass_per_length > 0 && rod_.spin_inertia > 0 && rod_.shape == CurvatureShape::constant);
  }

  bool constant() const override { return false; }

  double energy(const State& state, const Loads& loads, const VectorXd& v) const override {
    const Base base(loads, place_.clamp);
    const std::vector<Element> elements = chain(state.q, v);
    double sum = 0;
    for (std::size_t e = 0; e < elements.size(); ++e) {
      for (std::size_t g = 0; g < kPoints; ++g) {
        const Place& place = elements[e].points[g];
        const double out = base.out_of_plane(place), spin = base.about(place.tangent);
        sum += 0.5 * mass(e, g) * (base.in_plane(place).squaredNorm() + out * out) +
               0.5 * spin_inertia(e, g) * spin * spin;
      }
    }
    return sum;
  }

  void momentum(const State& state, const Loads& loads, const VectorXd& v, VectorXd& out) const override {
    const Base base(loads, place_.clamp);
    out.setZero(v.size());
    pull(chain(state.q, v), out, [&](const Place& place, double mass, double) {
      return Pulled{mass * base.in_plane(place), 0, Vector2d::Zero()};
    });
  }

  /// The velocity of a place changes with the shape as the place itself changes in time, and as the spinning clamp sees
  /// the place moved.
  void force(const State& state, const Loads& loads, const VectorXd& v, VectorXd& out) const override {
    const Base base(loads, place_.clamp);
    out.setZero(v.size());
    pull(chain(state.q, v), out, [&](const Place& place, double mass, double spin_inertia) {
      const Vector2d momentum = mass * base.in_plane(place);
      const Vector2d force = mass * base.out_of_plane(place) * base.leaving() - base.spin[2] * quarter_turn(momentum);
      const double moment = spin_inertia * base.about(place.tangent) * base.about(quarter_turn(place.tangent));
      return Pulled{force, moment, momentum};
    });
  }

  /// All places beyond an element turn about one centre when its curvature changes: sums over what is beyond an element
  /// give all of its row.
  void add_mass(const State& state, const Layout& layout, double factor, SymmetricMatrix& out) const override {
    const std::vector<Element> elements = chain(state.q, VectorXd::Zero(state.q.size()));
    std::vector<Vector2d> centre(elements.size());
    for (std::size_t e = 0; e < elements.size(); ++e) {
      centre[e] = elements[e].end.at + quarter_turn(elements[e].end.shift) / rod_.lengths[e];
    }
    double mass_beyond = 0, second_beyond = 0;  // kg; kg m^2
    Vector2d first_beyond = Vector2d::Zero();   // kg m
    for (std::size_t f = elements.size(); f-- > 0;) {
      double own = 0, turned = 0;
      Vector2d shifted = Vector2d::Zero();
      for (std::size_t g = 0; g < kPoints; ++g) {
        const Place& place = elements[f].points[g];
        own += mass(f, g) * place.shift.squaredNorm();
        turned += mass(f, g) * cross(place.at, place.shift);
        shifted += mass(f, g) * place.shift;
      }
      const int row = layout.free_index[static_cast<std::size_t>(place_.first) + 3 * f];
      for (std::size_t e = 0; e <= f; ++e) {
        const int column = layout.free_index[static_cast<std::size_t>(place_.first) + 3 * e];
        if (row < 0 || column < 0) continue;
        const double beyond =
            second_beyond - (centre[e] + centre[f]).dot(first_beyond) + centre[e].dot(centre[f]) * mass_beyond;
        const double on_f = e == f ? own : rod_.lengths[e] * (turned - cross(centre[e], shifted));
        out.values()[out.position(std::max(row, column), std::min(row, column))] +=
            factor * (on_f + rod_.lengths[e] * rod_.lengths[f] * beyond);
      }
      for (std::size_t g = 0; g < kPoints; ++g) {
        const Vector2d& at = elements[f].points[g].at;
        mass_beyond += mass(f, g);
        first_beyond += mass(f, g) * at;
        second_beyond += mass(f, g) * at.squaredNorm();
      }
    }
  }

 private:
  double mass(std::size_t e, std::size_t g) const {
    return rod_.mass_per_length * rod_.lengths[e] * GaussRule::weights[g];
  }
  double spin_inertia(std::size_t e, std::size_t g) const {
    return rod_.spin_inertia * rod_.lengths[e] * GaussRule::weights[g];
  }

  /// All places of the rod on their way along v, from the clamp on.
  std::vector<Element> chain(const VectorXd& q, const VectorXd& v) const {
    std::vector<Element> elements(rod_.lengths.size());
    Vector2d start = Vector2d::Zero(), velocity = Vector2d::Zero();
    Heading heading;
    double turning = 0;  // rad/s
    for (std::size_t e = 0; e < elements.size(); ++e) {
      const auto i = place_.first + static_cast<Eigen::Index>(3 * e);
      const auto place = [&](double length) {
        const PlanarArc arc(q[i], length);
        const Vector2d way = heading * arc.end;
        Place p;
        p.at = start + way;
        p.shift = heading * arc.slope;
        p.velocity = velocity + turning * quarter_turn(way) + v[i] * p.shift;
        p.reshifted = turning * quarter_turn(p.shift) + v[i] * (heading * arc.bend);
        p.tangent = (heading * arc.turn).along;
        return p;
      };
      for (std::size_t g = 0; g < kPoints; ++g) elements[e].points[g] = place(GaussRule::at[g] * rod_.lengths[e]);
      elements[e].end = place(rod_.lengths[e]);
      start = elements[e].end.at;
      velocity = elements[e].end.velocity;
      turning += v[i] * rod_.lengths[e];
      heading.along = elements[e].end.tangent;
    }
    return elements;
  }

  /// What acts on a place: a force and a moment, and a momentum that meets the rate of the place's Jacobian.
  struct Pulled {
    Vector2d force;
    double moment = 0;
    Vector2d momentum;
  };

  /// Adds J^T of forces and moments, and dJ^T/dt of momenta, by one sweep up the rod. at(place, mass, spin inertia).
  template <class At>
  void pull(const std::vector<Element>& elements, VectorXd& out, const At& at) const {
    Vector2d force = Vector2d::Zero(), momentum = Vector2d::Zero();  // of everything beyond the element
    double moment = 0, remoment = 0;                                 // about the clamp
    for (std::size_t e = elements.size(); e-- > 0;) {
      const double length = rod_.lengths[e];
      const Place& end = elements[e].end;
      double sum = end.shift.dot(force) + length * (moment - cross(end.at, force)) + end.reshifted.dot(momentum) +
                   length * (remoment - cross(end.velocity, momentum));
      for (std::size_t g = 0; g < kPoints; ++g) {
        const Place& place = elements[e].points[g];
        const Pulled p = at(place, mass(e, g), spin_inertia(e, g));
        sum += place.shift.dot(p.force) + GaussRule::at[g] * length * p.moment + place.reshifted.dot(p.momentum);
        force += p.force;
        moment += p.moment + cross(place.at, p.force);
        momentum += p.momentum;
        remoment += cross(place.velocity, p.momentum);
      }
      out[place_.first + static_cast<Eigen::Index>(3 * e)] += sum;
    }
  }

  CurvedRod rod_;
  CurvedPlace place_;
};

}  // namespace

std::shared_ptr<const Inertia> planar_rod_inertia(const CurvedRod& rod, CurvedPlace place) {
  return std::make_shared<PlanarInertia>(rod, place);
}

}  // namespace plumb
