// Projective Dynamics, Bouaziz et al. 2014, with the weights of Romero et al. 2021: a row for each budget of
// iterations, and one for the equilibria of the same energy, which Newton's method finds.

#include <fmt/format.h>

#include <codes/projective-dynamics/projective_plate.h>

namespace codes {
namespace {

constexpr int kUsual = 100, kFew = 10, kMany = 1000;

/// What all rows share.
judge::Card card(const std::string& name) {
  judge::Card c;
  c.name = name;
  c.title = "Projective Dynamics";
  c.kind = "Plate";
  c.paper = "Bouaziz et al. 2014";
  return c;
}

judge::Card iterated_card(const std::string& name, int iterations) {
  judge::Card c = card(name);
  c.summary = fmt::format(
      "Triangles pulled to the nearest shape without stretch, S = E h; interior points pulled to no mean curvature, B "
      "= "
      "alpha E h^3 / (12 (1 - nu^2)), alpha = 0.25; lumped weight. {} local and global steps for each load from the "
      "load "
      "before, the matrix factored once: statics without inertia. Unknowns: points. n cells along the length; the "
      "clamp "
      "holds two rows of points, its plane is halfway. An error falls by a factor e in some (L/h)^2 iterations, so "
      "that "
      "thin strips are far from equilibrium at every light load: see docs/projective-dynamics.md. Nothing is "
      "certified. "
      "No contact.",
      iterations);
  c.protocols["cantilever"] = {.paper = "KO", .verdict = "KO", .knobs = {.n = 120}};
  c.protocols["cantilever/redundant"] = {.paper = "", .verdict = "KO", .knobs = {.n = 120}};
  c.protocols["lateral-buckling"] = {.paper = "x", .verdict = "KO", .knobs = {.n = 50}};
  return c;
}

judge::Card converged_card() {
  judge::Card c = card("projective-dynamics/converged");
  c.title = "Projective Dynamics, converged";
  c.summary =
      "The energy of Projective Dynamics, with the same weights, mesh and clamp, in the equilibria to which its "
      "iterations "
      "converge: certified ones, by Newton's method with the exact Hessian. What is wrong here is the energy's, and "
      "not "
      "the iterations'. It sees the sum of the curvatures alone: a narrow strip under a light load bends across as "
      "much "
      "as along, for nothing.";
  c.protocols["cantilever"] = {.paper = "", .verdict = "KO", .knobs = {.n = 40}};
  return c;
}

PlateCode::Tunings alpha(int iterations) {
  return {{{"alpha", plumb::kRollingAlpha, "1", 0.01, 10, "the weight of bending over D"}, [iterations](double value) {
             return ProjectivePlate{value, iterations};
           }}};
}

const judge::Code* row(const judge::Card& of, int iterations, std::vector<const judge::Code*> variants) {
  return new PlateCode(of, ProjectivePlate{plumb::kRollingAlpha, iterations}, std::move(variants), alpha(iterations));
}

/// A row of the table that is named after its iterations.
const judge::Code* row_of(int iterations) {
  return row(iterated_card(fmt::format("projective-dynamics/{}", iterations), iterations), iterations, {});
}

}  // namespace

judge::Code const* projective_dynamics() {
  static const judge::Code* const few = row_of(kFew);
  static const judge::Code* const many = row_of(kMany);
  static const judge::Code* const converged = row(converged_card(), 0, {});
  static const judge::Code* const usual =
      row(iterated_card("projective-dynamics", kUsual), kUsual, {few, many, converged});
  return usual;
}

}  // namespace codes
