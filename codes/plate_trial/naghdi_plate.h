#pragma once

// A plate of shells with shear, uniform meshes: on plumb/model/naghdi_shell.

#include <codes/plate_trial/plate_trial.h>
#include <plumb/model/naghdi_shell/naghdi_shell.h>

namespace codes {

/// Returns a discretisation with half as many elements per length across as along, a quarter if the plate lies flat; at
/// least `fewest_across`.
PlateDiscretisation naghdi_plate(plumb::NaghdiElement element, int fewest_across);

}  // namespace codes
