#include <plumb/core/log.h>

#include <chrono>
#include <cmath>
#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace plumb {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string json(const Log::Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return quoted(*text);
  if (const auto* count = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *count);
  const double number = std::get<double>(value);
  return std::isfinite(number) ? fmt::format("{}", number) : "null";
}

}  // namespace

std::string log_line(const std::string& time, const std::string& event, const Log::Fields& fields) {
  std::string line = fmt::format("{{\"time\":{},\"event\":{}", quoted(time), quoted(event));
  for (const auto& [key, value] : fields) line += fmt::format(",{}:{}", quoted(key), json(value));
  return line + '}';
}

Log::Log(std::filesystem::path path) : path_(std::move(path)), file_(open_to_append(path_)) {}

void Log::write(const std::string& event, const Fields& fields) {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  const std::string line = log_line(fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now)), event, fields) + '\n';
  // One write per line: two processes that append to the same file do not cut each other's lines.
  const std::lock_guard lock(mutex_);
  write_fully(file_, line, path_);
}

}  // namespace plumb
