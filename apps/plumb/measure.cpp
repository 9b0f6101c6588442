// plumb measure: the master curves read backwards, for people with a camera. A hanging strip gives Young's modulus, a
// strip pushed against the ground until it slips gives the friction coefficient.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <apps/plumb/verbs.h>
#include <judge/protocols/cantilever/inverse.h>
#include <judge/protocols/cantilever/master_curve.h>
#include <judge/protocols/stick_slip/master_curve.h>
#include <plumb/core/status.h>
#include <plumb/core/units.h>

namespace {

using plumb::format_quantity;
using plumb::parse_quantity;
namespace dimension = plumb::dimension;

constexpr plumb::Dimension kBending{3, 1, -2};   // EI, N m^2
constexpr plumb::Dimension kRigidity{2, 1, -2};  // D, N m

double positive(const std::string& text, plumb::Dimension expected, const std::string& option) {
  const double value = parse_quantity(text, expected, option);
  if (!(value > 0)) throw plumb::UserError(fmt::format("{} = '{}': must be positive", option, text));
  return value;
}

/// Area and second moment of "circle:RADIUS" or "rectangle:WIDTHxTHICKNESS".
struct Section {
  double area, inertia;
  std::optional<double> width;
};

Section parse_section(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string kind = text.substr(0, colon), rest = colon == std::string::npos ? "" : text.substr(colon + 1);
  if (kind == "circle") {
    const double r = positive(rest, dimension::length, "--section circle");
    return {std::numbers::pi * r * r, std::numbers::pi * r * r * r * r / 4, {}};
  }
  const std::size_t cross = rest.find('x');
  if (kind != "rectangle" || cross == std::string::npos) {
    throw plumb::UserError(fmt::format(
        "--section = '{}': expected circle:RADIUS or rectangle:WIDTHxTHICKNESS, as rectangle:3cmx0.17mm", text));
  }
  const double w = positive(rest.substr(0, cross), dimension::length, "--section width");
  const double h = positive(rest.substr(cross + 1), dimension::length, "--section thickness");
  return {w * h, w * h * h * h / 12, w};
}

struct CantileverOptions {
  std::string length, drop, reach, density, section;
  std::string gravity = "9.81 m/s^2", error = "1 mm";
  bool json = false;
};

void measure_cantilever(const CantileverOptions& o) {
  const double length = positive(o.length, dimension::length, "--length");
  const double drop = positive(o.drop, dimension::length, "--drop");
  const double reach = positive(o.reach, dimension::length, "--reach");
  const double density = positive(o.density, dimension::density, "--density");
  const double gravity = positive(o.gravity, dimension::acceleration, "--gravity");
  const double error = positive(o.error, dimension::length, "--error");
  const Section section = parse_section(o.section);
  if (std::hypot(drop, reach) > length + 2 * error) {
    throw plumb::UserError(fmt::format("the tip is {} from the clamp, farther than the length {}",
                                       format_quantity(std::hypot(drop, reach), dimension::length),
                                       format_quantity(length, dimension::length)));
  }

  // Gamma = rho A g L^3 / (E I), eq. (1) of the paper; errors of the three lengths are independent.
  const judge::CantileverInverse found = judge::cantilever_gamma(drop / reach);
  const double bending = density * section.area * gravity * length * length * length / found.gamma;
  const double young = bending / section.inertia;
  const double relative = std::sqrt(std::pow(3 * error / length, 2) + std::pow(found.sensitivity * error / drop, 2) +
                                    std::pow(found.sensitivity * error / reach, 2));
  // The reach is then known as well: the photograph can contradict itself.
  const double expected_reach = length * judge::cantilever_curve(found.gamma).x;
  const double mismatch = std::abs(reach - expected_reach) / expected_reach;

  if (o.json) {
    nlohmann::ordered_json result{{"gamma", found.gamma},
                                  {"young", young},
                                  {"bending_stiffness", bending},
                                  {"relative_uncertainty", relative},
                                  {"reach_mismatch", mismatch}};
    result["plate_rigidity"] = section.width ? nlohmann::ordered_json(bending / *section.width) : nullptr;
    fmt::print("{}\n", result.dump(2));
    return;
  }
  fmt::print("Gamma  {:.4g}\n", found.gamma);
  fmt::print("E      {} +- {:.2g} %\n", format_quantity(young, dimension::pressure), 100 * relative);
  fmt::print("EI     {}\n", format_quantity(bending, kBending));
  if (section.width) {
    fmt::print("D      {}\n", format_quantity(bending / *section.width, kRigidity));
    fmt::print("For a wide strip E stands for E/(1 - nu^2).\n");
  }
  if (mismatch > 0.03) {
    fmt::print("Look again: with this drop/reach the reach should be {}, {:.1f} % from what was measured.\n",
               format_quantity(expected_reach, dimension::length), 100 * mismatch);
  }
}

void add_cantilever(CLI::App& measure) {
  CLI::App* verb = measure.add_subcommand("cantilever", "Young's modulus from the sag of a strip clamped horizontally");
  const auto o = std::make_shared<CantileverOptions>();
  verb->add_option("--length", o->length, "Free length, e.g. 20cm")->required();
  verb->add_option("--drop", o->drop, "How far the tip hangs below the clamp")->required();
  verb->add_option("--reach", o->reach, "Horizontal distance from the clamp to the tip")->required();
  verb->add_option("--density", o->density, "e.g. '1200 kg/m^3'")->required();
  verb->add_option("--section", o->section, "circle:RADIUS or rectangle:WIDTHxTHICKNESS")->required();
  verb->add_option("--gravity", o->gravity, "Gravity")->capture_default_str();
  verb->add_option("--error", o->error, "Error of each measured length")->capture_default_str();
  verb->add_flag("--json", o->json, "Print JSON");
  verb->footer(
      "The paper's rod (vinylpolysiloxane, r = 2 mm) and an acetate ribbon (0.17 mm) give 1.08 MPa and 4.2 GPa:\n"
      "  plumb measure cantilever --length 15cm --drop 13.3cm --reach 4.5cm --density 1200 --section circle:2mm\n"
      "  plumb measure cantilever --length 20cm --drop 14.1cm --reach 13.1cm --density '1.3 g/cm^3' \\\n"
      "      --section rectangle:3cmx0.17mm");
  verb->callback([o] { measure_cantilever(*o); });
}

struct StickSlipOptions {
  std::string eps_y, error = "0.005";
  bool json = false;
};

void measure_stick_slip(const StickSlipOptions& o) {
  const double eps_y = positive(o.eps_y, dimension::none, "--eps-y");
  const double error = positive(o.error, dimension::none, "--error");
  // Half the difference between both ends of the interval: the curve is steep where eps_y is small.
  const double last = judge::stick_slip_triple_point().eps_y;
  const double mu = judge::stick_slip_curve(eps_y).ratio;
  const double low = judge::stick_slip_curve(std::max(eps_y - error, 0.0)).ratio;
  const double high = judge::stick_slip_curve(std::min(eps_y + error, last)).ratio;
  if (o.json) {
    fmt::print("{}\n", nlohmann::ordered_json{{"mu", mu}, {"uncertainty", (high - low) / 2}}.dump(2));
  } else {
    fmt::print("mu     {:.3g} +- {:.1g}\n", mu, (high - low) / 2);
  }
}

void add_stick_slip(CLI::App& measure) {
  CLI::App* verb = measure.add_subcommand(
      "stick-slip",
      "Friction coefficient of a strip, clamped vertically and pushed against the ground until its tip slips");
  const auto o = std::make_shared<StickSlipOptions>();
  verb->add_option("--eps-y", o->eps_y, "Vertical displacement at the first slip, in units of the length")->required();
  verb->add_option("--error", o->error, "Its error")->capture_default_str();
  verb->add_flag("--json", o->json, "Print JSON");
  verb->footer(
      "A strip of 25 cm that slips after 25 mm:\n  plumb measure stick-slip --eps-y 0.1\n"
      "Above eps_y = 0.33 the strip lies down before it slips: then mu is larger than 0.36, and that is all.");
  verb->callback([o] { measure_stick_slip(*o); });
}

}  // namespace

void add_measure(CLI::App& app) {
  CLI::App* measure =
      app.add_subcommand("measure", "Material constants from a photograph: the master curves read backwards");
  measure->require_subcommand(1);
  add_cantilever(*measure);
  add_stick_slip(*measure);
}
