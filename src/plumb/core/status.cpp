#include <plumb/core/status.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace plumb {
namespace {

constexpr std::array<std::pair<Status, std::string_view>, 10> kNames{{
    {Status::ok, "ok"},
    {Status::outside_domain, "outside_domain"},
    {Status::not_converged, "not_converged"},
    {Status::singular, "singular"},
    {Status::unstable, "unstable"},
    {Status::no_answer, "no_answer"},
    {Status::interrupted, "interrupted"},
    {Status::out_of_time, "out_of_time"},
    {Status::snaps, "snaps"},
    {Status::energy_drift, "energy_drift"},
}};

}  // namespace

std::string_view name(Status status) {
  for (const auto& [value, word] : kNames) {
    if (value == status) return word;
  }
  ENSURE(false && "a Status without a name");
  return {};
}

Status status_from_name(std::string_view wanted) {
  for (const auto& [value, word] : kNames) {
    if (word == wanted) return value;
  }
  throw UserError("unknown status '" + std::string(wanted) +
                  "'; expected ok, outside_domain, not_converged, singular or unstable");
}

void bug(std::string_view condition, std::string_view file, int line) {
  std::fprintf(stderr, "plumb: bug at %.*s:%d: %.*s does not hold\n", static_cast<int>(file.size()), file.data(), line,
               static_cast<int>(condition.size()), condition.data());
  std::abort();
}

}  // namespace plumb
