// Rods and beams that are joined to one model, against numbers. Everything lies in the plane of x and y; out of it the
// members are a hundred times stiffer.

#include <cmath>
#include <cstdio>
#include <numbers>

#include <gtest/gtest.h>

#include <plumb/model/elastic_rod/rod_joint.h>
#include <plumb/model/elastic_rod/rod_view.h>
#include <plumb/model/exact_beam/exact_beam.h>
#include <plumb/solve/arc_length.h>
#include <plumb/solve/critical_load.h>

namespace plumb {
namespace {

using Eigen::Vector3d;
using std::numbers::pi;

constexpr double kOutOfPlane = 100;

/// EI = 1; stretch: EA.
RodStiffness unit_stiffness(double stretch) { return {stretch, 1, kOutOfPlane, kOutOfPlane, 1, 1e-3}; }

/// A straight rod between two points.
RodParts add_member(ModelBuilder& builder, const Vector3d& from, const Vector3d& to, int n, double stretch,
                    const SharedNodes& shared = {}, const std::vector<double>& loaded = {}) {
  const double length = (to - from).norm();
  RodSpec spec;
  for (int i = 0; i <= n; ++i) spec.nodes.push_back(length * i / n);
  spec.stiffness = unit_stiffness(stretch);
  spec.loaded = loaded;
  const Vector3d tangent = (to - from) / length;
  const Pose start{from + 0.5 * length / n * tangent, tangent, Vector3d::UnitZ().cross(tangent)};
  return add_elastic_rod(builder, spec, start, shared);
}

/// Holds an end of a rod, as a clamp or a hinge about z.
void stand(ModelBuilder& builder, const RodParts& rod, RodEnd end, Fitting::Kind kind) {
  const RodJoint foot = add_joint(builder, rod.node(end == RodEnd::start ? 0 : rod.n_edges()));
  seat(builder, foot, rod, end, {.kind = kind});
  hold(builder, foot);
}

/// The same for beams, whose nodes have rotations.
BeamParts add_beam(ModelBuilder& builder, const Vector3d& from, const Vector3d& to, int n, double stretch,
                   const SharedBeamNodes& shared = {}, const std::vector<double>& loaded = {}) {
  BeamSpec spec;
  const double length = (to - from).norm();
  spec.lengths.assign(static_cast<std::size_t>(n), length / n);
  spec.stretch = stretch;
  spec.shear = 1e8;
  spec.bend_1 = 1;
  spec.bend_2 = spec.twist = kOutOfPlane;
  spec.mass_per_length = 1;
  spec.clamped_nodes = {};
  spec.loaded = loaded;
  const Vector3d tangent = (to - from) / length;
  return add_exact_beam(builder, spec, {from, tangent, Vector3d::UnitZ().cross(tangent)}, shared);
}

void stand(ModelBuilder& builder, const BeamParts& beam, int node, Fitting::Kind kind) {
  const auto [x, turn] = beam.node(node);
  std::vector<int> held{x, x + 1, x + 2, turn, turn + 1};
  if (kind == Fitting::Kind::rigid) held.push_back(turn + 2);
  builder.fix(held);
}

double bisected(const std::function<double(double)>& f, double low, double high) {
  const bool rises = f(high) > 0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    ((f(middle) > 0) == rises ? high : low) = middle;
  }
  return low;
}

// Two columns and a beam, all of the same length and stiffness, pressed at both corners.
enum class Sway { free, held };

Model portal_of_rods(Fitting::Kind feet, Sway sway) {
  constexpr int n = 50;
  constexpr double stretch = 1e6;  // r/L = 1e-3
  ModelBuilder builder;
  const RodParts left = add_member(builder, {0, 0, 0}, {0, 1, 0}, n, stretch, {}, {1.0});
  const RodParts right = add_member(builder, {1, 0, 0}, {1, 1, 0}, n, stretch, {}, {1.0});
  const RodParts beam = add_member(builder, {0, 1, 0}, {1, 1, 0}, n, stretch, {{0, left.node(n)}, {n, right.node(n)}});
  for (const auto& [column, end] : {std::pair(&left, RodEnd::start), std::pair(&right, RodEnd::end)}) {
    const RodJoint corner = add_joint(builder, column->node(n));
    seat(builder, corner, *column, RodEnd::end);
    seat(builder, corner, beam, end);
    stand(builder, *column, RodEnd::start, feet);
    if (sway == Sway::held) builder.fix({column->node(n)});
  }
  return builder.finish();
}

Model portal_of_beams(Fitting::Kind feet, Sway sway) {
  constexpr int n = 12;
  constexpr double stretch = 1e6;
  ModelBuilder builder;
  const BeamParts left = add_beam(builder, {0, 0, 0}, {0, 1, 0}, n, stretch, {}, {1.0});
  const BeamParts right = add_beam(builder, {1, 0, 0}, {1, 1, 0}, n, stretch, {}, {1.0});
  add_beam(builder, {0, 1, 0}, {1, 1, 0}, n, stretch, {{0, left.node(2 * n)}, {2 * n, right.node(2 * n)}});
  for (const BeamParts* column : {&left, &right}) {
    stand(builder, *column, 0, feet);
    if (sway == Sway::held) builder.fix({column->node(2 * n).x});
  }
  return builder.finish();
}

double buckles_at(const Model& model) {
  constexpr double largest = 60;
  Loads to = model.initial.loads;
  for (Wrench& corner : to.wrenches) corner.force = {0, -largest, 0};
  const CriticalLoad found = critical_load(model, model.initial, model.initial.loads, to, 1e-5);
  EXPECT_EQ(found.status, Status::ok);
  return found.fraction * largest;
}

TEST(PortalFrame, buckles_where_slope_deflection_says) {
  // The stiffness of a column against turning of its top, over EI/L, at P = u^2 EI/L^2: with a fixed foot and with a
  // hinged one. The beam, bent symmetrically, resists by 2.
  const auto fixed = [](double u) {
    return u * (std::sin(u) - u * std::cos(u)) / (2 - 2 * std::cos(u) - u * std::sin(u));
  };
  const auto hinged = [](double u) { return u * u * std::sin(u) / (std::sin(u) - u * std::cos(u)); };
  struct Case {
    Fitting::Kind feet;
    Sway sway;
    double u;
  };
  for (const Case& c :
       {Case{Fitting::Kind::rigid, Sway::free, bisected([](double u) { return u / std::tan(u) + 6; }, 2, 3)},
        Case{Fitting::Kind::hinge, Sway::free, bisected([](double u) { return u * std::tan(u) - 6; }, 1, 1.5)},
        Case{Fitting::Kind::rigid, Sway::held, bisected([&](double u) { return fixed(u) + 2; }, pi, 6)},
        Case{Fitting::Kind::hinge, Sway::held, bisected([&](double u) { return hinged(u) + 2; }, 3, 4.4)}}) {
    const double expected = c.u * c.u;
    const double rods = buckles_at(portal_of_rods(c.feet, c.sway)), beams = buckles_at(portal_of_beams(c.feet, c.sway));
    std::printf("portal, %s feet, %s: %.4f EI/L^2; rods %.4f, beams %.4f\n",
                c.feet == Fitting::Kind::rigid ? "fixed" : "hinged", c.sway == Sway::free ? "sways" : "held", expected,
                rods, beams);
    EXPECT_NEAR(rods / expected, 1, 1e-3);
    EXPECT_NEAR(beams / expected, 1, 1e-3);
  }
  EXPECT_NEAR(std::pow(bisected([](double u) { return u / std::tan(u) + 6; }, 2, 3), 2), 7.379, 1e-3);
  EXPECT_NEAR(std::pow(bisected([](double u) { return u * std::tan(u) - 6; }, 1, 1.5), 2), 1.821, 1e-3);
}

// Lee, Manuel and Rossow 1968: a column and a beam of equal length, hinged at their far ends, pushed down at a fifth of
// the beam. A = 6 cm^2, I = 2 cm^4, L = 120 cm.
constexpr double kLeeStretch = 6.0 / 2 * 120 * 120;

Model lee_of_rods(int n) {
  ModelBuilder builder;
  const RodParts column = add_member(builder, {0, 0, 0}, {0, 1, 0}, n, kLeeStretch);
  const RodParts beam = add_member(builder, {0, 1, 0}, {1, 1, 0}, n, kLeeStretch, {{0, column.node(n)}}, {0.2});
  const RodJoint corner = add_joint(builder, column.node(n));
  seat(builder, corner, column, RodEnd::end);
  seat(builder, corner, beam, RodEnd::start);
  stand(builder, column, RodEnd::start, Fitting::Kind::hinge);
  stand(builder, beam, RodEnd::end, Fitting::Kind::hinge);
  return builder.finish();
}

Model lee_of_beams(int n) {
  ModelBuilder builder;
  const BeamParts column = add_beam(builder, {0, 0, 0}, {0, 1, 0}, n, kLeeStretch);
  const BeamParts beam = add_beam(builder, {0, 1, 0}, {1, 1, 0}, n, kLeeStretch, {{0, column.node(2 * n)}}, {0.2});
  stand(builder, column, 0, Fitting::Kind::hinge);
  stand(builder, beam, 2 * n, Fitting::Kind::hinge);
  return builder.finish();
}

/// The loads, in EI/L^2, at which the path turns: it rises to the first and falls to the second.
std::vector<double> turning_loads(const Model& model, double load, int n_limits) {
  ArcLength path(model, {.longest_step = 0.05});
  Loads to = model.initial.loads;
  to.wrenches[0].force = {0, -load, 0};
  State state = model.initial;
  std::vector<double> found;
  for (int i = 0; i < 400 && static_cast<int>(found.size()) < n_limits; ++i) {
    const PathOutcome outcome = path.advance_steps(state, model.initial.loads, to, 1);
    EXPECT_EQ(outcome.status, Status::ok);
    if (outcome.status != Status::ok) break;
    for (const LimitPoint& limit : outcome.limits) found.push_back(limit.fraction * load);
  }
  return found;
}

TEST(LeesFrame, has_its_limit_and_the_path_beyond) {
  const auto rods = turning_loads(lee_of_rods(100), 20, 2), beams = turning_loads(lee_of_beams(20), 20, 2);
  ASSERT_EQ(rods.size(), 2u);
  ASSERT_EQ(beams.size(), 2u);
  std::printf("Lee's frame, EI/L^2: rods %.3f, then %.3f; beams %.3f, then %.3f\n", rods[0], rods[1], beams[0],
              beams[1]);
  EXPECT_NEAR(rods[0], 18.55, 0.03);
  EXPECT_NEAR(beams[0], 18.55, 0.03);
  EXPECT_LT(rods[1], 0);
  EXPECT_NEAR(rods[1] / beams[1], 1, 5e-3);
}

// Williams 1964: two members clamped at their feet meet at a low apex. Half of it by shooting on the elastica with
// stretch: the foot's horizontal force and moment are sought such that the apex stays in the middle and does not turn.
struct Toggle {
  double span = 12.943, rise = 0.386, bend = 9.27e3, stretch = 1.885e6;  // inches and pounds
  double length() const { return std::hypot(span, rise); }
  double slope() const { return std::atan2(rise, span); }
};

/// The height of the apex under half a load V on one member, by Newton's method from a guess of (H, M) at the foot.
struct Apex {
  double x, y, turn;
};
Apex integrated(const Toggle& t, double v, double h, double m) {
  constexpr int kSteps = 2000;
  const double ds = t.length() / kSteps;
  // x, y, angle, moment; h and v are what the foot pushes with.
  using Y = Eigen::Vector4d;
  const auto rate = [&](const Y& y) -> Y {
    const double c = std::cos(y[2]), s = std::sin(y[2]), e = 1 - (h * c + v * s) / t.stretch;
    return {e * c, e * s, y[3] / t.bend, e * (v * c - h * s)};
  };
  Y y(0, 0, t.slope(), m);
  for (int i = 0; i < kSteps; ++i) {
    const Y a = rate(y), b = rate(y + 0.5 * ds * a), c = rate(y + 0.5 * ds * b), d = rate(y + ds * c);
    y += ds / 6 * (a + 2 * b + 2 * c + d);
  }
  return {y[0], y[1], y[2]};
}

double apex_height(const Toggle& t, double v, Eigen::Vector2d& foot) {
  for (int i = 0; i < 50; ++i) {
    const Apex at = integrated(t, v, foot[0], foot[1]);
    const Eigen::Vector2d off(at.x - t.span, at.turn - t.slope());
    Eigen::Matrix2d slope;
    for (int k = 0; k < 2; ++k) {
      const double step = 1e-6 * std::max(1.0, std::abs(foot[k]));
      Eigen::Vector2d moved = foot;
      moved[k] += step;
      const Apex there = integrated(t, v, moved[0], moved[1]);
      slope.col(k) = Eigen::Vector2d(there.x - at.x, there.turn - at.turn) / step;
    }
    foot -= slope.partialPivLu().solve(off);
    if (off.norm() < 1e-12) return at.y;
  }
  return NAN;
}

TEST(WilliamsToggle, gives_way_as_the_elastica_says) {
  const Toggle t;
  constexpr int n = 60;
  ModelBuilder builder;
  // In units of the member's own stiffness: EI = 1 and inches.
  const auto stretch = t.stretch / t.bend;
  const Vector3d apex(t.span, t.rise, 0);
  const RodParts left = add_member(builder, {0, 0, 0}, apex, n, stretch, {}, {t.length()});
  const RodParts right = add_member(builder, apex, {2 * t.span, 0, 0}, n, stretch, {{0, left.node(n)}});
  const RodJoint joint = add_joint(builder, left.node(n));
  seat(builder, joint, left, RodEnd::end);
  seat(builder, joint, right, RodEnd::start);
  stand(builder, left, RodEnd::start, Fitting::Kind::rigid);
  stand(builder, right, RodEnd::end, Fitting::Kind::rigid);
  const Model model = builder.finish();

  EquilibriumSolver solver(model);
  State state = model.initial;
  Eigen::Vector2d foot(0, 0);
  for (const double load : {5.0, 10.0, 20.0, 30.0}) {  // pounds
    Loads loads = model.initial.loads;
    loads.wrenches[0].force = {0, -load / t.bend, 0};
    ASSERT_EQ(solver.solve(state, loads).status, Status::ok) << load;
    const double fallen = t.rise - state.q[left.node(n) + 1];
    const double expected = t.rise - apex_height(t, 0.5 * load, foot);
    std::printf("toggle, %g lb: apex down by %.5f in, elastica %.5f in\n", load, fallen, expected);
    EXPECT_NEAR(fallen / expected, 1, 2e-3) << load;
  }
}

// A ring hangs by its weight from a clamped edge; in one piece, and from two halves joined in line.
TEST(Ring, of_two_halves_is_one_ring) {
  constexpr int n = 40;
  const double length = 2 * pi;
  RodSpec whole;
  whole.stiffness = {1e3, 1, 1.3, 0.8, 0.1, 1e-3};
  whole.clamped_edges = {0};
  for (int i = 0; i <= n; ++i) whole.nodes.push_back(length * i / n);
  whole.natural_kappa_1 = {1};
  whole.closed = true;
  const Model one = elastic_rod(whole);

  RodSpec half = whole;
  half.closed = false;
  half.nodes.resize(n / 2 + 1);
  ModelBuilder builder;
  const RodParts first = add_elastic_rod(builder, half);
  half.clamped_edges = {};
  // The second half begins where the ring is after n/2 edges and one vertex.
  const RodView ring(one, one.initial);
  const Pose start{0.5 * (ring.node(n / 2) + ring.node(n / 2 + 1)), ring.tangent(n / 2), ring.director(n / 2)};
  const RodParts second = add_elastic_rod(builder, half, start, {{0, first.node(n / 2)}, {n / 2, first.node(0)}});
  join_in_line(builder, first, second);
  join_in_line(builder, second, first);
  const Model two = builder.finish();

  Loads loads = one.initial.loads;
  loads.gravity = {0.3, -0.5, -1};
  State hung = one.initial, joined = two.initial;
  ASSERT_EQ(equilibrium(one, hung, loads).status, Status::ok);
  const Outcome outcome = equilibrium(two, joined, loads);
  ASSERT_EQ(outcome.status, Status::ok);
  EXPECT_EQ(outcome.negative_modes, 0);
  double worst = 0, moved = 0;
  for (int i = 0; i < n; ++i) {
    const Vector3d x = RodView(one, hung).node(i);
    const RodView part(i < n / 2 ? first : second, joined);
    worst = std::max(worst, (x - part.node(i % (n / 2))).norm());
    moved = std::max(moved, (x - ring.node(i)).norm());
  }
  std::printf("ring: moved by %.3f, halves off by %.1e\n", moved, worst);
  EXPECT_GT(moved, 0.1);
  EXPECT_LT(worst, 1e-9);
}

// Small deflections of straight rods of length 1 under a force in the middle, or at the end.
double sags(const Model& model, int point, double force) {
  Loads loads = model.initial.loads;
  loads.wrenches[0].force = {0, -force, 0};
  State state = model.initial;
  EXPECT_EQ(equilibrium(model, state, loads).status, Status::ok);
  return (model.initial.q[point + 1] - state.q[point + 1]) / force;
}

TEST(Fitting, hinges_balls_and_springs_give_way_as_beams_do) {
  constexpr int n = 40;
  constexpr double stretch = 1e6, small = 1e-3;
  const Vector3d left(0, 0, 0), middle(0.5, 0, 0), right(1, 0, 0);
  {  // On hinges at both ends: P L^3/48.
    ModelBuilder builder;
    const RodParts rod = add_member(builder, left, right, 2 * n, stretch, {}, {0.5});
    for (const RodEnd end : {RodEnd::start, RodEnd::end}) stand(builder, rod, end, Fitting::Kind::hinge);
    EXPECT_NEAR(sags(builder.finish(), rod.node(n), small) * 48, 1, 2e-3);
  }
  for (const bool ball : {false, true}) {  // Clamped at both ends, a hinge in the middle: two cantilevers, P/2 l^3/3.
    ModelBuilder builder;
    const RodParts a = add_member(builder, left, middle, n, stretch, {}, {0.5});
    const RodParts b = add_member(builder, middle, right, n, stretch, {{0, a.node(n)}});
    stand(builder, a, RodEnd::start, Fitting::Kind::rigid);
    stand(builder, b, RodEnd::end, Fitting::Kind::rigid);
    if (!ball) {
      const RodJoint joint = add_joint(builder, a.node(n));
      seat(builder, joint, a, RodEnd::end);
      seat(builder, joint, b, RodEnd::start, {.kind = Fitting::Kind::hinge});
    }
    EXPECT_NEAR(sags(builder.finish(), a.node(n), small) * 48, 1, 2e-3) << ball;
  }
  {  // A cantilever on a spring: P L^3/3 + P L^2/k.
    ModelBuilder builder;
    const RodParts rod = add_member(builder, left, right, n, stretch, {}, {1.0});
    const RodJoint foot = add_joint(builder, rod.node(0));
    seat(builder, foot, rod, RodEnd::start, {.kind = Fitting::Kind::spring, .stiffness = 2});
    hold(builder, foot);
    EXPECT_NEAR(sags(builder.finish(), rod.node(n), small), 1.0 / 3 + 0.5, 2e-3);
  }
  {  // Held as by balls at both ends, with one edge kept from spinning: P L^3/48.
    ModelBuilder builder;
    const RodParts rod = add_member(builder, left, right, 2 * n, stretch, {}, {0.5});
    hold_point(builder, rod.node(0));
    hold_point(builder, rod.node(2 * n));
    builder.fix({rod.frames->edge(0).angle});
    EXPECT_NEAR(sags(builder.finish(), rod.node(n), small) * 48, 1, 2e-3);
  }
}

}  // namespace
}  // namespace plumb
