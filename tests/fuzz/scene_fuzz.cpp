// Any bytes as a scene file, and behind a zero byte as an override KEY=VALUE: read to finite numbers, or refused in one
// line that names the file; and the keys of what was read can be listed. Behind a byte 1, the bytes choose a good scene
// of rods or plates to spoil.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <plumb/core/status.h>
#include <plumb/scene/bodies_for_test.h>
#include <plumb/scene/hostile_scenes_for_test.h>
#include <plumb/scene/read_scene.h>

namespace {

/// One of the hostile scenes, or the bytes themselves.
std::string scene_of(const std::string& bytes) {
  if (bytes.empty() || bytes[0] != 1) return bytes;
  std::uint64_t seed = 0;
  std::memcpy(&seed, bytes.data() + 1, std::min(bytes.size() - 1, sizeof seed));
  return plumb::hostile_scene(seed);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumb;
  const std::string bytes = scene_of(std::string(reinterpret_cast<const char*>(data), size));
  const std::size_t zero = bytes.find('\0');
  const std::string text = bytes.substr(0, zero);
  std::vector<Override> overrides;
  if (zero != std::string::npos) {
    const std::size_t equals = std::min(bytes.find('=', zero), bytes.size());
    overrides.push_back({bytes.substr(zero + 1, equals - zero - 1), bytes.substr(std::min(equals + 1, bytes.size()))});
  }
  try {
    const Scene scene = read_scene(text, "scene.toml", overrides);
    for (const double number : numbers_of(opened(scene))) ENSURE(std::isfinite(number));
    if (overrides.empty()) numeric_keys(text, "scene.toml");
  } catch (const UserError& error) {
    const std::string sentence = error.what();
    ENSURE(sentence.starts_with("scene.toml"));
    ENSURE(sentence.find('\n') == std::string::npos);
  }
  return 0;
}
