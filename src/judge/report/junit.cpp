// The verdicts as a JUnit file, for whoever has a server of continuous integration: a suite per cell, a case per check.

#include <judge/report/report.h>

#include <fmt/format.h>

#include <plumb/core/markup.h>

namespace judge {
namespace {

std::string test_case(const Cell& cell, const CheckResult& check) {
  const std::string head =
      fmt::format("<testcase classname=\"{}.{}\" name=\"{}\"", plumb::markup_escaped(cell.card.name),
                  plumb::markup_escaped(cell.column.name), plumb::markup_escaped(check.name));
  if (check.outcome == Outcome::passed) return head + "/>\n";
  const std::string why = plumb::markup_escaped(check.why.empty() ? std::string(name(check.outcome)) : check.why);
  const char* kind = check.outcome == Outcome::failed ? "failure" : "skipped";
  return fmt::format("{}><{} message=\"{}\"/></testcase>\n", head, kind, why);
}

}  // namespace

std::string junit_xml(const std::vector<Cell>& cells) {
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"plumb validate\">\n";
  for (const Cell& cell : cells) {
    const bool missing = !cell.missing.empty();
    int failures = 0, skipped = missing ? 1 : 0;
    std::string cases;
    for (const CheckResult& check : cell.panel) {
      failures += check.outcome == Outcome::failed ? 1 : 0;
      skipped += check.outcome == Outcome::not_run || check.outcome == Outcome::cannot ? 1 : 0;
      cases += test_case(cell, check);
    }
    if (missing) cases = test_case(cell, {"curve", Outcome::cannot, "", cell.missing});
    xml += fmt::format("<testsuite name=\"{} on {}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\">\n{}</testsuite>\n",
                       plumb::markup_escaped(cell.card.name), plumb::markup_escaped(cell.column.name),
                       missing ? 1 : cell.panel.size(), failures, skipped, cases);
  }
  return xml + "</testsuites>\n";
}

}  // namespace judge
