#pragma once

#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <judge/question/tunable.h>

namespace codes {

/// A parameter of a row and how the row discretises with another value of it. `Discretise` makes a structure from a
/// scenario's one (codes/rod_trial, codes/plate_trial).
template <class Discretise>
struct Tuning {
  judge::Parameter parameter;
  std::function<Discretise(double value)> at;
};

/// Returns the parameters of `tunings`.
template <class Discretise>
std::vector<judge::Parameter> parameters_of(const std::vector<Tuning<Discretise>>& tunings) {
  std::vector<judge::Parameter> parameters;
  for (const auto& tuning : tunings) parameters.push_back(tuning.parameter);
  return parameters;
}

/// Returns the discretisation of one of `tunings` with another value.
template <class Discretise>
Discretise tuned(const std::vector<Tuning<Discretise>>& tunings, const std::string& parameter, double value) {
  for (const auto& tuning : tunings) {
    if (tuning.parameter.name == parameter) return tuning.at(value);
  }
  plumb::bug("a parameter of this row", __FILE__, __LINE__);
}

/// Returns what tells a row with another value from the row of the card, with every bit of the value.
inline std::string fingerprint_of(const std::string& parameter, double value) {
  return fmt::format("{}={:a}", parameter, value);
}

}  // namespace codes
