#include <judge/question/scenario_json.h>

#include <cmath>

#include <fmt/format.h>

#include <judge/question/statement.h>
#include <plumb/core/status.h>
#include <nlohmann/json.hpp>

namespace judge {
namespace {

using Json = nlohmann::ordered_json;

std::string name(Sampling sampling) { return sampling == Sampling::quick ? "quick" : "full"; }

Sampling sampling_from(const std::string& word) {
  if (word == "quick") return Sampling::quick;
  if (word == "full") return Sampling::full;
  throw plumb::UserError(fmt::format("unknown sampling '{}'; expected quick or full", word));
}

}  // namespace

Json to_json(const Quantities& quantities) {
  Json json = Json::object();
  for (const auto& [key, value] : quantities) json[key] = value;
  return json;
}

Json to_json(const Knobs& knobs) { return {{"n", knobs.n}, {"dt", knobs.dt}, {"tol", knobs.tol}}; }

Json to_json(const Scenario& scenario) {
  const Scales& scales = scenario.scales;
  Json json{{"protocol", scenario.protocol},
            {"branch", scenario.branch},
            {"sampling", name(scenario.sampling)},
            {"regime", to_json(scenario.regime)},
            {"scales", {{"length", scales.length}, {"young", scales.young}, {"density", scales.density}}},
            {"knobs", to_json(scenario.knobs)}};
  const Place& place = scenario.place;
  if (place != Place())
    json["place"] = {{"azimuth", place.azimuth}, {"mirror", place.mirrored}, {"shift", place.shift}};
  if (const Quantities si = stated_in_si(scenario); !si.empty()) json["si"] = to_json(si);
  return json;
}

Quantities quantities_from(const nlohmann::json& json) { return json.get<Quantities>(); }

int count_from(const nlohmann::json& json) {
  const double value = json.get<double>();
  if (!(std::abs(value) <= 1e9) || value != std::floor(value)) {
    throw plumb::UserError(fmt::format("{} is not a count", json.dump()));
  }
  return static_cast<int>(value);
}

Scenario scenario_from(const nlohmann::json& json) {
  Scenario scenario;
  scenario.protocol = json.at("protocol");
  scenario.branch = json.at("branch");
  scenario.sampling = sampling_from(json.at("sampling"));
  scenario.regime = quantities_from(json.at("regime"));
  const nlohmann::json& scales = json.at("scales");
  scenario.scales = {scales.at("length"), scales.at("young"), scales.at("density")};
  const nlohmann::json& knobs = json.at("knobs");
  scenario.knobs = {count_from(knobs.at("n")), knobs.at("dt"), knobs.at("tol")};
  if (const auto si = json.find("si"); si != json.end()) scenario.told = quantities_from(*si);
  if (const auto place = json.find("place"); place != json.end()) {
    scenario.place = {place->at("azimuth"), place->at("mirror"), place->at("shift")};
  }
  return scenario;
}

}  // namespace judge
