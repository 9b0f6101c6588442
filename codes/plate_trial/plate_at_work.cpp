#include <codes/plate_trial/plate_at_work.h>

#include <cmath>

namespace codes {

PlateAtWork::PlateAtWork(const judge::Scenario& scenario, double young, const PlateDiscretisation& discretise)
    : plate_(scenario, young), discrete_(discretise(plate_)), sweep_(discrete_->follower()) {}

FoundEquilibrium PlateAtWork::advance(const plumb::Loads& target) {
  const plumb::Outcome outcome = sweep_.advance(target);
  return {sweep_.state(), outcome};
}

judge::Quantities PlateAtWork::quantities(const FoundEquilibrium& seen) const {
  const Eigen::Vector3d at = tip(seen.state);
  return {{"reach", at.x()}, {"drop", -at.z()}, {"lateral", -at.y()}, {"unknowns", sweep_.model().layout.n_free}};
}

}  // namespace codes
