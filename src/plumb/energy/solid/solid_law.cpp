#include <plumb/energy/solid/solid_law.h>

#include <cmath>

#include <plumb/linalg/svd3.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr std::size_t kNext[3] = {1, 2, 0}, kLast[3] = {2, 0, 1};

Eigen::Index next(int k) { return static_cast<Eigen::Index>(kNext[k]); }
Eigen::Index last(int k) { return static_cast<Eigen::Index>(kLast[k]); }

/// Derivatives of psi by the invariants I1 = sum s, I2 = sum s^2, I3 = s0 s1 s2.
struct ByInvariants {
  double d1 = 0, d2 = 0, d3 = 0;
  double d11 = 0, d22 = 0, d33 = 0;  // no law here mixes them
};

/// By the chain rule. Divisions by s_i - s_j cancel, and those by s_i + s_j but for the one of I1.
void fill(const ByInvariants& d, const Vector3d& s, Want want, StretchResponse& out) {
  const Vector3d of_3(s[1] * s[2], s[2] * s[0], s[0] * s[1]);
  out.first = (d.d1 + 2 * d.d2 * s.array() + d.d3 * of_3.array()).matrix();
  if (!want.hessian) return;
  out.second = d.d33 * of_3 * of_3.transpose() + 4 * d.d22 * s * s.transpose();
  out.second.array() += d.d11;
  for (int k = 0; k < 3; ++k) {
    out.second(k, k) += 2 * d.d2;
    const Eigen::Index i = next(k), j = last(k);
    out.second(i, j) += d.d3 * s[k];
    out.second(j, i) += d.d3 * s[k];
    out.flip[k] = 2 * d.d2 - d.d3 * s[k];
    out.twist[k] = 2 * d.d2 + d.d3 * s[k];
    if (d.d1 != 0) {
      const double sum = s[i] + s[j];
      out.twist[k] += 2 * d.d1 / (std::abs(sum) > kKink ? sum : std::copysign(kKink, sum));
    }
  }
}

void corotated(double mu, double lambda, const Vector3d& s, Want want, StretchResponse& out) {
  const Vector3d e = s.array() - 1;
  const double sum = e.sum();
  out.value = mu * e.squaredNorm() + 0.5 * lambda * sum * sum;
  fill({.d1 = lambda * sum - 2 * mu, .d2 = mu, .d11 = lambda}, s, want, out);
}

/// Fills the response of StVK, whose fourth powers are no polynomial of low degree in the invariants.
void st_venant_kirchhoff(double mu, double lambda, const Vector3d& s, Want want, StretchResponse& out) {
  const Vector3d e = 0.5 * (s.array().square() - 1);
  const double sum = e.sum();
  out.value = mu * e.squaredNorm() + 0.5 * lambda * sum * sum;
  out.first = (s.array() * (2 * mu * e.array() + lambda * sum)).matrix();
  if (!want.hessian) return;
  out.second = lambda * s * s.transpose();
  for (int k = 0; k < 3; ++k) {
    const double a = s[next(k)], b = s[last(k)];
    out.second(k, k) += mu * (3 * s[k] * s[k] - 1) + lambda * sum;
    out.flip[k] = mu * (a * a + a * b + b * b - 1) + lambda * sum;
    out.twist[k] = mu * (a * a - a * b + b * b - 1) + lambda * sum;
  }
}

bool neo_hookean(double mu, double lambda, const Vector3d& s, Want want, StretchResponse& out) {
  const double j = s.prod();
  if (!(s[2] > 0 && j > 0)) return false;
  const double log_j = std::log(j);
  out.value = 0.5 * lambda * log_j * log_j;
  // (s^2 - 1)/2 - log s, whose parts of first order cancel.
  for (const double e : Vector3d(s.array() - 1)) out.value += mu * (e - std::log1p(e) + 0.5 * e * e);
  const double d3 = (lambda * log_j - mu) / j;
  fill({.d2 = 0.5 * mu, .d3 = d3, .d33 = (lambda / j - d3) / j}, s, want, out);
  return true;
}

void stable_neo_hookean(double mu, double lambda, const Vector3d& s, Want want, StretchResponse& out) {
  const double m = 4.0 / 3 * mu, l = lambda + 5.0 / 6 * mu, a = 1 + 0.75 * m / l;
  const double j = s.prod(), part = 1 / (s.squaredNorm() + 1);
  // By e = s - 1, so that what is of first order cancels before it is computed.
  const Vector3d e = s.array() - 1;
  const double pairs = e[0] * e[1] + e[1] * e[2] + e[2] * e[0], triple = e.prod();
  const double quarter = 0.25 * (2 * e.sum() + e.squaredNorm()), change = e.sum() + pairs + triple;  // of I/4, of J
  out.value = 0.75 * m * (0.5 * e.squaredNorm() - pairs - triple) + 0.5 * m * (quarter - std::log1p(quarter)) +
              0.5 * l * change * change;
  fill({.d2 = 0.5 * m * (1 - part), .d3 = l * (j - a), .d22 = 0.5 * m * part * part, .d33 = l}, s, want, out);
}

}  // namespace

std::string_view name(SolidLaw law) {
  switch (law) {
    case SolidLaw::corotated:
      return "corotated";
    case SolidLaw::st_venant_kirchhoff:
      return "stvk";
    case SolidLaw::neo_hookean:
      return "neo-hookean";
    case SolidLaw::stable_neo_hookean:
      break;
  }
  return "stable-neo-hookean";
}

bool respond(const SolidMaterial& material, const Vector3d& s, Want want, StretchResponse& out) {
  const double mu = material.mu(), lambda = material.lambda();
  switch (material.law) {
    case SolidLaw::corotated:
      corotated(mu, lambda, s, want, out);
      break;
    case SolidLaw::st_venant_kirchhoff:
      st_venant_kirchhoff(mu, lambda, s, want, out);
      break;
    case SolidLaw::neo_hookean:
      if (!neo_hookean(mu, lambda, s, want, out)) return false;
      break;
    case SolidLaw::stable_neo_hookean:
      stable_neo_hookean(mu, lambda, s, want, out);
      break;
  }
  if (want.hessian && want.convex) {
    out.second = without_negative_eigenvalues(out.second);
    out.flip = out.flip.cwiseMax(0);
    out.twist = out.twist.cwiseMax(0);
  }
  return true;
}

}  // namespace plumb
