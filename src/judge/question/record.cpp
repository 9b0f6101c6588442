#include <judge/question/record.h>

#include <cmath>

#include <fmt/format.h>

#include <judge/question/json_line.h>
#include <judge/question/scenario_json.h>

namespace judge {
namespace {

// Doubles are printed with the fewest digits that read back exactly.
using Json = nlohmann::ordered_json;

/// Null: the code did not tell it.
Json told(const std::optional<double>& number) { return number ? Json(*number) : Json(nullptr); }

constexpr double shape_digits = 1e5;

/// Whole numbers take half the room.
Json shape_json(const std::vector<double>& shape) {
  Json json = Json::array();
  for (const double coordinate : shape) json.push_back(std::llround(shape_digits * coordinate));
  return json;
}

std::vector<double> shape_from(const nlohmann::json& json) {
  std::vector<double> shape;
  for (const nlohmann::json& digits : json) shape.push_back(count_from(digits) / shape_digits);
  if (shape.size() % 3 != 0) throw plumb::UserError("not a record: a shape with half a point");
  return shape;
}

template <typename Read>
auto parse(const std::string& line, Read read) {
  const nlohmann::json json = parse_line(line);
  if (!json.is_object()) throw plumb::UserError("not a record: not a JSON object");
  try {
    return read(json);
  } catch (const nlohmann::json::exception& error) {
    throw plumb::UserError(fmt::format("not a record: {}", error.what()));
  }
}

}  // namespace

std::string header_line(const std::string& code, const Scenario& scenario) {
  Json json{{"code", code}};
  json.update(to_json(scenario));
  return json.dump();
}

BranchRecords parse_header(const std::string& line) {
  return parse(line, [](const nlohmann::json& json) {
    BranchRecords branch;
    branch.code = json.at("code");
    branch.scenario = scenario_from(json);
    return branch;
  });
}

std::string record_line(const Record& record) {
  const Reply& reply = record.reply;
  Json json{{"load", to_json(record.load)},           {"status", plumb::name(reply.status)},
            {"iterations", reply.iterations},         {"residual", told(reply.residual)},
            {"negative_modes", reply.negative_modes}, {"observed", to_json(record.observed)}};
  if (!reply.note.empty()) json["note"] = reply.note;
  if (!record.told.empty()) json["si"] = to_json(record.told);
  if (!record.shape.empty()) json["shape"] = shape_json(record.shape);
  // A note may quote what another program said, in whatever encoding.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Record parse_record(const std::string& line) {
  return parse(line, [](const nlohmann::json& json) {
    Record record;
    record.load = quantities_from(json.at("load"));
    record.reply.status = plumb::status_from_name(json.at("status").get<std::string>());
    record.reply.iterations = count_from(json.at("iterations"));
    if (const auto& residual = json.at("residual"); !residual.is_null()) record.reply.residual = residual.get<double>();
    record.reply.negative_modes = count_from(json.at("negative_modes"));
    record.observed = quantities_from(json.at("observed"));
    record.reply.note = json.value("note", "");
    if (const auto told = json.find("si"); told != json.end()) record.told = quantities_from(*told);
    if (const auto shape = json.find("shape"); shape != json.end()) record.shape = shape_from(*shape);
    return record;
  });
}

}  // namespace judge
