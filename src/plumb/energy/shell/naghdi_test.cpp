#include <plumb/energy/shell/naghdi.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <type_traits>
#include <utility>

#include <gtest/gtest.h>

#include <plumb/mechanics/assembly.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

template <class Element>
NaghdiRule own_rule() {
  if constexpr (std::is_same_v<Element, DirectorTriangle>) {
    return partly_reduced_triangle;
  } else {
    return reduced_quadrilateral;
  }
}

/// Some position and director of every point of a flat rest shape.
using Placed = std::function<std::pair<Vector3d, Vector3d>(const Vector3d& rest)>;

/// A flat plate, all free.
template <class Element>
struct Plate {
  DirectorMesh<Element> mesh;
  DirectorUnknowns unknowns;
  SheetMaterial material;
  int n_q;
  std::shared_ptr<const Directors> directors;
  State rest;
  Layout layout;
  std::shared_ptr<const NaghdiShell<Element>> energy;

  Plate(const DirectorMesh<Element>& m, const SheetMaterial& sheet)
      : mesh(m),
        unknowns(unknowns_in_a_row(m)),
        material(sheet),
        n_q(static_cast<int>(3 * unknowns.points.size() + 2 * unknowns.turns.size())),
        directors(std::make_shared<Directors>(unknowns.turns, 0)),
        layout(Layout::all_free(n_q, points_blocks(unknowns.points))) {
    layout.history = {{"director triads", true}};
    layout.carried = {directors};
    rest = placed([](const Vector3d& p) { return std::pair(p, Vector3d(Vector3d::UnitZ())); });
    energy = std::make_shared<NaghdiShell<Element>>(mesh, unknowns, directors, material, own_rule<Element>(), rest);
  }

  State placed(const Placed& place) const {
    State state;
    state.q = Eigen::VectorXd::Zero(n_q);
    state.history = {Eigen::VectorXd::Zero(9 * mesh.n_directors)};
    for (std::size_t i = 0; i < mesh.points.size(); ++i) {
      const auto [point, director] = place(mesh.points[i]);
      state.q.segment<3>(unknowns.points[i]) = point;
      if (mesh.director[i] < 0) continue;
      Eigen::Matrix3d triad;
      triad.col(2) = director.normalized();
      triad.col(0) = any_perpendicular(triad.col(2));
      triad.col(1) = triad.col(2).cross(triad.col(0));
      directors->set_triad(state, mesh.director[i], triad);
    }
    return state;
  }

  Potential evaluate(const State& state) const {
    Assembly assembly(layout, {energy});
    Potential potential(assembly.pattern());
    EXPECT_EQ(assembly.evaluate(state, {}, {true, true, true}, potential), Status::ok);
    return potential;
  }

  bool inside(const Vector3d& p, double length, double width) const {
    return p.x() > 1e-9 && p.x() < length - 1e-9 && std::abs(p.y()) < 0.5 * width - 1e-9;
  }
};

/// The rectangle [0, 1] x [-0.3, 0.3], with every inner corner moved out of line; sides stay straight.
template <class Element>
DirectorMesh<Element> distorted(bool shear_only = false) {
  DirectorMesh<Element> mesh = rectangle<Element>({0, 0.4, 0.7, 1}, {-0.3, 0.1, 0.3});
  if (shear_only) {
    for (Vector3d& p : mesh.points) p.x() += 0.4 * p.y();
    return mesh;
  }
  for (const auto& element : mesh.elements) {
    for (std::size_t a = 0; a < Element::kCorners; ++a) {
      Vector3d& p = mesh.points[static_cast<std::size_t>(element[a])];
      const bool moved = p.z() == 1;
      if (moved || p.x() == 0 || p.x() == 1 || std::abs(p.y()) == 0.3) continue;
      p += Vector3d(p.x() < 0.5 ? 0.07 : -0.05, p.x() < 0.5 ? -0.04 : 0.06, 1);
    }
  }
  for (Vector3d& p : mesh.points) p.z() = 0;
  for (const auto& element : mesh.elements) {
    const auto at = [&](std::size_t a) -> Vector3d& { return mesh.points[static_cast<std::size_t>(element[a])]; };
    for (std::size_t a = 0; a < Element::kCorners; ++a) {
      at(Element::kCorners + a) = 0.5 * (at(a) + at((a + 1) % Element::kCorners));
    }
    if constexpr (Element::kPoints == 7) at(6) = (at(0) + at(1) + at(2)) / 3;
  }
  return mesh;
}

constexpr SheetMaterial kSheet{1e-2, 100, 0.3};

template <class Element>
class Naghdi : public testing::Test {};
using BothElements = testing::Types<DirectorTriangle, DirectorQuadrilateral>;
TYPED_TEST_SUITE(Naghdi, BothElements);

TYPED_TEST(Naghdi, equals_its_duals_in_every_lane) {
  // A whole packet and a part of another; buffers of one element too.
  const Plate<TypeParam> plate(distorted<TypeParam>(), {0.1, 100, 0.3});
  const State state = plate.placed([](const Vector3d& p) {
    return std::pair(Vector3d(std::sin(p.x()), p.y() + 0.1 * p.x() * p.y(), std::cos(p.x()) + p.y() * p.y()),
                     Vector3d(std::sin(p.x()) + p.y(), -2 * p.y(), std::cos(p.x())));
  });
  const int n = std::min(7, plate.energy->n_elements()), k = plate.energy->stencil_size();
  ElementBuffer duals, closed, one;
  duals.resize(n, k);
  closed.resize(n, k);
  one.resize(1, k);
  ASSERT_EQ(plate.energy->evaluate_by_duals(state, {}, 0, n, {true, true, true}, duals), Status::ok);
  ASSERT_EQ(plate.energy->evaluate(state, {}, 0, n, {true, true, true}, closed), Status::ok);
  for (int e = 0; e < n; ++e) {
    double size = 0;
    for (int i = 0; i < closed.packed(); ++i) size = std::max(size, std::abs(duals.hessian(e, i)));
    for (int i = 0; i < closed.packed(); ++i) EXPECT_NEAR(closed.hessian(e, i), duals.hessian(e, i), 1e-12 * size);
    for (int i = 0; i < k; ++i) EXPECT_NEAR(closed.gradient(e, i), duals.gradient(e, i), 1e-12 * size);
    if (e % 4 != 0) continue;
    ASSERT_EQ(plate.energy->evaluate(state, {}, e, e + 1, {true, true, true}, one), Status::ok);
    EXPECT_EQ(one.value(0), closed.value(e));
    for (int i = 0; i < closed.packed(); ++i) EXPECT_EQ(one.hessian(0, i), closed.hessian(e, i));
  }
}

TYPED_TEST(Naghdi, a_distorted_plate_is_stretched_evenly) {
  const Plate<TypeParam> plate(distorted<TypeParam>(), kSheet);
  const double a = 0.02, b = -0.01, c = 0.015;  // x,1 = (1 + a, c, 0), x,2 = (0, 1 + b, 0)
  const State state = plate.placed([&](const Vector3d& p) {
    return std::pair(Vector3d((1 + a) * p.x(), c * p.x() + (1 + b) * p.y(), 0), Vector3d(Vector3d::UnitZ()));
  });
  const double e11 = 0.5 * ((1 + a) * (1 + a) + c * c - 1), e22 = 0.5 * ((1 + b) * (1 + b) - 1),
               twice_e12 = c * (1 + b), nu = kSheet.poisson;
  const double density = 0.5 * kSheet.young * kSheet.thickness / (1 - nu * nu) *
                         (e11 * e11 + e22 * e22 + 2 * nu * e11 * e22 + 0.5 * (1 - nu) * twice_e12 * twice_e12);
  const Potential potential = plate.evaluate(state);
  EXPECT_NEAR(potential.value / (0.6 * density), 1, 1e-11);
  for (std::size_t i = 0; i < plate.mesh.points.size(); ++i) {
    if (!plate.inside(plate.mesh.points[i], 1, 0.6)) continue;
    EXPECT_LT(potential.gradient.template segment<3>(plate.unknowns.points[i]).norm(),
              1e-13 * kSheet.young * kSheet.thickness);
  }
}

// The curvatures are small, so that a parabola is a bent plate. Eight nodes can be a parabola only on parallelograms.
TYPED_TEST(Naghdi, a_distorted_plate_is_bent_evenly) {
  constexpr bool quadrilaterals = TypeParam::kCorners == 4;
  const Plate<TypeParam> plate(distorted<TypeParam>(quadrilaterals), kSheet);
  const double k1 = 3e-5, k2 = -2e-5, k12 = 1e-5, nu = kSheet.poisson;
  const State state = plate.placed([=](const Vector3d& p) {
    const double x = p.x(), y = p.y();
    return std::pair(Vector3d(x, y, 0.5 * k1 * x * x + k12 * x * y + 0.5 * k2 * y * y),
                     Vector3d(-k1 * x - k12 * y, -k12 * x - k2 * y, 1));
  });
  const double density =
      0.5 * kSheet.bending_stiffness() * (k1 * k1 + k2 * k2 + 2 * nu * k1 * k2 + 2 * (1 - nu) * k12 * k12);
  EXPECT_NEAR(plate.evaluate(state).value / (0.6 * density), 1, 1e-4);
}

TYPED_TEST(Naghdi, shear_costs_five_sixths) {
  const Plate<TypeParam> plate(distorted<TypeParam>(), kSheet);
  const double gamma = 1e-3;
  const State state = plate.placed([gamma](const Vector3d& p) { return std::pair(p, Vector3d(gamma, 0, 1)); });
  const double shear_modulus = kSheet.young / (2 * (1 + kSheet.poisson));
  const double density = 0.5 * 5.0 / 6 * shear_modulus * kSheet.thickness * gamma * gamma;
  EXPECT_NEAR(plate.evaluate(state).value / (0.6 * density), 1, 1e-5);
}

TYPED_TEST(Naghdi, only_rigid_motions_cost_nothing) {
  const Plate<TypeParam> plate(distorted<TypeParam>(), {0.05, 100, 0.3});
  const Eigen::VectorXd values =
      plate.evaluate(plate.rest).hessian.dense().template selfadjointView<Eigen::Lower>().eigenvalues();
  const double largest = values.maxCoeff();
  EXPECT_LT(values.head(6).cwiseAbs().maxCoeff(), 1e-12 * largest);
  EXPECT_GT(values[6], 1e-7 * largest);
}

TYPED_TEST(Naghdi, directors_that_turn_too_far_in_an_element_are_outside_its_domain) {
  const Plate<TypeParam> plate(rectangle<TypeParam>({0, 1}, {-0.5, 0.5}), kSheet);
  const State state = plate.placed([](const Vector3d& p) {
    const double angle = 2 * std::numbers::pi * p.x();
    return std::pair(p, Vector3d(std::sin(angle), 0, std::cos(angle)));
  });
  ElementBuffer buffer;
  const int n = plate.energy->n_elements();
  buffer.resize(n, plate.energy->stencil_size());
  EXPECT_EQ(plate.energy->evaluate(state, {}, 0, n, {.value = true}, buffer), Status::outside_domain);
  EXPECT_EQ(plate.energy->evaluate_by_duals(state, {}, 0, n, {.value = true}, buffer), Status::outside_domain);
}

}  // namespace
}  // namespace plumb
