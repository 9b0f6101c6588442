// plumb curve: a protocol's master curve as a table or a picture.

#include <CLI/CLI.hpp>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <memory>

#include <fmt/format.h>

#include <apps/plumb/verbs.h>
#include <judge/protocols/curve.h>
#include <judge/protocols/protocol.h>
#include <plumb/core/nearest_name.h>
#include <plumb/core/refusal.h>
#include <plumb/core/status.h>

namespace {

struct CurveArguments {
  std::string protocol;
  std::vector<std::string> at;
  std::string nu;
  std::string csv;
  std::string svg;
};

const judge::Curve& find_curve(const std::string& name) {
  std::vector<std::string> names;
  for (const judge::Protocol* protocol : judge::all_protocols()) {
    const judge::Curve* curve = protocol->curve();
    if (!curve) continue;
    if (protocol->describe().name == name) return *curve;
    names.push_back(protocol->describe().name);
  }
  throw plumb::UserError(
      fmt::format("there is no master curve '{}'; did you mean '{}'?", name, plumb::nearest_name(name, names)));
}

/// Parsed here, not by the parser of options: its message would not say which value is wrong, and `nan` must reach the
/// curve, which knows its range.
double parse_value(const std::string& option, const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') throw plumb::UserError(fmt::format("{} expects numbers, got '{}'", option, text));
  return value;
}

std::unique_ptr<judge::Curve> curve_with_nu(const judge::Curve& curve, const CurveArguments& options) {
  auto other = curve.with_nu(parse_value("--nu", options.nu));
  if (!other)
    throw plumb::UserError(
        fmt::format("the master curve '{}' does not depend on Poisson's ratio; leave out --nu", options.protocol));
  return other;
}

std::string to_csv(const judge::Curve& curve, const std::vector<judge::CurveRow>& rows) {
  std::string text = fmt::format("{}\n", fmt::join(curve.columns(), ","));
  for (const judge::CurveRow& row : rows) {
    std::vector<std::string> cells;
    for (const std::optional<double>& value : row) cells.push_back(value ? fmt::format("{:.10g}", *value) : "");
    text += fmt::format("{}\n", fmt::join(cells, ","));
  }
  return text;
}

void write_file(const std::string& path, const std::string& text) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) plumb::refuse(fmt::format("cannot write '{}'", path), errno == 0 ? EIO : errno);
}

void print_curve(const CurveArguments& options) {
  const judge::Curve& default_curve = find_curve(options.protocol);
  const auto other = options.nu.empty() ? nullptr : curve_with_nu(default_curve, options);
  const judge::Curve& curve = other ? *other : default_curve;
  std::vector<double> at;
  for (const std::string& text : options.at) at.push_back(parse_value("--at", text));
  const std::vector<judge::CurveRow> rows = curve.rows(at.empty() ? curve.samples() : at);

  if (!options.svg.empty()) {
    // Points only where values were asked for: the samples of the protocol would hide the line.
    const judge::Plot plot = curve.plot(at.empty() ? std::vector<judge::CurveRow>() : rows);
    write_file(options.svg, judge::to_svg(plot, judge::Svg::standalone));
  }
  if (!options.csv.empty()) write_file(options.csv, to_csv(curve, rows));
  if (options.csv.empty() && options.svg.empty()) fmt::print("{}", to_csv(curve, rows));
}

}  // namespace

void add_curve(CLI::App& app) {
  auto options = std::make_shared<CurveArguments>();
  CLI::App* verb = app.add_subcommand("curve", "Print or draw a protocol's master curve.");
  verb->add_option("PROTOCOL", options->protocol, "The protocol, e.g. cantilever")->required();
  verb->add_option("--at", options->at, "Values of the first column; default: those that the protocol samples");
  verb->add_option("--nu", options->nu, "Poisson's ratio; default: that of the paper (bend-twist, lateral-buckling)");
  verb->add_option("--csv", options->csv, "Write the table to a file");
  verb->add_option("--svg", options->svg, "Draw the curve into a file");
  verb->footer(
      "Without --csv and --svg the table goes to the terminal, with 10 significant digits.\n"
      "Examples:\n  plumb curve cantilever --at 1 10 100\n  plumb curve bend-twist --nu 0.3 --at 1 2\n  plumb curve "
      "cantilever --csv curve.csv --svg curve.svg");
  verb->callback([options] { print_curve(*options); });
}
