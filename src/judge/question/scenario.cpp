#include <judge/question/scenario.h>

#include <tuple>
#include <vector>

#include <fmt/format.h>

namespace judge {

std::string knobs_text(const Knobs& knobs) {
  std::vector<std::string> parts;
  if (knobs.n != 0) parts.push_back(fmt::format("{} elts", knobs.n));
  if (knobs.dt != 0) parts.push_back(fmt::format("dt = {}", knobs.dt));
  if (knobs.tol != 0) parts.push_back(fmt::format("tol = {}", knobs.tol));
  return fmt::format("{}", fmt::join(parts, ", "));
}

void Scenario::ask(const Question& asked) {
  question = asked;
  regime = regime_of(asked);
}

bool Scenario::operator==(const Scenario& other) const {
  const auto compared = [](const Scenario& s) {
    return std::tie(s.protocol, s.branch, s.regime, s.scales, s.knobs, s.sampling, s.place);
  };
  return compared(*this) == compared(other);
}

double young_at(const Scenario& scenario, const Load& load) {
  const auto stated = load.values.find("young");
  return stated == load.values.end() ? scenario.scales.young : stated->second;
}

}  // namespace judge
