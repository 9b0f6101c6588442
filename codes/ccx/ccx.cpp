#include <codes/ccx/ccx.h>

#include <cmath>
#include <cstdlib>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include <codes/batch_program/batch_program.h>

namespace codes {
namespace {

using plumb::Status;

constexpr double kPatience = 600;  // s, for one load

std::vector<std::string> words(const std::string& line) {
  std::istringstream text(line);
  std::vector<std::string> all;
  for (std::string word; text >> word;) all.push_back(word);
  return all;
}

/// Fortran leaves the E out of exponents of three digits: 1.234567-101.
std::optional<double> fortran_number(std::string word) {
  const auto sign = word.find_last_of("+-");
  if (sign != std::string::npos && sign > 0 && std::isdigit(static_cast<unsigned char>(word[sign - 1]))) {
    word.insert(sign, "e");
  }
  char* end = nullptr;
  const double value = std::strtod(word.c_str(), &end);
  if (end == word.c_str() || *end != '\0' || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// Rows of the convergence file: step, increment, attempt, iteration, contacts, residual in %, correction in %, ...
void read_convergence(const std::string& cvg, judge::Reply& reply) {
  std::istringstream lines(cvg);
  for (std::string line; std::getline(lines, line);) {
    const auto row = words(line);
    if (row.size() < 7 || !fortran_number(row[0])) continue;
    ++reply.iterations;
    if (const auto residual = fortran_number(row[5])) reply.residual = *residual / 100;
  }
}

/// The last error that it wrote, on one line and without its star.
std::string last_error(const std::string& output) {
  const auto at = output.rfind("*ERROR");
  if (at == std::string::npos) return {};
  const std::string line = output.substr(at + 1, output.find('\n', at) - at - 1);
  return line.substr(0, line.find_last_not_of(" \r") + 1);
}

bool gave_up(const std::string& error) {
  return error.find("increment") != std::string::npos || error.find("cutbacks") != std::string::npos;
}

}  // namespace

std::string ccx_missing() { return on_path("ccx") ? "" : "CalculiX is not installed: apt-get install calculix-ccx"; }

std::string ccx_version() {
  if (!on_path("ccx")) return {};
  const BatchEnd end = run_to_end("ccx -v", {}, 10);
  const auto at = end.words.find("Version");
  return at == std::string::npos ? "" : end.words.substr(at, end.words.find('\n', at) - at);
}

CcxFiles run_ccx(const std::string& deck, const std::string& program) {
  const ScratchFolder folder;
  folder.write("deck.inp", deck);
  const BatchEnd end = run_to_end(program + " deck", folder.path(), kPatience);
  CcxFiles files{{}, folder.read("deck.dat")};
  read_convergence(folder.read("deck.cvg"), files.reply);
  if (end.exit_code == 0) return files;

  const std::string error = last_error(end.words);
  files.reply.status = gave_up(error) ? Status::not_converged : Status::no_answer;
  files.reply.note = end.exit_code < 0 ? "CalculiX " + end.words
                     : !error.empty()  ? fmt::format("CalculiX said \"{}\"", error)
                                       : fmt::format("CalculiX ended with exit code {}", end.exit_code);
  return files;
}

std::optional<Displacement> last_displacement(const std::string& dat, double time) {
  std::istringstream lines(dat);
  std::optional<Displacement> last;
  bool at_time = false;
  for (std::string line; std::getline(lines, line);) {
    const auto row = words(line);
    if (row.empty()) continue;
    if (line.find("displacements") != std::string::npos) {
      const auto printed = fortran_number(row.back());
      at_time = printed && std::abs(*printed - time) < 1e-6 * time;
      last.reset();
      continue;
    }
    if (!at_time || row.size() != 4) continue;
    const auto x = fortran_number(row[1]), y = fortran_number(row[2]), z = fortran_number(row[3]);
    if (!x || !y || !z) return std::nullopt;
    last = Displacement{*x, *y, *z};
  }
  return last;
}

std::optional<double> buckling_factor(const std::string& dat) {
  const auto table = dat.find("B U C K L I N G");
  if (table == std::string::npos) return std::nullopt;
  std::istringstream lines(dat.substr(table));
  for (std::string line; std::getline(lines, line);) {
    const auto row = words(line);
    if (row.size() == 2 && row[0] == "1") return fortran_number(row[1]);
  }
  return std::nullopt;
}

CcxDisplacement displacement_by_ccx(const std::string& deck, double time, const std::string& program) {
  CcxFiles files = run_ccx(deck, program);
  CcxDisplacement answer{std::move(files.reply), {}};
  if (answer.reply.status != Status::ok) return answer;
  if (const auto u = last_displacement(files.dat, time)) {
    answer.u = *u;
  } else {
    answer.reply.status = Status::no_answer;
    answer.reply.note = "CalculiX printed no displacement that can be read";
  }
  return answer;
}

}  // namespace codes
