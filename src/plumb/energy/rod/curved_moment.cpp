#include <plumb/energy/rod/curved_moment.h>

#include <array>
#include <numeric>

#include <Eigen/Geometry>

#include <plumb/energy/rod/curved_piece.h>
#include <plumb/linalg/dual.h>

namespace plumb {
namespace {

/// The work of a moment m fixed in space: dE = - m . sum_a w_a dq_a, where w_a is how unknown a turns the loaded
/// section.
template <CurvatureShape Shape>
class CurvedMoment final : public Energy {
 public:
  static constexpr int K = CurvedElement<Shape>::kUnknowns, kStride = CurvedElement<Shape>::kStride;

  CurvedMoment(CurvedChain rod, CurvedPlace place, CurvedPoint at, std::size_t wrench)
      : rod_(std::move(rod)),
        place_(place),
        loaded_(at),
        wrench_(wrench),
        stencil_(static_cast<std::size_t>(rod_.n_unknowns())) {
    std::iota(stencil_.begin(), stencil_.end(), place_.first);
  }
  std::string_view name() const override { return "moment on a rod of curvatures"; }
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
      const int first = kStride * static_cast<int>(e);
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
          Outer::variable(Inner::variable(q[place_.first + kStride * static_cast<Eigen::Index>(e) + a], a), a);
    }
    const bool whole = e < loaded_.element || loaded_.fraction == 1;
    const auto link_ = whole ? element_link<Shape, Outer>(u.data(), rod_.lengths[e])
                             : part_link<Shape, Outer>(u.data(), rod_.lengths[e], 0, loaded_.fraction);
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
          const int row = kStride * static_cast<int>(e) + a, col = kStride * static_cast<int>(f) + b;
          out.hessian(0, ElementBuffer::packed_index(std::max(row, col), std::min(row, col))) -=
              row == col ? 2 * half : half;
        }
      }
    }
  }

  CurvedChain rod_;
  CurvedPlace place_;
  CurvedPoint loaded_;
  std::size_t wrench_;
  std::vector<int> stencil_;
};

}  // namespace

std::shared_ptr<const Energy> curved_moment(const CurvedChain& rod, CurvedPlace place, CurvedPoint at,
                                            std::size_t wrench) {
  return with_shape(rod.shape, [&](auto shape) -> std::shared_ptr<const Energy> {
    return std::make_shared<CurvedMoment<shape()>>(rod, place, at, wrench);
  });
}

}  // namespace plumb
