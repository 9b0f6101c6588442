#include <plumb/core/refusal.h>

#include <cerrno>
#include <system_error>

#include <plumb/core/status.h>

namespace plumb {

bool machine_refused(int error_number) {
  switch (error_number) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case EIO:
    case ENOMEM:
    case EMFILE:
    case ENFILE:
    case EAGAIN:
    case ENODEV:
    case ENXIO:
    case EBADF:
    case ESTALE:
    case ETIMEDOUT:
      return true;
    default:
      return false;
  }
}

void refuse(const std::string& sentence, int error_number) {
  const std::string whole = sentence + ": " + std::generic_category().message(error_number);
  if (machine_refused(error_number)) throw MachineError(whole);
  throw UserError(whole);
}

}  // namespace plumb
