#include <judge/report/report.h>

#include <fmt/format.h>

#include <judge/report/report_folder.h>
#include <judge/report/verdict_grid.h>
#include <nlohmann/json.hpp>

namespace judge {
namespace {

using Json = nlohmann::ordered_json;

/// Zero: no such knob.
template <typename Number>
Json knob(Number number) {
  return number == Number{} ? Json(nullptr) : Json(number);
}

Json knobs_json(const Knobs& knobs) { return {{"n", knob(knobs.n)}, {"dt", knob(knobs.dt)}, {"tol", knob(knobs.tol)}}; }

Json scores(const Score& score) {
  return {{"hausdorff", score.hausdorff ? Json(*score.hausdorff) : Json(nullptr)},
          {"max_relative_error", score.worst ? Json(score.worst->value) : Json(nullptr)}};
}

Json verdict_json(const LadderVerdict& verdict) {
  Json json{{"verdict", verdict.ok ? "OK" : "KO"}};
  if (verdict.ok) json.update(knobs_json(verdict.from));
  if (!verdict.ok) json["reason"] = verdict.reason;
  return json;
}

Json ladder_json(const Ladder& ladder) {
  Json rungs = Json::array();
  for (const RungResult& rung : ladder.rungs) {
    Json json{{"rung", rung.rung}};
    json.update(knobs_json(rung.knobs));
    json["verdict"] = rung.score.ok ? "OK" : "KO";
    json["strict"] = rung.score.strict_ok ? "OK" : "KO";
    json.update(scores(rung.score));
    rungs.push_back(std::move(json));
  }
  const auto& range = ladder.strict_range;
  return {{"paper", verdict_json(ladder.paper)},
          {"strict", verdict_json(ladder.strict)},
          {"strict_range", range ? Json{range->from, range->to} : Json(nullptr)},
          {"rungs", std::move(rungs)}};
}

const std::string& reason_of(const Cell& cell, Strictness strictness) {
  const bool paper = strictness == Strictness::paper;
  if (cell.ladder) return paper ? cell.ladder->paper.reason : cell.ladder->strict.reason;
  return paper ? cell.score.reason : cell.score.strict_reason;
}

Json panel_json(const Cell& cell) {
  Json panel = Json::object();
  for (const CheckResult& check : cell.panel) {
    Json json{{"outcome", name(check.outcome)}};
    if (!check.figure.empty()) json["figure"] = check.figure;
    if (!check.why.empty()) json["why"] = check.why;
    panel[check.name] = std::move(json);
  }
  return panel;
}

Json result(const Cell& cell) {
  Json json{
      {"code", cell.card.name}, {"protocol", cell.column.name}, {"verdict", cell.verdict()}, {"strict", cell.strict()}};
  json.update(scores(cell.score));
  json.update(knobs_json(cell.passing_knobs()));
  json["paper"] = cell.paper.empty() ? Json(nullptr) : Json(cell.paper);
  if (cell.ladder) json["ladder"] = ladder_json(*cell.ladder);
  const std::string& why =
      cell.verdict() == "KO" ? reason_of(cell, Strictness::paper) : reason_of(cell, Strictness::strict);
  json["reason"] = why.empty() ? Json(nullptr) : Json(why);
  json["place"] = cell.score.worst ? Json{{"x", cell.score.worst->at.x}, {"y", cell.score.worst->at.y}} : Json(nullptr);
  json["loads"] = cell.n_loads;
  json["failed_loads"] = cell.n_failed;
  json["checks"] = panel_json(cell);
  json["computed"] = cell.oldest == 0 ? Json(nullptr) : Json(date_text(cell));
  json["builds"] = cell.builds;
  if (!cell.missing.empty()) json["missing"] = cell.missing;
  if (!cell.note.empty()) json["note"] = cell.note;
  if (!cell.score.notes.empty()) json["notes"] = cell.score.notes;
  return json;
}

}  // namespace

std::string results_json(const std::vector<Cell>& cells) {
  Json list = Json::array();
  for (const Cell& cell : cells) list.push_back(result(cell));
  return list.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string points_csv(const Cell& cell) {
  std::vector<std::string> header = cell.column.columns;
  header.insert(header.end(), cell.column.also.begin(), cell.column.also.end());
  std::string csv = fmt::format("{}\n", fmt::join(header, ","));
  for (const BranchPoints& branch : cell.branches) {
    for (const Point& point : branch.points) {
      std::vector<std::string> row;
      for (const std::string& column : cell.column.columns) {
        const auto value = point.values.find(column);
        if (value != point.values.end()) row.push_back(fmt::format("{}", value->second));
        if (column == "label" && !point.label.empty()) row.push_back(point.label);
        // A structure that snaps has a label and nothing to measure.
        if (column == "measure" && value == point.values.end() && !point.label.empty()) row.emplace_back();
      }
      if (row.size() < cell.column.columns.size()) continue;
      for (const std::string& column : cell.column.also) {
        const auto value = point.values.find(column);
        row.push_back(value == point.values.end() ? "" : fmt::format("{}", value->second));
      }
      csv += fmt::format("{}\n", fmt::join(row, ","));
    }
  }
  return csv;
}

std::filesystem::path write_report(const std::filesystem::path& dir, const std::vector<Cell>& cells) {
  const ReportFolder folder(dir);
  for (const Cell& cell : cells) {
    if (!cell.missing.empty()) continue;
    const std::string name = cell.card.name + '/' + cell.column.name;
    folder.write("points/" + name + ".csv", points_csv(cell));
    folder.write("plots/" + name + ".svg", to_svg(cell.picture, Svg::standalone));
  }
  folder.write("results.json", results_json(cells));
  return folder.write("index.html", report_html(cells));
}

}  // namespace judge
