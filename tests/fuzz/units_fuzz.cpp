// Any text as a quantity: a finite number, or a sentence; and what is formatted can be read again.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include <plumb/core/status.h>
#include <plumb/core/units.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumb;
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const Dimension expected : {dimension::none, dimension::length, dimension::density, dimension::pressure}) {
    try {
      const double value = parse_quantity(text, expected, "it");
      ENSURE(std::isfinite(value));
      const double again = parse_quantity(format_quantity(value, expected, 17), expected, "it");
      ENSURE(std::abs(again - value) <= 1e-12 * std::abs(value));
    } catch (const UserError& error) {
      ENSURE(*error.what() != '\0');
    }
  }
  return 0;
}
