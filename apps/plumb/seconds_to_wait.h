#pragma once

#include <CLI/CLI.hpp>

#include <cstdlib>
#include <string>

#include <fmt/format.h>

/// A time that a person waits, in seconds. CLI11's own ranges let "nan" pass.
inline CLI::Validator seconds_to_wait() {
  constexpr double shortest = 1e-3, longest = 1e7;
  return {[=](std::string& text) -> std::string {
            char* end = nullptr;
            const double seconds = std::strtod(text.c_str(), &end);
            const bool good = end != text.c_str() && *end == '\0' && seconds >= shortest && seconds <= longest;
            return good ? std::string() : fmt::format("expected {} to {} seconds, got '{}'", shortest, longest, text);
          },
          "SECONDS"};
}
