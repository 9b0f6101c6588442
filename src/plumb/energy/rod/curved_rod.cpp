#include <plumb/energy/rod/curved_rod.h>

#include <functional>
#include <numeric>
#include <string>

#include <plumb/energy/rod/curved_piece.h>
#include <plumb/mechanics/element_energy.h>
#include <plumb/mechanics/specimen.h>

namespace plumb {
namespace {

template <int K>
class CurvedElasticity final : public ElementEnergy<CurvedElasticity<K>, K> {
 public:
  CurvedElasticity(std::vector<std::array<int, K>> stencils, CurvedRod rod)
      : ElementEnergy<CurvedElasticity<K>, K>(std::move(stencils)), rod_(std::move(rod)) {}
  std::string_view name() const override { return K == 3 ? "helix elasticity" : "clothoid elasticity"; }

  template <class S>
  bool value(int e, const std::array<S, K>& q, const State&, const Loads&, S& energy) const {
    const double stiffness[3] = {rod_.bend_1, rod_.bend_2, rod_.twist};
    const double length = rod_.lengths[static_cast<std::size_t>(e)];
    energy = S(0.0);
    for (unsigned i = 0; i < 3; ++i) {
      const auto first = static_cast<std::size_t>(3 * e) + i;
      const S a = q[i] - rod_.natural[first];
      if constexpr (K == 3) {
        energy += a * a * (0.5 * stiffness[i] * length);
      } else {
        // int_0^1 (a (1 - x) + b x)^2 dx = (a^2 + a b + b^2) / 3.
        const S b = q[i + 3] - rod_.natural[first + 3];
        energy += (a * a + a * b + b * b) * (stiffness[i] * length / 6);
      }
    }
    return true;
  }

 private:
  CurvedRod rod_;
};

template <int K>
std::shared_ptr<const Energy> elasticity(const CurvedRod& rod, CurvedPlace place) {
  std::vector<std::array<int, K>> stencils;
  for (int e = 0; e < rod.n_elements(); ++e) {
    std::array<int, K> dofs;
    std::iota(dofs.begin(), dofs.end(), place.first + 3 * e);
    stencils.push_back(dofs);
  }
  return std::make_shared<CurvedElasticity<K>>(stencils, rod);
}

/// How much of an element a pull feels: so much of its chord, so much of its moment (strain/curved_link.h); or of the
/// chord of the first part of it.
struct Lever {
  double chord = 0, moment = 0, part = 1;
};

/// Forces of one direction spread along the rod: E = - sum_i w_i . lever_i - direction . clamp (sum of all forces).
template <CurvatureShape Shape>
class CurvedPull final : public Energy {
 public:
  static constexpr int K = Shape == CurvatureShape::linear ? 6 : 3;
  using Direction = std::function<Eigen::Vector3d(const Loads&)>;

  CurvedPull(std::string name, CurvedRod rod, CurvedPlace place, std::vector<Lever> levers, double total,
             Direction direction)
      : name_(std::move(name)),
        rod_(std::move(rod)),
        place_(place),
        levers_(std::move(levers)),
        total_(total),
        direction_(std::move(direction)),
        stencil_(static_cast<std::size_t>(rod_.n_unknowns())) {
    std::iota(stencil_.begin(), stencil_.end(), place_.first);
  }

  std::string_view name() const override { return name_; }
  Role role() const override { return Role::load; }
  int n_elements() const override { return 1; }
  int stencil_size() const override { return rod_.n_unknowns(); }
  std::span<const int> stencil(int) const override { return stencil_; }

  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override {
    if (begin == end) return Status::ok;
    if (want.hessian) return evaluate_as<Dual2<K>>(state, loads, out);
    if (want.gradient) return evaluate_as<Dual<K>>(state, loads, out);
    return evaluate_as<double>(state, loads, out);
  }

 private:
  /// An element in the chain. With duals its own unknowns are the variables.
  template <class S>
  struct Element {
    CurvedLink<S> link;
    Vector3<S> lever;
    Vector3<S> carried;      ///< turn lambda_(i+1) - lever, its lambda fixed
    Eigen::Vector3d seen;    ///< w_i
    Eigen::Vector3d lambda;  ///< lambda_(i+1)
  };

  template <class S>
  Element<S> element(const Eigen::VectorXd& q, int e) const {
    std::array<S, K> unknowns;
    for (int i = 0; i < K; ++i) {
      if constexpr (std::is_same_v<S, double>) {
        unknowns[static_cast<std::size_t>(i)] = q[place_.first + 3 * e + i];
      } else {
        unknowns[static_cast<std::size_t>(i)] = S::variable(q[place_.first + 3 * e + i], i);
      }
    }
    const Lever& lever = levers_[static_cast<std::size_t>(e)];
    const double length = rod_.lengths[static_cast<std::size_t>(e)];
    Element<S> it{element_link<Shape, S>(unknowns.data(), length), {}, {}, {}, {}};
    it.lever = lever.part == 1
                   ? Vector3<S>(it.link.chord * S(lever.chord) + it.link.moment * S(lever.moment))
                   : Vector3<S>(part_link<Shape, S>(unknowns.data(), length, lever.part).chord * S(lever.chord));
    return it;
  }

  template <class S>
  static Eigen::Matrix3d value(const Eigen::Matrix<S, 3, 3>& m) {
    return m.unaryExpr([](const S& x) { return value_of(x); }).template cast<double>();
  }

  template <class S>
  Status evaluate_as(const State& state, const Loads& loads, ElementBuffer& out) const {
    const int n = rod_.n_elements();
    std::vector<Element<S>> chain;
    chain.reserve(static_cast<std::size_t>(n));
    std::vector<Eigen::Matrix3d> turns;

    // Down the rod: how each frame sees the direction.
    const Pose& clamp = loads.clamps[place_.clamp];
    const Eigen::Vector3d direction = direction_(loads);
    Eigen::Vector3d seen = clamp.frame().transpose() * direction;
    for (int e = 0; e < n; ++e) {
      chain.push_back(element<S>(state.q, e));
      turns.push_back(value<S>(chain.back().link.turn));
      chain.back().seen = seen;
      seen = turns.back().transpose() * seen;
    }

    // Up again: what all beyond an element asks of its frame.
    Eigen::Vector3d lambda = Eigen::Vector3d::Zero();
    for (int e = n; e-- > 0;) {
      Element<S>& it = chain[static_cast<std::size_t>(e)];
      it.lambda = lambda;
      it.carried = it.link.turn * lambda.cast<S>() - it.lever;
      for (int i = 0; i < 3; ++i) lambda[i] = value_of(it.carried[i]);
    }
    out.value(0) = chain[0].seen.dot(lambda) - total_ * direction.dot(clamp.position);

    if constexpr (!std::is_same_v<S, double>) add_gradient(chain, out);
    if constexpr (std::is_same_v<S, Dual2<K>>) add_hessian(chain, turns, out);
    return Status::ok;
  }

  template <class S>
  void add_gradient(const std::vector<Element<S>>& chain, ElementBuffer& out) const {
    for (int i = 0; i < stencil_size(); ++i) out.gradient(0, i) = 0;
    for (int e = 0; e < rod_.n_elements(); ++e) {
      const Element<S>& it = chain[static_cast<std::size_t>(e)];
      for (int a = 0; a < K; ++a) out.gradient(0, 3 * e + a) += it.seen.dot(slope(it.carried, a));
    }
  }

  template <class S>
  static Eigen::Vector3d slope(const Vector3<S>& v, int a) {
    const auto i = static_cast<std::size_t>(a);
    return {v[0].gradient[i], v[1].gradient[i], v[2].gradient[i]};
  }

  void add_hessian(const std::vector<Element<Dual2<K>>>& chain, const std::vector<Eigen::Matrix3d>& turns,
                   ElementBuffer& out) const {
    const int n = rod_.n_elements(), n_unknowns = stencil_size();
    for (int k = 0; k < n_unknowns * (n_unknowns + 1) / 2; ++k) out.hessian(0, k) = 0;
    // Slopes of what is carried, a column per unknown of the element.
    std::vector<Eigen::Matrix<double, 3, K>> carried(chain.size());
    for (std::size_t e = 0; e < chain.size(); ++e) {
      for (int a = 0; a < K; ++a) carried[e].col(a) = slope(chain[e].carried, a);
    }
    const auto add = [&out](int row, int col, double x) { out.hessian(0, ElementBuffer::packed_index(row, col)) += x; };

    // How a change of each element's turn changes what the present one sees, a column per unknown. Row after row of the
    // matrix, so that memory is written in order.
    std::vector<Eigen::Matrix<double, 3, K>> seen(chain.size());
    for (int f = 0; f < n; ++f) {
      const auto here = static_cast<std::size_t>(f);
      const Element<Dual2<K>>& it = chain[here];
      const Eigen::Matrix<double, K, 3> carried_across = carried[here].transpose();
      const Eigen::Matrix3d back = turns[here].transpose();
      for (int e = 0; e < f; ++e) {
        Eigen::Matrix<double, 3, K>& before = seen[static_cast<std::size_t>(e)];
        const Eigen::Matrix<double, K, K> block = carried_across * before;
        before = (back * before).eval();
        for (int b = 0; b < K; ++b) {
          for (int a = 0; a < K; ++a) {
            // Neighbours share unknowns: what falls on the diagonal counts for both orders.
            const int row = 3 * f + b, col = 3 * e + a;
            add(std::max(row, col), std::min(row, col), row == col ? 2 * block(b, a) : block(b, a));
          }
        }
      }
      // Within the element.
      for (int a = 0; a < K; ++a) {
        for (int b = 0; b <= a; ++b) {
          double sum = 0;
          for (int i = 0; i < 3; ++i) sum += it.seen[i] * it.carried[i].second(a, b);
          add(3 * f + a, 3 * f + b, sum);
        }
        for (int i = 0; i < 3; ++i) seen[here](i, a) = it.seen.dot(slope<Dual2<K>>(it.link.turn.col(i), a));
      }
    }
  }

  std::string name_;
  CurvedRod rod_;
  CurvedPlace place_;
  std::vector<Lever> levers_;
  double total_;  ///< of all forces, over the length of the direction
  Direction direction_;
  std::vector<int> stencil_;
};

/// The work of a moment m fixed in space: dE = - m . sum_a w_a dq_a, where w_a is how unknown a turns the loaded
/// section.
template <CurvatureShape Shape>
class CurvedMoment final : public Energy {
 public:
  static constexpr int K = Shape == CurvatureShape::linear ? 6 : 3;

  CurvedMoment(CurvedRod rod, CurvedPlace place, CurvedPoint at, std::size_t wrench)
      : rod_(std::move(rod)),
        place_(place),
        loaded_(at),
        wrench_(wrench),
        stencil_(static_cast<std::size_t>(rod_.n_unknowns())) {
    std::iota(stencil_.begin(), stencil_.end(), place_.first);
  }
  std::string_view name() const override {
    return Shape == CurvatureShape::constant ? "helix moment" : "clothoid moment";
  }
  Role role() const override { return Role::load; }
  bool has_potential() const override { return false; }
  int n_elements() const override { return 1; }
  int stencil_size() const override { return rod_.n_unknowns(); }
  std::span<const int> stencil(int) const override { return stencil_; }

  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override {
    if (begin == end) return Status::ok;
    out.value(0) = 0;
    if (want.gradient || want.hessian) {
      for (int i = 0; i < stencil_size(); ++i) out.gradient(0, i) = 0;
    }
    if (want.hessian) {
      for (int k = 0; k < stencil_size() * (stencil_size() + 1) / 2; ++k) out.hessian(0, k) = 0;
    }
    const Eigen::Vector3d moment = loads.wrenches[wrench_].moment;
    if (moment.isZero(0) || !(want.gradient || want.hessian)) return Status::ok;
    std::vector<Eigen::Matrix<double, 3, K>> spins;  // in space, per element
    Eigen::Matrix3d frame = loads.clamps[place_.clamp].frame();
    for (std::size_t e = 0; e <= loaded_.element; ++e) {
      const Eigen::Vector3d seen = frame.transpose() * moment;
      const Turning turning = turned(state.q, e);
      spins.emplace_back(frame * turning.spin);
      const int first = 3 * static_cast<int>(e);
      for (int a = 0; a < K; ++a) {
        out.gradient(0, first + a) -= seen.dot(turning.spin.col(a));
        for (int b = 0; want.hessian && b <= a; ++b) {
          const Eigen::Vector3d both =
              turning.slope[static_cast<std::size_t>(a)].col(b) + turning.slope[static_cast<std::size_t>(b)].col(a);
          out.hessian(0, ElementBuffer::packed_index(first + a, first + b)) -= 0.5 * seen.dot(both);
        }
      }
      if (want.hessian) add_cross(e, spins, moment, out);
      frame *= turning.turn;
    }
    return Status::ok;
  }

 private:
  struct Turning {
    Eigen::Matrix3d turn;
    Eigen::Matrix<double, 3, K> spin;                  ///< a column per unknown
    std::array<Eigen::Matrix<double, 3, K>, K> slope;  ///< of spin's columns
  };

  Turning turned(const Eigen::VectorXd& q, std::size_t e) const {
    using Inner = Dual<K>;
    using Outer = Dual<K, Inner>;
    std::array<Outer, K> u;
    for (int a = 0; a < K; ++a) {
      u[static_cast<std::size_t>(a)] =
          Outer::variable(Inner::variable(q[place_.first + 3 * static_cast<Eigen::Index>(e) + a], a), a);
    }
    const bool whole = e < loaded_.element || loaded_.fraction == 1;
    const auto link_ = whole ? element_link<Shape, Outer>(u.data(), rod_.lengths[e])
                             : part_link<Shape, Outer>(u.data(), rod_.lengths[e], loaded_.fraction);
    Turning t;
    Eigen::Matrix<Inner, 3, 3> turn;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        turn(i, j) = link_.turn(i, j).value;
        t.turn(i, j) = turn(i, j).value;
      }
    }
    for (std::size_t a = 0; a < K; ++a) {
      Eigen::Matrix<Inner, 3, 3> slope;
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) slope(i, j) = link_.turn(i, j).gradient[a];
      }
      const Eigen::Matrix<Inner, 3, 3> spin = slope * turn.transpose();
      const std::array<Inner, 3> axis{(spin(2, 1) - spin(1, 2)) * 0.5, (spin(0, 2) - spin(2, 0)) * 0.5,
                                      (spin(1, 0) - spin(0, 1)) * 0.5};
      for (std::size_t i = 0; i < 3; ++i) {
        t.spin(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(a)) = axis[i].value;
        for (std::size_t b = 0; b < K; ++b) {
          t.slope[a](static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(b)) = axis[i].gradient[b];
        }
      }
    }
    return t;
  }

  /// An earlier unknown turns how a later one turns; of the two orders only one does, and half of it is symmetric.
  static void add_cross(std::size_t e, const std::vector<Eigen::Matrix<double, 3, K>>& spins,
                        const Eigen::Vector3d& moment, ElementBuffer& out) {
    for (std::size_t f = 0; f < e; ++f) {
      for (int a = 0; a < K; ++a) {
        for (int b = 0; b < K; ++b) {
          const double half = 0.5 * moment.dot(spins[f].col(b).cross(spins[e].col(a)));
          const int row = 3 * static_cast<int>(e) + a, col = 3 * static_cast<int>(f) + b;
          out.hessian(0, ElementBuffer::packed_index(std::max(row, col), std::min(row, col))) -=
              row == col ? 2 * half : half;
        }
      }
    }
  }

  CurvedRod rod_;
  CurvedPlace place_;
  CurvedPoint loaded_;
  std::size_t wrench_;
  std::vector<int> stencil_;
};

template <class Direction>
std::shared_ptr<const Energy> pull(const std::string& what, const CurvedRod& rod, CurvedPlace place,
                                   std::vector<Lever> levers, double total, const Direction& direction) {
  if (rod.shape == CurvatureShape::constant) {
    return std::make_shared<CurvedPull<CurvatureShape::constant>>("helix " + what, rod, place, std::move(levers), total,
                                                                  direction);
  }
  return std::make_shared<CurvedPull<CurvatureShape::linear>>("clothoid " + what, rod, place, std::move(levers), total,
                                                              direction);
}

CurvedRod sample_rod(CurvatureShape shape) {
  CurvedRod rod;
  rod.shape = shape;
  rod.lengths = {0.3, 0.5, 0.2, 0.4};
  rod.bend_1 = 2;
  rod.bend_2 = 3;
  rod.twist = 1.5;
  rod.mass_per_length = 0.7;
  rod.natural.assign(static_cast<std::size_t>(rod.n_unknowns()), 0);
  for (std::size_t i = 0; i < rod.natural.size(); ++i) rod.natural[i] = 0.4 * static_cast<double>(i % 5) - 0.7;
  return rod;
}

}  // namespace

CurvedPoint curved_point(const CurvedRod& rod, double at) {
  CurvedPoint point;
  double start = 0;
  for (; point.element + 1 < rod.lengths.size() && start + rod.lengths[point.element] < at; ++point.element)
    start += rod.lengths[point.element];
  const double length = rod.lengths[point.element];
  ENSURE(at > start && at <= start + length * (1 + 1e-9));
  point.fraction = at >= start + length ? 1 : (at - start) / length;
  return point;
}

std::shared_ptr<const Energy> curved_rod_elasticity(const CurvedRod& rod, CurvedPlace place) {
  return rod.shape == CurvatureShape::constant ? elasticity<3>(rod, place) : elasticity<6>(rod, place);
}

std::shared_ptr<const Energy> curved_rod_weight(const CurvedRod& rod, CurvedPlace place) {
  double beyond = 0;
  std::vector<Lever> levers(rod.lengths.size());
  for (std::size_t e = rod.lengths.size(); e-- > 0; beyond += rod.lengths[e]) {
    levers[e] = {rod.mass_per_length * beyond, rod.mass_per_length};
  }
  const auto gravity = [](const Loads& loads) { return loads.gravity; };
  return pull("weight", rod, place, std::move(levers), rod.mass_per_length * beyond, gravity);
}

std::shared_ptr<const Energy> curved_rod_force(const CurvedRod& rod, CurvedPlace place, CurvedPoint at,
                                               std::size_t wrench) {
  std::vector<Lever> levers(rod.lengths.size());
  for (std::size_t e = 0; e < at.element; ++e) levers[e] = {1, 0};
  levers[at.element] = {1, 0, at.fraction};
  return pull("force", rod, place, std::move(levers), 1,
              [wrench](const Loads& loads) { return loads.wrenches[wrench].force; });
}

std::shared_ptr<const Energy> curved_rod_moment(const CurvedRod& rod, CurvedPlace place, CurvedPoint at,
                                                std::size_t wrench) {
  if (rod.shape == CurvatureShape::constant) {
    return std::make_shared<CurvedMoment<CurvatureShape::constant>>(rod, place, at, wrench);
  }
  return std::make_shared<CurvedMoment<CurvatureShape::linear>>(rod, place, at, wrench);
}

std::vector<Specimen> curved_rod_specimens() {
  std::vector<Specimen> all;
  for (const auto shape : {CurvatureShape::constant, CurvatureShape::linear}) {
    const CurvedRod rod = sample_rod(shape);
    const std::string word = shape == CurvatureShape::constant ? "helix" : "clothoid";
    // Behind two unknowns and a clamp of others.
    const CurvedPlace place{2, 1};
    Specimen s;
    s.name = word + "_elasticity";
    s.energy = curved_rod_elasticity(rod, place);
    s.layout = Layout::all_free(place.first + rod.n_unknowns());
    s.rest.q = Eigen::VectorXd::Ones(place.first + rod.n_unknowns());
    s.rest.q.tail(rod.n_unknowns()) = Eigen::Map<const Eigen::VectorXd>(rod.natural.data(), rod.n_unknowns());
    s.shake = 1;
    s.objective = false;
    all.push_back(s);
    s.name = word + "_weight";
    s.energy = curved_rod_weight(rod, place);
    s.loads.clamps = {{{1, 2, 3}, Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitX()}, Pose{}};
    s.loads.gravity = {0.3, -1, 9.81};
    s.rest_is_zero = false;
    all.push_back(s);
    s.name = word + "_force";
    s.energy = curved_rod_force(rod, place, curved_point(rod, 0.95), 0);
    s.loads.wrenches = {{{0.4, 0.7, -2}, {0, 0, 0}}};
    all.push_back(s);
  }
  return all;
}

}  // namespace plumb
