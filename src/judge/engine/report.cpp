#include <judge/engine/report.h>

#include <fmt/format.h>

#include <judge/engine/store.h>
#include <nlohmann/json.hpp>

namespace judge {
namespace {

using Json = nlohmann::ordered_json;

template <typename Number>
Json or_null(Number number) {
  return number == Number{} ? Json(nullptr) : Json(number);
}

Json result(const Cell& cell) {
  const Score& score = cell.score;
  return {{"code", cell.card.name},
          {"protocol", cell.column.name},
          {"verdict", cell.verdict()},
          {"strict", cell.strict()},
          {"hausdorff", score.hausdorff ? Json(*score.hausdorff) : Json(nullptr)},
          {"max_relative_error", score.worst ? Json(score.worst->value) : Json(nullptr)},
          {"n", or_null(cell.knobs.n)},
          {"dt", or_null(cell.knobs.dt)},
          {"tol", or_null(cell.knobs.tol)},
          {"paper", cell.paper.empty() ? Json(nullptr) : Json(cell.paper)}};
}

}  // namespace

std::string results_json(const std::vector<Cell>& cells) {
  Json list = Json::array();
  for (const Cell& cell : cells) list.push_back(result(cell));
  return list.dump(2) + '\n';
}

std::string points_csv(const Cell& cell) {
  std::string csv = fmt::format("{}\n", fmt::join(cell.column.columns, ","));
  for (const BranchPoints& branch : cell.branches) {
    for (const Point& point : branch.points) {
      std::vector<std::string> row;
      for (const std::string& column : cell.column.columns) {
        const auto value = point.values.find(column);
        if (value != point.values.end()) row.push_back(fmt::format("{}", value->second));
        if (column == "label" && !point.label.empty()) row.push_back(point.label);
      }
      if (row.size() == cell.column.columns.size()) csv += fmt::format("{}\n", fmt::join(row, ","));
    }
  }
  return csv;
}

std::filesystem::path write_report(const std::filesystem::path& dir, const std::vector<Cell>& cells) {
  for (const Cell& cell : cells) {
    const auto file = dir / "points" / cell.card.name / (cell.column.name + ".csv");
    std::filesystem::create_directories(file.parent_path());
    replace_file(file, points_csv(cell));
    const auto picture = dir / "plots" / cell.card.name / (cell.column.name + ".svg");
    std::filesystem::create_directories(picture.parent_path());
    replace_file(picture, to_svg(cell.picture, Svg::standalone));
  }
  replace_file(dir / "results.json", results_json(cells));
  replace_file(dir / "index.html", report_html(cells));
  return dir / "index.html";
}

}  // namespace judge
