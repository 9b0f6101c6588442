#pragma once

// Where the label of a row changes: by halves, or in two or three labels where the code foretells it (the eigenvalue of
// a plate that buckles) and is right.

#include <optional>
#include <vector>

#include <judge/protocols/labelled.h>

namespace judge {

/// Returns the value to label next so that every change of label is known to `width`, of the box; none if they all are.
/// `foretold` only decides what is asked first.
std::optional<double> next_in_search(std::vector<Label> labels, const Axis& swept, double width,
                                     std::optional<double> foretold = {});

}  // namespace judge
