#include <plumb/mechanics/specimen.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include <plumb/mechanics/assembly.h>

namespace plumb {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Ridders' method: central differences at shrinking steps, extrapolated to zero, stopped when the error grows.
VectorXd derivative(const std::function<VectorXd(double)>& f, double first_step) {
  constexpr double kShrink = 1.6;
  constexpr int kTable = 12;
  std::vector<std::vector<VectorXd>> table;
  VectorXd best;
  double best_error = HUGE_VAL;
  double h = first_step;
  for (int i = 0; i < kTable; ++i, h /= kShrink) {
    table.emplace_back();
    table[static_cast<std::size_t>(i)].push_back((f(h) - f(-h)) / (2 * h));
    double factor = kShrink * kShrink;
    for (int j = 1; j <= i; ++j, factor *= kShrink * kShrink) {
      const VectorXd& left = table[static_cast<std::size_t>(i)][static_cast<std::size_t>(j - 1)];
      const VectorXd& above = table[static_cast<std::size_t>(i - 1)][static_cast<std::size_t>(j - 1)];
      const VectorXd refined = (factor * left - above) / (factor - 1);
      const double error = std::max((refined - left).cwiseAbs().maxCoeff(), (refined - above).cwiseAbs().maxCoeff());
      if (error < best_error) {
        best_error = error;
        best = refined;
      }
      table[static_cast<std::size_t>(i)].push_back(refined);
    }
  }
  return best;
}

double worst(const MatrixXd& difference, const MatrixXd& reference) {
  const double size = reference.cwiseAbs().maxCoeff();
  return difference.cwiseAbs().maxCoeff() / (size > 0 ? size : 1);
}

}  // namespace

State shaken(const Specimen& specimen, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  VectorXd step(specimen.layout.n_q);
  for (int i = 0; i < step.size(); ++i) step[i] = specimen.shake * specimen.layout.scale[i] * uniform(random);
  State state = specimen.rest;
  ENSURE(specimen.layout.retract(state, step) == Status::ok);
  return state;
}

DerivativeErrors check_derivatives(const Specimen& specimen) {
  const Layout& layout = specimen.layout;
  ENSURE(layout.n_free == layout.n_q);
  Assembly assembly(layout, {specimen.energy});
  Potential potential(assembly.pattern());
  Potential moved(assembly.pattern());
  DerivativeErrors errors;
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const State state = shaken(specimen, seed);
    errors.status = assembly.evaluate(state, specimen.loads, {true, true, true}, potential);
    if (errors.status != Status::ok) return errors;

    // Value and gradient along the retraction, for a step h in unknown i.
    const auto along = [&](int i, double h, bool gradient) -> VectorXd {
      State s = state;
      VectorXd step = VectorXd::Zero(layout.n_q);
      step[i] = h;
      if (layout.retract(s, step) != Status::ok ||
          assembly.evaluate(s, specimen.loads, {!gradient, gradient, false}, moved) != Status::ok) {
        errors.status = Status::outside_domain;
        return VectorXd::Zero(gradient ? layout.n_q : 1);
      }
      return gradient ? moved.gradient : VectorXd::Constant(1, moved.value);
    };
    VectorXd gradient(layout.n_q);
    MatrixXd hessian(layout.n_q, layout.n_q);
    for (int i = 0; i < layout.n_q; ++i) {
      const double step = 0.02 * layout.scale[i];
      gradient[i] = derivative([&](double h) { return along(i, h, false); }, step)[0];
      hessian.col(i) = derivative([&](double h) { return along(i, h, true); }, step);
    }
    const VectorXd off = (potential.gradient - gradient).cwiseAbs();
    Eigen::Index at = 0;
    off.maxCoeff(&at);
    if (const double e = worst(off, gradient); e > errors.gradient) {
      errors.gradient = e;
      errors.worst_unknown = static_cast<int>(at);
    }
    const MatrixXd exact = potential.hessian.dense();
    // Moving the frames along with the nodes makes second differences asymmetric where there is a force; the Hessian of
    // the energy along the retraction is their symmetric part.
    errors.hessian = std::max(errors.hessian, worst(exact - 0.5 * (hessian + hessian.transpose()), exact));
    errors.asymmetry = std::max(errors.asymmetry, worst(hessian - hessian.transpose(), exact));

    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    VectorXd v(layout.n_q), product(layout.n_q);
    for (int i = 0; i < v.size(); ++i) v[i] = uniform(random);
    errors.status = assembly.hessian_times(state, specimen.loads, v, product);
    if (errors.status != Status::ok) return errors;
    errors.hessian_times = std::max(errors.hessian_times, worst(product - exact * v, product));
  }
  return errors;
}

}  // namespace plumb
