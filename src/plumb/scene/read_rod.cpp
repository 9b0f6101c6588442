#include <plumb/scene/read_rod.h>

#include <algorithm>

#include <fmt/format.h>

#include <plumb/scene/read_clamps.h>
#include <plumb/scene/read_pose.h>
#include <plumb/scene/read_stiffness.h>
#include <plumb/scene/read_strains.h>

namespace plumb {
namespace {

constexpr std::size_t kMostRods = 100, kLongestName = 40;
constexpr RodKind kKinds[] = {RodKind::discrete_elastic_rod, RodKind::super_helix, RodKind::super_clothoid,
                              RodKind::timoshenko_beam};

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const RodKind kind : kKinds) names.emplace_back(name(kind));
  return names;
}

/// Names stand in keys (rod.curl.length) and in results.
bool is_name(std::string_view word) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto fits = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
  return !word.empty() && word.size() <= kLongestName && letter(word[0]) && std::all_of(word.begin(), word.end(), fits);
}

std::string read_name(const Keys& keys) {
  const auto entry = keys.find("name");
  if (!entry) return "rod";
  const std::string word = entry->text();
  if (!is_name(word)) {
    entry->refuse(fmt::format("a name has letters, digits, '-' and '_', a letter first, at most {} in all; got '{}'",
                              kLongestName, quotable(word)));
  }
  return word;
}

void read_start(const Keys& keys, SceneRod& rod) {
  const auto start = keys.find("start");
  if (start) rod.start = read_pose(Keys(*start, {"position", "tangent", "director"}), rod.length);
  for (const SceneClamp& clamp : rod.clamps) {
    if (clamp.at != 0 || !clamp.pose) continue;
    if (start) start->refuse("the clamp at the start says already where it is; leave one of them out");
    rod.start = *clamp.pose;
  }
}

SceneRod read_rod(const Entry& entry, const SceneSolve& solve) {
  const Keys keys(entry, {"name", "model", "n", "length", "material", "section", "stiffness", "natural", "initial",
                          "start", "damping", "clamp", "force"});
  SceneRod rod;
  rod.name = read_name(keys);
  const Entry model = keys.need("model", "give it, as model = \"discrete-elastic-rod\"");
  rod.kind = kKinds[model.choice(kind_names())];
  rod.n = keys.need("n", "the number of elements, as n = 100").whole_number(1, most_elements(rod.kind));
  rod.length = keys.need("length", "give it, as length = \"20 cm\"").positive(dimension::length);
  read_stiffness(keys, rod);
  if (const auto natural = keys.find("natural")) rod.natural = read_strains(*natural, rod);
  const auto initial = keys.find("initial");
  rod.initial = initial ? read_strains(*initial, rod) : rod.natural;
  if (const auto damping = keys.find("damping")) rod.damping = damping->not_negative(dimension::time);
  rod.clamps = read_clamps(keys, rod, solve);
  rod.forces = read_forces(keys, rod);
  read_start(keys, rod);
  return rod;
}

/// Each of several rods goes by its name, rod.curl, as far as it has one; by its number otherwise.
Entry called_by_name(const Entry& entry) {
  const toml::node* name = entry.table("a table that begins with [[rod]]").get("name");
  const std::string word = name == nullptr ? "" : name->value_or<std::string>("");
  return is_name(word) ? entry.called("rod." + word) : entry;
}

std::vector<Entry> rod_entries(const Keys& file) {
  const Entry rod = file.need("rod", "a scene has at least one [rod]");
  if (!rod.is_list()) return {rod};
  std::vector<Entry> entries = rod.list("");
  if (entries.empty()) rod.refuse("a scene has at least one rod");
  if (entries.size() > kMostRods) rod.refuse(fmt::format("at most {} rods, got {}", kMostRods, entries.size()));
  if (entries.size() == 1) return {entries[0].called("rod")};
  for (Entry& entry : entries) entry = called_by_name(entry);
  return entries;
}

void check_name(const std::vector<SceneRod>& before, const SceneRod& rod, const Entry& entry) {
  for (const SceneRod& other : before) {
    if (other.name == rod.name) {
      entry.refuse(fmt::format("another rod is called '{}' too; give each a name of its own", rod.name));
    }
  }
}

}  // namespace

std::vector<SceneRod> read_rods(const Keys& file, const SceneSolve& solve) {
  std::vector<SceneRod> rods;
  for (const Entry& entry : rod_entries(file)) {
    const SceneRod rod = read_rod(entry, solve);
    check_name(rods, rod, entry);
    rods.push_back(rod);
  }
  return rods;
}

}  // namespace plumb
