// plumb check-derivatives: are the gradient and the Hessian of every energy those of its value? For Plumb's own
// energies and for those of a shared library (examples/own_energy).

#include <dlfcn.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <apps/plumb/verbs.h>
#include <plumb/core/nearest_name.h>
#include <plumb/core/status.h>
#include <plumb/mechanics/specimen.h>

namespace {

constexpr double kDifferences = 1e-7;  // finite differences know no better
constexpr double kProduct = 1e-12;

struct CheckArguments {
  std::vector<std::string> names;
  bool json = false;
};

/// The library stays loaded to the end of the program: the specimens' code is in it.
std::vector<plumb::Specimen> specimens_of_library(const std::string& path) {
  void* library = dlopen(std::filesystem::absolute(path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) throw plumb::UserError(fmt::format("cannot load '{}': {}", path, dlerror()));
  using Export = void (*)(std::vector<plumb::Specimen>&);
  const auto specimens = reinterpret_cast<Export>(dlsym(library, "plumb_specimens"));
  if (!specimens) {
    throw plumb::UserError(fmt::format(
        "'{}' exports no specimens; define them with PLUMB_EXPORT_SPECIMENS (see examples/own_energy)", path));
  }
  std::vector<plumb::Specimen> found;
  specimens(found);
  return found;
}

std::vector<plumb::Specimen> wanted(const std::vector<std::string>& names) {
  const std::vector<plumb::Specimen> own = plumb::all_specimens();
  if (names.empty()) return own;
  std::vector<std::string> known;
  for (const auto& specimen : own) known.push_back(specimen.name);
  std::vector<plumb::Specimen> chosen;
  for (const std::string& name : names) {
    if (std::filesystem::path(name).extension() == ".so") {
      for (auto& specimen : specimens_of_library(name)) chosen.push_back(std::move(specimen));
    } else if (const auto at = std::find(known.begin(), known.end(), name); at != known.end()) {
      chosen.push_back(own[static_cast<std::size_t>(at - known.begin())]);
    } else {
      throw plumb::UserError(fmt::format("no energy is called '{}'; the nearest is '{}', a library ends in .so", name,
                                         plumb::nearest_name(name, known)));
    }
  }
  return chosen;
}

bool right(const plumb::DerivativeErrors& e) {
  return e.status == plumb::Status::ok && e.gradient <= kDifferences && e.hessian <= kDifferences &&
         e.hessian_times <= kProduct;
}

void check(const CheckArguments& options) {
  bool all_right = true;
  nlohmann::json list = nlohmann::json::array();
  if (!options.json) {
    fmt::print("{:24} {:>9} {:>9} {:>9}\n", "energy", "gradient", "Hessian", "H v");
  }
  for (const plumb::Specimen& specimen : wanted(options.names)) {
    const plumb::DerivativeErrors e = plumb::check_derivatives(specimen);
    all_right = all_right && right(e);
    if (options.json) {
      list.push_back({{"energy", specimen.name},
                      {"gradient", e.gradient},
                      {"hessian", e.hessian},
                      {"hessian_times", e.hessian_times},
                      {"status", plumb::name(e.status)},
                      {"ok", right(e)}});
      continue;
    }
    fmt::print("{:24} {:9.1e} {:9.1e} {:9.1e}  {}\n", specimen.name, e.gradient, e.hessian, e.hessian_times,
               right(e)                        ? "OK"
               : e.status != plumb::Status::ok ? fmt::format("KO: {} near its specimen", plumb::name(e.status))
               : e.gradient > kDifferences
                   ? fmt::format("KO: the gradient is wrong, worst in unknown {}", e.worst_unknown)
               : e.hessian > kDifferences ? "KO: the Hessian is wrong"
                                          : "KO: the Hessian times a vector is wrong");
  }
  if (options.json) fmt::print("{}\n", list.dump(2));
  if (!all_right) throw CLI::RuntimeError(exit_unexpected_verdict);
}

}  // namespace

void add_check_derivatives(CLI::App& app) {
  CLI::App* verb = app.add_subcommand(
      "check-derivatives", "Compare the derivatives of energies with extrapolated differences of their values");
  const auto options = std::make_shared<CheckArguments>();
  verb->add_option("energy", options->names, "Energies by name, or shared libraries (.so) of your own; default: all")
      ->type_name("NAME|LIB.so");
  verb->add_flag("--json", options->json, "Print the errors as JSON");
  verb->footer(
      "Columns: the largest error over the largest entry, over random states. Exit code 1 when one is wrong.\n"
      "Example: plumb check-derivatives build/libmorse_bond.so");
  verb->callback([options] { check(*options); });
}
