#include <judge/question/code.h>

#include <fmt/format.h>

namespace judge {

Quantities pick_all(const std::vector<std::string>& names, const Quantities& known, const std::string& code) {
  Quantities wanted;
  for (const std::string& name : names) {
    const auto found = known.find(name);
    if (found == known.end()) throw plumb::UserError(fmt::format("{} cannot observe '{}' here", code, name));
    wanted.insert(*found);
  }
  return wanted;
}

Quantities pick_known(const std::vector<std::string>& names, const Quantities& known) {
  Quantities wanted;
  for (const std::string& name : names) {
    if (const auto found = known.find(name); found != known.end()) wanted.insert(*found);
  }
  return wanted;
}

}  // namespace judge
