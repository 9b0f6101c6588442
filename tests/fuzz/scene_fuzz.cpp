// Any bytes as a scene file, and behind a zero byte as an override KEY=VALUE: read to finite numbers, or refused in one
// line that names the file; and the keys of what was read can be listed.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <plumb/core/status.h>
#include <plumb/scene/hostile_scenes_for_test.h>
#include <plumb/scene/scene.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumb;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t zero = bytes.find('\0');
  const std::string text = bytes.substr(0, zero);
  std::vector<Override> overrides;
  if (zero != std::string::npos) {
    const std::size_t equals = std::min(bytes.find('=', zero), size);
    overrides.push_back({bytes.substr(zero + 1, equals - zero - 1), bytes.substr(std::min(equals + 1, size))});
  }
  try {
    const Scene scene = read_scene(text, "scene.toml", overrides);
    for (const double number : numbers_of(scene)) ENSURE(std::isfinite(number));
    if (overrides.empty()) numeric_keys(text, "scene.toml");
  } catch (const UserError& error) {
    const std::string sentence = error.what();
    ENSURE(sentence.starts_with("scene.toml"));
    ENSURE(sentence.find('\n') == std::string::npos);
  }
  return 0;
}
