// plumb: the command line. Each verb is a file beside this one; here is only what they share: help, mistakes, exit
// codes. Whatever ends a verb ends here, with one sentence and an exit code.

#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include <apps/plumb/verbs.h>
#include <plumb/core/disk_pace.h>
#include <plumb/core/nearest_name.h>
#include <plumb/core/printable.h>
#include <plumb/core/refusal.h>
#include <plumb/core/status.h>

namespace {

int ends_with(ExitCode code, const std::string& sentence) {
  tell(sentence);
  return code;
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

/// Parses the command line and runs its verb.
int run_verb(int argc, char** argv) {
  CLI::App app("Plumb simulates slender elastic structures, and judges simulators of them against master curves.",
               "plumb");
  app.set_version_flag("--version", PLUMB_VERSION);
  app.require_subcommand(0, 1);
  app.footer(
      "Run 'plumb VERB --help' for one verb. Exit codes: 0 done, 1 a verdict is not the expected one,\n"
      "2 a mistake on the command line or in a file, 3 a numerical failure, 4 interrupted (run again to continue),\n"
      "5 the machine refused (a full disk, no memory, output that cannot be written).");
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
    return ends_with(exit_user_error, unexpected(app));
  } catch (const CLI::ParseError& error) {
    return ends_with(exit_user_error,
                     fmt::format("{} (see 'plumb {} --help')", error.what(), selected(app).get_name()));
  }
}

/// A reader that went away (`plumb list | head -1`) ends us as it ends every program.
void end_like_others(int error_number) {
  if (error_number != EPIPE) return;
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
}

int ends_with_error(const std::error_code& error, const std::string& what) {
  return ends_with(plumb::machine_refused(error.value()) ? exit_machine_refused : exit_user_error,
                   fmt::format("{}: {}", what, error.message()));
}

int ends_without_output(const std::error_code& error) {
  end_like_others(error.value());
  return ends_with(exit_machine_refused, fmt::format("cannot write to standard output: {}", error.message()));
}

/// What a verb printed has arrived, or the verb has not done its work.
int ends_with_output(int code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  return ends_without_output({errno, std::generic_category()});
}

/// Runs the verb; whatever it throws becomes a sentence and an exit code.
int run_and_catch(int argc, char** argv) {
  constexpr const char* kNoMemory = "there is not enough memory; take fewer elements, or fewer --jobs";
  try {
    const int code = run_verb(argc, argv);
    plumb::disk_pace().catch_up();
    return ends_with_output(code);
  } catch (const plumb::UserError& error) {
    return ends_with(exit_user_error, error.what());
  } catch (const plumb::MachineError& error) {
    return ends_with(exit_machine_refused, error.what());
  } catch (const std::bad_alloc&) {
    return ends_with(exit_machine_refused, kNoMemory);
  } catch (const std::length_error&) {
    return ends_with(exit_machine_refused, kNoMemory);
  } catch (const std::filesystem::filesystem_error& error) {
    return ends_with_error(error.code(), fmt::format("cannot use '{}'", error.path1().string()));
  } catch (const std::system_error& error) {
    if (std::ferror(stdout) != 0) return ends_without_output(error.code());
    return ends_with_error(error.code(), "the system refused");
  } catch (const std::exception& error) {
    tell(fmt::format("bug: nobody expected '{}'", error.what()));
    std::abort();
  }
}

/// A standard stream that was closed is opened again such that using it fails; else the next file that is opened would
/// take its number, and what is meant for the terminal would end up in it.
void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) == -1) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace

void tell(const std::string& sentence) { std::fputs(("plumb: " + plumb::printable(sentence) + '\n').c_str(), stderr); }

int main(int argc, char** argv) {
  open_standard_streams();
  return run_and_catch(argc, argv);
}
