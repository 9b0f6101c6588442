#include <plumb/energy/curved_rod.h>

#include <numeric>

#include <plumb/energy/element_energy.h>
#include <plumb/energy/specimen.h>
#include <plumb/strain/curved_link.h>

namespace plumb {
namespace {

/// (twist, -kappa_2, kappa_1) from (kappa_1, kappa_2, twist).
template <class S>
Vector3<S> darboux(const S* q) {
  return {q[2], -q[1], q[0]};
}

/// The piece of rod of one element, from its 3 or 6 unknowns.
template <CurvatureShape Shape, class S>
CurvedLink<S> link(const S* q, double length) {
  if constexpr (Shape == CurvatureShape::constant) return helix<S>(darboux(q), length);
  if constexpr (Shape == CurvatureShape::linear) return clothoid<S>(darboux(q), darboux(q + 3), length);
}

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
std::shared_ptr<const Energy> elasticity(const CurvedRod& rod) {
  std::vector<std::array<int, K>> stencils;
  for (int e = 0; e < rod.n_elements(); ++e) {
    std::array<int, K> dofs;
    std::iota(dofs.begin(), dofs.end(), 3 * e);
    stencils.push_back(dofs);
  }
  return std::make_shared<CurvedElasticity<K>>(stencils, rod);
}

template <CurvatureShape Shape>
class CurvedWeight final : public Energy {
 public:
  static constexpr int K = Shape == CurvatureShape::linear ? 6 : 3;

  explicit CurvedWeight(CurvedRod rod) : rod_(std::move(rod)), stencil_(static_cast<std::size_t>(rod_.n_unknowns())) {
    std::iota(stencil_.begin(), stencil_.end(), 0);
    double beyond = 0;
    beyond_.resize(rod_.lengths.size());
    for (std::size_t e = rod_.lengths.size(); e-- > 0; beyond += rod_.lengths[e]) beyond_[e] = beyond;
  }

  std::string_view name() const override {
    return Shape == CurvatureShape::constant ? "helix weight" : "clothoid weight";
  }
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
    Vector3<S> carried;      ///< turn lambda_(i+1) - rho A (beyond chord + moment), its lambda fixed
    Eigen::Vector3d seen;    ///< w_i
    Eigen::Vector3d lambda;  ///< lambda_(i+1)
  };

  template <class S>
  Element<S> element(const Eigen::VectorXd& q, int e) const {
    std::array<S, K> unknowns;
    for (int i = 0; i < K; ++i) {
      if constexpr (std::is_same_v<S, double>) {
        unknowns[static_cast<std::size_t>(i)] = q[3 * e + i];
      } else {
        unknowns[static_cast<std::size_t>(i)] = S::variable(q[3 * e + i], i);
      }
    }
    return {link<Shape, S>(unknowns.data(), rod_.lengths[static_cast<std::size_t>(e)]), {}, {}, {}};
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

    // Down the rod: how each frame sees gravity.
    const Pose& clamp = loads.clamps[0];
    Eigen::Vector3d seen = clamp.frame().transpose() * loads.gravity;
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
      const Vector3<S> lever = it.link.chord * S(beyond_[static_cast<std::size_t>(e)]) + it.link.moment;
      it.carried = it.link.turn * lambda.cast<S>() - lever * S(rod_.mass_per_length);
      for (int i = 0; i < 3; ++i) lambda[i] = value_of(it.carried[i]);
    }
    const double length = beyond_[0] + rod_.lengths[0];
    out.value(0) = chain[0].seen.dot(lambda) - rod_.mass_per_length * length * loads.gravity.dot(clamp.position);

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

    for (int e = 0; e < n; ++e) {
      const Element<Dual2<K>>& it = chain[static_cast<std::size_t>(e)];
      // Within the element.
      for (int a = 0; a < K; ++a) {
        for (int b = 0; b <= a; ++b) {
          double sum = 0;
          for (int i = 0; i < 3; ++i) sum += it.seen[i] * it.carried[i].second(a, b);
          add(3 * e + a, 3 * e + b, sum);
        }
      }
      // With every element beyond: a change of this turn changes what they see.
      Eigen::Matrix<double, 3, K> seen;
      for (int a = 0; a < K; ++a) {
        for (int i = 0; i < 3; ++i) seen(i, a) = it.seen.dot(slope<Dual2<K>>(it.link.turn.col(i), a));
      }
      for (int f = e + 1; f < n; ++f) {
        const Eigen::Matrix<double, K, K> block = carried[static_cast<std::size_t>(f)].transpose() * seen;
        for (int b = 0; b < K; ++b) {
          for (int a = 0; a < K; ++a) {
            // Neighbours share unknowns: what falls on the diagonal counts for both orders.
            const int row = 3 * f + b, col = 3 * e + a;
            add(std::max(row, col), std::min(row, col), row == col ? 2 * block(b, a) : block(b, a));
          }
        }
        seen = turns[static_cast<std::size_t>(f)].transpose() * seen;
      }
    }
  }

  CurvedRod rod_;
  std::vector<int> stencil_;
  std::vector<double> beyond_;  ///< length of rod beyond each element
};

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

std::shared_ptr<const Energy> curved_rod_elasticity(const CurvedRod& rod) {
  return rod.shape == CurvatureShape::constant ? elasticity<3>(rod) : elasticity<6>(rod);
}

std::shared_ptr<const Energy> curved_rod_weight(const CurvedRod& rod) {
  if (rod.shape == CurvatureShape::constant) return std::make_shared<CurvedWeight<CurvatureShape::constant>>(rod);
  return std::make_shared<CurvedWeight<CurvatureShape::linear>>(rod);
}

std::vector<Specimen> curved_rod_specimens() {
  std::vector<Specimen> all;
  for (const auto shape : {CurvatureShape::constant, CurvatureShape::linear}) {
    const CurvedRod rod = sample_rod(shape);
    const std::string word = shape == CurvatureShape::constant ? "helix" : "clothoid";
    Specimen s;
    s.name = word + "_elasticity";
    s.energy = curved_rod_elasticity(rod);
    s.layout = Layout::all_free(rod.n_unknowns(), std::make_shared<CurvatureRetraction>());
    s.rest.q = Eigen::Map<const Eigen::VectorXd>(rod.natural.data(), rod.n_unknowns());
    s.shake = 1;
    s.objective = false;
    all.push_back(s);
    s.name = word + "_weight";
    s.energy = curved_rod_weight(rod);
    s.loads.clamps = {Pose{}};
    s.loads.gravity = {0.3, -1, 9.81};
    s.rest_is_zero = false;
    all.push_back(s);
  }
  return all;
}

}  // namespace plumb
