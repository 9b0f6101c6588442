#include <plumb/io/obj_file.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <plumb/io/mesh_rules.h>
#include <plumb/io/text_lines.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// "v x y z" and "f a b c ...", each corner as a, a/b, a//c or a/b/c; a point is counted from 1, or from the last one
/// back with a minus. Other lines are not about the shape.
class ObjReader {
 public:
  ObjReader(std::string_view text, const std::string& file_name) : lines_(text, file_name), file_name_(file_name) {}

  TriangleMesh read() {
    while (const auto line = next_line()) {
      std::string_view rest = *line;
      const std::string_view key = next_word(rest);
      if (key == "v") read_point(rest);
      if (key == "f") read_face(rest);
    }
    // A face may stand before its points.
    if (largest_ >= static_cast<std::int64_t>(mesh_.points.size())) {
      refuse(lines_.place(line_of_largest_),
             fmt::format("a face has point {}, but the file has {}", largest_ + 1, mesh_.points.size()));
    }
    if (mesh_.points.empty()) {
      refuse(file_name_, "neither a PLY file, which begins with 'ply', nor an OBJ file with points");
    }
    require_triangles(mesh_, file_name_);
    return std::move(mesh_);
  }

 private:
  /// Without comments; a line that ends with a backslash goes on in the next one.
  std::optional<std::string_view> next_line() {
    auto line = uncommented();
    if (!line || !line->ends_with('\\')) return line;
    joined_.clear();
    for (; line && line->ends_with('\\'); line = uncommented()) {
      joined_.append(line->substr(0, line->size() - 1)) += ' ';
    }
    if (line) joined_.append(*line);
    return joined_;
  }

  std::optional<std::string_view> uncommented() {
    const auto line = lines_.next();
    return line ? std::optional(line->substr(0, line->find('#'))) : std::nullopt;
  }

  void read_point(std::string_view rest) {
    Vector3d x;
    for (double& coordinate : x) {
      const std::string_view word = next_word(rest);
      const auto value = parsed<double>(word);
      if (!value || !std::isfinite(*value)) {
        refuse(lines_.place(), fmt::format("a point has three finite coordinates, but '{}' is none", printable(word)));
      }
      coordinate = *value;
    }
    if (mesh_.points.size() == kMostPoints) refuse(lines_.place(), "the file has too many points");
    mesh_.points.push_back(x);
  }

  void read_face(std::string_view rest) {
    corners_.clear();
    for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
      corners_.push_back(read_corner(word));
    }
    if (corners_.size() < 3) {
      refuse(lines_.place(), fmt::format("a face has at least three corners, not {}", corners_.size()));
    }
    add_polygon(mesh_, corners_);
  }

  int read_corner(std::string_view word) {
    const auto number = parsed<std::int64_t>(word.substr(0, word.find('/')));
    const auto n_points = static_cast<std::int64_t>(mesh_.points.size());
    const std::int64_t index = !number ? -1 : *number < 0 ? n_points + *number : *number - 1;
    if (index < 0 || index >= kMostPoints) {
      refuse(lines_.place(), fmt::format("'{}' is no corner of a face: expected the number of a point, from 1 on, or "
                                         "from -1 back to {}",
                                         printable(word), -n_points));
    }
    if (index > largest_) {
      largest_ = index;
      line_of_largest_ = lines_.number();
    }
    return static_cast<int>(index);
  }

  TextLines lines_;
  std::string file_name_, joined_;
  TriangleMesh mesh_;
  std::vector<int> corners_;
  std::int64_t largest_ = -1;
  int line_of_largest_ = 0;
};

}  // namespace

TriangleMesh mesh_of_obj(std::string_view text, const std::string& file_name) {
  return ObjReader(text, file_name).read();
}

std::string obj_of_mesh(const TriangleMesh& mesh) {
  ensure_sound(mesh);
  std::string text;
  for (const Vector3d& x : mesh.points) text += fmt::format("v {} {} {}\n", x[0], x[1], x[2]);
  for (const auto& [a, b, c] : mesh.triangles) {
    text += fmt::format("f {} {} {}\n", std::int64_t{a} + 1, std::int64_t{b} + 1, std::int64_t{c} + 1);
  }
  return text;
}

}  // namespace plumb
