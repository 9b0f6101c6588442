#include <plumb/scene/bodies/warning.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include <plumb/core/status.h>

namespace plumb {
namespace {

constexpr double kNoTime = std::numeric_limits<double>::quiet_NaN();

template <class Number>
void put(std::string& bytes, Number number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

class Reader {
 public:
  explicit Reader(const std::string& bytes) : bytes_(bytes) {}
  bool ended() const { return at_ == bytes_.size(); }
  template <class Number>
  Number number() {
    Number value;
    std::memcpy(&value, taken(sizeof value), sizeof value);
    return value;
  }
  std::string text() {
    const auto size = number<std::uint64_t>();
    return {taken(size), static_cast<std::size_t>(size)};
  }

 private:
  const char* taken(std::uint64_t n) {
    if (n > bytes_.size() - at_) throw UserError("not saved warnings: they were cut short");
    const char* from = bytes_.data() + at_;
    at_ += static_cast<std::size_t>(n);
    return from;
  }
  const std::string& bytes_;
  std::size_t at_ = 0;
};

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
  std::string bytes;
  for (const Warning& warning : warnings) {
    for (const std::string* part : {&warning.kind, &warning.body, &warning.what, &warning.advice}) {
      put(bytes, std::uint64_t{part->size()});
      bytes += *part;
    }
    put(bytes, warning.time.value_or(kNoTime));
    put(bytes, warning.severity);
  }
  return bytes;
}

std::vector<Warning> load_warnings(const std::string& bytes) {
  std::vector<Warning> warnings;
  for (Reader reader(bytes); !reader.ended();) {
    Warning warning;
    for (std::string* part : {&warning.kind, &warning.body, &warning.what, &warning.advice}) *part = reader.text();
    if (const auto time = reader.number<double>(); time == time) warning.time = time;
    warning.severity = reader.number<double>();
    warnings.push_back(std::move(warning));
  }
  return warnings;
}

}  // namespace plumb
