#include <plumb/solve/certificate.h>

namespace plumb {

Certificate certify(Linearisation& here, const State& state) {
  Certificate certificate;
  certificate.status = here.evaluate(state, state.loads);
  if (certificate.status != Status::ok) return certificate;
  certificate.residual = here.residual();
  certificate.status = here.factor();
  if (certificate.status != Status::ok) return certificate;
  certificate.negative_modes = here.n_negative();

  Eigen::VectorXd free_step, step = Eigen::VectorXd::Zero(here.layout().n_q);
  if (!here.newton_step(state, state.loads, free_step)) {
    certificate.status = Status::singular;
    return certificate;
  }
  here.layout().spread(free_step, step);
  certificate.distance = here.layout().relative_size(step);
  return certificate;
}

}  // namespace plumb
