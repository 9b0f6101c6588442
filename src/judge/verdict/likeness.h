#pragma once

// What kind of mistake looks like the error of a cell? A guess, from the shape of the errors along the curve and from the
// ladder, for the author who reads the verdict.

#include <string>

#include <judge/verdict/assess.h>

namespace judge {

/// Returns a clause such as "the error is nearly the same everywhere: a wrong constant looks like that"; empty if the
/// shape of the error says nothing, or the check that failed says it by itself.
std::string likeness(const Cell& cell);

/// Returns the sentence that sums a cell up: the first check that failed and what kind of mistake looks like that. Where
/// none failed it is empty, unless the error that is left tells something.
std::string summary(const Cell& cell);

}  // namespace judge
