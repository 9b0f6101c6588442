// Moebius bands of length 2 pi, D = 1: what the ribbon stores and how it is shaped, by its width; and a plate of the same
// width as it gets thinner.
//   moebius_bench ribbon [N]      N elements of half the band; default: 80
//   moebius_bench plate WIDTH [CELLS]   triangles on CELLS cells across, and on half as many; default: 8
//   moebius_bench picture WIDTH   prints docs/moebius_band.svg
// docs/ribbon.md has the tables.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <string>
#include <vector>

#include <Eigen/Geometry>

#include <bench/cpu_time.h>
#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/curved_rod/moebius_band.h>
#include <plumb/model/shell/shell.h>
#include <plumb/solve/equilibrium.h>
#include <plumb/solve/held_points.h>

namespace {

using namespace plumb;

struct Half {
  MoebiusBand band;
  State state;
  HeldOutcome outcome;
};

/// From the equilibrium of another width, if there is one.
Half half_of(const MoebiusSpec& spec, const State* like) {
  Half half{moebius_half(spec), {}, {}};
  half.state = half.band.model.initial;
  if (like) {
    half.state.q = like->q;
    half.outcome = hold(half.band.model, half.state, half.band.closure, {});
    if (half.outcome.status == Status::ok) return half;
    half.state = half.band.model.initial;
  }
  half.outcome = hold(half.band.model, half.state, half.band.closure, {.stiffness = 10 * spec.width});
  return half;
}

void print_ribbon(int n) {
  std::printf("%5s %12s %9s %9s %9s %9s %9s %7s %9s %9s %6s %6s\n", "w", "E L/(D w)", "kappa pi", "eta pi", "eta max",
              "w eta' 0", "across", "link", "gap", "residual", "modes", "CPU s");
  Half half;
  bool have = false;
  for (const double width : {0.025, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.5}) {
    const double start = user_seconds();
    const MoebiusSpec spec{.width = width, .n_elements = n};
    const State last = half.state;
    half = half_of(spec, have ? &last : nullptr);
    have = half.outcome.status == Status::ok;
    if (!have) {
      std::printf("%5.3f  %s\n", width, std::string(name(half.outcome.status)).c_str());
      continue;
    }
    const MoebiusBand band = moebius_band(spec, half.state);
    State state = band.model.initial;
    const HeldOutcome whole = hold(band.model, state, band.closure, {.accepts_saddles = true});
    double steepest = 0;
    for (int node = 0; node <= n; ++node) steepest = std::max(steepest, std::abs(half.band.eta(half.state, node)));
    std::printf("%5.3f %12.6f %9.5f %9.5f %9.5f %9.6f %9.5f %7.4f %9.1e %9.1e %6d %6.1f\n", width,
                whole.energy * spec.length / width, half.band.kappa(half.state, n), half.band.eta(half.state, n),
                steepest, width * half.band.eta(half.state, 1) / half.band.arc(1),
                shape(half.band.ribbon, half.state).tip().norm(), linking_number(band.ribbon, state), whole.gap,
                whole.residual, whole.negative_modes, user_seconds() - start);
    std::fflush(stdout);
  }
}

/// A solved whole band as a surface over the flat strip, s from 0 to its length, y from -w/2 to w/2.
class BandSurface {
 public:
  BandSurface(const MoebiusBand& band, const State& state) : band_(band), state_(state) {
    line_ = shape(band.ribbon, state, kPer);
    for (int node = 0; node <= band.ribbon.n_elements(); ++node) arcs_.push_back(band.arc(node));
  }

  /// A generator from the centreline at s0 meets (s, y) where s = s0 - eta(s0) y, which grows with s0.
  Eigen::Vector3d at(double s, double y) const {
    double low = 0, high = arcs_.back();
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (middle - eta(middle) * y < s ? low : high) = middle;
    }
    return on_generator(0.5 * (low + high), y);
  }
  /// Returns the point at y of the generator that meets the centreline at s.
  Eigen::Vector3d on_generator(double s, double y) const {
    const int e = element(s);
    const double x = kPer * fraction(s, e);
    const int part = std::clamp(static_cast<int>(x), 0, kPer - 1);
    const auto i = static_cast<std::size_t>(e * kPer + part);
    const auto end = [&](std::size_t k) -> Eigen::Vector3d {
      return line_.positions[k] + y * (line_.frames[k].col(1) - eta(s) * line_.frames[k].col(0));
    };
    return (1 - (x - part)) * end(i) + (x - part) * end(i + 1);
  }

 private:
  static constexpr int kPer = 16;

  int element(double s) const {
    const auto after = std::upper_bound(arcs_.begin() + 1, arcs_.end() - 1, s);
    return static_cast<int>(after - arcs_.begin()) - 1;
  }
  double fraction(double s, int e) const {
    return (s - arcs_[static_cast<std::size_t>(e)]) /
           (arcs_[static_cast<std::size_t>(e) + 1] - arcs_[static_cast<std::size_t>(e)]);
  }
  double eta(double s) const {
    const int e = element(s);
    const double x = fraction(s, e);
    return (1 - x) * band_.eta(state_, e) + x * band_.eta(state_, e + 1);
  }
  const MoebiusBand& band_;
  const State& state_;
  CurvedRodShape line_;
  std::vector<double> arcs_;
};

/// A plate on the band's surface. A straight clip holds it where the ribbon has its inflexion: two rows of points at each
/// end of the strip, half a cell on either side of the seam.
ShellSpec plate_on(const BandSurface& surface, const MoebiusSpec& spec, double thickness, int across) {
  const int along = 2 * static_cast<int>(std::lround(0.5 * spec.length * across / spec.width));
  const double cell = spec.length / along;
  ShellSpec plate;
  plate.rest = rectangle_mesh({spec.length + cell, spec.width, along + 1, across, CellPattern::alternating});
  std::vector<int> left, right;
  for (std::size_t i = 0; i < plate.rest.points.size(); ++i) {
    Eigen::Vector3d& p = plate.rest.points[i];
    p.x() -= 0.5 * cell;
    p.y() -= 0.5 * spec.width;
    const double beyond = p.x() - spec.length;
    if (p.x() < 0.6 * cell) {
      left.push_back(static_cast<int>(i));
      plate.start.push_back(p);
    } else if (beyond > -0.6 * cell) {
      right.push_back(static_cast<int>(i));
      plate.start.emplace_back(beyond, -p.y(), 0);
    } else {
      plate.start.push_back(surface.at(p.x(), p.y()));
    }
  }
  plate.material = {thickness, 12 * (1 - 0.09) / std::pow(thickness, 3), 0.3};
  plate.supports = {
      {Hold::clamped, left, {}},
      {Hold::clamped, right, {Eigen::Vector3d::Zero(), Eigen::Vector3d::UnitX(), -Eigen::Vector3d::UnitY()}}};
  return plate;
}

/// A whole band at rest.
struct Whole {
  explicit Whole(double width) : spec{.width = width, .n_elements = 80} {
    band = moebius_band(spec, half_of(spec, nullptr).state);
    state = band.model.initial;
    outcome = hold(band.model, state, band.closure, {});
  }
  MoebiusSpec spec;
  MoebiusBand band;
  State state;
  HeldOutcome outcome;
};

/// Prints a band as an SVG picture: strips between generators, the farthest first, darker where they are seen edge-on.
void print_picture(double width) {
  constexpr int kAlong = 400;
  constexpr double kScale = 180, kMargin = 10;  // pixels
  const Whole whole(width);
  const BandSurface surface(whole.band, whole.state);
  const Eigen::Matrix3d view =
      (Eigen::AngleAxisd(-1.1, Eigen::Vector3d::UnitX()) * Eigen::AngleAxisd(0.35, Eigen::Vector3d::UnitZ()))
          .toRotationMatrix();
  struct Strip {
    double depth, light;
    std::array<Eigen::Vector3d, 4> corners;
  };
  std::vector<Strip> strips;
  for (int i = 0; i < kAlong; ++i) {
    const auto corner = [&](int k, double side) {
      return Eigen::Vector3d(view * surface.on_generator(k * whole.spec.length / kAlong, 0.5 * side * width));
    };
    const std::array corners{corner(i, -1), corner(i + 1, -1), corner(i + 1, 1), corner(i, 1)};
    const Eigen::Vector3d normal = (corners[2] - corners[0]).cross(corners[3] - corners[1]).normalized();
    strips.push_back({(corners[0] + corners[1] + corners[2] + corners[3]).z(), std::abs(normal.z()), corners});
  }
  std::sort(strips.begin(), strips.end(), [](const Strip& a, const Strip& b) { return a.depth < b.depth; });
  Eigen::AlignedBox2d box;
  for (const Strip& strip : strips) {
    for (const Eigen::Vector3d& corner : strip.corners) box.extend(Eigen::Vector2d(corner.x(), -corner.y()) * kScale);
  }
  std::printf("<svg xmlns='http://www.w3.org/2000/svg' viewBox='%.0f %.0f %.0f %.0f' stroke-linejoin='round'>\n",
              box.min().x() - kMargin, box.min().y() - kMargin, box.sizes().x() + 2 * kMargin,
              box.sizes().y() + 2 * kMargin);
  std::printf("<title>A Moebius band of length 2 pi and width %g, with its generators</title>\n", width);
  for (const Strip& strip : strips) {
    std::printf("<path fill='hsl(210 45%% %.0f%%)' stroke='hsl(210 45%% 30%%)' stroke-width='.4' d='",
                35 + 50 * strip.light);
    for (std::size_t k = 0; k < 4; ++k) {
      std::printf("%c%.1f %.1f", k == 0 ? 'M' : 'L', kScale * strip.corners[k].x(), -kScale * strip.corners[k].y());
    }
    std::printf("Z'/>\n");
  }
  std::printf("</svg>\n");
}

void print_plate(double width, int finest) {
  const Whole whole(width);
  const MoebiusSpec& spec = whole.spec;
  const double unit = width / spec.length;
  std::printf("w = %g: ribbon %.4f\n%8s %8s %8s %12s %12s %10s %6s %6s\n", width, whole.outcome.energy / unit, "h/w",
              "cells", "unknowns", "E L/(D w)", "membrane", "across", "modes", "CPU s");
  const BandSurface surface(whole.band, whole.state);
  for (const double ratio : {0.03, 0.01, 0.003, 0.001}) {
    for (int across = finest / 2; across <= finest; across += finest / 2) {
      const double start = user_seconds();
      const ShellSpec plate = plate_on(surface, spec, ratio * width, across);
      const Model model = shell(plate);
      EquilibriumSolver solver(model);
      State at = model.initial;
      const Outcome outcome = solver.solve(at, at.loads);
      double membrane = 0;
      Model stretch = model;
      std::erase_if(stretch.energies, [](const auto& e) { return e->role() != Role::stretch; });
      Linearisation(stretch).energy(at, at.loads, membrane);
      const int middle = static_cast<int>(plate.rest.points.size()) / 2;
      std::printf("%8.3f %8d %8d %12.4f %12.4f %10.4f %6d %6.1f  %s\n", ratio, across, model.layout.n_free,
                  outcome.energy / unit, membrane / unit, at.q.segment<3>(3 * middle).norm(), outcome.negative_modes,
                  user_seconds() - start, std::string(name(outcome.status)).c_str());
      std::fflush(stdout);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "ribbon";
  if (what == "ribbon") print_ribbon(argc > 2 ? std::atoi(argv[2]) : 80);
  if (what == "picture") print_picture(argc > 2 ? std::atof(argv[2]) : 0.6);
  if (what == "plate") print_plate(argc > 2 ? std::atof(argv[2]) : 0.6, argc > 3 ? std::atoi(argv[3]) : 8);
}
