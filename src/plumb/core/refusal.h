#pragma once

#include <string>

namespace plumb {

/// Whose affair is an error number of the system? True: the machine lacks something (space, memory, descriptors, a
/// device that works). False: the user can choose otherwise (another name, another folder, other permissions).
bool machine_refused(int error_number);

/// Throws MachineError or UserError, by `machine_refused`: the sentence, a colon and the system's words for the error.
[[noreturn]] void refuse(const std::string& sentence, int error_number);

}  // namespace plumb
