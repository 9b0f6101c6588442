#include <plumb/scene/bodies/warning.h>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <plumb/core/byte_codec.h>

namespace plumb {
namespace {

constexpr double kNoTime = std::numeric_limits<double>::quiet_NaN();

}  // namespace

std::string text(const Warning& warning) {
  const std::string when = warning.time ? fmt::format(", first at {:.6g} s", *warning.time) : "";
  return fmt::format("{}{}: {}; {}", warning.body, when, warning.what, warning.advice);
}

std::vector<std::string> texts(const std::vector<Warning>& warnings) {
  std::vector<std::string> all;
  for (const Warning& warning : warnings) all.push_back(text(warning));
  return all;
}

void add_warning(std::vector<Warning>& warnings, const Warning& warning) {
  const auto same = std::find_if(warnings.begin(), warnings.end(), [&](const Warning& other) {
    return other.kind == warning.kind && other.body == warning.body;
  });
  if (same == warnings.end()) {
    warnings.push_back(warning);
  } else if (warning.severity > same->severity) {
    const auto first = same->time;
    *same = warning;
    same->time = first;
  }
}

std::string save(const std::vector<Warning>& warnings) {
  ByteWriter w;
  for (const Warning& warning : warnings) {
    for (const std::string* part : {&warning.kind, &warning.body, &warning.what, &warning.advice}) w.put(*part);
    w.put(warning.time.value_or(kNoTime));
    w.put(warning.severity);
  }
  return w.take();
}

std::vector<Warning> load_warnings(std::string_view bytes) {
  std::vector<Warning> warnings;
  for (ByteReader r(bytes, "not saved warnings: they were cut short"); !r.ended();) {
    Warning warning;
    for (std::string* part : {&warning.kind, &warning.body, &warning.what, &warning.advice}) *part = r.text();
    if (const auto time = r.get<double>(); time == time) warning.time = time;
    warning.severity = r.get<double>();
    warnings.push_back(std::move(warning));
  }
  return warnings;
}

}  // namespace plumb
