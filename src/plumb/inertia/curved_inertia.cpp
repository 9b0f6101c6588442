#include <plumb/inertia/curved_inertia.h>

#include <array>

#include <plumb/core/status.h>
#include <plumb/energy/rod/curved_piece.h>
#include <plumb/inertia/planar_inertia.h>
#include <plumb/linalg/dual.h>
#include <plumb/linalg/gauss_rule.h>

namespace plumb {
namespace {

constexpr std::size_t kPoints = GaussRule::at.size();
constexpr const auto& kAt = GaussRule::at;
constexpr const auto& kWeight = GaussRule::weights;

template <class S>
using Matrix3 = Eigen::Matrix<S, 3, 3>;

/// A place on an element, in the frame of the clamp.
template <class S>
struct Spot {
  Vector3<S> position;
  Matrix3<S> frame;
};

/// A place on an element and how the element's own unknowns move it, in the frame of the clamp.
template <class S, int K>
struct Place : Spot<S> {
  std::array<Vector3<S>, K> shift, turn;  ///< per unknown: of the position; of the frame, as a rotation vector
};

/// `Free` of the three curvatures at a place may change: the first alone, or all.
template <CurvatureShape Shape, int Free>
class CurvedInertia final : public Inertia {
 public:
  static constexpr int K = Shape == CurvatureShape::linear ? 6 : 3;
  static constexpr std::size_t kNext = Free == 1 ? 3 : 1;  ///< from one unknown that may change to the next
  using Rate = Dual<1>;                                    ///< a number and its rate along v

  CurvedInertia(CurvedRod rod, CurvedPlace place) : rod_(std::move(rod)), place_(place) {
    ENSURE(rod_.mass_per_length > 0 && rod_.spin_inertia > 0);
  }

  bool constant() const override { return false; }

  double energy(const State& state, const Loads& loads, const Eigen::VectorXd& v) const override {
    double sum = 0;
    const Base base(loads, place_.clamp);
    for (const Spots& e : spots(state.q, v)) {
      for (std::size_t g = 0; g < kPoints; ++g) {
        const Moving m = moving(e.points[g], base);
        sum += 0.5 * mass(e, g) * m.velocity.squaredNorm() + 0.5 * spin_inertia(e, g) * m.spin * m.spin;
      }
    }
    return sum;
  }

  void momentum(const State& state, const Loads& loads, const Eigen::VectorXd& v, Eigen::VectorXd& out) const override {
    const Base base(loads, place_.clamp);
    const auto rates = spots(state.q, v);
    const auto places = chain<double>(state.q, v);
    out.setZero(v.size());
    out.segment(place_.first, rod_.n_unknowns()) =
        pull<double>(places, [&](std::size_t e, std::size_t g, Eigen::Vector3d& force, Eigen::Vector3d& moment) {
          const Moving m = moving(rates[e].points[g], base);
          force = mass(rates[e], g) * m.velocity;
          moment = spin_inertia(rates[e], g) * m.spin * m.tangent;
        });
  }

  void force(const State& state, const Loads& loads, const Eigen::VectorXd& v, Eigen::VectorXd& out) const override {
    const auto both = pull_momenta(state, loads, v);
    out.setZero(v.size());
    for (Eigen::Index i = 0; i < both.size(); ++i) out[place_.first + i] = both[i].gradient[0];
  }

  void add_mass(const State& state, const Layout& layout, double factor, SymmetricMatrix& out) const override {
    // A planar rod holds two of three unknowns: a third of the columns is a ninth of the work.
    std::vector<int> rows;
    std::vector<Eigen::Index> column(static_cast<std::size_t>(rod_.n_unknowns()), -1);
    for (std::size_t i = 0; i < column.size(); ++i) {
      const int row = layout.free_index[static_cast<std::size_t>(place_.first) + i];
      if (row < 0) continue;
      column[i] = static_cast<Eigen::Index>(rows.size());
      rows.push_back(row);
    }
    const Eigen::MatrixXd m = mass_matrix(state.q, column, static_cast<Eigen::Index>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        out.values()[out.position(rows[i], rows[j])] +=
            factor * m(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      }
    }
  }

 private:
  template <class S>
  struct Element {
    std::array<Place<S, K>, kPoints> points;
    Place<S, K> end;
    double length = 0;
  };

  /// The Gauss points of an element on their way along v.
  struct Spots {
    std::array<Spot<Rate>, kPoints> points;
    double length = 0;
  };

  /// The motion of the clamp, in its own frame.
  struct Base {
    Base(const Loads& loads, std::size_t clamp) {
      if (loads.clamp_rates.empty()) return;
      const Eigen::Matrix3d back = loads.clamps[clamp].frame().transpose();
      velocity = back * loads.clamp_rates[clamp].velocity;
      spin = back * loads.clamp_rates[clamp].spin;
    }
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero(), spin = Eigen::Vector3d::Zero();
  };

  /// A point of the rod on its way, in the frame of the clamp.
  struct Moving {
    Eigen::Vector3d velocity, tangent, turning;  ///< m/s; unit; rad/s
    double spin;                                 ///< about the tangent
  };

  static Moving moving(const Spot<Rate>& place, const Base& base) {
    Eigen::Vector3d x, rate;
    Eigen::Matrix3d r, r_rate;
    for (int i = 0; i < 3; ++i) {
      x[i] = place.position[i].value;
      rate[i] = place.position[i].gradient[0];
      for (int j = 0; j < 3; ++j) {
        r(i, j) = place.frame(i, j).value;
        r_rate(i, j) = place.frame(i, j).gradient[0];
      }
    }
    Moving m;
    m.velocity = base.velocity + base.spin.cross(x) + rate;
    m.tangent = r.col(0);
    m.turning = base.spin + axial<double>(r_rate * r.transpose());
    m.spin = m.tangent.dot(m.turning);
    return m;
  }

  /// dT/dv = J^T (momenta of the points), and as its rate dT/dq at fixed v. Positions are functions of q, so d/dq (J v)
  /// = dJ/dt: the rate of J^T with the momenta held, and what the turning clamp adds. Spins are not functions of q:
  /// exchanging the two derivatives leaves the spin about the tangent turned by the others.
  Eigen::Matrix<Rate, Eigen::Dynamic, 1> pull_momenta(const State& state, const Loads& loads,
                                                      const Eigen::VectorXd& v) const {
    const Base base(loads, place_.clamp);
    const auto rates = chain<Rate>(state.q, v);
    return pull<Rate>(rates, [&](std::size_t e, std::size_t g, Vector3<Rate>& force, Vector3<Rate>& moment) {
      const Place<Rate, K>& place = rates[e].points[g];
      const Moving m = moving(place, base);
      const Eigen::Vector3d momentum = mass(rates[e], g) * m.velocity, turned = momentum.cross(base.spin);
      const double spin = spin_inertia(rates[e], g) * m.spin;
      const Eigen::Vector3d spin_turned = spin * m.tangent.cross(m.turning);
      moment = place.frame.col(0) * Rate(spin);
      for (int i = 0; i < 3; ++i) {
        force[i] = Rate(momentum[i]);
        force[i].gradient[0] = turned[i];
        moment[i].gradient[0] += spin_turned[i];
      }
    });
  }

  template <class Piece>
  double mass(const Piece& e, std::size_t g) const {
    return rod_.mass_per_length * e.length * kWeight[g];
  }
  template <class Piece>
  double spin_inertia(const Piece& e, std::size_t g) const {
    return rod_.spin_inertia * e.length * kWeight[g];
  }

  /// The place after a piece of helix from another place of the same element. The piece has the curvatures of its
  /// middle: exact where they are constant, and to second order in its length (in three dimensions only) where they are
  /// linear.
  template <class S>
  static Place<S, K> after(const Place<S, K>& from, const std::array<S, K>& q, double length, double begin,
                           double end) {
    using D = Dual<Free, S>;
    const double middle = 0.5 * (begin + end);
    std::array<D, 3> u;
    for (int i = 0; i < 3; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const S mean = K == 3 ? q[k] : q[k] + (q[k + K - 3] - q[k]) * S(middle);
      u[k] = i < Free ? D::variable(mean, i) : D(mean);
    }
    const CurvedLink<D> link = helix<D>(Vector3<D>(u[2], -u[1], u[0]), (end - begin) * length);
    Vector3<S> chord;
    Matrix3<S> turn;
    for (int i = 0; i < 3; ++i) {
      chord[i] = link.chord[i].value;
      for (int j = 0; j < 3; ++j) turn(i, j) = link.turn(i, j).value;
    }
    Place<S, K> place = from;
    const Vector3<S> way = from.frame * chord;
    place.position = from.position + way;
    place.frame = from.frame * turn;
    for (std::size_t i = 0; i < Free; ++i) {
      Vector3<S> shift;
      Matrix3<S> slope;
      for (int row = 0; row < 3; ++row) {
        shift[row] = link.chord[row].gradient[i];
        for (int col = 0; col < 3; ++col) slope(row, col) = link.turn(row, col).gradient[i];
      }
      const Vector3<S> shifted = from.frame * shift,
                       turned = from.frame * axial<S>(Matrix3<S>(slope * turn.transpose()));
      // The curvature in the middle is a share of that at both ends.
      for (std::size_t a = i; a < K; a += 3) {
        const double share = K == 3 ? 1 : a < 3 ? 1 - middle : middle;
        place.turn[a] = from.turn[a] + turned * S(share);
        place.shift[a] = from.shift[a] + from.turn[a].cross(way) + shifted * S(share);
      }
    }
    return place;
  }

  /// The same without what the unknowns do to it: a third of the work.
  static Spot<Rate> after(const Spot<Rate>& from, const std::array<Rate, K>& q, double length, double begin,
                          double end) {
    const double middle = 0.5 * (begin + end);
    std::array<Rate, 3> u;
    for (std::size_t k = 0; k < 3; ++k) u[k] = K == 3 ? q[k] : q[k] + (q[k + K - 3] - q[k]) * Rate(middle);
    const CurvedLink<Rate> link = helix<Rate>(Vector3<Rate>(u[2], -u[1], u[0]), (end - begin) * length);
    const Vector3<Rate> way = from.frame * link.chord;
    return {from.position + way, from.frame * link.turn};
  }

  std::array<Rate, K> unknowns_of(std::size_t e, const Eigen::VectorXd& q, const Eigen::VectorXd& v) const {
    std::array<Rate, K> unknowns;
    for (std::size_t a = 0; a < K; ++a) {
      const auto i = place_.first + static_cast<Eigen::Index>(3 * e + a);
      unknowns[a] = Rate(q[i]);
      unknowns[a].gradient[0] = v[i];
    }
    return unknowns;
  }

  /// All Gauss points of the rod on their way along v, from the clamp on.
  std::vector<Spots> spots(const Eigen::VectorXd& q, const Eigen::VectorXd& v) const {
    std::vector<Spots> elements(rod_.lengths.size());
    Spot<Rate> spot{Eigen::Vector3d::Zero().template cast<Rate>(), Eigen::Matrix3d::Identity().template cast<Rate>()};
    for (std::size_t e = 0; e < elements.size(); ++e) {
      const std::array<Rate, K> unknowns = unknowns_of(e, q, v);
      elements[e].length = rod_.lengths[e];
      double at = 0;
      for (std::size_t g = 0; g < kPoints; ++g) {
        spot = after(spot, unknowns, rod_.lengths[e], at, kAt[g]);
        elements[e].points[g] = spot;
        at = kAt[g];
      }
      spot = after(spot, unknowns, rod_.lengths[e], at, 1);
    }
    return elements;
  }

  /// All places of the rod, from the clamp on; with rates, along v.
  template <class S>
  std::vector<Element<S>> chain(const Eigen::VectorXd& q, const Eigen::VectorXd& v) const {
    std::vector<Element<S>> elements(rod_.lengths.size());
    const Vector3<S> zero = Eigen::Vector3d::Zero().template cast<S>();
    Place<S, K> place;
    place.position = zero;
    place.frame = Eigen::Matrix3d::Identity().template cast<S>();
    for (std::size_t e = 0; e < elements.size(); ++e) {
      std::array<S, K> unknowns;
      for (std::size_t a = 0; a < K; ++a) {
        const auto i = place_.first + static_cast<Eigen::Index>(3 * e + a);
        unknowns[a] = S(q[i]);
        if constexpr (std::is_same_v<S, Rate>) unknowns[a].gradient[0] = v[i];
      }
      elements[e].length = rod_.lengths[e];
      place.shift.fill(zero);
      place.turn.fill(zero);
      double at = 0;
      for (std::size_t g = 0; g < kPoints; ++g) {
        place = after<S>(place, unknowns, rod_.lengths[e], at, kAt[g]);
        elements[e].points[g] = place;
        at = kAt[g];
      }
      place = after<S>(place, unknowns, rod_.lengths[e], at, 1);
      elements[e].end = place;
    }
    return elements;
  }

  /// J^T of forces and moments at the points, by one sweep up the rod.
  template <class S, class WrenchAt>
  Eigen::Matrix<S, Eigen::Dynamic, 1> pull(const std::vector<Element<S>>& elements, const WrenchAt& wrench) const {
    Eigen::Matrix<S, Eigen::Dynamic, 1> out(rod_.n_unknowns());
    for (Eigen::Index i = 0; i < out.size(); ++i) out[i] = S(0.0);
    // Force of everything beyond the element, and its moment about the element's end.
    Vector3<S> force = Eigen::Vector3d::Zero().template cast<S>(), moment = force;
    for (std::size_t e = elements.size(); e-- > 0;) {
      const Element<S>& it = elements[e];
      for (std::size_t a = 0; a < K; a += kNext) {
        out[static_cast<Eigen::Index>(3 * e + a)] += it.end.shift[a].dot(force) + it.end.turn[a].dot(moment);
      }
      const Vector3<S> from =
          e > 0 ? elements[e - 1].end.position : Vector3<S>(Eigen::Vector3d::Zero().template cast<S>());
      const Vector3<S> lever = it.end.position - from;
      moment += lever.cross(force);
      for (std::size_t g = 0; g < kPoints; ++g) {
        Vector3<S> f, m;
        wrench(e, g, f, m);
        for (std::size_t a = 0; a < K; a += kNext) {
          out[static_cast<Eigen::Index>(3 * e + a)] += it.points[g].shift[a].dot(f) + it.points[g].turn[a].dot(m);
        }
        const Vector3<S> arm = it.points[g].position - from;
        moment += m + arm.cross(f);
        force += f;
      }
    }
    return out;
  }

  /// J^T m J over all points: velocity and spin of each, scaled by the roots of their masses. `column` is the place of
  /// each unknown among the `n` that are free; -1: it is held.
  Eigen::MatrixXd mass_matrix(const Eigen::VectorXd& q, const std::vector<Eigen::Index>& column, Eigen::Index n) const {
    const auto elements = chain<double>(q, q);
    const auto n_points = static_cast<Eigen::Index>(kPoints * elements.size());
    Eigen::MatrixXd j = Eigen::MatrixXd::Zero(4 * n_points, n);
    for (std::size_t e = 0; e < elements.size(); ++e) {
      const Element<double>& mover = elements[e];
      for (std::size_t f = e; f < elements.size(); ++f) {
        for (std::size_t g = 0; g < kPoints; ++g) {
          const auto row = static_cast<Eigen::Index>(4 * (kPoints * f + g));
          const Place<double, K>& point = elements[f].points[g];
          const double root = std::sqrt(mass(elements[f], g)), spin_root = std::sqrt(spin_inertia(elements[f], g));
          for (std::size_t a = 0; a < K; ++a) {
            const Eigen::Index col = column[3 * e + a];
            if (col < 0) continue;
            const Eigen::Vector3d turn = f == e ? point.turn[a] : mover.end.turn[a];
            const Eigen::Vector3d shift =
                f == e ? point.shift[a]
                       : Eigen::Vector3d(mover.end.shift[a] + turn.cross(point.position - mover.end.position));
            // Neighbours share unknowns: add.
            j.block<3, 1>(row, col) += root * shift;
            j(row + 3, col) += spin_root * point.frame.col(0).dot(turn);
          }
        }
      }
    }
    Eigen::MatrixXd m = Eigen::MatrixXd::Zero(j.cols(), j.cols());
    m.selfadjointView<Eigen::Lower>().rankUpdate(j.transpose());
    return m;
  }

  CurvedRod rod_;
  CurvedPlace place_;
};

}  // namespace

std::shared_ptr<const Inertia> curved_rod_inertia(const CurvedRod& rod, CurvedPlace place, bool planar) {
  using enum CurvatureShape;
  if (rod.shape == constant && planar && is_flat(rod)) return planar_rod_inertia(rod, place);
  if (rod.shape == constant && planar) return std::make_shared<CurvedInertia<constant, 1>>(rod, place);
  if (rod.shape == constant) return std::make_shared<CurvedInertia<constant, 3>>(rod, place);
  if (planar) return std::make_shared<CurvedInertia<linear, 1>>(rod, place);
  return std::make_shared<CurvedInertia<linear, 3>>(rod, place);
}

}  // namespace plumb
