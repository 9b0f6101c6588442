#include <plumb/energy/shell/koiter_bending.h>

#include <algorithm>

#include <gtest/gtest.h>

#include <plumb/core/parallel.h>
#include <plumb/energy/shell/shell_mesh_for_test.h>
#include <plumb/mechanics/assembly.h>

namespace plumb {
namespace {

const SheetMaterial kMaterial{0.01, 1e6, 0.3};

struct Formulation {
  std::string name;
  EdgeBend kind;
  bool directors;
};
const std::vector<Formulation> kWithDirectors{
    {"sin", EdgeBend::sin, true}, {"tan", EdgeBend::tan, true}, {"angle", EdgeBend::angle, true}};
const Formulation kAverage{"average", EdgeBend::sin, false};
constexpr auto kPatterns = {TestPattern::right, TestPattern::crossed, TestPattern::equilateral};

bool inside(const TestSheet::Triangle& triangle) { return triangle.inside(); }

/// Energy of the triangles away from the boundary, over that of a plate with D (xx^2 + yy^2 + 2 nu xx yy
/// + 2 (1 - nu) xy^2) / 2 per area.
double ratio(const TestSheet& sheet, const Formulation& f, const TestSurface& surface, double xx, double yy,
             double xy) {
  double area = 0;
  for (const auto& t : sheet.triangles) area += inside(t) ? sheet.area(t) : 0;
  const double nu = kMaterial.poisson, d = kMaterial.bending_stiffness();
  const double density = 0.5 * d * (xx * xx + yy * yy + 2 * nu * xx * yy + 2 * (1 - nu) * xy * xy);
  return energy_of(sheet.bending(f.kind, f.directors, kMaterial, inside), on_surface(sheet, surface)) /
         (area * density);
}

constexpr double kSmall = 1e-3;
double of_cylinder(const TestSheet& sheet, const Formulation& f) {
  const double angle = 0.4, c = std::cos(angle), s = std::sin(angle);
  return ratio(sheet, f, cylinder(kSmall, angle), kSmall * c * c, kSmall * s * s, kSmall * c * s);
}
double of_saddle(const TestSheet& sheet, const Formulation& f) {
  return ratio(sheet, f, quadratic_surface(kSmall, -kSmall, 0), kSmall, -kSmall, 0);
}
double of_twist(const TestSheet& sheet, const Formulation& f) {
  return ratio(sheet, f, quadratic_surface(0, 0, kSmall), 0, 0, kSmall);
}

TEST(KoiterBending, WithDirectorsConstantCurvatureCostsWhatThePlateDoesOnAnyMesh) {
  for (const TestPattern pattern : kPatterns) {
    for (const double jitter : {0.0, 0.3}) {
      const TestSheet sheet(6, pattern, jitter);
      for (const Formulation& f : kWithDirectors) {
        EXPECT_NEAR(of_cylinder(sheet, f), 1, 1e-5) << f.name;
        EXPECT_NEAR(of_saddle(sheet, f), 1, 1e-5) << f.name;
        EXPECT_NEAR(of_twist(sheet, f), 1, 1e-5) << f.name;
      }
    }
  }
}

TEST(KoiterBending, AverageIsRightOnMeshesOfEqualTrianglesOnly) {
  for (const TestPattern pattern : {TestPattern::right, TestPattern::equilateral}) {
    const TestSheet sheet(6, pattern);
    EXPECT_NEAR(of_cylinder(sheet, kAverage), 1, 1e-5);
    EXPECT_NEAR(of_saddle(sheet, kAverage), 1, 1e-5);
    EXPECT_NEAR(of_twist(sheet, kAverage), 1, 1e-5);
  }
  // Alternating diagonals: too stiff in twist by 2 / (1 - nu), at any resolution.
  for (const int n : {8, 16}) {
    EXPECT_NEAR(of_twist(TestSheet(n, TestPattern::crossed), kAverage), 2 / (1 - kMaterial.poisson), 1e-3);
    for (const TestPattern pattern : kPatterns) {
      const TestSheet irregular(n, pattern, 0.3);
      EXPECT_GT(of_cylinder(irregular, kAverage), 1.05);
      EXPECT_GT(of_saddle(irregular, kAverage), 1.05);
    }
  }
}

TEST(KoiterBending, AStronglyRolledSheetConvergesAtSecondOrder) {
  const double kappa = 2, angle = 0.4, c = std::cos(angle), s = std::sin(angle);
  for (const Formulation& f : kWithDirectors) {
    const auto error = [&](int n) {
      return std::abs(ratio(TestSheet(n, TestPattern::right, 0.2), f, cylinder(kappa, angle), kappa * c * c,
                            kappa * s * s, kappa * c * s) -
                      1);
    };
    EXPECT_LT(error(32), 0.002) << f.name;
    EXPECT_GT(error(8) / error(32), 9) << f.name;
  }
}

TEST(KoiterBending, UnderConstantCurvatureNoInteriorNodeOrDirectorFeelsAForce) {
  const TestSheet sheet(6, TestPattern::right, 0.3);
  const State state = on_surface(sheet, quadratic_surface(kSmall, -0.5 * kSmall, 0.3 * kSmall));
  std::vector<bool> held(static_cast<std::size_t>(sheet.n_q()), false);
  for (int i = 0; i < 3 * sheet.n_nodes(); ++i) {
    held[static_cast<std::size_t>(i)] = sheet.on_boundary[static_cast<std::size_t>(i / 3)];
  }
  // The moment at a boundary turns the normal there: its director, and the corner that carries the normal along.
  for (const auto& t : sheet.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (t.far[i] >= 0) continue;
      held[static_cast<std::size_t>(3 * sheet.n_nodes() + t.edge[i])] = true;
      for (int a = 0; a < 3; ++a) held[static_cast<std::size_t>(3 * t.corner[i] + a)] = true;
    }
  }
  for (const Formulation& f : kWithDirectors) {
    Assembly assembly(Layout::all_free(sheet.n_q()),
                      {std::make_shared<KoiterBending>(sheet.bending(f.kind, true, kMaterial))});
    Potential potential(assembly.pattern());
    ASSERT_EQ(assembly.evaluate(state, {}, {true, true, false}, potential), Status::ok);
    const double nodes = potential.magnitude.head(3 * sheet.n_nodes()).maxCoeff();
    const double directors = potential.magnitude.tail(sheet.n_edges).maxCoeff();
    for (int i = 0; i < sheet.n_q(); ++i) {
      if (held[static_cast<std::size_t>(i)]) continue;
      EXPECT_LT(std::abs(potential.gradient[i]), 1e-5 * (i < 3 * sheet.n_nodes() ? nodes : directors)) << f.name << i;
    }
  }
}

TEST(KoiterBending, EqualsItsDualsWhenBentFar) {
  const TestSheet sheet(3, TestPattern::crossed);
  for (const double size : {0.0, 1e-7, 0.2, 0.35}) {
    const State state = crumpled(sheet, size);
    for (const Formulation& f : kWithDirectors) expect_duals(sheet.bending(f.kind, true, kMaterial), state, 1e-12);
    expect_duals(sheet.bending(kAverage.kind, false, kMaterial), state, 1e-12);
  }
}

TEST(KoiterBending, ATriangleGivesTheSameBitsInAnyCompanyAndWhateverElseIsWanted) {
  const TestSheet sheet(3, TestPattern::right, 0.2);
  const State state = crumpled(sheet, 0.2);
  for (const Formulation& f : kWithDirectors) {
    expect_same_bits_in_any_company(sheet.bending(f.kind, true, kMaterial), state, [&](int e) {
      const TestSheet::Triangle* only = &sheet.triangles[static_cast<std::size_t>(e)];
      return sheet.bending(f.kind, true, kMaterial, [only](const auto& t) { return &t == only; });
    });
  }
}

TEST(KoiterBending, PlacesWithoutNeighbourOrDirectorHoldExactZerosAndTheAssemblyDoesNotSeeThem) {
  const TestSheet sheet(7, TestPattern::right, 0.2);
  const State state = crumpled(sheet, 0.2);
  const auto energy = std::make_shared<KoiterBending>(sheet.bending(kAverage.kind, false, kMaterial));
  ElementBuffer buffer = evaluated(*energy, state);
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(sheet.n_q(), sheet.n_q());
  for (int e = 0; e < energy->n_elements(); ++e) {
    const auto& t = sheet.triangles[static_cast<std::size_t>(e)];
    for (int i = 0; i < 21; ++i) {
      const bool empty = i >= 18 || (i >= 9 && t.far[static_cast<std::size_t>(i / 3 - 3)] < 0);
      EXPECT_TRUE(!empty || buffer.gradient(e, i) == 0);
      for (int j = 0; j < 21; ++j) {
        const double h = buffer.hessian(e, ElementBuffer::packed_index(std::max(i, j), std::min(i, j)));
        EXPECT_TRUE(!empty || h == 0);
        sum(energy->stencil(e)[static_cast<std::size_t>(i)], energy->stencil(e)[static_cast<std::size_t>(j)]) += h;
      }
    }
  }
  for (const int n : {1, 3}) {
    set_threads(n);
    Assembly assembly(Layout::all_free(sheet.n_q()), {energy});
    Potential potential(assembly.pattern());
    EXPECT_EQ(assembly.evaluate(state, {}, {true, true, true}, potential), Status::ok);
    EXPECT_LT((potential.hessian.dense() - sum).cwiseAbs().maxCoeff(), 1e-13 * sum.cwiseAbs().maxCoeff());
  }
  set_threads(1);
}

TEST(KoiterBending, OutsideTheDomainItSaysSoInEveryLane) {
  const TestSheet sheet(2, TestPattern::right);
  const auto status = [&](EdgeBend kind, const State& state, bool duals) {
    const KoiterBending energy = sheet.bending(kind, true, kMaterial);
    ElementBuffer buffer;
    buffer.resize(energy.n_elements(), 21);
    const Want all{true, true, true};
    return duals ? energy.evaluate_by_duals(state, {}, 0, energy.n_elements(), all, buffer)
                 : energy.evaluate(state, {}, 0, energy.n_elements(), all, buffer);
  };
  for (const bool duals : {false, true}) {
    for (int edge = 0; edge < sheet.n_edges; ++edge) {
      State turned = crumpled(sheet, 0);
      turned.q[3 * sheet.n_nodes() + edge] = -1.5707;
      EXPECT_EQ(status(EdgeBend::tan, turned, duals), Status::outside_domain) << edge;
      EXPECT_EQ(status(EdgeBend::sin, turned, duals), Status::ok);
      EXPECT_EQ(status(EdgeBend::angle, turned, duals), Status::ok);
      turned.q[3 * sheet.n_nodes() + edge] = std::nan("");
      EXPECT_EQ(status(EdgeBend::sin, turned, duals), Status::outside_domain);
    }
    for (int node = 0; node + 1 < sheet.n_nodes(); ++node) {
      if (node % 3 == 2) continue;
      State collapsed = crumpled(sheet, 0);
      collapsed.q.segment<3>(3 * node) = sheet.at(node + 1);
      EXPECT_EQ(status(EdgeBend::angle, collapsed, duals), Status::outside_domain) << node;
    }
    State folded = crumpled(sheet, 0);
    const auto& t = sheet.triangles;
    const auto hinged = std::find_if(t.begin(), t.end(), [](const auto& u) { return u.far[0] >= 0; });
    ASSERT_NE(hinged, t.end());
    folded.q.segment<3>(3 * hinged->far[0]) = folded.q.segment<3>(3 * hinged->corner[0]);
    EXPECT_EQ(status(EdgeBend::angle, folded, duals), Status::outside_domain);
  }
}

TEST(KoiterBending, TheSecondFormOfAShapeSeesItsDirectorsAndRefusesAFold) {
  const std::array<Eigen::Vector3d, 3> x{Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(1, 0, 0.1),
                                         Eigen::Vector3d(0, 1, 0)};
  const std::array<Eigen::Vector3d, 3> far{Eigen::Vector3d(1, 1, 0.5), Eigen::Vector3d(-1, 1, 0.2), x[2]};
  const auto b = second_form(EdgeBend::tan, x, far, {0.1, 0, 0.2}, {true, true, false}, {1, -1, 1});
  // The boundary edge bends by its director alone: II_2 = 2 h tan(0.2), and h is 1 here.
  EXPECT_NEAR(edge_bends(b)[2], 2 * std::tan(0.2), 1e-15);
  EXPECT_THROW(second_form(EdgeBend::tan, x, x, {0, 0, 0}, {true, true, true}, {1, 1, 1}), UserError);
}

}  // namespace
}  // namespace plumb
