#include <plumb/energy/solid/solid_stretch.h>

#include <algorithm>
#include <cmath>

#include <Eigen/LU>

#include <plumb/energy/solid/shifted_solid.h>
#include <plumb/mechanics/specimen.h>

namespace plumb {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// The derivative of the stress, in the axes of U and V as D is.
Matrix3d stress_rate(const StretchResponse& response, const Matrix3d& d) {
  const Vector3d diagonal = response.second * d.diagonal();
  Matrix3d rate;
  for (int i = 0; i < 3; ++i) {
    rate(i, i) = diagonal[i];
    for (int j = 0; j < i; ++j) {
      const double flip = 0.5 * response.flip[3 - i - j] * (d(i, j) + d(j, i));
      const double twist = 0.5 * response.twist[3 - i - j] * (d(i, j) - d(j, i));
      rate(i, j) = flip + twist;
      rate(j, i) = flip - twist;
    }
  }
  return rate;
}

/// The stiffness between two corners whose slopes are a and b, in the axes of V, as a block in the axes of U.
Matrix3d stiffness(const StretchResponse& response, const Vector3d& a, const Vector3d& b) {
  Matrix3d block = a.asDiagonal() * response.second * b.asDiagonal();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      if (i == j) continue;
      const double flip = response.flip[3 - i - j], twist = response.twist[3 - i - j];
      block(i, i) += 0.5 * (flip + twist) * a[j] * b[j];
      block(i, j) += 0.5 * (flip - twist) * a[j] * b[i];
    }
  }
  return block;
}

}  // namespace

SolidStretch::SolidStretch(const SolidMaterial& material, std::vector<std::array<int, 12>> stencils,
                           std::vector<RestTetrahedron> tetrahedra)
    : ElementEnergy(std::move(stencils)), material_(material), tetrahedra_(std::move(tetrahedra)) {
  ENSURE(static_cast<int>(tetrahedra_.size()) == n_elements());
}

SolidStretch::~SolidStretch() = default;

/// By symmetric functions of the singular values, which need no decomposition. Only the sum of the corotated law begins
/// with one.
template <class S>
bool SolidStretch::value(int tetrahedron, const std::array<S, 12>& q, const State& state, const Loads&,
                         S& energy) const {
  using std::log;
  const RestTetrahedron& rest = tetrahedra_[index(tetrahedron)];
  const StretchInvariants<S> by(deformation_gradient(q, rest));
  const double mu = material_.mu(), lambda = material_.lambda();
  S psi(0.0);
  switch (material_.law) {
    case SolidLaw::corotated: {
      const S sum = by.sum(rotation_svd(gradient_of(state.q, tetrahedron)).s.sum());
      psi = mu * (by.squares - 2.0 * sum + 3.0) + 0.5 * lambda * (sum - 3.0) * (sum - 3.0);
      break;
    }
    case SolidLaw::st_venant_kirchhoff: {
      const S change = by.squares - 3.0;
      psi = 0.25 * mu * (by.fourth_powers - 2.0 * by.squares + 3.0) + 0.125 * lambda * change * change;
      break;
    }
    case SolidLaw::neo_hookean: {
      if (!(value_of(by.product) > 0)) return false;
      const S log_j = log(by.product);
      psi = 0.5 * mu * (by.squares - 3.0) - mu * log_j + 0.5 * lambda * log_j * log_j;
      break;
    }
    case SolidLaw::stable_neo_hookean: {
      const double m = 4.0 / 3 * mu, l = lambda + 5.0 / 6 * mu, a = 1 + 0.75 * m / l;
      const S j = by.product;
      psi = 0.5 * m * (by.squares - 3.0 - log(0.25 * (by.squares + 1.0))) + 0.5 * l * (j - 1.0) * (j + 1.0 - 2.0 * a);
      break;
    }
  }
  energy = rest.volume * psi;
  return true;
}

// Callers that know the energy by its own type call these directly.
template bool SolidStretch::value(int, const std::array<double, 12>&, const State&, const Loads&, double&) const;
template bool SolidStretch::value(int, const std::array<Dual<12>, 12>&, const State&, const Loads&, Dual<12>&) const;
template bool SolidStretch::value(int, const std::array<Dual2<12>, 12>&, const State&, const Loads&, Dual2<12>&) const;

Matrix3d SolidStretch::gradient_of(const Eigen::VectorXd& q, int tetrahedron) const {
  const auto dofs = stencil(tetrahedron);
  const RestTetrahedron& rest = tetrahedra_[index(tetrahedron)];
  Matrix3d f = Matrix3d::Zero();
  for (std::size_t corner = 0; corner < 4; ++corner) {
    const Vector3d x(q[dofs[3 * corner]], q[dofs[3 * corner + 1]], q[dofs[3 * corner + 2]]);
    f += x * rest.slopes[corner].transpose();
  }
  return f;
}

double SolidStretch::least_stretch(const Eigen::VectorXd& q) const {
  double least = HUGE_VAL;
  for (int e = 0; e < n_elements(); ++e) least = std::min(least, rotation_svd(gradient_of(q, e)).s[2]);
  return least;
}

bool SolidStretch::at(const Matrix3d& f, Want want, Point& out) const {
  if (!f.allFinite()) return false;
  out.svd = rotation_svd(f);
  return respond(material_, out.svd.s, want, out.response);
}

void SolidStretch::put(const Point& point, int tetrahedron, Want want, int slot, ElementBuffer& out) const {
  const auto& [svd, response] = point;
  const RestTetrahedron& rest = tetrahedra_[index(tetrahedron)];
  if (want.value) out.value(slot) = rest.volume * response.value;
  std::array<Vector3d, 4> slopes;  // in the axes of V
  for (std::size_t i = 0; i < 4; ++i) slopes[i] = svd.v.transpose() * rest.slopes[i];
  if (want.gradient) {
    const Matrix3d stress = rest.volume * svd.u * response.first.asDiagonal();
    for (std::size_t i = 0; i < 4; ++i) {
      const Vector3d force = stress * slopes[i];
      for (int k = 0; k < 3; ++k) out.gradient(slot, 3 * static_cast<int>(i) + k) = force[k];
    }
  }
  if (!want.hessian) return;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j <= i; ++j) {
      const Matrix3d block =
          svd.u * (rest.volume * stiffness(response, slopes[index(i)], slopes[index(j)])) * svd.u.transpose();
      for (int k = 0; k < 3; ++k) {
        for (int l = 0; l < (i == j ? k + 1 : 3); ++l) {
          out.hessian(slot, ElementBuffer::packed_index(3 * i + k, 3 * j + l)) = block(k, l);
        }
      }
    }
  }
}

void SolidStretch::put_product(const Point& point, int tetrahedron, const Eigen::VectorXd& v, int slot,
                               ElementBuffer& out) const {
  const auto& [svd, response] = point;
  const RestTetrahedron& rest = tetrahedra_[index(tetrahedron)];
  const Matrix3d d = svd.u.transpose() * gradient_of(v, tetrahedron) * svd.v;
  const Matrix3d rate = rest.volume * svd.u * stress_rate(response, d) * svd.v.transpose();
  for (std::size_t i = 0; i < 4; ++i) {
    const Vector3d force = rate * rest.slopes[i];
    for (int k = 0; k < 3; ++k) out.gradient(slot, 3 * static_cast<int>(i) + k) = force[k];
  }
}

Status SolidStretch::evaluate(const State& state, const Loads&, int begin, int end, Want want,
                              ElementBuffer& out) const {
  Point point;
  for (int e = begin; e < end; ++e) {
    if (!at(gradient_of(state.q, e), want, point)) return Status::outside_domain;
    put(point, e, want, e - begin, out);
  }
  return Status::ok;
}

Status SolidStretch::hessian_times(const State& state, const Loads&, const Eigen::VectorXd& v, int begin, int end,
                                   ElementBuffer& out) const {
  Point point;
  for (int e = begin; e < end; ++e) {
    if (!at(gradient_of(state.q, e), {.hessian = true}, point)) return Status::outside_domain;
    put_product(point, e, v, e - begin, out);
  }
  return Status::ok;
}

std::unique_ptr<Shifted> SolidStretch::shifted() const { return std::make_unique<ShiftedSolid>(*this); }

std::vector<Specimen> solid_stretch_specimens() {
  std::vector<Specimen> all;
  const auto add = [&](SolidLaw law, double poisson, bool inverted) {
    Specimen s;
    s.name = std::string(name(law)) + (inverted ? " solid, inside out" : " solid");
    s.rest.q.resize(15);
    s.rest.q << 0, 0, 0, 1, 0.1, 0, 0.2, 0.9, 0.1, 0.3, 0.2, 1.1, 0.9, 1, 0.8;
    const auto x = [&](int point) -> Vector3d { return s.rest.q.segment<3>(3 * point); };
    s.set_energy(
        std::make_shared<SolidStretch>(SolidMaterial{law, 2, poisson},
                                       std::vector<std::array<int, 12>>{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
                                                                        {3, 4, 5, 12, 13, 14, 6, 7, 8, 9, 10, 11}},
                                       std::vector<RestTetrahedron>{rest_tetrahedron({x(0), x(1), x(2), x(3)}),
                                                                    rest_tetrahedron({x(1), x(4), x(2), x(3)})}));
    if (inverted) {
      // Singular values of a mirror image are repeated and of both signs; these are apart, so that they may be shaken.
      for (int i = 0; i < 5; ++i) s.rest.q.segment<3>(3 * i).array() *= Vector3d(1.4, 1.1, -0.7).array();
      s.rest_is_zero = false;
    }
    s.layout = Layout::all_free(15, {points_block(0, 3, 5)});
    all.push_back(std::move(s));
  };
  for (const SolidLaw law :
       {SolidLaw::corotated, SolidLaw::st_venant_kirchhoff, SolidLaw::neo_hookean, SolidLaw::stable_neo_hookean}) {
    add(law, 0.3, false);
    if (law != SolidLaw::neo_hookean) add(law, 0.4, true);
  }
  return all;
}

}  // namespace plumb
