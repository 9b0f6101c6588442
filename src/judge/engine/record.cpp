#include <judge/engine/record.h>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace judge {
namespace {

// Keys keep the order in which they are written; doubles are printed with the fewest digits that read back exactly.
using Json = nlohmann::ordered_json;

Json to_json(const Quantities& quantities) {
  Json json = Json::object();
  for (const auto& [key, value] : quantities) json[key] = value;
  return json;
}

Quantities quantities_from(const Json& json) { return json.get<Quantities>(); }

std::string name(Sampling sampling) { return sampling == Sampling::quick ? "quick" : "full"; }

Sampling sampling_from(const std::string& word) {
  if (word == "quick") return Sampling::quick;
  if (word == "full") return Sampling::full;
  throw plumb::UserError(fmt::format("unknown sampling '{}'; expected quick or full", word));
}

template <typename Read>
auto parse(const std::string& line, Read read) {
  try {
    return read(Json::parse(line));
  } catch (const Json::exception& error) {
    throw plumb::UserError(fmt::format("not a record: {}", error.what()));
  }
}

}  // namespace

std::string header_line(const std::string& code, const Scenario& scenario) {
  const Scales& scales = scenario.scales;
  const Knobs& knobs = scenario.knobs;
  return Json{{"code", code},
              {"protocol", scenario.protocol},
              {"branch", scenario.branch},
              {"sampling", name(scenario.sampling)},
              {"regime", to_json(scenario.regime)},
              {"scales", {{"length", scales.length}, {"young", scales.young}, {"density", scales.density}}},
              {"knobs", {{"n", knobs.n}, {"dt", knobs.dt}, {"tol", knobs.tol}}}}
      .dump();
}

BranchRecords parse_header(const std::string& line) {
  return parse(line, [](const Json& json) {
    BranchRecords branch;
    branch.code = json.at("code");
    Scenario& scenario = branch.scenario;
    scenario.protocol = json.at("protocol");
    scenario.branch = json.at("branch");
    scenario.sampling = sampling_from(json.at("sampling"));
    scenario.regime = quantities_from(json.at("regime"));
    const Json& scales = json.at("scales");
    scenario.scales = {scales.at("length"), scales.at("young"), scales.at("density")};
    const Json& knobs = json.at("knobs");
    scenario.knobs = {knobs.at("n"), knobs.at("dt"), knobs.at("tol")};
    return branch;
  });
}

std::string record_line(const Record& record) {
  const Reply& reply = record.reply;
  Json json{{"load", to_json(record.load)},           {"status", plumb::name(reply.status)},
            {"iterations", reply.iterations},         {"residual", reply.residual},
            {"negative_modes", reply.negative_modes}, {"observed", to_json(record.observed)}};
  if (!reply.note.empty()) json["note"] = reply.note;
  return json.dump();
}

Record parse_record(const std::string& line) {
  return parse(line, [](const Json& json) {
    Record record;
    record.load = quantities_from(json.at("load"));
    record.reply.status = plumb::status_from_name(json.at("status").get<std::string>());
    record.reply.iterations = json.at("iterations");
    record.reply.residual = json.at("residual");
    record.reply.negative_modes = json.at("negative_modes");
    record.observed = quantities_from(json.at("observed"));
    record.reply.note = json.value("note", "");
    return record;
  });
}

}  // namespace judge
