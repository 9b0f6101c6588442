// Codes made from the master curve itself, for tests of the command line and of the report: one for every way to end.

#include <csignal>
#include <limits>

#include <judge/protocols/cantilever/master_curve.h>
#include <judge/question/closed_form_code_test.h>

namespace judge {
namespace {

using Answer = ClosedFormCode::Answer;
using plumb::Status;

Card card(const std::string& name, const std::string& kind, const std::string& paper, const std::string& verdict) {
  const Expectation expectation{paper, verdict, {300, 0, 1e-10}};
  return {name,
          name,
          kind,
          "Nobody 1999",
          "a closed form",
          {{"cantilever", expectation}, {"cantilever/redundant", expectation}}};
}

Answer strip(double gamma, double factor) {
  const CantileverPoint exact = cantilever_curve(gamma);
  return {Status::ok, {{"drop", factor * exact.y}, {"reach", exact.x}}};
}

/// H/W too large by `factor` at the largest load.
ClosedFormCode::Formula soft(double factor) {
  return [factor](const Scenario&, const Load& load) {
    const double gamma = load.at("gamma");
    return strip(gamma, 1 + (factor - 1) * std::sqrt(gamma / 1e4));
  };
}

Answer failing(const Scenario&, const Load& load) {
  const double gamma = load.at("gamma");
  if (gamma > 1e3) return {Status::not_converged, {}};
  if (gamma > 1e2) return {Status::ok, {{"drop", std::numeric_limits<double>::quiet_NaN()}, {"reach", 1}}};
  return strip(gamma, 1);
}

/// Somebody presses Ctrl-C during the load Gamma = 1.
Answer interrupted(const Scenario&, const Load& load) {
  if (std::abs(load.at("gamma") - 1) < 1e-9) std::raise(SIGINT);
  return strip(load.at("gamma"), 1);
}

}  // namespace

std::vector<const Code*> all_codes() {
  static const ClosedFormCode codes[] = {
      {card("exact-rod", "Rod", "OK (300 elts)", "OK"), soft(1)},
      {card("coarse-rod", "Rod", "OK (50 elts)", "OK"), soft(1.02)},
      {card("interrupted-rod", "Rod", "", "OK"), interrupted},
      {card("soft-plate", "Plate", "KO", "KO"), soft(5)},
      {card("overrated-plate", "Plate", "OK (Res +)", "OK"), soft(5)},
      {card("failing-plate", "Plate", "", "OK"), failing},
  };
  std::vector<const Code*> all;
  for (const ClosedFormCode& code : codes) all.push_back(&code);
  return all;
}

}  // namespace judge
