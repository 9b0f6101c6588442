#include <judge/verdict/likeness.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace judge {
namespace {

constexpr double kWorthAWord = 1e-4;  // an error of the finest rung that is smaller is none
constexpr double kAlike = 0.3;        // errors are alike if the smallest is more than this of the largest
constexpr double kMuchLarger = 4;     // than the median: then the error sits in one place
constexpr std::size_t kFewest = 3;    // errors that have a shape

bool has_order(const Limit& limit, double order) { return std::abs(limit.order - order) < 0.2; }

/// Returns what the rungs say of the error, where they lead to the right limit or away from it.
std::string of_ladder(const Limit& limit) {
  if (limit.kind == Convergence::none) {
    return limit.order < 0 ? "a solver that stops too early, or rounding that grows with the mesh, looks like that"
                           : "a solver that stops anywhere within a tolerance looks like that";
  }
  if (limit.kind != Convergence::right || std::abs(limit.finest) < kWorthAWord) return {};
  if (has_order(limit, 1)) return "the error is that of a clamp at a node: first order, right limit";
  if (has_order(limit, 2)) return "the error is that of a coarse mesh: second order, right limit";
  return {};
}

/// Returns what the errors along the curve look like.
std::string of_errors(const Cell& cell) {
  std::vector<Deviation> errors = cell.score.deviations;
  if (errors.size() < kFewest || cell.n_failed > 0) return {};
  std::sort(errors.begin(), errors.end(), [](const Deviation& a, const Deviation& b) { return a.at < b.at; });
  std::vector<double> sizes;
  bool some_up = false, some_down = false;
  for (const Deviation& d : errors) {
    sizes.push_back(std::abs(d.error));
    some_up = some_up || d.error > d.noise;
    some_down = some_down || d.error < -d.noise;
  }
  const double first = sizes.front(), last = sizes.back();
  std::sort(sizes.begin(), sizes.end());
  const double median = sizes[sizes.size() / 2], largest = sizes.back();
  const std::string what = cell.column.columns.front();
  if (!(some_up && some_down) && sizes.front() > kAlike * largest)
    return fmt::format(
        "the error is much the same at every {}: a wrong constant (of stiffness, weight, section or "
        "unit) looks like that",
        what);
  if (last == largest && last > kMuchLarger * std::max(first, median))
    return fmt::format(
        "the error sits at the largest {}: a mesh too coarse for what bends most there, or a model "
        "without large rotations, looks like that",
        what);
  if (first == largest && first > kMuchLarger * std::max(last, median))
    return fmt::format("the error sits at the smallest {}: a tolerance too coarse for small answers looks like that",
                       what);
  return {};
}

std::string of_the_curve(const Cell& cell) {
  if (cell.n_dead > 0) return {};
  const std::string ladder = cell.ladder ? of_ladder(cell.ladder->limit) : "";
  return ladder.empty() ? of_errors(cell) : ladder;
}

std::string as_sentence(std::string clause) {
  if (clause.empty()) return clause;
  clause[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(clause[0])));
  return " " + clause + ".";
}

}  // namespace

std::string likeness(const Cell& cell) {
  const CheckResult* failed = cell.first_failed();
  if (failed == nullptr) return cell.ladder ? of_ladder(cell.ladder->limit) : "";
  if (failed->name == "order") return of_ladder(cell.ladder->limit);
  if (failed->name == "curve" || failed->name == "strict" || failed->name == "limit") return of_the_curve(cell);
  return {};
}

std::string summary(const Cell& cell) {
  const CheckResult* failed = cell.first_failed();
  const std::string alike = as_sentence(likeness(cell));
  if (failed == nullptr) return alike.empty() ? "" : "nothing failed." + alike;
  const std::string name = failed->name == "curve" ? "" : failed->name + " ";
  return fmt::format("{}KO: {}{}", name, failed->why, alike);
}

}  // namespace judge
