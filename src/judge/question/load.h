#pragma once

#include <initializer_list>
#include <map>
#include <string>

namespace judge {

/// Named dimensionless numbers: a regime, a load, an observation. Ordered, so that files come out the same.
using Quantities = std::map<std::string, double>;

/// Says where a trial starts on its way to a load.
enum class Approach {
  sweep,    ///< at the load before: this is the next one of a sweep
  bisect,   ///< at the nearest load that was reached: this one lies between two of a sweep
  restart,  ///< at rest, as if nothing had been asked before, or at a state on the way from there
};

/// One load of a branch, e.g. gamma. A `young` (Pa) among the values replaces the scenario's E at this load.
struct Load {
  Load() = default;
  Load(std::initializer_list<Quantities::value_type> named, Approach from = Approach::sweep)
      : values(named), approach(from) {}

  Quantities values;  ///< what records keep and foreign programs see
  Approach approach = Approach::sweep;

  double at(const std::string& name) const { return values.at(name); }
};

}  // namespace judge
