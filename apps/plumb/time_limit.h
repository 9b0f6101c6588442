#pragma once

// The option --time-limit of the verbs that compute frames or loads.

#include <CLI/CLI.hpp>

#include <string>

#include <plumb/core/status.h>
#include <plumb/core/units.h>

struct TimeLimit {
  std::string text;

  void add_to(CLI::App& verb, const std::string& what) {
    verb.add_option("--time-limit", text, what)->type_name("TIME")->capture_default_str();
  }
  /// s; zero where the option was not given.
  double seconds() const {
    if (text.empty()) return 0;
    const double limit = plumb::parse_quantity(text, plumb::dimension::time, "--time-limit");
    if (!(limit > 0)) throw plumb::UserError("--time-limit = '" + text + "': expected more than zero, as '30 min'");
    return limit;
  }
};
