#include <plumb/world/world.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include <plumb/core/byte_codec.h>

namespace plumb {
namespace {

constexpr std::array kKeyNumbers{&ContactKey::a_body, &ContactKey::a_part, &ContactKey::b_owner, &ContactKey::b_part,
                                 &ContactKey::b_obstacle};
constexpr std::array kVectors{&Touch::force, &Touch::residue};

}  // namespace

std::string save(const std::vector<Touch>& touches) {
  ByteWriter w;
  w.put_count(touches.size());
  for (const Touch& touch : touches) {
    w.put(static_cast<std::int32_t>(touch.key.kind));
    for (const auto number : kKeyNumbers) w.put(touch.key.*number);
    for (const auto vector : kVectors) w.put_all({(touch.*vector).data(), 3});
    w.put(touch.sticks);
  }
  return w.take();
}

std::vector<Touch> load_touches(std::string_view bytes) {
  ByteReader r(bytes, "not saved touches: too short, too long or damaged");
  constexpr auto kLastKind = static_cast<std::int32_t>(ContactKey::Kind::edge_obstacle);
  std::vector<Touch> touches(r.count(1));
  for (Touch& touch : touches) {
    const auto kind = r.get<std::int32_t>();
    if (kind < 0 || kind > kLastKind) r.fail();
    touch.key.kind = static_cast<ContactKey::Kind>(kind);
    for (const auto number : kKeyNumbers) touch.key.*number = r.get<std::int32_t>();
    for (const auto vector : kVectors) {
      for (double& number : touch.*vector) number = r.get<double>();
    }
    touch.sticks = r.get<bool>();
  }
  r.end();
  return touches;
}

double FrictionLaws::mu(const ContactKey& key) const {
  const bool obstacle = key.b_obstacle != 0;
  const auto known_as = [&](int body) { return family.empty() ? body : family[static_cast<std::size_t>(body)]; };
  const int a = known_as(key.a_body), b = obstacle ? key.b_owner : known_as(key.b_owner);
  const int body = obstacle ? a : std::min(a, b), other = obstacle ? b : std::max(a, b);
  for (const Pair& pair : pairs) {
    if (pair.body == body && pair.other == other && pair.obstacle == obstacle) return pair.mu;
  }
  return elsewhere;
}

}  // namespace plumb
