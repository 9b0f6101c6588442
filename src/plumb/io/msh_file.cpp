#include <plumb/io/msh_file.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include <fmt/format.h>

#include <plumb/core/disk.h>
#include <plumb/io/mesh_rules.h>
#include <plumb/io/text_lines.h>

namespace plumb {
namespace {

constexpr std::int64_t kTetrahedron = 4;  // Gmsh's number of a kind of element

class MshReader {
 public:
  MshReader(std::string_view text, const std::string& file_name) : lines_(text, file_name), file_name_(file_name) {}

  TetrahedralMesh read() {
    bool format = false, points = false, elements = false;
    while (const auto line = lines_.next()) {
      std::string_view rest = *line;
      const std::string_view word = next_word(rest);
      if (word == "$MeshFormat") {
        format = read_format();
      } else if (word == "$Nodes") {
        if (!format) refuse(lines_.place(), "the file does not begin with $MeshFormat");
        points = read_points();
      } else if (word == "$Elements") {
        if (!points) refuse(lines_.place(), "$Nodes must stand before $Elements");
        elements = read_elements();
      }
    }
    if (!elements || mesh_.tetrahedra.empty()) {
      refuse(file_name_, "no tetrahedra in it: expected a Gmsh file of format 4.1 with $Nodes and $Elements");
    }
    keep_used_points(mesh_);
    orient(mesh_);
    return std::move(mesh_);
  }

 private:
  std::string_view line() {
    const auto next = lines_.next();
    if (!next) refuse(file_name_, "the file ends in the middle");
    return *next;
  }

  std::int64_t whole(std::string_view& rest, std::string_view what) {
    const std::string_view word = next_word(rest);
    const auto value = parsed<std::int64_t>(word);
    if (!value || *value < 0) refuse(lines_.place(), fmt::format("expected {}, got '{}'", what, printable(word)));
    return *value;
  }

  bool read_format() {
    std::string_view rest = line();
    const std::string_view version = next_word(rest);
    if (version != "4.1" || next_word(rest) != "0") {
      refuse(lines_.place(), "expected format 4.1 in text: gmsh -format msh41 -bin 0 writes it");
    }
    return true;
  }

  bool read_points() {
    std::string_view head = line();
    const std::int64_t n_blocks = whole(head, "the number of blocks of points");
    for (std::int64_t block = 0; block < n_blocks; ++block) {
      std::string_view rest = line();
      for (int i = 0; i < 3; ++i) whole(rest, "a block's dimension, number and whether it has parameters");
      const std::int64_t n = whole(rest, "how many points a block has");
      std::vector<std::int64_t> tags;
      for (std::int64_t i = 0; i < n; ++i) {
        std::string_view one = line();
        tags.push_back(whole(one, "the number of a point"));
      }
      for (const std::int64_t tag : tags) read_point(tag);
    }
    return true;
  }

  void read_point(std::int64_t tag) {
    std::string_view rest = line();
    Eigen::Vector3d x;
    for (double& coordinate : x) {
      const std::string_view word = next_word(rest);
      const auto value = parsed<double>(word);
      if (!value || !std::isfinite(*value)) {
        refuse(lines_.place(), fmt::format("a point has three finite coordinates, but '{}' is none", printable(word)));
      }
      coordinate = *value;
    }
    if (mesh_.points.size() == kMostPoints) refuse(lines_.place(), "the file has too many points");
    if (!number_.try_emplace(tag, static_cast<int>(mesh_.points.size())).second) {
      refuse(lines_.place(), fmt::format("point {} is there twice", tag));
    }
    mesh_.points.push_back(x);
  }

  bool read_elements() {
    std::string_view head = line();
    const std::int64_t n_blocks = whole(head, "the number of blocks of elements");
    for (std::int64_t block = 0; block < n_blocks; ++block) {
      std::string_view rest = line();
      for (int i = 0; i < 2; ++i) whole(rest, "a block's dimension and number");
      const std::int64_t kind = whole(rest, "a kind of element");
      const std::int64_t n = whole(rest, "how many elements a block has");
      for (std::int64_t i = 0; i < n; ++i) {
        std::string_view element = line();
        if (kind == kTetrahedron) read_tetrahedron(element);
      }
    }
    return true;
  }

  void read_tetrahedron(std::string_view rest) {
    whole(rest, "the number of an element");
    std::array<int, 4> corners{};
    for (int& corner : corners) {
      const std::int64_t tag = whole(rest, "the number of a point");
      const auto found = number_.find(tag);
      if (found == number_.end()) {
        refuse(lines_.place(), fmt::format("a tetrahedron has point {}, which is not there", tag));
      }
      corner = found->second;
    }
    mesh_.tetrahedra.push_back(corners);
  }

  TextLines lines_;
  std::string file_name_;
  TetrahedralMesh mesh_;
  std::map<std::int64_t, int> number_;  ///< of a point, by its number in the file
};

}  // namespace

TetrahedralMesh mesh_of_msh(std::string_view text, const std::string& file_name) {
  return MshReader(text, file_name).read();
}

TetrahedralMesh read_msh(const std::filesystem::path& path) {
  const auto bytes = read_all(path);
  if (!bytes) cannot("read", path);
  return mesh_of_msh(*bytes, path.string());
}

std::string msh_of_mesh(const TetrahedralMesh& mesh) {
  check(mesh);
  const std::size_t n = mesh.points.size(), m = mesh.tetrahedra.size();
  std::string text = fmt::format("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 {0} 1 {0}\n3 1 0 {0}\n", n);
  for (std::size_t i = 1; i <= n; ++i) text += fmt::format("{}\n", i);
  for (const auto& x : mesh.points) text += fmt::format("{} {} {}\n", x[0], x[1], x[2]);
  text += fmt::format("$EndNodes\n$Elements\n1 {0} 1 {0}\n3 1 {1} {0}\n", m, kTetrahedron);
  for (std::size_t k = 0; k < m; ++k) {
    const auto& [a, b, c, d] = mesh.tetrahedra[k];
    text += fmt::format("{} {} {} {} {}\n", k + 1, std::int64_t{a} + 1, std::int64_t{b} + 1, std::int64_t{c} + 1,
                        std::int64_t{d} + 1);
  }
  return text + "$EndElements\n";
}

}  // namespace plumb
