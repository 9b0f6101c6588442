#include <plumb/scene/read/read_bodies.h>

#include <algorithm>

#include <fmt/format.h>

namespace plumb {
namespace {

constexpr std::size_t kMostBodies = 100, kMostInAll = 1000, kLongestName = 40;

/// Names stand in keys (rod.curl.length) and in results.
bool is_name(std::string_view word) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto fits = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
  return !word.empty() && word.size() <= kLongestName && letter(word[0]) && std::all_of(word.begin(), word.end(), fits);
}

/// Each of several rods goes by its name, rod.curl, as far as it has one; by its number otherwise.
Entry called_by_name(const Entry& entry, const std::string& kind) {
  const toml::node* name = entry.table(fmt::format("a table that begins with [[{}]]", kind)).get("name");
  const std::string word = name == nullptr ? "" : name->value_or<std::string>("");
  return is_name(word) ? entry.called(fmt::format("{}.{}", kind, word)) : entry;
}

/// Returns the tables of all bodies of one kind; none if there is no such key.
std::vector<Entry> body_entries(const Keys& file, const std::string& kind) {
  const auto body = file.find(kind);
  if (!body) return {};
  if (!body->is_list()) return {*body};
  std::vector<Entry> entries = body->list("");
  if (entries.empty()) body->refuse(fmt::format("the list of {}s is empty; leave it out", kind));
  if (entries.size() > kMostBodies) {
    body->refuse(fmt::format("at most {} {}s, got {}", kMostBodies, kind, entries.size()));
  }
  if (entries.size() == 1) return {entries[0].called(kind)};
  for (Entry& entry : entries) entry = called_by_name(entry, kind);
  return entries;
}

/// Refuses a name that another body of the scene has.
void check_name(const std::vector<std::string>& before, const std::string& name, const Entry& entry) {
  if (std::find(before.begin(), before.end(), name) == before.end()) return;
  entry.refuse(fmt::format("another one is called '{}' too; give each a name of its own", name));
}

}  // namespace

void read_bodies(const Keys& file, const std::vector<BodyKind const*>& kinds, const MeshReader& read_mesh,
                 Scene& scene) {
  std::vector<std::string> names;
  const auto add = [&](std::shared_ptr<const Body> body, const Entry& entry) {
    check_name(names, body->name(), entry);
    names.push_back(body->name());
    scene.bodies.push_back(std::move(body));
  };
  for (const BodyKind* kind : kinds) {
    for (const Entry& entry : body_entries(file, kind->key)) {
      const std::size_t begin = scene.bodies.size();
      const std::vector<Copy> copies = read_copies(entry);
      if (begin + copies.size() > kMostInAll) {
        entry.refuse(fmt::format("at most {} bodies with all their copies, got {}", kMostInAll, begin + copies.size()));
      }
      for (const Copy& copy : copies) add(kind->read(entry, copy, scene.solve, read_mesh), entry);
      const std::string name = scene.bodies[begin]->name();
      scene.families.push_back(
          {name.substr(0, name.size() - copies.front().suffix.size()), begin, scene.bodies.size()});
      if (!copies.front().alone()) {
        check_name(names, scene.families.back().name, entry);
        names.push_back(scene.families.back().name);
      }
    }
  }
}

std::string read_name(const Keys& keys, const std::string& kind) {
  const auto entry = keys.find("name");
  if (!entry) return kind;
  const std::string word = entry->text();
  if (!is_name(word)) {
    entry->refuse(fmt::format("a name has letters, digits, '-' and '_', a letter first, at most {} in all; got '{}'",
                              kLongestName, quotable(word)));
  }
  return word;
}

}  // namespace plumb
