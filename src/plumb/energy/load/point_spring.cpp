#include <plumb/energy/load/point_spring.h>

#include <cmath>

#include <plumb/core/status.h>
#include <plumb/mechanics/specimen.h>

namespace plumb {
namespace {

constexpr double kShortest = 1e-9;  // of a spring's length

/// `square`: of the distance.
template <class S>
bool spring_energy(const SpringLaw& law, const S& square, S& energy) {
  using std::sqrt;
  if (law.length == 0) {
    energy = 0.5 * law.stiffness * square;
    return true;
  }
  if (!(value_of(square) > kShortest * kShortest * law.length * law.length)) return false;
  const S off = sqrt(square) - law.length;
  energy = 0.5 * law.stiffness * off * off;
  return true;
}

}  // namespace

PointSprings::PointSprings(std::vector<std::array<int, 6>> stencils, std::vector<SpringLaw> laws)
    : ElementEnergy(std::move(stencils)), laws_(std::move(laws)) {
  ENSURE(static_cast<int>(laws_.size()) == n_elements());
}

PointSprings::~PointSprings() = default;

template <class S>
bool PointSprings::value(int spring, const std::array<S, 6>& q, const State&, const Loads&, S& energy) const {
  const S x = q[3] - q[0], y = q[4] - q[1], z = q[5] - q[2];
  return spring_energy(laws_[static_cast<std::size_t>(spring)], S(x * x + y * y + z * z), energy);
}

PlaceSprings::PlaceSprings(std::vector<std::array<int, 3>> stencils, std::vector<Spring> springs)
    : ElementEnergy(std::move(stencils)), springs_(std::move(springs)) {
  ENSURE(static_cast<int>(springs_.size()) == n_elements());
}

PlaceSprings::~PlaceSprings() = default;

template <class S>
bool PlaceSprings::value(int at, const std::array<S, 3>& q, const State&, const Loads& loads, S& energy) const {
  const Spring& spring = springs_[static_cast<std::size_t>(at)];
  const Eigen::Vector3d& p = loads.clamps[spring.place].position;
  const S x = q[0] - p[0], y = q[1] - p[1], z = q[2] - p[2];
  return spring_energy(spring.law, S(x * x + y * y + z * z), energy);
}

std::vector<Specimen> point_spring_specimens() {
  // Three points in a row of springs, the second of which has no length of its own: at rest its points are in one place.
  Specimen between;
  between.name = "springs between points";
  between.rest.q.resize(9);
  between.rest.q << 0, 0, 0, 0.6, 0.8, 0, 0.6, 0.8, 0;
  between.set_energy(std::make_shared<PointSprings>(
      std::vector<std::array<int, 6>>{{0, 1, 2, 3, 4, 5}, {3, 4, 5, 6, 7, 8}}, std::vector<SpringLaw>{{3, 1}, {2, 0}}));
  between.layout = Layout::all_free(9, {points_block(0, 3, 3)});

  Specimen to;
  to.name = "springs to places";
  to.rest.q.resize(6);
  to.rest.q << 1, 2, 3, 0.5, 0, 0;
  to.loads.clamps = {Pose{{1, 2, 2.5}}, Pose{{0.5, 0, 0}}};
  to.rest.loads = to.loads;
  to.set_energy(std::make_shared<PlaceSprings>(std::vector<std::array<int, 3>>{{0, 1, 2}, {3, 4, 5}},
                                               std::vector<PlaceSprings::Spring>{{{3, 0.5}, 0}, {{2, 0}, 1}}));
  to.layout = Layout::all_free(6, {points_block(0, 3, 2)});
  to.objective = false;
  return {between, to};
}

}  // namespace plumb
