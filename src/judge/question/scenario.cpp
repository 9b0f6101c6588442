#include <judge/question/scenario.h>

#include <vector>

#include <fmt/format.h>

namespace judge {

std::string knobs_text(const Knobs& knobs) {
  std::vector<std::string> parts;
  if (knobs.n != 0) parts.push_back(fmt::format("{} elts", knobs.n));
  if (knobs.dt != 0) parts.push_back(fmt::format("dt = {}", knobs.dt));
  if (knobs.tol != 0) parts.push_back(fmt::format("tol = {}", knobs.tol));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace judge
