#include <plumb/energy/shell/spline_shell.h>

#include <array>
#include <cmath>
#include <memory>

#include <plumb/energy/shell/spline_shell_kernel.h>
#include <plumb/linalg/dual.h>
#include <plumb/mechanics/specimen.h>

namespace plumb {
namespace {

/// C^abcd of plane stress as a matrix on (e_11, e_22, 2 e_12), in the metric whose components are 11, 22, 12:
///   C^abcd = Y / (1 - nu^2) (nu A^ab A^cd + (1 - nu) / 2 (A^ac A^bd + A^ad A^bc)).
Eigen::Matrix3d plane_stress(const SheetMaterial& material, const Eigen::Vector3d& metric) {
  Eigen::Matrix2d lower;
  lower << metric[0], metric[2], metric[2], metric[1];
  const double determinant = lower(0, 0) * lower(1, 1) - lower(0, 1) * lower(0, 1);
  Eigen::Matrix2d a;
  a << lower(1, 1), -lower(0, 1), -lower(0, 1), lower(0, 0);
  a /= determinant;
  constexpr std::array<std::array<int, 2>, 3> pairs{{{0, 0}, {1, 1}, {0, 1}}};
  const double nu = material.poisson;
  Eigen::Matrix3d c;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const auto [p, q] = pairs[i];
      const auto [r, s] = pairs[j];
      c(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
          nu * a(p, q) * a(r, s) + 0.5 * (1 - nu) * (a(p, r) * a(q, s) + a(p, s) * a(q, r));
    }
  }
  return c * (material.young / (1 - nu * nu));
}

/// Control points of an element, a row each.
void gather(const Eigen::VectorXd& q, std::span<const int> stencil, Eigen::Matrix<double, -1, 3>& control) {
  const auto n = static_cast<Eigen::Index>(stencil.size() / 3);
  control.resize(n, 3);
  for (Eigen::Index a = 0; a < n; ++a) control.row(a) = q.segment<3>(stencil[3 * static_cast<std::size_t>(a)]);
}

/// 1/2 e.C e on duals by the jet.
bool density(const SurfaceJet<Dual2<15>>& jet, const Eigen::Matrix3d& stiffness, const Eigen::Vector3d& rest, bool bend,
             Dual2<15>& energy) {
  ShellStrain<Dual2<15>> strain;
  if (!shell_strain(jet, strain)) return false;
  const auto& shape = bend ? strain.bend : strain.stretch;
  energy = Dual2<15>(0.0);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) energy += (shape[i] - rest[i]) * (shape[j] - rest[j]) * (0.5 * stiffness(i, j));
  }
  return true;
}

}  // namespace

ShellRule locking_free_rule(const SplinePatch& patch) {
  ShellRule rule = full_rule(patch);
  rule.stretch_along = greville_rule(patch.along);
  rule.bend_along = gauss_rule(patch.along, patch.along.degree() - 1);
  return rule;
}

ShellRule full_rule(const SplinePatch& patch) {
  const auto along = gauss_rule(patch.along, patch.along.degree() + 1);
  const auto across = gauss_rule(patch.across, patch.across.degree() + 1);
  return {along, across, along, across};
}

SplineShell::SplineShell(const SplinePatch& patch, const ShellRule& rule, const SheetMaterial& material,
                         const Eigen::VectorXd& rest, int first)
    : stencil_size_(3 * (patch.along.degree() + 1) * (patch.across.degree() + 1)) {
  ENSURE(rest.size() >= first + 3 * patch.n_points());
  elements_.resize(static_cast<std::size_t>(patch.along.n_elements() * patch.across.n_elements()));
  for (int i = 0; i < patch.along.n_elements(); ++i) {
    for (int j = 0; j < patch.across.n_elements(); ++j) {
      Element& element = elements_[static_cast<std::size_t>(i * patch.across.n_elements() + j)];
      // Some elements have no points of their own.
      element.stretch.basis.resize(0, stencil_size_ / 3);
      element.bend.basis.resize(0, stencil_size_ / 3);
      std::vector<int>& stencil = element.stencil;
      for (int a = 0; a <= patch.along.degree(); ++a) {
        for (int b = 0; b <= patch.across.degree(); ++b) {
          const int x = first + 3 * patch.point(i + a, j + b);
          stencil.insert(stencil.end(), {x, x + 1, x + 2});
        }
      }
    }
  }
  add_points(patch, rule.stretch_along, rule.stretch_across, material, false, rest);
  add_points(patch, rule.bend_along, rule.bend_across, material, true, rest);
}

void SplineShell::add_points(const SplinePatch& patch, const std::vector<QuadraturePoint>& along,
                             const std::vector<QuadraturePoint>& across, const SheetMaterial& material, bool bend,
                             const Eigen::VectorXd& rest) {
  const int rows = bend ? 5 : 2;
  const double t = material.thickness, times = bend ? t * t * t / 12 : t;
  Eigen::Matrix<double, -1, 3> control;
  for (const QuadraturePoint& s : along) {
    for (const QuadraturePoint& y : across) {
      const int e = patch.along.element(s.at) * patch.across.n_elements() + patch.across.element(y.at);
      Element& element = elements_[static_cast<std::size_t>(e)];
      Points& points = bend ? element.bend : element.stretch;
      const Eigen::MatrixXd basis = plumb::evaluate(patch, s.at, y.at).derivatives.bottomRows<5>();
      gather(rest, element.stencil, control);
      const Eigen::Matrix<double, 5, 3> x = basis * control;
      SurfaceJet<double> jet;
      for (int i = 0; i < 5; ++i) jet[static_cast<std::size_t>(i)] = x.row(i);
      ShellStrain<double> strain;
      ENSURE(shell_strain<double>(jet, strain));
      const Eigen::Vector3d metric(2 * strain.stretch[0], 2 * strain.stretch[1], strain.stretch[2]);
      const double area = std::sqrt(metric[0] * metric[1] - metric[2] * metric[2]);
      points.rest.push_back(bend ? strain.bend : strain.stretch);
      points.stiffness.push_back(plane_stress(material, metric) * (times * s.weight * y.weight * area));
      points.basis.conservativeResize(points.basis.rows() + rows, basis.cols());
      points.basis.bottomRows(rows) = basis.topRows(rows);
    }
  }
}

int SplineShell::n_points(int element) const {
  return static_cast<int>(at(element).stretch.rest.size() + at(element).bend.rest.size());
}

Status SplineShell::evaluate(const State& state, const Loads&, int begin, int end, Want want,
                             ElementBuffer& out) const {
  return evaluate_closed(nullptr, state, begin, end, want, out);
}

Status SplineShell::evaluate_after(const Eigen::VectorXd& step, const State& state, const Loads&, int begin, int end,
                                   Want want, ElementBuffer& out) const {
  return evaluate_closed(&step, state, begin, end, want, out);
}

Status SplineShell::evaluate_closed(const Eigen::VectorXd* step, const State& state, int begin, int end, Want want,
                                    ElementBuffer& out) const {
  Eigen::Matrix<double, -1, 3> control, jets, moved, steps;
  ControlPointSums sums(want.hessian);
  ShellPoint<2> stretched;
  ShellPoint<5> bent;
  for (int e = begin; e < end; ++e) {
    const auto& [dofs, stretch, bend] = at(e);
    gather(state.q, dofs, control);
    sums.start_element(stencil_size_ / 3);

    jets.noalias() = stretch.basis * control;
    if (step) {
      gather(*step, dofs, moved);
      steps.noalias() = stretch.basis * moved;
    }
    sums.start_points(stretch.basis);
    for (std::size_t p = 0; p < stretch.rest.size(); ++p) {
      const int point = static_cast<int>(p);
      // The strain is quadratic: what a step adds beyond its linear part is the strain of the step.
      const Eigen::Vector3d excess =
          step ? shell_stretch<double>(steps.row(2 * point), steps.row(2 * point + 1)) : Eigen::Vector3d::Zero();
      shell_stretch_point(jets.middleRows<2>(2 * point), stretch.stiffness[p], stretch.rest[p], excess, want.hessian,
                          stretched);
      sums.put(point, stretch.basis, stretched);
    }
    sums.sum(stretch.basis);

    jets.noalias() = bend.basis * control;
    sums.start_points(bend.basis);
    for (std::size_t p = 0; p < bend.rest.size(); ++p) {
      const int point = static_cast<int>(p);
      if (!shell_bend_point(jets.middleRows<5>(5 * point), bend.stiffness[p], bend.rest[p], want.hessian, bent)) {
        return Status::outside_domain;
      }
      sums.put(point, bend.basis, bent);
    }
    sums.sum(bend.basis);

    const int slot = e - begin;
    if (want.value) out.value(slot) = sums.value();
    for (int i = 0; want.gradient && i < stencil_size_; ++i) out.gradient(slot, i) = sums.gradient(i);
    if (want.hessian) sums.for_each_hessian([&](int k, double h) { out.hessian(slot, k) = h; });
  }
  return Status::ok;
}

/// The stretch is quadratic in q. So it changes over a step by its slopes in the middle times the step, and the mean of
/// both ends' stresses with these slopes works as much as the energy changes. The mean strain is that of the middle and
/// a quarter of that of the step.
Status SplineShell::evaluate_along(const Way& way, const Loads&, int begin, int end, Want want,
                                   ElementBuffer& out) const {
  Eigen::Matrix<double, -1, 3> control, moved, jets, steps, newton_steps;
  ControlPointSums mean(false), slopes(want.hessian);
  ShellPoint<2> stretched;
  ShellPoint<5> bent;
  for (int e = begin; e < end; ++e) {
    const std::vector<int>& dofs = at(e).stencil;
    const Points &stretch = at(e).stretch, &bend = at(e).bend;
    mean.start_element(stencil_size_ / 3);
    slopes.start_element(stencil_size_ / 3);

    gather(way.end.q, dofs, control);
    gather(way.step, dofs, moved);
    jets.noalias() = stretch.basis * (control - 0.5 * moved);
    steps.noalias() = stretch.basis * moved;
    if (way.taken) {
      gather(*way.taken, dofs, moved);
      newton_steps.noalias() = stretch.basis * moved;
    }
    mean.start_points(stretch.basis);
    slopes.start_points(stretch.basis);
    for (std::size_t p = 0; p < stretch.rest.size(); ++p) {
      const int point = static_cast<int>(p);
      const auto strain = [point](const auto& x) {
        return shell_stretch<double>(x.row(2 * point), x.row(2 * point + 1));
      };
      const Eigen::Vector3d rest = stretch.rest[p] - 0.25 * strain(steps);
      Eigen::Vector3d excess = Eigen::Vector3d::Zero();
      if (way.taken) excess = 0.5 * strain(newton_steps);
      shell_stretch_point(jets.middleRows<2>(2 * point), stretch.stiffness[p], rest, excess, want.hessian, stretched);
      mean.put(point, stretch.basis, stretched);
      slopes.put(point, stretch.basis, stretched);
    }
    mean.sum(stretch.basis);
    slopes.sum(stretch.basis);

    const auto add_bend = [&](const State& state, double weight, bool hessian, ControlPointSums& sums) {
      gather(state.q, dofs, control);
      jets.noalias() = bend.basis * control;
      sums.start_points(bend.basis);
      for (std::size_t p = 0; p < bend.rest.size(); ++p) {
        const int point = static_cast<int>(p);
        if (!shell_bend_point(jets.middleRows<5>(5 * point), bend.stiffness[p], bend.rest[p], hessian, bent)) {
          return false;
        }
        bent.gradient *= weight;
        sums.put(point, bend.basis, bent);
      }
      sums.sum(bend.basis);
      return true;
    };
    for (std::size_t i = 0; i < way.between.size(); ++i) {
      if (!add_bend(way.between[i], way.weights[i], false, mean)) return Status::outside_domain;
    }
    if (want.hessian && !add_bend(way.late, 1, true, slopes)) return Status::outside_domain;

    const int slot = e - begin;
    for (int i = 0; want.gradient && i < stencil_size_; ++i) out.gradient(slot, i) = mean.gradient(i);
    if (want.hessian) slopes.for_each_hessian([&](int k, double h) { out.hessian(slot, k) = 0.5 * h; });
  }
  return Status::ok;
}

Status SplineShell::evaluate_by_duals(const State& state, const Loads&, int begin, int end, Want,
                                      ElementBuffer& out) const {
  Eigen::Matrix<double, -1, 3> control;
  for (int e = begin; e < end; ++e) {
    const Element& element = at(e);
    const int slot = e - begin;
    gather(state.q, element.stencil, control);
    double value = 0;
    Eigen::VectorXd gradient = Eigen::VectorXd::Zero(stencil_size_);
    Eigen::MatrixXd hessian = Eigen::MatrixXd::Zero(stencil_size_, stencil_size_);
    for (const bool bend : {false, true}) {
      const Points& points = bend ? element.bend : element.stretch;
      const int rows = bend ? 5 : 2;
      for (std::size_t p = 0; p < points.rest.size(); ++p) {
        const Eigen::MatrixXd basis = points.basis.middleRows(rows * static_cast<Eigen::Index>(p), rows);
        const Eigen::MatrixXd x = basis * control;
        SurfaceJet<Dual2<15>> jet;
        Eigen::MatrixXd by_control = Eigen::MatrixXd::Zero(15, stencil_size_);
        for (int i = 0; i < 15; ++i) {
          const bool seen = i < 3 * rows;
          jet[static_cast<std::size_t>(i / 3)][i % 3] = Dual2<15>::variable(seen ? x(i / 3, i % 3) : 0, i);
          for (int a = 0; seen && a < basis.cols(); ++a) by_control(i, 3 * a + i % 3) = basis(i / 3, a);
        }
        Dual2<15> energy;
        if (!density(jet, points.stiffness[p], points.rest[p], bend, energy)) return Status::outside_domain;
        Eigen::Matrix<double, 15, 1> g;
        Eigen::Matrix<double, 15, 15> h;
        for (int i = 0; i < 15; ++i) {
          g[i] = energy.gradient[static_cast<std::size_t>(i)];
          for (int j = 0; j < 15; ++j) h(i, j) = energy.second(i, j);
        }
        value += energy.value;
        gradient += by_control.transpose() * g;
        hessian += by_control.transpose() * (h * by_control);
      }
    }
    out.value(slot) = value;
    for (int row = 0, k = 0; row < stencil_size_; ++row) {
      out.gradient(slot, row) = gradient[row];
      for (int col = 0; col <= row; ++col, ++k) out.hessian(slot, k) = hessian(row, col);
    }
  }
  return Status::ok;
}

std::vector<Specimen> spline_shell_specimens() {
  // A flat plate of cubics, and a curved one of quartics whose lines are not at right angles.
  std::vector<Specimen> all;
  for (const int degree : {3, 4}) {
    const bool curved = degree == 4;
    const SplinePatch patch{BSplineBasis(degree, graded_breaks(1, 2, curved ? 1.5 : 1)),
                            BSplineBasis(degree, graded_breaks(0.8, curved ? 1 : 2))};
    Specimen s;
    s.name = curved ? "curved spline shell" : "spline plate";
    s.rest.q.resize(3 * patch.n_points());
    for (int i = 0; i < patch.along.n_functions(); ++i) {
      for (int j = 0; j < patch.across.n_functions(); ++j) {
        const double x = patch.along.greville()[static_cast<std::size_t>(i)],
                     y = patch.across.greville()[static_cast<std::size_t>(j)];
        const int first = 3 * patch.point(i, j);
        s.rest.q.segment<3>(first) =
            curved ? Eigen::Vector3d(std::sin(x), y + 0.3 * x, 0.2 * y * y - std::cos(x)) : Eigen::Vector3d(x, y, 0);
      }
    }
    s.layout = Layout::all_free(static_cast<int>(s.rest.q.size()),
                                {points_block(0, 3, static_cast<int>(s.rest.q.size()) / 3)});
    s.set_energy(
        std::make_shared<SplineShell>(patch, locking_free_rule(patch), SheetMaterial{0.1, 100, 0.3}, s.rest.q));
    s.shake = 0.02;
    all.push_back(s);
  }
  return all;
}

}  // namespace plumb
