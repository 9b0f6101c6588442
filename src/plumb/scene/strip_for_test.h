#pragma once

// A scene to spoil, and the sentence that answers.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <plumb/core/status.h>
#include <plumb/scene/read_scene.h>

namespace plumb {

inline const std::string kStrip = R"(title = "A strip"
[world]
gravity = [0, 0, "-9.81 m/s^2"]
[solve]
method = "static"
[rod]
model = "discrete-elastic-rod"
n = 10
length = "20 cm"
material = { E = "1.08 MPa", nu = 0.5, rho = "1200 kg/m^3" }
section = { shape = "rectangle", width = "1 cm", height = "1 mm" }
[[rod.clamp]]
at = "start"
)";

/// The text with the first `from` replaced.
inline std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// What a user is told; "read" where there is nothing to tell.
inline std::string sentence(const std::string& text, const std::vector<Override>& overrides = {}) {
  try {
    read_scene(text, "strip.toml", overrides);
  } catch (const UserError& error) {
    return error.what();
  }
  return "read";
}

}  // namespace plumb
