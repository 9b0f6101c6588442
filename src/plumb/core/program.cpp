#include <plumb/core/program.h>

#include <fstream>
#include <vector>

#include <plumb/core/hash.h>
#include <plumb/core/status.h>

namespace plumb {
namespace {

std::string hash_of_own_file() {
  std::ifstream self("/proc/self/exe", std::ios::binary);
  Hash hash;
  std::vector<char> chunk(1 << 20);
  while (self.read(chunk.data(), static_cast<std::streamsize>(chunk.size())), self.gcount() > 0) {
    hash.add({chunk.data(), static_cast<std::size_t>(self.gcount())});
  }
  if (!self.eof()) throw MachineError("the program cannot read its own file, /proc/self/exe");
  return hash.hex();
}

}  // namespace

const std::string& program_fingerprint() {
  static const std::string fingerprint = hash_of_own_file();
  return fingerprint;
}

}  // namespace plumb
