// The report as one page: the table links to a panel per cell, and a panel shows while it is the target of the address.
// So every cell can be linked to, the back button closes it, and the keyboard needs nothing special. There is a script
// only where plots have shapes to show.

#include <algorithm>

#include <fmt/format.h>

#include <judge/report/report.h>
#include <judge/report/report_shapes.h>
#include <judge/report/report_style.h>
#include <judge/report/residuals.h>
#include <judge/report/verdict_grid.h>
#include <judge/verdict/likeness.h>
#include <plumb/core/markup.h>

namespace judge {
namespace {

/// Four digits, with powers of ten as a reader writes them: 1.2 × 10⁶.
std::string number(double value) {
  const std::string plain = fmt::format("{:.4g}", value);
  const auto e = plain.find('e');
  if (e == std::string::npos) return plain;
  const std::string mantissa = plain.substr(0, e);
  return fmt::format("{}10<sup>{}</sup>", mantissa == "1" ? "" : mantissa + " × ", std::stoi(plain.substr(e + 1)));
}

/// Rounding noise is not a finding.
std::string percent(double fraction) {
  return fraction < 1e-6 ? "below 0.0001\u00a0%" : fmt::format("{:.3g}\u00a0%", 100 * fraction);
}

/// The id of a cell's panel, and what links to it say.
std::string anchor(const Cell& cell) {
  std::string id = cell.card.name + "." + cell.column.name;
  std::replace(id.begin(), id.end(), '/', '.');
  return plumb::markup_escaped(id);
}

/// One word of a command line, whatever is in it.
std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

std::string word(Sampling sampling) { return sampling == Sampling::quick ? "quick" : "full"; }

std::string badge(const std::string& verdict) {
  const char* colour = verdict == "OK" ? "ok" : verdict == "KO" ? "ko" : "none";
  return fmt::format("<span class=\"verdict {}\">{}</span>", colour, verdict);
}

/// Says which verdict it is in the same size as what it is.
std::string named_badge(const std::string& which, const std::string& verdict) {
  const char* colour = verdict == "OK" ? "ok" : verdict == "KO" ? "ko" : "none";
  return fmt::format("<span class=\"verdict {}\">{} {}</span>", colour, which, verdict);
}

std::string small(const std::string& text) {
  return text.empty() ? "" : fmt::format("<span class=\"small\">{}</span>", text);
}

/// Returns the day alone: the panel has the time.
std::string day_text(const Cell& cell) {
  constexpr std::size_t length = 10;  // 2026-11-19
  return date_text(cell).substr(0, length);
}

std::string table_cell(const Cell* cell) {
  if (cell == nullptr) return "<td class=\"none\">–</td>";
  if (!cell->missing.empty()) {
    return fmt::format("<td class=\"none\">{}<span class=\"small\">{}</span></td>", badge("not run"),
                       plumb::markup_escaped(cell->missing));
  }
  const std::string surprise =
      cell->as_expected() ? "" : fmt::format("<em>expected {}</em>", plumb::markup_escaped(cell->expected));
  std::string badges = badge(cell->verdict()) + " " + named_badge("strict", cell->strict());
  if (cell->checks() != "not run") badges += " " + named_badge("checks", cell->checks());
  std::string origin = day_text(*cell);
  if (const std::string build = build_text(*cell); !build.empty()) origin += (origin.empty() ? "" : ", ") + build;
  return fmt::format(
      "<td><a href=\"#{}\" aria-label=\"{} on {}: {}, strict {}\"><span class=\"badges\">{}</span>{}{}{}{}"
      "<span class=\"small paper\">paper {}</span></a></td>",
      anchor(*cell), plumb::markup_escaped(cell->card.name), plumb::markup_escaped(cell->column.title), cell->verdict(),
      cell->strict(), badges, to_thumbnail(cell->picture), small(surprise),
      small(plumb::markup_escaped(knobs_text(cell->knobs))), small(plumb::markup_escaped(origin)),
      cell->paper.empty() ? "–" : plumb::markup_escaped(cell->paper));
}

std::string table(const VerdictGrid& grid) {
  std::string html = "<table id=\"table\"><thead><tr><th scope=\"col\">Code</th>";
  for (const ProtocolCard* column : grid.columns)
    html += fmt::format("<th scope=\"col\">{}</th>", plumb::markup_escaped(column->title));
  html += "</tr></thead>\n<tbody>\n";
  std::string kind;
  for (const VerdictRow& row : grid.rows) {
    if (row.card->kind != kind) {
      kind = row.card->kind;
      html += fmt::format("<tr class=\"kind\"><th scope=\"rowgroup\" colspan=\"{}\">{}</th></tr>\n",
                          grid.columns.size() + 1, plumb::markup_escaped(kind));
    }
    html += fmt::format("<tr><th scope=\"row\">{}<code>{}</code><span class=\"small\">{}</span></th>",
                        plumb::markup_escaped(row.card->title), plumb::markup_escaped(row.card->name),
                        plumb::markup_escaped(row.card->paper));
    for (const Cell* cell : row.cells) html += table_cell(cell);
    html += "</tr>\n";
  }
  return html + "</tbody></table>\n";
}

std::string term(const std::string& name, const std::string& value) {
  return value.empty() ? "" : fmt::format("<dt>{}</dt><dd>{}</dd>", name, value);
}

std::string distance_text(const Score& score) {
  // A motion is judged by numbers, and has no distance.
  if (!score.hausdorff) return score.worst ? "none" : "nothing to compare";
  return percent(*score.hausdorff) + " of the plot size";
}

std::string error_text(const Cell& cell) {
  if (!cell.score.worst) return "";
  const RelativeError& worst = *cell.score.worst;
  return fmt::format("{} at {} = {}", percent(worst.value), plumb::markup_escaped(cell.picture.box.x.label),
                     number(worst.at.x));
}

std::string loads_text(const Cell& cell) {
  std::string text = fmt::format("{} sampling, {} loads", word(cell.sampling), cell.n_loads);
  if (cell.branches.size() > 1) text += fmt::format(" on {} branches", cell.branches.size());
  if (cell.n_failed > 0) text += fmt::format(", {} failed", cell.n_failed);
  if (!cell.complete) text += ", not finished";
  return text;
}

std::string branch_text(const Scenario& branch) {
  const Scales& scales = branch.scales;
  std::string text = fmt::format("L = {} m, E = {} Pa, ρ = {} kg/m³", number(scales.length), number(scales.young),
                                 number(scales.density));
  for (const auto& [name, value] : branch.regime)
    text += fmt::format(", {} {}", plumb::markup_escaped(name), number(value));
  return text;
}

std::string ladder_terms(const Ladder& ladder) {
  const auto told = [](const LadderVerdict& verdict) {
    return verdict.ok ? "OK from " + plumb::markup_escaped(knobs_text(verdict.from))
                      : "KO: " + plumb::markup_escaped(verdict.reason);
  };
  std::string html = term("Ladder", told(ladder.paper)) + term("Strict ladder", told(ladder.strict));
  for (const RungResult& rung : ladder.rungs) {
    const Score& score = rung.score;
    html += term(fmt::format("Rung {:+d}", rung.rung),
                 fmt::format("{}: {}, strict {}; distance {}{}", plumb::markup_escaped(knobs_text(rung.knobs)),
                             score.ok ? "OK" : "KO", score.strict_ok ? "OK" : "KO", distance_text(score),
                             score.worst ? ", largest error " + percent(score.worst->value) : ""));
  }
  return html;
}

std::string panel_terms(const Cell& cell) {
  std::string html;
  for (const CheckResult& check : cell.panel) {
    const bool told_above = check.name == "curve" || check.name == "strict";
    if (told_above || check.outcome == Outcome::not_run) continue;
    std::string told{name(check.outcome)};
    if (!check.figure.empty()) told += " (" + check.figure + ")";
    if (!check.why.empty()) told += ": " + check.why;
    html += term("Check: " + check.name, plumb::markup_escaped(told));
  }
  return html;
}

std::string parameters(const Cell& cell) {
  std::string html = "<dl>";
  html += term("Distance", distance_text(cell.score));
  html += term("Largest error", error_text(cell));
  html += term("Why KO", plumb::markup_escaped(cell.score.reason));
  html += term("Why not strict", cell.score.ok ? plumb::markup_escaped(cell.score.strict_reason) : "");
  if (!cell.score.strict_ok) html += term("Strict range", plumb::markup_escaped(strict_range_text(cell)));
  if (cell.n_failed > 0) html += term("First failure", plumb::markup_escaped(cell.note));
  if (cell.ladder) html += ladder_terms(*cell.ladder);
  html += panel_terms(cell);
  for (const std::string& remark : cell.score.remarks) html += term("Mislabelled", plumb::markup_escaped(remark));
  for (const std::string& note : cell.score.notes) html += term("Note", plumb::markup_escaped(note));
  html += term("Paper", plumb::markup_escaped(cell.paper));
  html += term("Knobs", plumb::markup_escaped(knobs_text(cell.knobs)));
  html += term("Loads", loads_text(cell));
  html += term("Computed", plumb::markup_escaped(date_text(cell)));
  html += term("By", plumb::markup_escaped(fmt::format("{}", fmt::join(cell.builds, ", "))));
  if (cell.n_loads > 0 && cell.n_iterations > 0) {
    html += term("Iterations", fmt::format("{:.1f} per load", static_cast<double>(cell.n_iterations) / cell.n_loads));
  }
  for (const BranchPoints& branch : cell.branches) {
    html += term("Branch " + plumb::markup_escaped(branch.scenario.branch), branch_text(branch.scenario));
  }
  html += term("Section", "lengths in units of L");
  html += term("Defined in", plumb::markup_escaped(cell.column.paper));
  return html + "</dl>";
}

std::string command(const Cell& cell) {
  const std::string& external = cell.card.external;
  return fmt::format("./plumb validate {} --protocol {} --{}{}",
                     external.empty() ? cell.card.name : "--external " + shell_quoted(external), cell.column.name,
                     word(cell.sampling), cell.ladder ? " --ladder" : "");
}

bool has_shapes(const Cell& cell) { return !cell.picture.spots.empty(); }

std::string details(const Cell& cell) {
  if (cell.details.empty()) return {};
  std::string html = "\n<div class=\"details\">";
  for (const Plot& plot : cell.details) {
    html += fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", to_svg(plot),
                        plumb::markup_escaped(plot.title));
  }
  return html + "</div>";
}

std::string figure(const Cell& cell) {
  const std::string svg = to_svg(cell.picture);
  const std::string below = residuals_svg(cell) + details(cell);
  if (!has_shapes(cell)) return fmt::format("<div class=\"figure\">{}</div>{}", svg, below);
  return fmt::format("<div class=\"figure pickable\">{}{}</div>{}", svg, shapes_html(cell.picture), below);
}

std::string summary_paragraph(const Cell& cell) {
  const std::string told = summary(cell);
  return told.empty() ? "" : fmt::format("<p class=\"summary\">{}</p>\n", plumb::markup_escaped(told));
}

std::string panel(const Cell& cell) {
  return fmt::format(
      "<section class=\"panel\" id=\"{}\" tabindex=\"-1\">\n"
      "<header><h2>{} <span>on</span> {}</h2><a class=\"close\" href=\"#table\">Close</a></header>\n"
      "<p class=\"lead\">{} {}</p>\n{}<p>{}</p>\n"
      "{}\n{}\n<p class=\"label\">Computed again "
      "by</p>\n<pre><code>{}</code></pre>\n</section>\n",
      anchor(cell), plumb::markup_escaped(cell.card.title), plumb::markup_escaped(cell.column.title),
      badge(cell.verdict()), named_badge("strict", cell.strict()), summary_paragraph(cell),
      plumb::markup_escaped(cell.column.summary), figure(cell), parameters(cell), plumb::markup_escaped(command(cell)));
}

}  // namespace

std::string report_html(const std::vector<Cell>& cells) {
  std::string html =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>Plumb: verdicts</title>\n"
      "<link rel=\"icon\" href=\"data:,\">\n";
  const bool shapes = std::any_of(cells.begin(), cells.end(), has_shapes);
  html += "<style>\n" + report_style() + plot_style() + (shapes ? shapes_style() : "") + "</style>\n";
  html += "</head>\n<body>\n<main>\n";
  html +=
      "<h1>Plumb <span>verdicts</span></h1>\n"
      "<p class=\"intro\"><b>OK</b> when the measured curve lies within 5\u00a0% of the plot size of the master curve "
      "(Hausdorff distance); <b>strict</b> when the compared quantity is within 1\u00a0% everywhere. "
      "<b>Paper</b> is what Romero et al. (2021) found, Table 1. Choose a verdict to see its plot.</p>\n";
  html += cells.empty() ? "<p>No records.</p>\n" : table(verdict_grid(cells));
  for (const Cell& cell : cells) {
    if (cell.missing.empty()) html += panel(cell);
  }
  html += "</main>\n";
  if (shapes) html += "<script>\n" + shapes_script() + "</script>\n";
  return html + "</body>\n</html>\n";
}

}  // namespace judge
