#include <plumb/scene/read/read_obstacles.h>

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/geometry/triangle_mesh.h>
#include <plumb/scene/read/read_bodies.h>
#include <plumb/scene/read/read_motion.h>

namespace plumb {
namespace {

constexpr std::size_t kMostObstacles = 100, kMostTriangles = 1000000;
constexpr double kMostSizes = 1e6;

const std::vector<std::string> kShapes{"plane", "sphere", "capsule", "cylinder", "box", "bowl", "mesh"};
/// The keys of each shape, beside name, shape, position, move and turn.
const std::vector<std::vector<std::string>> kKeys{{"normal"},
                                                  {"radius"},
                                                  {"length", "radius", "tangent"},
                                                  {"length", "radius", "tangent"},
                                                  {"size", "radius", "tangent", "director"},
                                                  {"radius", "wall", "tangent", "director"},
                                                  {"file", "scale", "radius", "tangent", "director"}};

/// One obstacle on its way from its table.
class ObstacleReader {
 public:
  ObstacleReader(const Entry& entry, std::size_t shape, BodySize largest, const MeshReader& read_mesh)
      : keys_(entry, known(shape)), shape_(kShapes[shape]), largest_(largest), read_mesh_(read_mesh) {}

  SceneObstacle read(const SceneSolve& solve) const {
    SceneObstacle obstacle;
    obstacle.name = read_name(keys_, "obstacle");
    obstacle.solid.shape = shape();
    const bool thickened = shape_ == "box" || shape_ == "mesh";
    if (const auto radius = keys_.find("radius"); radius && thickened) {
      obstacle.solid.radius = radius->not_negative(dimension::length);
      if (obstacle.solid.radius > 0) check_size(*radius, obstacle.solid.radius);
    }
    obstacle.start = pose();
    read_motion(keys_, largest_, solve, obstacle.motion);
    return obstacle;
  }

 private:
  static std::vector<std::string> known(std::size_t shape) {
    std::vector<std::string> keys{"name", "shape", "position", "move", "turn"};
    keys.insert(keys.end(), kKeys[shape].begin(), kKeys[shape].end());
    return keys;
  }

  ObstacleShape shape() const {
    if (shape_ == "sphere") return SphereShape{length("radius")};
    if (shape_ == "capsule") return CapsuleShape{length("length"), length("radius")};
    if (shape_ == "cylinder") return CylinderShape{length("length"), length("radius")};
    if (shape_ == "box") return box();
    if (shape_ == "bowl") return BowlShape{length("radius"), length("wall")};
    if (shape_ == "mesh") return mesh();
    return PlaneShape{};
  }

  /// A size that can be computed with beside those of the bodies.
  void check_size(const Entry& entry, double size) const {
    if (size <= kMostSizes * largest_.value && size * kMostSizes >= largest_.value) return;
    entry.refuse(fmt::format("{} is more than {} times {} than {}, {}; are the units right?",
                             format_quantity(size, dimension::length), kMostSizes,
                             size > largest_.value ? "larger" : "smaller", largest_.name,
                             format_quantity(largest_.value, dimension::length)));
  }

  Entry need(const std::string& key, const std::string& example) const {
    return keys_.need(key, fmt::format("a {} needs it, as {}", shape_, example));
  }

  double length(const std::string& key) const {
    const Entry entry = need(key, fmt::format("{} = \"5 cm\"", key));
    const double value = entry.positive(dimension::length);
    check_size(entry, value);
    return value;
  }

  BoxShape box() const {
    const Entry entry = need("size", "size = [\"10 cm\", \"10 cm\", \"2 cm\"]");
    const Eigen::Vector3d size = entry.vector(dimension::length);
    for (const double side : size) {
      if (!(side > 0)) {
        entry.refuse(fmt::format("all three sides must be positive, got {}", format_quantity(side, dimension::length)));
      }
      check_size(entry, side);
    }
    return {size};
  }

  MeshShape mesh() const {
    const Entry file = need("file", "file = \"hand.obj\"");
    const std::string name = file.text();
    if (!read_mesh_.triangles) file.refuse("mesh files are not read here");
    auto mesh = std::make_shared<TriangleMesh>();
    try {
      *mesh = read_mesh_.triangles(name);
      check(*mesh);
    } catch (const UserError& error) {
      file.refuse(error.what());
    }
    if (mesh->triangles.size() > kMostTriangles) {
      file.refuse(fmt::format("has {} triangles, at most {} are allowed", mesh->triangles.size(), kMostTriangles));
    }
    if (const auto scale = keys_.find("scale")) {
      const double factor = scale->positive(dimension::none);
      for (Eigen::Vector3d& point : mesh->points) point *= factor;
    }
    Eigen::Vector3d low = mesh->points.front(), high = low;
    for (const Eigen::Vector3d& point : mesh->points) {
      low = low.cwiseMin(point);
      high = high.cwiseMax(point);
    }
    check_size(file, (high - low).maxCoeff());
    check_size(file, std::max((high - low).maxCoeff(), low.cwiseAbs().maxCoeff()));
    return {mesh};
  }

  /// A plane is told by its normal; x and y lie in it.
  Pose pose() const {
    if (shape_ != "plane") return read_pose(keys_, largest_);
    Pose pose;
    if (const auto position = keys_.find("position")) pose.position = read_near(*position, largest_);
    const auto normal = keys_.find("normal");
    if (!normal) return pose;
    const Eigen::Vector3d n = read_direction(*normal);
    pose.tangent = n.isApprox(Eigen::Vector3d::UnitZ(), 0) ? Eigen::Vector3d::UnitX() : any_perpendicular(n);
    pose.director = n.cross(pose.tangent).normalized();
    return pose;
  }

  Keys keys_;
  std::string shape_;
  BodySize largest_;
  const MeshReader& read_mesh_;
};

/// Which keys are known depends on the shape, so this one is looked for first.
std::size_t shape_of(const Entry& entry) {
  const toml::node* shape = entry.table("a table that begins with [[obstacle]]").get("shape");
  if (shape == nullptr) {
    entry.refuse("missing key shape; give one of plane, sphere, capsule, cylinder, box, bowl and mesh");
  }
  return entry.child("shape", shape).choice(kShapes);
}

}  // namespace

std::vector<SceneObstacle> read_obstacles(const Keys& file, const SceneSolve& solve, BodySize largest,
                                          const std::vector<std::string>& taken, const MeshReader& read_mesh) {
  const auto found = file.find("obstacle");
  if (!found) return {};
  const std::vector<Entry> entries = found->is_list() ? found->list("") : std::vector<Entry>{*found};
  if (entries.empty()) found->refuse("the list of obstacles is empty; leave it out");
  if (entries.size() > kMostObstacles) {
    found->refuse(fmt::format("at most {} obstacles, got {}", kMostObstacles, entries.size()));
  }
  std::vector<std::string> names = taken;
  std::vector<SceneObstacle> obstacles;
  for (const Entry& entry : entries) {
    obstacles.push_back(ObstacleReader(entry, shape_of(entry), largest, read_mesh).read(solve));
    const std::string& name = obstacles.back().name;
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      entry.refuse(fmt::format("another one is called '{}' too; give each a name of its own", name));
    }
    names.push_back(name);
  }
  return obstacles;
}

}  // namespace plumb
