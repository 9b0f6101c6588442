#include <plumb/scene/read/read_motion.h>

#include <cmath>

#include <fmt/format.h>

#include <plumb/scene/read/read_ramp.h>

namespace plumb {
namespace {

constexpr double kMostTurn = 1e6;

Ramp read_times(const Keys& keys, const SceneSolve& solve) {
  const auto when = keys.find("when");
  if (!when) return {{{0, 0}, {solve.duration, 1}}};
  const Ramp ramp = read_ramp(*when);
  if (ramp.at(0) != 0) when->refuse("at time zero nothing has moved yet: the factor must begin at 0");
  return ramp;
}

}  // namespace

void read_motion(const Keys& keys, BodySize size, const SceneSolve& solve, SceneMotion& motion) {
  if (const auto move = keys.find("move")) {
    const Keys moves(*move, {"by", "when"});
    motion.move = read_near(moves.need("by", "how far, as by = [0, 0, \"5 cm\"]"), size);
    motion.moving = read_times(moves, solve);
  }
  if (const auto turn = keys.find("turn")) {
    const Keys turns(*turn, {"axis", "angle", "when"});
    motion.turn_axis = read_direction(turns.need("axis", "about what, as axis = [1, 0, 0]"));
    const Entry angle = turns.need("angle", "how far, as angle = \"3 turns\"");
    motion.turn = angle.quantity(dimension::none);
    if (std::abs(motion.turn) > kMostTurn) angle.refuse(fmt::format("at most {} rad, got {}", kMostTurn, motion.turn));
    motion.turning = read_times(turns, solve);
  }
}

void read_pull(const Keys& keys, ScenePull& pull) {
  if (!keys.has("moment")) keys.need("force", "give force or moment, as force = [\"1 N\", 0, 0]");
  if (const auto force = keys.find("force")) pull.force = force->vector(dimension::force);
  if (const auto moment = keys.find("moment")) pull.moment = moment->vector(dimension::moment);
  if (const auto when = keys.find("when")) pull.scale = read_ramp(*when);
}

}  // namespace plumb
