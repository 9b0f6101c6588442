// plumb report DIR: tables, points and the page again, from the records alone.

#include <judge/records/found_records.h>
#include <judge/records/store.h>
#include <judge/report/report.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include <apps/plumb/verbs.h>
#include <plumb/core/status.h>

void add_report(CLI::App& app) {
  auto dir = std::make_shared<std::string>();
  CLI::App* verb = app.add_subcommand("report", "Make the report of a run again, from its records.");
  verb->add_option("DIR", *dir, "Folder of a run, as given to 'plumb validate --out'")->required();
  verb->footer("Example:\n  plumb report out/validate");
  verb->callback([dir] {
    if (plumb::marked_verb(*dir) != judge::validation_folder().verb && !judge::holds_records(*dir)) {
      throw plumb::UserError(fmt::format(
          "'{}' is not the folder of a run: it has no records; make one with 'plumb validate --out {}'", *dir, *dir));
    }
    plumb::claim_folder(*dir, judge::validation_folder().verb, plumb::Begin::go_on,
                        [&] { return judge::holds_records(*dir); });
    const auto [cells, damaged] = judge::assess(*dir, judge::all_codes(), judge::all_protocols());
    constexpr std::size_t most_sentences = 20;
    for (std::size_t i = 0; i < std::min(damaged.size(), most_sentences); ++i) {
      tell(damaged[i]);
    }
    if (damaged.size() > most_sentences) {
      tell(fmt::format("... and {} more of this kind", damaged.size() - most_sentences));
    }
    const auto page = judge::write_report(*dir, cells);
    fmt::print("{}\nReport: {}\n", judge::verdict_table(cells), page.string());
  });
}
