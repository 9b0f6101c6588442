#include <plumb/core/bound_state.h>

#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include <plumb/core/hash.h>

namespace plumb {
namespace {

constexpr std::string_view kProgram = "{\"program\":\"", kPlace = "\",\"place\":", kChain = ",\"chain\":\"",
                           kCheck = "\",\"check\":\"", kEnd = "\"}\n";

/// What stands between the end of one text and the next occurrence of another; `rest` begins with that one.
std::string_view up_to(std::string_view& rest, std::string_view from, std::string_view to) {
  if (!rest.starts_with(from)) return {};
  const std::size_t end = rest.find(to, from.size());
  if (end == std::string_view::npos) return {};
  const std::string_view found = rest.substr(from.size(), end - from.size());
  rest.remove_prefix(end);
  return found;
}

}  // namespace

std::string BoundState::check() const {
  return Hash().add(program).add(fmt::format(" {} ", place)).add(chain).add(" ").add(bytes).hex();
}

std::string BoundState::written() const {
  return fmt::format("{}{}{}{}{}{}{}{}{}", kProgram, program, kPlace, place, kChain, chain, kCheck, check(), kEnd) +
         bytes;
}

std::optional<BoundState> parse_bound_state(const std::string& text) {
  std::string_view rest = text;
  BoundState state;
  state.program = up_to(rest, kProgram, kPlace);
  const std::string_view place = up_to(rest, kPlace, kChain);
  std::from_chars(place.data(), place.data() + place.size(), state.place);
  state.chain = up_to(rest, kChain, kCheck);
  const std::size_t end = text.find(kEnd);
  if (end == std::string::npos) return std::nullopt;
  state.bytes = text.substr(end + kEnd.size());
  if (state.written() != text) return std::nullopt;
  return state;
}

}  // namespace plumb
