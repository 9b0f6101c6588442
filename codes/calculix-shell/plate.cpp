#include <codes/calculix-shell/plate.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include <codes/ccx/deck.h>
#include <plumb/core/status.h>

namespace codes {
namespace {

constexpr int kMostElements = 100000;    // CalculiX would need days and tens of gigabytes
constexpr double kAcrossPerAlong = 0.6;  // elements per length, across over along: the ones far from the clamp are long

// The push is taken away by factors of ten and then altogether. A plate that is buckled by a margin much smaller than
// the last factor falls back into its plane: the frontier moves by a few thousandths.
constexpr double kRelease = 0.1;
constexpr int kReleases = 4;
constexpr double kWeightIncrement = 4;  // in units of gamma_star

/// Nodes of eight-node quadrilaterals are those of a lattice of half elements, without the centres.
class Lattice {
 public:
  Lattice(const Plate& plate, const Strip& strip) : plate_(plate), strip_(strip) {
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
      const double x = strip_.length * graded_node(place.first, plate_.n);
      const double y = strip_.width * (place.second / (2.0 * plate_.across) - 0.5);
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
  const Strip& strip_;
  std::map<std::pair<int, int>, int> numbers_;
};

/// `strip` in the deck's units.
std::string clamped_plate(const Plate& plate, const Strip& strip) {
  const Lattice lattice(plate, strip);
  return lattice.nodes() + lattice.elements() + lattice.sets() + material(strip.young, strip.nu, strip.density) +
         fmt::format("*SHELL SECTION,ELSET=EALL,MATERIAL=M\n{}\n", number(strip.thickness)) + "*BOUNDARY\nCLAMP,1,6\n";
}

}  // namespace

Plate plate_of(const judge::Scenario& scenario, double young, bool upright) {
  const int n = scenario.knobs.n;
  const auto across = static_cast<int>(std::lround(kAcrossPerAlong * n * judge::sheet_of(scenario.question).width));
  if (static_cast<double>(n) * across > kMostElements) {
    throw plumb::UserError(
        fmt::format("calculix-shell takes at most {} elements, got {} x {}", kMostElements, n, across));
  }
  return {strip_of(scenario, young), n, std::max(2, across), upright};
}

std::string cantilever_deck(const Plate& plate, double gamma, double tol) {
  const auto [strip, g] = in_deck_units(plate.strip, gravity_of_gamma(plate.strip, gamma));
  return clamped_plate(plate, strip) + growing_weight("RAMP", gamma) +
         static_step({growing_increments(gamma), tol, tol}) + weight(g, "0,0,-1", "RAMP") + print_tip() + "*END STEP\n";
}

std::string lateral_buckling_deck(const Plate& plate, double gamma_star, const Push& push) {
  const auto [strip, g] = in_deck_units(plate.strip, gravity_of_gamma_star(plate.strip, gamma_star));
  std::string release = "*AMPLITUDE,NAME=PUSH,TIME=TOTAL TIME\n0,0\n1,1\n";
  double left = 1;
  for (int i = 1; i <= kReleases; ++i) {
    release += fmt::format("{},{}\n", number(1 + i / (kReleases + 1.0)), number(left *= kRelease));
  }
  release += "2,0\n";
  const int loading = std::max(1, static_cast<int>(std::ceil(gamma_star / kWeightIncrement)));
  return clamped_plate(plate, strip) + "*AMPLITUDE,NAME=RAMP,TIME=TOTAL TIME\n0,0\n1,1\n2,1\n" + release +
         static_step({loading, push.tol, push.correction}) + weight(g, "0,0,-1", "RAMP") +
         weight(push.tilt * g, "0,1,0", "PUSH") + "*END STEP\n" +
         static_step({kReleases + 1, push.tol, push.correction}) + print_tip() + "*END STEP\n";
}

std::string buckling_deck(const Plate& plate) {
  const auto [strip, g] = in_deck_units(plate.strip, gravity_of_gamma_star(plate.strip, 1));
  return clamped_plate(plate, strip) + "*STEP\n*BUCKLE\n1,1e-6\n" +
         fmt::format("*DLOAD\nEALL,GRAV,{},0,0,-1\n", number(g)) + "*END STEP\n";
}

}  // namespace codes
