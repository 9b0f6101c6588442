#include <plumb/scene/bodies/rod/read_stiffness.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include <plumb/scene/read/read_material.h>

namespace plumb {
namespace {

struct Section {
  RodSection moments;
  double shear_factor = 0;  ///< k of k G A, Timoshenko: to a few per cent, whatever Poisson's ratio
  double width = 0;         ///< of a rectangle, m
  double thin = 0;          ///< half of its thinner side, m
};

constexpr double kShearRound = 0.9, kShearRectangle = 5.0 / 6;
/// k G A over EA of a round, incompressible rod: for a stiffness that says nothing of shear.
constexpr double kUsualShear = kShearRound / 3;

Section read_section(const Entry& entry) {
  const std::vector<std::string> shapes{"circle", "ellipse", "rectangle"};
  const std::vector<std::vector<std::string>> sizes{{"r"}, {"a", "b"}, {"width", "height"}};
  const auto all = Keys(entry, {"shape", "r", "a", "b", "width", "height"});
  const std::size_t shape = all.need("shape", "one of circle, ellipse and rectangle").choice(shapes);

  std::vector<std::string> known{"shape"};
  known.insert(known.end(), sizes[shape].begin(), sizes[shape].end());
  const Keys keys(entry, known);
  const auto size = [&](std::size_t i) {
    const std::string& key = sizes[shape][i];
    const std::string which = shapes[shape] == "ellipse" ? "an ellipse" : "a " + shapes[shape];
    return keys.need(key, fmt::format("{} needs it, as {} = \"1 mm\"", which, key)).positive(dimension::length);
  };
  switch (shape) {
    case 0:
      return {RodSection::circle(size(0)), kShearRound, 0, size(0)};
    case 1:
      return {RodSection::ellipse(size(0), size(1)), kShearRound, 0, std::min(size(0), size(1))};
    default:
      return {RodSection::rectangle(size(0), size(1)), kShearRectangle, size(0), 0.5 * std::min(size(0), size(1))};
  }
}

void from_material(const Entry& material, const Entry& section_entry, SceneRod& rod) {
  const auto [young, nu, rho] = read_material(material);
  const Section section = read_section(section_entry);
  rod.stiffness = rod_stiffness(section.moments, young, nu, rho);
  rod.shear = section.shear_factor * rod.stiffness.stretch / (2 * (1 + nu));
  rod.draw_radius = std::sqrt(section.moments.area / std::numbers::pi);
  rod.contact_radius = section.thin;
  rod.width = section.width;
  rod.sheet_bend = rod.stiffness.bend_2 / (1 - nu * nu);
}

/// A super-ribbon is a strip of a sheet: its stiffness follows from the sheet's.
void check_sheet(const Keys& keys, const SceneRod& rod) {
  if (rod.kind != RodKind::super_ribbon) return;
  if (const auto stiffness = keys.find("stiffness")) {
    stiffness->refuse(
        "a super-ribbon is a strip of a sheet; give material and a section of shape = \"rectangle\" instead");
  }
  const auto section = keys.find("section");
  if (section && !(rod.width > 0)) section->refuse("a super-ribbon is a strip of a sheet: its section is a rectangle");
}

std::pair<double, double> read_bending(const Entry& entry) {
  if (!entry.is_list()) {
    const double both = entry.positive(dimension::bending_stiffness);
    return {both, both};
  }
  const std::vector<Entry> pair = entry.list("");
  if (pair.size() != 2) entry.refuse(fmt::format("expected one number or a pair [EI_1, EI_2], got {}", pair.size()));
  return {pair[0].positive(dimension::bending_stiffness), pair[1].positive(dimension::bending_stiffness)};
}

void from_stiffness(const Entry& entry, SceneRod& rod) {
  const Keys keys(entry, {"EI", "GJ", "EA", "mass", "GA", "spin"});
  RodStiffness& s = rod.stiffness;
  std::tie(s.bend_1, s.bend_2) = read_bending(keys.need("EI", "against bending, as EI = \"1e-5 N*m^2\""));
  s.twist = keys.need("GJ", "against twisting, as GJ = \"1e-5 N*m^2\"").positive(dimension::bending_stiffness);
  s.stretch = keys.need("EA", "against stretching, as EA = \"10 N\"").positive(dimension::force);
  s.mass_per_length = keys.need("mass", "per length, as mass = \"0.01 kg/m\"").positive(dimension::mass_per_length);
  s.spin_inertia = s.mass_per_length * (s.bend_1 + s.bend_2) / s.stretch;
  if (const auto spin = keys.find("spin")) s.spin_inertia = spin->positive(dimension::spin_inertia);
  rod.shear = kUsualShear * s.stretch;
  if (const auto shear = keys.find("GA")) rod.shear = shear->positive(dimension::force);
  // A round rod has EI = EA r^2 / 4.
  rod.draw_radius = 2 * std::sqrt(std::sqrt(s.bend_1) * std::sqrt(s.bend_2) / s.stretch);
  rod.contact_radius = rod.draw_radius;
}

/// What an element is made of must be numbers that can be computed with.
void check_magnitudes(const Entry& place, const SceneRod& rod) {
  const RodStiffness& s = rod.stiffness;
  const double h = rod.length / rod.n;
  const std::pair<std::string_view, double> quantities[] = {
      {"EI_1", s.bend_1},
      {"EI_2", s.bend_2},
      {"GJ", s.twist},
      {"EA", s.stretch},
      {"GA", rod.shear},
      {"mass per length", s.mass_per_length},
      {"spin inertia", s.spin_inertia},
      {"radius", rod.draw_radius},
      {"bending stiffness EI_1/h^3 of an element", s.bend_1 / (h * h * h)},
      {"bending stiffness EI_2/h^3 of an element", s.bend_2 / (h * h * h)},
      {"stretching stiffness EA/h of an element", s.stretch / h},
      {"mass of an element", s.mass_per_length * h},
  };
  for (const auto& [what, value] : quantities) {
    if (!std::isnormal(value)) {
      place.refuse(
          fmt::format("its {} comes out as {}, which cannot be computed with; are the units right?", what, value));
    }
  }
}

}  // namespace

void read_stiffness(const Keys& keys, SceneRod& rod) {
  const auto stiffness = keys.find("stiffness"), material = keys.find("material"), section = keys.find("section");
  if (stiffness) {
    check_sheet(keys, rod);
    if (material || section) stiffness->refuse("material and section give the stiffness already; leave it or them out");
    from_stiffness(*stiffness, rod);
    return check_magnitudes(*stiffness, rod);
  }
  constexpr std::string_view kHow = "give material and section, or stiffness";
  keys.need("material", kHow);
  keys.need("section", kHow);
  from_material(*material, *section, rod);
  check_sheet(keys, rod);
  check_magnitudes(*section, rod);
}

}  // namespace plumb
