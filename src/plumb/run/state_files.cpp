#include <plumb/run/state_files.h>

#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include <plumb/core/disk.h>
#include <plumb/core/hash.h>

namespace plumb {
namespace {

std::string checksum(const std::string& bytes) {
  const std::uint64_t value = Hash().add(bytes).value();
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

}  // namespace

std::filesystem::path StateFiles::file(int frame) const { return dir_ / fmt::format("{:05}.state", frame); }

void StateFiles::write(int frame, const std::string& state) const {
  make_room_for(file(frame));
  replace_file(file(frame), checksum(state) + state);
}

std::optional<std::string> StateFiles::read(int frame) const {
  const auto bytes = read_all(file(frame));
  if (!bytes || bytes->size() < sizeof(std::uint64_t)) return {};
  std::string state = bytes->substr(sizeof(std::uint64_t));
  if (checksum(state) != bytes->substr(0, sizeof(std::uint64_t))) return {};
  return state;
}

}  // namespace plumb
