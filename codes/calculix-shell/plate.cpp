#include <codes/calculix-shell/plate.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include <codes/calculix-shell/deck.h>

namespace codes {
namespace {

constexpr double kAcrossPerAlong = 0.6;  // elements per length, across over along: the ones far from the clamp are long

// The push across the plate, as a part of the weight: large enough that Newton's method follows the plate out of its
// plane instead of passing the bifurcation, small enough that no large rotations have to be undone.
constexpr double kTilt = 1e-3;
// It is taken away by factors of ten and then altogether. A plate that is buckled by a margin much smaller than the
// last factor falls back into its plane: the frontier moves by a few thousandths.
constexpr double kRelease = 0.1;
constexpr int kReleases = 4;
constexpr double kWeightIncrement = 4;  // in units of gamma_star

/// Nodes of eight-node quadrilaterals are those of a lattice of half elements, without the centres.
class Lattice {
 public:
  explicit Lattice(const Plate& plate) : plate_(plate) {
    for (int i = 0; i <= 2 * plate.n; ++i) {
      for (int j = 0; j <= 2 * plate.across; ++j) {
        if (i % 2 == 0 || j % 2 == 0) numbers_.emplace(std::pair(i, j), static_cast<int>(numbers_.size()) + 1);
      }
    }
  }

  int at(int i, int j) const { return numbers_.at({i, j}); }

  std::string nodes() const {
    std::string text = "*NODE,NSET=NALL\n";
    for (const auto& [place, k] : numbers_) {
      const double x = plate_.length * graded_node(place.first, plate_.n);
      const double y = plate_.width * (place.second / (2.0 * plate_.across) - 0.5);
      text += plate_.upright ? fmt::format("{},{},0,{}\n", k, number(x), number(y))
                             : fmt::format("{},{},{},0\n", k, number(x), number(y));
    }
    return text;
  }

  /// Corners, then the middles of the edges.
  std::string elements() const {
    std::string text = "*ELEMENT,TYPE=S8R,ELSET=EALL\n";
    int e = 0;
    for (int i = 0; i < 2 * plate_.n; i += 2) {
      for (int j = 0; j < 2 * plate_.across; j += 2) {
        text += fmt::format("{},{},{},{},{},{},{},{},{}\n", ++e, at(i, j), at(i + 2, j), at(i + 2, j + 2), at(i, j + 2),
                            at(i + 1, j), at(i + 2, j + 1), at(i + 1, j + 2), at(i, j + 1));
      }
    }
    return text;
  }

  std::string sets() const {
    std::string text = "*NSET,NSET=CLAMP\n";
    for (int j = 0; j <= 2 * plate_.across; ++j) text += fmt::format("{}\n", at(0, j));
    return text + fmt::format("*NSET,NSET=TIP\n{}\n", at(2 * plate_.n, plate_.across));
  }

 private:
  const Plate& plate_;
  std::map<std::pair<int, int>, int> numbers_;
};

std::string clamped_plate(const Plate& plate) {
  const Lattice lattice(plate);
  return lattice.nodes() + lattice.elements() + lattice.sets() + material(plate.young, plate.nu, plate.density) +
         fmt::format("*SHELL SECTION,ELSET=EALL,MATERIAL=M\n{}\n", number(plate.thickness)) + "*BOUNDARY\nCLAMP,1,6\n";
}

double cube(double x) { return x * x * x; }

/// g of gamma_star = 1, m/s^2.
double unit_gravity(const Plate& p) {
  const double stiffness = p.young * cube(p.thickness) / (12 * (1 - p.nu * p.nu));
  return stiffness / (p.density * p.thickness * cube(p.length));
}

}  // namespace

Plate plate_of(const judge::Scenario& scenario, double young, bool upright) {
  const auto& regime = scenario.regime;
  Plate plate;
  plate.length = scenario.scales.length;
  plate.width = regime.at("width") * plate.length;
  plate.thickness = regime.at("thickness") * plate.length;
  plate.young = young;
  plate.nu = regime.at("nu");
  plate.density = scenario.scales.density;
  plate.n = scenario.knobs.n;
  plate.across = std::max(2, static_cast<int>(std::lround(kAcrossPerAlong * plate.n * regime.at("width"))));
  plate.upright = upright;
  return plate;
}

std::string cantilever_deck(const Plate& p, double gamma, double tol) {
  const double g = gamma * p.young * p.thickness * p.thickness / (12 * p.density * cube(p.length));
  return clamped_plate(p) + growing_weight("RAMP", gamma) + static_step({growing_increments(gamma), tol}) +
         weight(g, "0,0,-1", "RAMP") + print_tip() + "*END STEP\n";
}

std::string lateral_buckling_deck(const Plate& p, double gamma_star, double tol) {
  const double g = gamma_star * unit_gravity(p);
  std::string push = "*AMPLITUDE,NAME=PUSH,TIME=TOTAL TIME\n0,0\n1,1\n";
  double left = 1;
  for (int i = 1; i <= kReleases; ++i) {
    push += fmt::format("{},{}\n", number(1 + i / (kReleases + 1.0)), number(left *= kRelease));
  }
  push += "2,0\n";
  const int loading = std::max(1, static_cast<int>(std::ceil(gamma_star / kWeightIncrement)));
  return clamped_plate(p) + "*AMPLITUDE,NAME=RAMP,TIME=TOTAL TIME\n0,0\n1,1\n2,1\n" + push +
         static_step({loading, tol}) + weight(g, "0,0,-1", "RAMP") + weight(kTilt * g, "0,1,0", "PUSH") +
         "*END STEP\n" + static_step({kReleases + 1, tol}) + print_tip() + "*END STEP\n";
}

std::string buckling_deck(const Plate& p) {
  return clamped_plate(p) + "*STEP\n*BUCKLE\n1,1e-6\n" +
         fmt::format("*DLOAD\nEALL,GRAV,{},0,0,-1\n", number(unit_gravity(p))) + "*END STEP\n";
}

}  // namespace codes
