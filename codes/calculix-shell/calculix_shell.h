#pragma once

#include <judge/question/code.h>

namespace codes {

judge::Code const* calculix_shell();

/// The weight at which a plate that may buckle leaves its plane, by CalculiX's linear eigenvalue about
/// the unloaded plate: a second number beside the labels of Algorithm 4.
struct CriticalWeight {
  judge::Reply reply;
  double gamma_star = 0;
};
CriticalWeight critical_weight(const judge::Scenario& scenario);

}  // namespace codes
