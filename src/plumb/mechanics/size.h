#pragma once

#include <string_view>

namespace plumb {

/// How many numbers the lower triangle of an element's Hessian has.
constexpr double entries_of_element(int n_unknowns) { return 0.5 * n_unknowns * (n_unknowns + 1); }

/// Throws UserError where so many elements are too large to compute with: their Hessians together may take 2 GiB, so
/// that indices fit into 32 bits and a desktop machine holds the few copies that a solver needs. To be asked before
/// anything is built; `what` begins the sentence: "a spline shell".
void check_size(std::string_view what, double n_elements, double entries_per_element);

}  // namespace plumb
