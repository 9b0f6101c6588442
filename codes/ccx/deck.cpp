#include <codes/ccx/deck.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <plumb/core/status.h>

namespace codes {
namespace {

constexpr double kEasyGamma = 5;            // below it the shape is nearly proportional to the load
constexpr double kIncrementsPerFold = 0.7;  // per factor e of gamma above it
constexpr int kAmplitudePoints = 50;

double growth(double gamma) { return std::log1p(gamma / kEasyGamma); }

}  // namespace

std::string number(double value) {
  std::string text = fmt::format("{:.12e}", value);
  ENSURE(text.size() <= 20);
  return text;
}

double graded(int i, int n) {
  const double s = static_cast<double>(i) / n;
  return s * s;
}

double graded_node(int i, int n) {
  return i % 2 == 0 ? graded(i / 2, n) : (graded(i / 2, n) + graded(i / 2 + 1, n)) / 2;
}

std::string material(double young, double nu, double density) {
  return fmt::format("*MATERIAL,NAME=M\n*ELASTIC\n{},{}\n*DENSITY\n{}\n", number(young), number(nu), number(density));
}

std::string static_step(const Increments& increments) {
  const std::string size = number(1.0 / increments.n);
  return fmt::format("*STEP,NLGEOM,INC=100000\n*STATIC\n{0},1,1e-6,{0}\n", size) +
         fmt::format("*CONTROLS,PARAMETERS=FIELD\n{},{}\n", number(increments.residual),
                     number(increments.correction)) +
         // I_0, I_R: when divergence and convergence are judged. I_P, I_C: when the residual's tolerance is relaxed,
         // and the most iterations. I_L, I_G: slow and quick increments. I_A: the most cutbacks.
         "*CONTROLS,PARAMETERS=TIME INCREMENTATION\n15,25,50,60,25,10,,20\n"
         // How a diverging increment is cut, and a quick one grows.
         "0.25,0.5,0.75,0.85,,,2.5\n";
}

std::string weight(double gravity, const std::string& direction, const std::string& amplitude) {
  return fmt::format("*DLOAD,AMPLITUDE={}\nEALL,GRAV,{},{}\n", amplitude, number(gravity), direction);
}

std::string growing_weight(const std::string& name, double gamma) {
  const double k = growth(gamma);
  std::string text = fmt::format("*AMPLITUDE,NAME={}\n", name);
  for (int i = 0; i <= kAmplitudePoints; ++i) {
    const double t = static_cast<double>(i) / kAmplitudePoints;
    text += fmt::format("{},{}\n", number(t), number(std::expm1(k * t) / std::expm1(k)));
  }
  return text;
}

int growing_increments(double gamma) {
  return std::max(1, static_cast<int>(std::ceil(kIncrementsPerFold * growth(gamma))));
}

std::string print_tip() { return "*NODE PRINT,NSET=TIP,FREQUENCY=100000\nU\n"; }

}  // namespace codes
