#include <plumb/core/spool.h>

#include <unistd.h>

#include <cerrno>
#include <utility>

#include <plumb/core/status.h>

namespace plumb {

Spool::Spool(std::filesystem::path dir) : dir_(std::move(dir)), file_(open_nameless(dir_)) {}

void Spool::append(std::span<const double> numbers) {
  write_fully(file_, {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()}, dir_);
  size_ += numbers.size();
}

void Spool::read(std::size_t first, std::span<double> out) const {
  ENSURE(first + out.size() <= size_);
  char* to = reinterpret_cast<char*>(out.data());
  std::size_t left = out.size_bytes();
  off_t from = static_cast<off_t>(first * sizeof(double));
  while (left > 0) {
    const ssize_t n = ::pread(file_, to, left, from);
    if (n < 0 && errno == EINTR) continue;
    if (n == 0) errno = EIO;
    if (n <= 0) cannot("read back from", dir_);
    to += n;
    from += n;
    left -= static_cast<std::size_t>(n);
  }
}

}  // namespace plumb
