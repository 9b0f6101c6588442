#include <plumb/mechanics/state.h>

#include <gtest/gtest.h>

#include <plumb/core/status.h>
#include <plumb/geometry/mesh_now.h>

namespace plumb {
namespace {

/// Every field another number.
State full_state() {
  State s;
  s.q = Eigen::VectorXd::LinSpaced(5, 1, 2);
  s.v = Eigen::VectorXd::LinSpaced(5, 3, 4);
  s.time = 5;
  s.history = {Eigen::VectorXd::LinSpaced(2, 6, 7)};
  s.loads.gravity = {8, 9, 10};
  s.loads.clamps = {{{11, 12, 13}, {0, 1, 0}, {0, 0, 1}}};
  s.loads.wrenches = {{{14, 15, 16}, {17, 18, 19}}};
  s.loads.clamp_rates = {{{20, 21, 22}, {23, 24, 25}}};
  s.loads.pressures = {26};
  s.load_step = 27;
  s.time_step = 28;
  s.past = {29, Eigen::VectorXd::LinSpaced(2, 30, 31), Eigen::VectorXd::LinSpaced(2, 32, 33)};
  s.path = {34, 35, 36, Eigen::VectorXd::LinSpaced(3, 37, 38)};
  s.books.remeshed = 39;
  s.mesh = std::make_shared<const MeshNow>(
      MeshNow{{{40, 41, 42}, {43, 44, 45}, {46, 47, 48}}, {{0, 1, 2}}, {49, 50, std::uint64_t{1} << 63}, {51}});
  return s;
}

TEST(State, comes_back_from_its_bytes) {
  const State s = full_state(), back = load_state(save(s));
  EXPECT_EQ(save(back), save(s));
  EXPECT_EQ(back.loads.pressures, s.loads.pressures);
  EXPECT_EQ(back.path.fraction, 34);
  EXPECT_EQ(back.path.step, 35);
  EXPECT_EQ(back.path.slope, 36);
  EXPECT_EQ(back.path.tangent, s.path.tangent);
  EXPECT_EQ(back.books.remeshed, 39);
  ASSERT_NE(back.mesh, nullptr);
  EXPECT_EQ(*back.mesh, *s.mesh);
}

TEST(State, is_another_one_when_its_path_or_its_pressure_is) {
  const State s = full_state();
  for (double State::*field : {&State::time, &State::load_step, &State::time_step}) {
    State other = s;
    other.*field += 1;
    EXPECT_NE(hash(other), hash(s));
  }
  for (double PathPlace::*field : {&PathPlace::fraction, &PathPlace::step, &PathPlace::slope}) {
    State other = s;
    other.path.*field += 1;
    EXPECT_NE(hash(other), hash(s));
  }
  State other = s;
  other.path.tangent[1] += 1;
  EXPECT_NE(hash(other), hash(s));
  other = s;
  other.loads.pressures[0] += 1;
  EXPECT_NE(hash(other), hash(s));
}

TEST(State, without_a_mesh_of_its_own_comes_back_without) {
  State s = full_state();
  s.mesh = nullptr;
  EXPECT_EQ(load_state(save(s)).mesh, nullptr);
  EXPECT_NE(hash(s), hash(full_state()));
}

TEST(State, is_another_one_when_its_mesh_is) {
  const State s = full_state();
  const auto with = [&](auto&& change) {
    MeshNow mesh = *s.mesh;
    change(mesh);
    State other = s;
    other.mesh = std::make_shared<const MeshNow>(std::move(mesh));
    return hash(other);
  };
  EXPECT_EQ(with([](MeshNow&) {}), hash(s));
  EXPECT_NE(with([](MeshNow& mesh) { mesh.rest[1].y() += 1; }), hash(s));
  EXPECT_NE(with([](MeshNow& mesh) { mesh.names[2] -= 1; }), hash(s));
  EXPECT_NE(with([](MeshNow& mesh) { mesh.triangles[0] = {1, 2, 0}; }), hash(s));
  EXPECT_NE(with([](MeshNow& mesh) { mesh.thickness[0] += 1; }), hash(s));
}

TEST(State, that_was_cut_short_is_refused) {
  const std::string bytes = save(full_state());
  for (std::size_t n = 0; n < bytes.size(); ++n) EXPECT_THROW(load_state(bytes.substr(0, n)), UserError) << n;
  EXPECT_THROW(load_state(bytes + '\0'), UserError);
}

TEST(Loads, go_straight_from_one_to_the_other_and_beyond) {
  Loads from, to, out;
  from.pressures = {1};
  to.pressures = {3};
  from.gravity = {0, 0, -1};
  to.gravity = {2, 0, -1};
  from.wrenches = {{{1, 0, 0}, {0, 1, 0}}};
  to.wrenches = {{{3, 0, 0}, {0, 5, 0}}};
  interpolate(from, to, 0.25, out);
  EXPECT_EQ(out.pressures[0], 1.5);
  EXPECT_EQ(out.gravity, Eigen::Vector3d(0.5, 0, -1));
  EXPECT_EQ(out.wrenches[0].moment, Eigen::Vector3d(0, 2, 0));
  interpolate(from, to, 2, out);
  EXPECT_EQ(out.pressures[0], 5);
  EXPECT_EQ(out.wrenches[0].force, Eigen::Vector3d(5, 0, 0));
  interpolate(from, to, 1, out);
  EXPECT_EQ(out.pressures, to.pressures);
}

}  // namespace
}  // namespace plumb
