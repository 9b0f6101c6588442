#include <plumb/core/hash.h>

#include <fmt/format.h>

namespace plumb {

std::string Hash::hex() const { return fmt::format("{:016x}", value_); }

}  // namespace plumb
