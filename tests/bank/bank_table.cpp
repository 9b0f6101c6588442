// Prints what caught each simulator of the bank, as the table of docs/judge.md: bank_table FOLDER

#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include <tests/bank/bank.h>

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: bank_table FOLDER\n");
    return 2;
  }
  int wrong = 0, caught = 0, right = 0, alarms = 0;
  fmt::print("| code | protocol | mistake | caught by | order |\n|---|---|---|---|---|\n");
  for (const judge::bank::Entry& entry : judge::bank::all_entries()) {
    const auto folder = std::filesystem::path(argv[1]) / entry.name;
    std::filesystem::remove_all(folder);
    const judge::bank::Finding finding = judge::bank::judged(entry, folder.string());
    const bool is_wrong = !entry.mistake.empty(), found = !finding.check.empty();
    (is_wrong ? wrong : right) += 1;
    caught += is_wrong && found ? 1 : 0;
    alarms += !is_wrong && found ? 1 : 0;
    fmt::print("| {} | {} | {} | {} | {} |\n", entry.name, entry.protocol, is_wrong ? entry.mistake : "right",
               found      ? finding.check
               : is_wrong ? "nothing"
                          : "-",
               finding.order);
    std::fflush(stdout);
  }
  fmt::print("\n{} of {} wrong codes are caught; {} of {} right ones raise an alarm.\n", caught, wrong, alarms, right);
}
