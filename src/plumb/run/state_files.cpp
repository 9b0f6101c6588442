#include <plumb/run/state_files.h>

#include <fmt/format.h>

#include <plumb/core/bound_state.h>
#include <plumb/core/disk.h>
#include <plumb/core/hash.h>

namespace plumb {

StateFiles::StateFiles(std::filesystem::path dir, const std::string& run)
    : dir_(std::move(dir)), run_(Hash().add(run).hex()), chain_(run_) {}

std::filesystem::path StateFiles::file(int frame) const { return dir_ / fmt::format("{:05}.state", frame); }

StateFiles::Whose StateFiles::whose() const {
  Whose found = Whose::nobodys;
  if (kind_of(dir_) != std::filesystem::file_type::directory) return found;
  for (const std::string& name : names_in(dir_)) {
    if (!name.ends_with(".state")) continue;
    const auto state = parse_bound_state(read_all(dir_ / name).value_or(""));
    if (state && state->program == run_) return Whose::this_runs;
    if (state) found = Whose::another_runs;
  }
  return found;
}

void StateFiles::write(int frame, const std::string& state) {
  const BoundState bound{run_, static_cast<std::size_t>(frame), chain_, state};
  make_folder(dir_);
  replace_file(file(frame), bound.written());
  chain_ = bound.check();
}

StateFiles::Found StateFiles::read(int frame) {
  const auto not_this = [&](const std::string& how) {
    return Found{{}, fmt::format("'{}' {}", file(frame).string(), how)};
  };
  const auto text = read_all(file(frame));
  if (!text) {
    const bool is_last = kind_of(file(frame + 1)) == std::filesystem::file_type::not_found;
    return is_last ? Found{} : not_this("is missing");
  }
  auto state = parse_bound_state(*text);
  if (!state) return not_this("is damaged");
  if (state->program != run_) return not_this("is of another run");
  if (state->place != static_cast<std::size_t>(frame))
    return not_this(fmt::format("is that of frame {}", state->place));
  if (state->chain != chain_) return not_this("does not follow the frame before");
  chain_ = state->check();
  return {std::move(state->bytes), {}};
}

}  // namespace plumb
