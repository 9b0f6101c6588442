#include <codes/push/strip_to_push.h>

#include <cmath>

namespace codes {
namespace {

constexpr double kBuckling = 4.493409457909064;  // tan k = k
constexpr int kPieces = 400;                     // of the strip, to integrate its angle

double amplitude(double eps_y) { return 2 * std::sqrt(eps_y) / kBuckling; }

}  // namespace

StripToPush::StripToPush(const judge::Scenario& asked, double bent_at_first) : scenario(asked), bent(bent_at_first) {
  const auto& question = std::get<judge::PushedStrip>(scenario.question);
  const judge::Sheet& sheet = question.sheet;
  const judge::Scales& scales = scenario.scales;
  mu = question.mu;
  length = scales.length;
  width = sheet.width * length;
  thickness = sheet.thickness * length;
  young = scales.young;
  density = scales.density;
  bending = scales.young * sheet.width * std::pow(sheet.thickness, 3) / 12 * std::pow(length, 4);
  mass_per_length = scales.density * sheet.width * sheet.thickness * length * length;
  height = (1 - bent) * length;
}

double StripToPush::unit_time() const { return length * length * std::sqrt(mass_per_length / bending); }
double StripToPush::unit_force() const { return bending / (length * length); }

double StripToPush::angle(double s) const {
  return s < 0 ? 0 : amplitude(bent) * (1 - std::cos(kBuckling * (1 - s)) / std::cos(kBuckling));
}

double StripToPush::curvature(double s) const {
  return -amplitude(bent) * kBuckling * std::sin(kBuckling * (1 - s)) / std::cos(kBuckling);
}

Eigen::Vector3d StripToPush::place(double s) const {
  Eigen::Vector3d x = Eigen::Vector3d::Zero();
  for (int i = 0; i < kPieces; ++i) {
    const double theta = angle((i + 0.5) / kPieces * s);
    x += s * length / kPieces * Eigen::Vector3d(std::sin(theta), 0, -std::cos(theta));
  }
  return x;
}

StripToPush with_section(const StripToPush& strip, double width, double thickness) {
  judge::Scenario other = strip.scenario;
  auto question = std::get<judge::PushedStrip>(other.question);
  const double wider = width / question.sheet.width, thicker = thickness / question.sheet.thickness;
  question.sheet.width = width;
  question.sheet.thickness = thickness;
  other.scales.young /= wider * thicker * thicker * thicker;
  other.scales.density /= wider * thicker;
  other.ask(question);
  StripToPush same(other, strip.bent);
  same.height = strip.height;
  same.relaxation = strip.relaxation;
  return same;
}

Eigen::Vector3d PushedBody::tip_at(const plumb::State& state) const {
  const auto x = model.embedding->points_at(state.q, state.loads.clamps);
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const int point : tip) sum += x[static_cast<std::size_t>(point)];
  return sum / static_cast<double>(tip.size());
}

PushedBody on_the_ground(StripToPush strip, const Discretise& discretise) {
  const PushedBody hanging = discretise(strip);
  strip.height -= hanging.tip_at(hanging.bent).z() - hanging.clearance;
  return discretise(strip);
}

}  // namespace codes
