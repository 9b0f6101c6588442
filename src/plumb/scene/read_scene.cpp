#include <plumb/scene/read_scene.h>

#include <algorithm>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/scene/read/read_bodies.h>
#include <plumb/scene/read/read_contact.h>
#include <plumb/scene/read/read_ramp.h>
#include <plumb/scene/read/read_solve.h>
#include <plumb/scene/text/entry.h>
#include <plumb/scene/text/numeric_keys.h>

namespace plumb {
namespace {

/// "a scene has at least one [rod], [plate] or [solid]".
std::string at_least_one() {
  std::string kinds;
  const std::vector<BodyKind const*> all = all_body_kinds();
  for (std::size_t i = 0; i < all.size(); ++i) {
    kinds += (i == 0 ? "" : i + 1 < all.size() ? ", " : " or ") + fmt::format("[{}]", all[i]->key);
  }
  return "a scene has at least one " + kinds;
}

void check_not_empty(const toml::table& table, const std::string& file_name) {
  if (!table.empty()) return;
  throw UserError(on_one_line(fmt::format("{}: the file is empty; {}", file_name, at_least_one())));
}

Scene read_tables(const toml::table& table, const std::string& file_name, const MeshReader& read_mesh) {
  const std::vector<BodyKind const*> kinds = all_body_kinds();
  std::vector<std::string> known{"title", "world", "solve", "contact", "obstacle"};
  for (const BodyKind* kind : kinds) known.push_back(kind->key);
  const Keys file(Entry(file_name, "", &table), known);
  const Keys world = Keys::maybe(file, "world", {"gravity", "gravity_scale"});
  const Keys solve = Keys::maybe(
      file, "solve",
      {"method", "duration", "frames", "dt", "tolerance", "longest_step", "high_frequency_radius", "time_limit"});
  Scene scene;
  if (const auto title = file.find("title")) scene.title = title->text();
  if (const auto gravity = world.find("gravity")) scene.gravity = gravity->vector(dimension::acceleration);
  if (const auto scale = world.find("gravity_scale")) scene.gravity_scale = read_ramp(*scale);
  scene.solve = read_solve(solve);
  check_contact(file, solve, scene.solve);
  const bool has_bodies =
      std::any_of(kinds.begin(), kinds.end(), [&](const BodyKind* kind) { return file.has(kind->key); });
  if (!has_bodies) file.need(kinds.front()->key, at_least_one());
  read_bodies(file, kinds, read_mesh, scene);
  read_contact(file, read_mesh, scene);
  complete_solve(solve, scene);
  return scene;
}

}  // namespace

Scene read_scene(const std::string& text, const std::string& file_name, const std::vector<Override>& overrides,
                 const MeshReader& read_mesh) {
  toml::table table = parse_toml(text, file_name);
  if (overrides.empty()) check_not_empty(table, file_name);
  apply(overrides, table, file_name);
  return read_tables(table, file_name, read_mesh);
}

std::vector<std::string> numeric_keys(const std::string& text, const std::string& file_name,
                                      const MeshReader& read_mesh) {
  toml::table table = parse_toml(text, file_name);
  check_not_empty(table, file_name);
  read_tables(table, file_name, read_mesh);
  return numeric_keys(std::move(table));
}

}  // namespace plumb
