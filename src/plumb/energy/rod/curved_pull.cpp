#include <plumb/energy/rod/curved_pull.h>

#include <array>
#include <functional>
#include <numeric>
#include <string>

#include <plumb/energy/rod/curved_piece.h>
#include <plumb/linalg/dual.h>
#include <plumb/mechanics/specimen.h>

namespace plumb {
namespace {

/// How much of an element a pull feels: so much of its chord, so much of its moment (strain/curved_link.h); or of the
/// chord of the first part of it.
struct Lever {
  double chord = 0, moment = 0, part = 1;
};

/// Forces of one direction spread along the rod, and on an arm at its end:
///   E = - sum_i w_i . lever_i - w_n . arm - direction . clamp (sum of all forces).
template <CurvatureShape Shape>
class CurvedPull final : public Energy {
 public:
  static constexpr int K = CurvedElement<Shape>::kUnknowns, kStride = CurvedElement<Shape>::kStride;
  using Direction = std::function<Eigen::Vector3d(const Loads&)>;

  CurvedPull(std::string name, CurvedChain rod, CurvedPlace place, std::vector<Lever> levers, double total,
             Direction direction, const Eigen::Vector3d& arm)
      : name_(std::move(name)),
        rod_(std::move(rod)),
        place_(place),
        levers_(std::move(levers)),
        total_(total),
        direction_(std::move(direction)),
        arm_(arm),
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
    if (direction_(loads).isZero(0)) return nothing(want, out);
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
        unknowns[static_cast<std::size_t>(i)] = q[place_.first + kStride * e + i];
      } else {
        unknowns[static_cast<std::size_t>(i)] = S::variable(q[place_.first + kStride * e + i], i);
      }
    }
    const Lever& lever = levers_[static_cast<std::size_t>(e)];
    const double length = rod_.lengths[static_cast<std::size_t>(e)];
    Element<S> it{element_link<Shape, S>(unknowns.data(), length), {}, {}, {}, {}};
    it.lever = lever.part == 1
                   ? Vector3<S>(it.link.chord * S(lever.chord) + it.link.moment * S(lever.moment))
                   : Vector3<S>(part_link<Shape, S>(unknowns.data(), length, 0, lever.part).chord * S(lever.chord));
    return it;
  }

  template <class S>
  static Eigen::Matrix3d value(const Eigen::Matrix<S, 3, 3>& m) {
    return m.unaryExpr([](const S& x) { return value_of(x); }).template cast<double>();
  }

  /// No force: no work, whatever the shape.
  Status nothing(Want want, ElementBuffer& out) const {
    const int n = stencil_size();
    out.value(0) = 0;
    for (int i = 0; i < n && (want.gradient || want.hessian); ++i) out.gradient(0, i) = 0;
    for (int k = 0; k < n * (n + 1) / 2 && want.hessian; ++k) out.hessian(0, k) = 0;
    return Status::ok;
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
    Eigen::Vector3d lambda = -arm_;
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
      for (int a = 0; a < K; ++a) out.gradient(0, kStride * e + a) += it.seen.dot(slope(it.carried, a));
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
            const int row = kStride * f + b, col = kStride * e + a;
            add(std::max(row, col), std::min(row, col), row == col ? 2 * block(b, a) : block(b, a));
          }
        }
      }
      // Within the element.
      for (int a = 0; a < K; ++a) {
        for (int b = 0; b <= a; ++b) {
          double sum = 0;
          for (int i = 0; i < 3; ++i) sum += it.seen[i] * it.carried[i].second(a, b);
          add(kStride * f + a, kStride * f + b, sum);
        }
        for (int i = 0; i < 3; ++i) seen[here](i, a) = it.seen.dot(slope<Dual2<K>>(it.link.turn.col(i), a));
      }
    }
  }

  std::string name_;
  CurvedChain rod_;
  CurvedPlace place_;
  std::vector<Lever> levers_;
  double total_;  ///< of all forces, over the length of the direction
  Direction direction_;
  Eigen::Vector3d arm_;
  std::vector<int> stencil_;
};

template <class Direction>
std::shared_ptr<const Energy> pull(std::string name, const CurvedChain& rod, CurvedPlace place,
                                   std::vector<Lever> levers, double total, const Direction& direction,
                                   const Eigen::Vector3d& arm = Eigen::Vector3d::Zero()) {
  return with_shape(rod.shape, [&](auto shape) -> std::shared_ptr<const Energy> {
    return std::make_shared<CurvedPull<shape()>>(std::move(name), rod, place, std::move(levers), total, direction, arm);
  });
}

CurvedChain sample_chain(CurvatureShape shape) { return {shape, {0.3, 0.5, 0.2, 0.4}, 0.7}; }

}  // namespace

std::shared_ptr<const Energy> curved_weight(const CurvedChain& rod, CurvedPlace place) {
  double beyond = 0;
  std::vector<Lever> levers(rod.lengths.size());
  for (std::size_t e = rod.lengths.size(); e-- > 0; beyond += rod.lengths[e]) {
    levers[e] = {rod.mass_per_length * beyond, rod.mass_per_length};
  }
  const auto gravity = [](const Loads& loads) { return loads.gravity; };
  return pull("weight of a rod of curvatures", rod, place, std::move(levers), rod.mass_per_length * beyond, gravity);
}

std::shared_ptr<const Energy> curved_force(const CurvedChain& rod, CurvedPlace place, CurvedPoint at,
                                           std::size_t wrench) {
  std::vector<Lever> levers(rod.lengths.size());
  for (std::size_t e = 0; e < at.element; ++e) levers[e] = {1, 0};
  levers[at.element] = {1, 0, at.fraction};
  return pull("force on a rod of curvatures", rod, place, std::move(levers), 1,
              [wrench](const Loads& loads) { return loads.wrenches[wrench].force; });
}

std::shared_ptr<const Energy> curved_arm_force(const CurvedChain& rod, CurvedPlace place, const Eigen::Vector3d& arm,
                                               std::size_t wrench) {
  const std::vector<Lever> levers(rod.lengths.size(), {.chord = 1});
  return pull(
      "force on the arm of a rod of curvatures", rod, place, levers, 1,
      [wrench](const Loads& loads) { return loads.wrenches[wrench].force; }, arm);
}

std::vector<Specimen> curved_pull_specimens() {
  std::vector<Specimen> all;
  const std::pair<std::string, CurvatureShape> shapes[] = {
      {"helix", CurvatureShape::constant}, {"clothoid", CurvatureShape::linear}, {"ribbon", CurvatureShape::ribbon}};
  for (const auto& [word, shape] : shapes) {
    const CurvedChain rod = sample_chain(shape);
    // Behind two unknowns and a clamp of others.
    const CurvedPlace place{2, 1};
    Specimen s;
    s.name = word + "_weight";
    s.energy = curved_weight(rod, place);
    s.layout = Layout::all_free(place.first + rod.n_unknowns());
    s.rest.q = Eigen::VectorXd::LinSpaced(place.first + rod.n_unknowns(), -0.7, 1.1);
    s.loads.clamps = {{{1, 2, 3}, Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitX()}, Pose{}};
    s.loads.gravity = {0.3, -1, 9.81};
    s.shake = 1;
    s.rest_is_zero = false;
    s.objective = false;
    all.push_back(s);
    s.name = word + "_force";
    s.energy = curved_force(rod, place, curved_point(rod, 0.95), 0);
    s.loads.wrenches = {{{0.4, 0.7, -2}, {0, 0, 0}}};
    all.push_back(s);
    s.name = word + "_arm_force";
    s.energy = curved_arm_force(rod, place, {0.2, -0.5, 0.3}, 0);
    all.push_back(s);
  }
  return all;
}

}  // namespace plumb
