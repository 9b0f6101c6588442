#include <codes/auto-07p/continuation.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include <fmt/format.h>

#include <plumb/core/hash.h>

namespace codes {
namespace {

using plumb::Status;

constexpr double kPatience = 120;  // s, for a compilation or a run
constexpr int kAskedValue = -4;    // type of a point, as AUTO prints it: a value asked for; 0: an ordinary point

/// Branch, number, type, label and then numbers; empty for a header (branch 0) and for what is no such row.
std::vector<double> row_of(const std::string& line) {
  std::istringstream text(line);
  std::vector<double> row;
  for (std::string word; text >> word;) {
    char* end = nullptr;
    row.push_back(std::strtod(word.c_str(), &end));
    if (*end != '\0' || !std::isfinite(row.back())) return {};
  }
  return row.size() < 5 || row[0] == 0 ? std::vector<double>() : row;
}

judge::Reply failure(Status status, const std::string& note) {
  judge::Reply reply;
  reply.status = status;
  reply.note = note;
  return reply;
}

}  // namespace

std::string auto_folder() {
  const char* folder = std::getenv("AUTO_DIR");
  return folder == nullptr || *folder == '\0' ? "/usr/lib/auto-07p" : folder;
}

std::string auto_missing() {
  const bool installed = std::filesystem::exists(auto_folder() + "/lib/main.o");
  return installed && on_path("gfortran") ? "" : "AUTO-07p is not installed: apt-get install auto-07p gfortran";
}

std::string auto_fingerprint() {
  if (!auto_missing().empty()) return {};
  std::vector<std::filesystem::path> objects;
  for (const auto& entry : std::filesystem::directory_iterator(auto_folder() + "/lib")) objects.push_back(entry.path());
  std::sort(objects.begin(), objects.end());
  plumb::Hash hash;
  for (const auto& object : objects) {
    std::ostringstream bytes;
    bytes << std::ifstream(object, std::ios::binary).rdbuf();
    hash.add(bytes.str());
  }
  return fmt::format("AUTO-07p {} gfortran {}", hash.hex(), run_to_end("gfortran -dumpfullversion", {}, 10).last_word);
}

Branch read_branch(const std::string& fort7, int n_parameters, double stop) {
  // After the four integers: the first parameter, the norm, the largest unknowns (not always all), the other
  // parameters.
  const auto others = static_cast<std::size_t>(n_parameters - 1);
  std::istringstream lines(fort7);
  Branch branch;
  bool arrived = false;
  for (std::string line; std::getline(lines, line);) {
    const auto row = row_of(line);
    if (row.size() < 6 + others) continue;
    std::vector<double> parameters{row[4]};
    parameters.insert(parameters.end(), row.end() - static_cast<std::ptrdiff_t>(others), row.end());
    arrived = row[2] == kAskedValue && std::abs(row[4] - stop) <= 1e-8 * std::max(1.0, std::abs(stop));
    branch.push_back(std::move(parameters));
  }
  return arrived ? branch : Branch();
}

judge::Reply AutoContinuation::compile() {
  folder_ = std::make_unique<ScratchFolder>();
  folder_->write("equations.f90", problem_.equations);
  const std::string command =
      fmt::format("gfortran -O1 -ffp-contract=off -fopenmp equations.f90 '{}'/lib/*.o -o equations", auto_folder());
  const BatchEnd end = run_to_end(command, folder_->path(), kPatience);
  if (end.exit_code == 0) return {};
  folder_.reset();
  return failure(Status::no_answer, fmt::format("AUTO-07p's equations were not compiled: \"{}\"", end.last_word));
}

judge::Reply AutoContinuation::run_to(double stop, int n, double tol) {
  branch_.clear();
  if (!folder_) {
    if (judge::Reply reply = compile(); reply.status != Status::ok) return reply;
  }
  for (const double stretch : {1.0, 0.83, 0.61}) {
    folder_->write("fort.2", auto_constants(problem_, stop, n, tol, stretch));
    folder_->write("fort.7", "");
    const BatchEnd end = run_to_end("./equations", folder_->path(), kPatience);
    if (end.exit_code < 0) return failure(Status::no_answer, "AUTO-07p " + end.words);
    if (end.exit_code > 0) {
      return failure(Status::no_answer, fmt::format("AUTO-07p ended with exit code {}", end.exit_code));
    }
    branch_ = read_branch(folder_->read("fort.7"), problem_.n_parameters, stop);
    if (!branch_.empty()) {
      judge::Reply reply;
      reply.iterations = static_cast<int>(branch_.size());
      return reply;
    }
    // A step that ended just before the asked value makes AUTO land beside it; other steps end elsewhere.
  }
  return failure(Status::not_converged, fmt::format("AUTO-07p did not arrive at PAR(1) = {:.10g}", stop));
}

}  // namespace codes
