#include <plumb/mechanics/size.h>

#include <fmt/format.h>

#include <plumb/core/status.h>

namespace plumb {

void check_size(std::string_view what, double n_elements, double entries_per_element) {
  constexpr double kGibi = 1024.0 * 1024 * 1024, kMostGibi = 2;
  const double gibi = n_elements * entries_per_element * sizeof(double) / kGibi;
  if (gibi <= kMostGibi) return;
  throw UserError(
      fmt::format("{} of {:.0f} elements would need about {:.3g} GiB for its stiffness, but at most {} GiB are "
                  "computed with; take fewer elements",
                  what, n_elements, gibi, kMostGibi));
}

}  // namespace plumb
