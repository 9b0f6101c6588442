#include <plumb/core/units.h>

#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include <plumb/core/status.h>

namespace plumb {
namespace {

struct Unit {
  std::string_view name;
  double factor;
  Dimension dimension;
  bool prefixed;
};

constexpr std::array kUnits{Unit{"m", 1, {1, 0, 0}, true},
                            Unit{"g", 1e-3, {0, 1, 0}, true},
                            Unit{"s", 1, {0, 0, 1}, true},
                            Unit{"min", 60, {0, 0, 1}, false},
                            Unit{"h", 3600, {0, 0, 1}, false},
                            Unit{"N", 1, {1, 1, -2}, true},
                            Unit{"Pa", 1, {-1, 1, -2}, true},
                            Unit{"J", 1, {2, 1, -2}, true},
                            Unit{"Hz", 1, {0, 0, -1}, true},
                            Unit{"rad", 1, {0, 0, 0}, false},
                            Unit{"deg", std::numbers::pi / 180, {}, false},
                            Unit{"turn", 2 * std::numbers::pi, {}, false},
                            Unit{"turns", 2 * std::numbers::pi, {}, false},
                            Unit{"%", 1e-2, {}, false}};

struct Prefix {
  std::string_view name;
  double factor;
};
constexpr std::array kPrefixes{Prefix{"G", 1e9},  Prefix{"M", 1e6},  Prefix{"k", 1e3},
                               Prefix{"", 1},     Prefix{"c", 1e-2}, Prefix{"m", 1e-3},
                               Prefix{"u", 1e-6}, Prefix{"µ", 1e-6}, Prefix{"n", 1e-9}};

std::optional<Unit> find_unit(std::string_view word) {
  for (const Unit& unit : kUnits) {
    if (word == unit.name) return unit;
    if (!unit.prefixed || !word.ends_with(unit.name)) continue;
    const std::string_view front = word.substr(0, word.size() - unit.name.size());
    for (const Prefix& prefix : kPrefixes) {
      if (front == prefix.name) return Unit{word, prefix.factor * unit.factor, unit.dimension, true};
    }
  }
  return std::nullopt;
}

Dimension times(Dimension a, Dimension b, int power) {
  return {a.length + power * b.length, a.mass + power * b.mass, a.time + power * b.time};
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

[[noreturn]] void refuse(std::string_view what, std::string_view text, const std::string& why) {
  throw UserError(fmt::format("{} = '{}': {}", what, text, why));
}

/// A product like "kg/m^3", "N*m" or "1/m": factors joined by * and /, each with an optional whole power.
Unit parse_unit(std::string_view word, std::string_view what, std::string_view text) {
  Unit product{"", 1, {}, false};
  int sign = 1;
  if (word.starts_with("1/")) {
    sign = -1;
    word.remove_prefix(2);
  }
  while (true) {
    const std::size_t end = word.find_first_of("*/");
    const std::string_view factor = word.substr(0, end);
    const std::size_t hat = factor.find('^');
    int power = 1;
    if (hat != std::string_view::npos) {
      const std::string_view digits = factor.substr(hat + 1);
      const auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), power);
      if (error != std::errc() || rest != digits.data() + digits.size() || std::abs(power) > 9) {
        refuse(what, text, "a power of a unit is a whole number, as in m^3");
      }
    }
    const auto unit = find_unit(factor.substr(0, hat));
    if (!unit)
      refuse(what, text,
             fmt::format(
                 "unknown unit '{}'; known are m, g, s, min, h, N, Pa, J, Hz, rad, deg, turn, % with the prefixes n, "
                 "u, m, c, k, M, G",
                 factor));
    product.factor *= std::pow(unit->factor, sign * power);
    product.dimension = times(product.dimension, unit->dimension, sign * power);
    if (end == std::string_view::npos) return product;
    sign = word[end] == '/' ? -1 : 1;
    word.remove_prefix(end + 1);
  }
}

}  // namespace

double parse_quantity(std::string_view text, Dimension expected, std::string_view what) {
  const std::string_view all = trimmed(text);
  double value = 0;
  const auto [rest, error] = std::from_chars(all.data(), all.data() + all.size(), value);
  const bool bare = expected == dimension::none;
  const std::string example = bare ? "0.35" : fmt::format("1.5 {}", unit_name(expected));
  if (error != std::errc() || !std::isfinite(value))
    refuse(what, text, fmt::format("expected a number{}, as {}", bare ? "" : " with a unit", example));
  const std::string_view word = trimmed(all.substr(static_cast<std::size_t>(rest - all.data())));
  if (word.empty()) return value;
  const Unit unit = parse_unit(word, what, text);
  if (unit.dimension != expected) {
    refuse(what, text,
           bare ? fmt::format("expected a number without a unit, as {}", example)
                : fmt::format("expected a unit like {}", unit_name(expected)));
  }
  const double converted = value * unit.factor;
  if (!std::isfinite(converted)) refuse(what, text, "too large a number");
  return converted;
}

std::string unit_name(Dimension d) {
  if (d == dimension::pressure) return "Pa";
  if (d == dimension::force) return "N";
  if (d == dimension::moment) return "N*m";
  if (d == dimension::bending_stiffness) return "N*m^2";
  std::string over, under;
  const auto add = [](std::string& to, const char* name, int power) {
    if (power == 0) return;
    if (!to.empty()) to += '*';
    to += power == 1 ? std::string(name) : fmt::format("{}^{}", name, power);
  };
  for (const auto& [name, power] : {std::pair{"kg", d.mass}, std::pair{"m", d.length}, std::pair{"s", d.time}}) {
    add(power > 0 ? over : under, name, std::abs(power));
  }
  for (char& c : under) c = c == '*' ? '/' : c;
  if (under.empty()) return over;
  return (over.empty() ? "1" : over) + "/" + under;
}

std::string format_quantity(double value, Dimension dimension, int digits) {
  const std::string unit = unit_name(dimension);
  const bool prefixed = unit == "m" || unit == "s" || unit == "Pa" || unit == "N" || unit == "N*m";
  if (prefixed && value != 0 && std::isfinite(value)) {
    for (const Prefix& prefix : kPrefixes) {
      if (prefix.name == "c" || prefix.name == "u" || std::abs(value) < prefix.factor) continue;
      return fmt::format("{:.{}g} {}{}", value / prefix.factor, digits, prefix.name, unit);
    }
  }
  return unit.empty() ? fmt::format("{:.{}g}", value, digits) : fmt::format("{:.{}g} {}", value, digits, unit);
}

}  // namespace plumb
