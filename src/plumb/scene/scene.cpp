#include <plumb/scene/scene.h>

#include <algorithm>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/scene/entry.h>
#include <plumb/scene/overrides.h>
#include <plumb/scene/read_plate.h>
#include <plumb/scene/read_ramp.h>
#include <plumb/scene/read_rod.h>
#include <plumb/scene/read_solve.h>

namespace plumb {

std::string_view name(RodKind kind) {
  switch (kind) {
    case RodKind::discrete_elastic_rod:
      return "discrete-elastic-rod";
    case RodKind::super_helix:
      return "super-helix";
    case RodKind::super_clothoid:
      return "super-clothoid";
    case RodKind::timoshenko_beam:
      return "timoshenko-beam";
  }
  bug("a kind of rod has a name", __FILE__, __LINE__);
}

double Ramp::at(double time) const {
  if (keys.empty()) return 1;
  const auto after = std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return key.time > time; });
  if (after == keys.begin()) return keys.front().value;
  if (after == keys.end()) return keys.back().value;
  const Key& a = *(after - 1);
  const double fraction = (time - a.time) / (after->time - a.time);
  return (1 - fraction) * a.value + fraction * after->value;
}

Scene read_scene(const std::string& text, const std::string& file_name, const std::vector<Override>& overrides,
                 const MeshReader& read_mesh) {
  toml::table table = parse_toml(text, file_name);
  if (table.empty() && overrides.empty()) {
    throw UserError(
        on_one_line(fmt::format("{}: the file is empty; a scene has at least one [rod] or [plate]", file_name)));
  }
  apply(overrides, table, file_name);

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
  if (!file.has("plate")) file.need("rod", "a scene has at least one [rod] or [plate]");
  scene.rods = read_rods(file, scene.solve);
  scene.plates = read_plates(file, scene, read_mesh);
  complete_solve(solve, scene);
  return scene;
}

}  // namespace plumb
