// The closed forms of membranes and hinges: what they lose is what their strains, differentiated along the motion, tell.

#include <plumb/dissipation/shell_damping.h>

#include <random>

#include <gtest/gtest.h>

#include <plumb/energy/shell/shell_mesh_for_test.h>

namespace plumb {
namespace {

constexpr double kRelaxation = 0.3;

/// A crumpled sheet that moves at random; its triangles and hinges are no multiple of four.
class MovingSheet {
 public:
  explicit MovingSheet(unsigned seed) : sheet_(3, TestPattern::crossed, 0.2), state_(crumpled(sheet_, 0.3, seed)) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    state_.v = Eigen::VectorXd::NullaryExpr(state_.q.size(), [&](Eigen::Index) { return uniform(random); });
    for (const TestSheet::Triangle& t : sheet_.triangles) add(t);
    triangles.pop_back();
    triangle_stencils.pop_back();
  }

  const State& state() const { return state_; }
  State with_rates(const Eigen::VectorXd& v) const {
    State other = state_;
    other.v = v;
    return other;
  }
  /// Returns the rates of the sheet as it turns and goes on without bending.
  Eigen::VectorXd rigid_rates() const {
    Eigen::VectorXd v = Eigen::VectorXd::Zero(state_.q.size());
    for (int i = 0; i < sheet_.n_nodes(); ++i) {
      v.segment<3>(3 * i) = Eigen::Vector3d(1, 2, -1) + Eigen::Vector3d(0.5, -2, 3).cross(x(i, 0));
    }
    return v;
  }

  /// Returns what is lost, W, from strains a short while before and after.
  double lost_by_membranes() const {
    double lost = 0;
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      const auto form = [&](double time) {
        const auto& dofs = triangle_stencils[t];
        const TriangleForm<double> a =
            first_form<double>(x(dofs[0] / 3, time), x(dofs[3] / 3, time), x(dofs[6] / 3, time));
        return Eigen::Vector3d(a.e11, a.e12, a.e22);
      };
      const Eigen::Vector3d rate = (form(kShort) - form(-kShort)) / (2 * kShort);
      const SheetMaterial& material = triangles[t].material;
      const TriangleForm<double>& rest = triangles[t].rest;
      const Eigen::Matrix3d stiffness = area(rest) * material.thickness / 4 * plane_stress(material, rest);
      lost += 0.5 * kRelaxation * rate.dot(stiffness * rate);
    }
    return lost;
  }
  double lost_by_hinges() const {
    double lost = 0;
    for (std::size_t h = 0; h < laws.size(); ++h) {
      const auto angle = [&](double time) {
        const auto& dofs = hinge_stencils[h];
        double theta = 0;
        EXPECT_TRUE(hinge_angle<double>(x(dofs[0] / 3, time), x(dofs[3] / 3, time), x(dofs[6] / 3, time),
                                        x(dofs[9] / 3, time), theta));
        return theta;
      };
      const double rate = (angle(kShort) - angle(-kShort)) / (2 * kShort);
      lost += 0.5 * kRelaxation * laws[h].stiffness * rate * rate;
    }
    return lost;
  }

  std::vector<std::array<int, 9>> triangle_stencils;
  std::vector<MembraneTriangle> triangles;
  std::vector<std::array<int, 12>> hinge_stencils;
  std::vector<HingeLaw> laws;

 private:
  static constexpr double kShort = 1e-6;  // s

  Eigen::Vector3d x(int node, double time) const {
    return state_.q.segment<3>(3 * node) + time * state_.v.segment<3>(3 * node);
  }

  void add(const TestSheet::Triangle& t) {
    auto& dofs = triangle_stencils.emplace_back();
    for (unsigned k = 0; k < 9; ++k) dofs[k] = 3 * t.corner[k / 3] + static_cast<int>(k % 3);
    const double poisson = 0.1 + 0.02 * static_cast<double>(triangles.size());
    triangles.push_back({{0.1, 10, poisson},
                         first_form<double>(sheet_.at(t.corner[0]), sheet_.at(t.corner[1]), sheet_.at(t.corner[2]))});
    for (std::size_t i = 0; i < 3; ++i) {
      if (t.far[i] < 0 || t.sign[i] < 0) continue;
      const std::array<int, 4> nodes{t.corner[i], t.corner[(i + 1) % 3], t.corner[(i + 2) % 3], t.far[i]};
      auto& four = hinge_stencils.emplace_back();
      for (unsigned k = 0; k < 12; ++k) four[k] = 3 * nodes[k / 3] + static_cast<int>(k % 3);
      laws.push_back({1 + 0.1 * static_cast<double>(laws.size()), 0.2});
    }
  }

  TestSheet sheet_;
  State state_;
};

std::vector<std::shared_ptr<const Dissipation>> dampings(const MovingSheet& of) {
  return {membrane_damping(of.triangle_stencils, of.triangles, kRelaxation),
          hinge_damping(of.hinge_stencils, of.laws, kRelaxation)};
}

TEST(ShellDamping, loses_what_the_rates_of_its_strains_tell) {
  for (unsigned seed = 1; seed < 5; ++seed) {
    const MovingSheet sheet(seed);
    const auto all = dampings(sheet);
    ASSERT_NE(all[0]->n_elements() % ElementBuffer::kLanes, 0);
    ASSERT_NE(all[1]->n_elements() % ElementBuffer::kLanes, 0);
    EXPECT_NEAR(energy_of(*all[0], sheet.state()) / sheet.lost_by_membranes(), 1, 1e-7);
    EXPECT_NEAR(energy_of(*all[1], sheet.state()) / sheet.lost_by_hinges(), 1, 1e-7);
  }
}

TEST(ShellDamping, is_quadratic_in_the_rates) {
  const MovingSheet sheet(7);
  for (const auto& damping : dampings(sheet)) {
    ElementBuffer here = evaluated(*damping, sheet.state());
    for (int e = 0; e < damping->n_elements(); ++e) {
      const auto at = damping->stencil(e);
      double power = 0;
      for (int i = 0; i < damping->stencil_size(); ++i) {
        double force = 0;
        for (int j = 0; j < damping->stencil_size(); ++j) {
          const int entry = ElementBuffer::packed_index(std::max(i, j), std::min(i, j));
          force += here.hessian(e, entry) * sheet.state().v[at[static_cast<std::size_t>(j)]];
        }
        EXPECT_NEAR(here.gradient(e, i), force, 1e-12 * (1 + std::abs(force)));
        power += force * sheet.state().v[at[static_cast<std::size_t>(i)]];
      }
      EXPECT_NEAR(here.value(e), 0.5 * power, 1e-12 * (1 + power));
    }
  }
}

TEST(ShellDamping, does_not_resist_rigid_motion) {
  const MovingSheet sheet(3);
  const State rigid = sheet.with_rates(sheet.rigid_rates());
  for (const auto& damping : dampings(sheet)) {
    ElementBuffer there = evaluated(*damping, rigid), here = evaluated(*damping, sheet.state());
    for (int e = 0; e < damping->n_elements(); ++e) {
      for (int i = 0; i < damping->stencil_size(); ++i) {
        EXPECT_NEAR(there.gradient(e, i), 0, 1e-11 * (1 + std::sqrt(here.hessian(e, 0))));
      }
    }
  }
}

TEST(ShellDamping, an_element_has_the_same_bits_in_any_company) {
  const MovingSheet sheet(5);
  const auto all = dampings(sheet);
  std::vector<std::shared_ptr<const Dissipation>> kept;
  expect_same_bits_in_any_company(*all[0], sheet.state(), [&](int e) -> const Dissipation& {
    const auto i = static_cast<std::size_t>(e);
    kept.push_back(membrane_damping({sheet.triangle_stencils[i]}, {sheet.triangles[i]}, kRelaxation));
    return *kept.back();
  });
  expect_same_bits_in_any_company(*all[1], sheet.state(), [&](int e) -> const Dissipation& {
    const auto i = static_cast<std::size_t>(e);
    kept.push_back(hinge_damping({sheet.hinge_stencils[i]}, {sheet.laws[i]}, kRelaxation));
    return *kept.back();
  });
}

TEST(ShellDamping, a_folded_hinge_is_outside_the_domain) {
  State state;
  state.q.resize(9);
  state.q << 0, 1, 0, 0, 0, 0, 1, 0, 0;
  state.v = Eigen::VectorXd::Zero(9);
  const auto folded = hinge_damping({{0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2}}, {{1, 0}}, kRelaxation);
  ElementBuffer out;
  out.resize(1, 12);
  EXPECT_EQ(folded->evaluate(state, {}, 0, 1, {.gradient = true}, out), Status::outside_domain);
}

}  // namespace
}  // namespace plumb
