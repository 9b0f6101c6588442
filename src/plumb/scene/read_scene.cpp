#include <plumb/scene/read_scene.h>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/scene/bodies/plate/read_plate.h>
#include <plumb/scene/bodies/rod/read_rod.h>
#include <plumb/scene/read/read_ramp.h>
#include <plumb/scene/read/read_solve.h>
#include <plumb/scene/text/entry.h>
#include <plumb/scene/text/numeric_keys.h>

namespace plumb {
namespace {

constexpr std::string_view kOneBody = "a scene has at least one [rod] or [plate]";

void check_not_empty(const toml::table& table, const std::string& file_name) {
  if (!table.empty()) return;
  throw UserError(on_one_line(fmt::format("{}: the file is empty; {}", file_name, kOneBody)));
}

Scene read_tables(const toml::table& table, const std::string& file_name, const MeshReader& read_mesh) {
  const Keys file(Entry(file_name, "", &table), {"title", "world", "solve", "rod", "plate"});
  const Keys world = Keys::maybe(file, "world", {"gravity", "gravity_scale"});
  const Keys solve = Keys::maybe(
      file, "solve",
      {"method", "duration", "frames", "dt", "tolerance", "longest_step", "high_frequency_radius", "time_limit"});
  Scene scene;
  if (const auto title = file.find("title")) scene.title = title->text();
  if (const auto gravity = world.find("gravity")) scene.gravity = gravity->vector(dimension::acceleration);
  if (const auto scale = world.find("gravity_scale")) scene.gravity_scale = read_ramp(*scale);
  scene.solve = read_solve(solve);
  if (!file.has("plate")) file.need("rod", kOneBody);
  scene.rods = read_rods(file, scene.solve);
  scene.plates = read_plates(file, scene, read_mesh);
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
