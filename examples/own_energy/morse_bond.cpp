// A new energy in one file: a Morse bond (Morse 1929) between pairs of nodes,
//   E = D (1 - exp(-a (|x1 - x0| - r)))^2,
// with well depth D (J), width parameter a (1/m) and rest distance r (m). Build and check it against an installed
// Plumb:
//   cmake -B build -DCMAKE_PREFIX_PATH=<prefix> && cmake --build build
//   plumb check-derivatives build/libmorse_bond.so
#include <cmath>

#include <plumb/mechanics/element_energy.h>
#include <plumb/mechanics/specimen.h>

using plumb::Loads;
using plumb::State;

struct Bond {
  double depth, width, distance;
};

class MorseBond final : public plumb::ElementEnergy<MorseBond, 6> {
 public:
  MorseBond(std::vector<std::array<int, 6>> stencils, std::vector<Bond> bonds)
      : ElementEnergy(std::move(stencils)), bonds_(std::move(bonds)) {}

  std::string_view name() const override { return "Morse bond"; }

  // The value of one bond is all there is to write: duals give the derivatives, the assembly does the rest.
  template <class S>
  bool value(int bond, const std::array<S, 6>& q, const State&, const Loads&, S& energy) const {
    using std::exp;
    using std::sqrt;
    const Bond& b = bonds_[static_cast<std::size_t>(bond)];
    const plumb::Vector3<S> r(q[3] - q[0], q[4] - q[1], q[5] - q[2]);
    if (!(r.dot(r) > 0.0)) return false;  // outside the domain: two nodes in one place have no direction
    const S gap = 1.0 - exp(-b.width * (sqrt(r.dot(r)) - b.distance));
    energy = b.depth * gap * gap;
    return true;
  }

 private:
  std::vector<Bond> bonds_;
};

// Three nodes, two bonds at rest: what the checker shakes.
PLUMB_EXPORT_SPECIMENS {
  const std::vector<int> points{0, 3, 6};
  plumb::Specimen s;
  s.name = "Morse bond";
  s.rest.q = Eigen::VectorXd::Zero(9);
  s.rest.q[3] = 1.2;
  s.rest.q[7] = 0.5;
  s.energy = std::make_shared<MorseBond>(std::vector<std::array<int, 6>>{{0, 1, 2, 3, 4, 5}, {0, 1, 2, 6, 7, 8}},
                                         std::vector<Bond>{{2, 1.5, 1.2}, {0.1, 3, 0.5}});
  s.layout = plumb::Layout::all_free(9, {plumb::points_block(0, 3, 3)});
  out.push_back(s);
}
