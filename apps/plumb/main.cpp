// plumb: the command line. Each verb is a file beside this one; here are only what they share: help, mistakes, exit
// codes.

#include <CLI/CLI.hpp>

#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <apps/plumb/verbs.h>
#include <plumb/core/nearest_name.h>
#include <plumb/core/status.h>

namespace {

int mistake(const std::string& sentence) {
  fmt::print(stderr, "plumb: {}\n", sentence);
  return exit_user_error;
}

/// The verb that was given, or the program itself.
CLI::App& selected(CLI::App& app) {
  const auto verbs = app.get_subcommands();
  return verbs.empty() ? app : *verbs.front();
}

/// Words nobody asked for: a verb, or an option of the verb, that was mistyped.
std::string unexpected(CLI::App& app) {
  CLI::App& verb = selected(app);
  const auto words = app.remaining(true);
  const std::string word = words.empty() ? "" : words.front();
  std::vector<std::string> names;
  const bool option = word.starts_with("-");
  if (option) {
    for (const CLI::Option* known : verb.get_options()) {
      for (const std::string& name : known->get_lnames()) names.push_back("--" + name);
    }
  } else if (&verb == &app) {
    for (const CLI::App* known : app.get_subcommands({})) names.push_back(known->get_name());
  }
  const std::string near = plumb::nearest_name(word, names);
  return fmt::format("unknown {} '{}'{}",
                     option          ? "option"
                     : &verb == &app ? "verb"
                                     : "argument",
                     word, near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Plumb judges simulators of slender elastic things against master curves.", "plumb");
  app.set_version_flag("--version", PLUMB_VERSION);
  app.require_subcommand(0, 1);
  app.footer(
      "Run 'plumb VERB --help' for one verb. Exit codes: 0 done, 1 a verdict is not the expected one,\n"
      "2 a mistake on the command line, 3 a numerical failure, 4 interrupted (run again to continue).");
  add_verbs(app);

  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) fmt::print("{}", app.help());
    return exit_done;
  } catch (const CLI::RuntimeError& end) {
    return end.get_exit_code();
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ExtrasError&) {
    return mistake(unexpected(app));
  } catch (const CLI::ParseError& error) {
    return mistake(fmt::format("{} (see 'plumb {} --help')", error.what(), selected(app).get_name()));
  } catch (const plumb::UserError& error) {
    return mistake(error.what());
  }
}
