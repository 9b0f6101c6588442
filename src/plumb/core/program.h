#pragma once

#include <string>

namespace plumb {

/// A checksum of the program that is running: another build may give other bits, so it does not continue records that
/// this one began.
const std::string& program_fingerprint();

}  // namespace plumb
