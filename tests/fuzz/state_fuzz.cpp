// Any bytes as a saved state of the simulator: refused in words, or taken and saved again as the same bytes.
#include <cstddef>
#include <cstdint>
#include <string>

#include <plumb/core/status.h>
#include <plumb/mechanics/state.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  try {
    ENSURE(plumb::save(plumb::load_state(bytes)) == bytes);
  } catch (const plumb::UserError& error) {
    ENSURE(*error.what() != '\0');
  }
  return 0;
}
