#include <plumb/run/sweep_record.h>

#include <nlohmann/json.hpp>

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Warning& warning) {
  return {
      {"kind", warning.kind}, {"body", warning.body},     {"time", warning.time ? Json(*warning.time) : Json(nullptr)},
      {"what", warning.what}, {"advice", warning.advice}, {"severity", warning.severity}};
}

Warning warning_from(const Json& json) {
  Warning warning{json.at("kind"), json.at("body"), {}, json.at("what"), json.at("advice"), json.at("severity")};
  if (!json.at("time").is_null()) warning.time = json.at("time").get<double>();
  return warning;
}

}  // namespace

std::string SweepRecord::line() const {
  Json list = Json::array();
  for (const Warning& warning : warnings) list.push_back(to_json(warning));
  const Json json{{"status", name(status)}, {"row", row}, {"warnings", std::move(list)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<SweepRecord> parse_sweep_record(const std::string& line) {
  try {
    const Json json = Json::parse(line);
    SweepRecord record{status_from_name(json.at("status").get<std::string>()), json.at("row"), {}};
    for (const Json& warning : json.at("warnings")) record.warnings.push_back(warning_from(warning));
    return record;
  } catch (const Json::exception&) {
    return std::nullopt;
  } catch (const UserError&) {
    return std::nullopt;
  }
}

}  // namespace plumb
