#pragma once

#include <optional>
#include <string>
#include <vector>

#include <plumb/core/status.h>
#include <plumb/scene/bodies/warning.h>

namespace plumb {

/// What is known of one value of a sweep: a line of its records, from which its table is made.
struct SweepRecord {
  Status status = Status::ok;
  std::string row;  ///< of the table; empty where the value failed
  std::vector<Warning> warnings;

  std::string line() const;
};

/// Nothing where the line is none.
std::optional<SweepRecord> parse_sweep_record(const std::string& line);

}  // namespace plumb
