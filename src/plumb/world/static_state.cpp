#include <plumb/world/static_state.h>

#include <array>
#include <cstdint>

#include <plumb/core/byte_codec.h>

namespace plumb {
namespace {

constexpr std::array kKeyNumbers{&ContactKey::a_body, &ContactKey::a_part, &ContactKey::b_owner, &ContactKey::b_part,
                                 &ContactKey::b_obstacle};
constexpr std::array kVectors{&StaticTouch::force, &StaticTouch::against, &StaticTouch::anchor, &StaticTouch::normal};

void put(ByteWriter& w, const BodyPoint& point) {
  w.put(static_cast<std::int32_t>(point.body));
  w.put(static_cast<std::int32_t>(point.n));
  for (const int p : point.points) w.put(static_cast<std::int32_t>(p));
  w.put_all({point.weights.data(), point.weights.size()});
}

BodyPoint get_point(ByteReader& r) {
  BodyPoint point;
  point.body = r.get<std::int32_t>();
  point.n = r.get<std::int32_t>();
  if (point.n < 0 || point.n > 3) r.fail();
  for (int& p : point.points) p = r.get<std::int32_t>();
  for (double& weight : point.weights) weight = r.get<double>();
  return point;
}

template <class Choice>
Choice get_choice(ByteReader& r, Choice last) {
  const auto number = r.get<std::int32_t>();
  if (number < 0 || number > static_cast<std::int32_t>(last)) r.fail();
  return static_cast<Choice>(number);
}

}  // namespace

std::string save(const StaticState& state) {
  ByteWriter w;
  w.put(state.load);
  w.put_count(state.bodies.size());
  for (const State& body : state.bodies) w.put(save(body));
  w.put_count(state.touches.size());
  for (const StaticTouch& touch : state.touches) {
    w.put(static_cast<std::int32_t>(touch.key.kind));
    for (const auto number : kKeyNumbers) w.put(touch.key.*number);
    w.put(static_cast<std::int32_t>(touch.hold));
    for (const auto vector : kVectors) w.put_all({(touch.*vector).data(), 3});
    put(w, touch.a);
    put(w, touch.b);
  }
  return w.take();
}

StaticState load_static_state(std::string_view bytes) {
  ByteReader r(bytes, "not a saved equilibrium with contacts: too short, too long or damaged");
  StaticState state;
  state.load = r.get<double>();
  state.bodies.resize(r.count(1));
  for (State& body : state.bodies) body = load_state(r.text());
  state.touches.resize(r.count(1));
  for (StaticTouch& touch : state.touches) {
    touch.key.kind = get_choice(r, ContactKey::Kind::edge_obstacle);
    for (const auto number : kKeyNumbers) touch.key.*number = r.get<std::int32_t>();
    touch.hold = get_choice(r, ContactHold::slides);
    for (const auto vector : kVectors) {
      for (double& number : touch.*vector) number = r.get<double>();
    }
    touch.a = get_point(r);
    touch.b = get_point(r);
  }
  r.end();
  return state;
}

}  // namespace plumb
