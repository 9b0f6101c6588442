#include <judge/question/question.h>

#include <array>

#include <fmt/format.h>

#include <plumb/core/status.h>

namespace judge {
namespace {

constexpr std::array<std::string_view, std::variant_size_v<Question>> kNames{"no question",
                                                                             "a clamped strip",
                                                                             "a hanging rod with natural curvature",
                                                                             "a plate that may buckle",
                                                                             "a tilted plate",
                                                                             "a strip pushed against the ground",
                                                                             "a clamped strip that is let go",
                                                                             "a hinged strip that is let go",
                                                                             "a rod that is thrown"};

Quantities regime(std::monostate) { return {}; }

Quantities regime(const Sheet& sheet) {
  return {{"width", sheet.width}, {"thickness", sheet.thickness}, {"nu", sheet.nu}};
}

Quantities regime(const ClampedStrip& strip) {
  Quantities named = regime(strip.sheet);
  if (strip.radius) named["radius"] = *strip.radius;
  return named;
}

Quantities regime(const HangingCurl& curl) {
  Quantities named = curl.rectangle ? regime(*curl.rectangle) : Quantities{{"radius", curl.radius}, {"nu", curl.nu}};
  named["turns"] = curl.turns;
  return named;
}

Quantities regime(const BucklingPlate& plate) { return regime(plate.sheet); }

Quantities regime(const TiltedPlate& plate) { return regime(plate.sheet); }

Quantities regime(const PushedStrip& strip) {
  Quantities named = regime(strip.sheet);
  named["mu"] = strip.mu;
  return named;
}

Quantities regime(const ReleasedStrip& strip) {
  Quantities named = regime(strip.sheet);
  named["gamma"] = strip.gamma;
  return named;
}

Quantities regime(const HingedStrip& strip) {
  Quantities named = regime(strip.sheet);
  named["gamma"] = strip.gamma;
  named["angle"] = strip.angle;
  return named;
}

Quantities regime(const ThrownRod& rod) {
  return {{"radius", rod.radius},         {"gamma", rod.gamma},   {"velocity_x", rod.velocity_x},
          {"velocity_z", rod.velocity_z}, {"spin_y", rod.spin_y}, {"spin_z", rod.spin_z}};
}

}  // namespace

std::string_view name_of(const Question& question) { return kNames.at(question.index()); }

Quantities regime_of(const Question& question) {
  return std::visit([](const auto& kind) { return regime(kind); }, question);
}

const Sheet& sheet_of(const Question& question) {
  const Sheet* sheet = std::visit(
      [](const auto& kind) -> const Sheet* {
        if constexpr (requires { kind.sheet; }) return &kind.sheet;
        return nullptr;
      },
      question);
  if (sheet == nullptr) throw plumb::UserError(fmt::format("{} has no rectangle", name_of(question)));
  return *sheet;
}

void refuse(const std::string& code, const Question& question) {
  throw plumb::UserError(fmt::format("{} has no answer to {}", code, name_of(question)));
}

}  // namespace judge
