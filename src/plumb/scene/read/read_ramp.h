#pragma once

#include <plumb/scene/bodies/handling.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

/// [["0 s", 0], ["1 s", 1]]: pairs of a time and a factor.
Ramp read_ramp(const Entry& entry);

}  // namespace plumb
