#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <plumb/core/disk.h>

namespace plumb {

/// What happened and when, as JSON lines appended to a file: timings, host, versions. Nothing is ever read back from
/// it, so that results cannot depend on it. Any thread may write.
class Log {
 public:
  using Value = std::variant<std::string, std::int64_t, double>;
  using Fields = std::vector<std::pair<std::string, Value>>;

  /// Opens for appending; throws where that is not possible.
  explicit Log(std::filesystem::path path);

  /// {"time": "2026-01-31T12:00:00Z", "event": ..., fields...}; whole lines only, whatever else is writing.
  void write(const std::string& event, const Fields& fields);

 private:
  std::filesystem::path path_;
  Descriptor file_;
  std::mutex mutex_;
};

/// The line of `Log::write` without its end; a number that is not finite becomes null.
std::string log_line(const std::string& time, const std::string& event, const Log::Fields& fields);

}  // namespace plumb
