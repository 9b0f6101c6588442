#include <plumb/model/elastic_rod/section.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace plumb {

using std::numbers::pi;

RodSection RodSection::circle(double radius) { return ellipse(radius, radius); }

RodSection RodSection::ellipse(double a, double b) {
  const double area = pi * a * b;
  const double a2 = a * a, b2 = b * b;
  return {area, area * a2 / 4, area * b2 / 4, pi * a2 * a * b2 * b / (a2 + b2)};
}

RodSection RodSection::rectangle(double width, double height) {
  // Saint-Venant's series for the torsion of a rectangle with sides a >= b; the terms fall like n^-5.
  const double a = std::max(width, height), b = std::min(width, height);
  double sum = 0;
  for (int n = 1; n < 200; n += 2) sum += std::tanh(n * pi * a / (2 * b)) / std::pow(n, 5);
  const double torsion = a * b * b * b * (1.0 / 3 - 64 / std::pow(pi, 5) * b / a * sum);
  const double area = width * height;
  return {area, area * width * width / 12, area * height * height / 12, torsion};
}

RodStiffness rod_stiffness(const RodSection& section, double young, double poisson, double density) {
  const double shear = young / (2 * (1 + poisson));
  return {young * section.area,    young * section.inertia_1, young * section.inertia_2,
          shear * section.torsion, density * section.area,    density * (section.inertia_1 + section.inertia_2)};
}

}  // namespace plumb
