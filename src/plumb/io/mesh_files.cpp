#include <plumb/io/mesh_files.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <plumb/core/disk.h>
#include <plumb/core/status.h>
#include <plumb/io/bytes.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr int kMostPoints = std::numeric_limits<int>::max();

// ---- words of a text

/// Text of a file as it may stand in a message: one line, not too long.
std::string printable(std::string_view text) {
  constexpr std::size_t most = 60;
  std::string out(text.substr(0, most));
  for (char& c : out) c = c >= ' ' && c <= '~' ? c : '?';
  return text.size() > most ? out + "..." : out;
}

[[noreturn]] void refuse(const std::string& place, const std::string& why) {
  throw UserError(fmt::format("{}: {}", place, why));
}

/// Lines of a text, counted from 1, without the marks at their ends.
class Lines {
 public:
  Lines(std::string_view text, const std::string& file_name) : rest_(text), file_name_(file_name) {}

  std::optional<std::string_view> next() {
    if (rest_.empty()) return std::nullopt;
    ++number_;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }
  std::string_view rest() const { return rest_; }
  int number() const { return number_; }
  std::string place() const { return place(number_); }
  std::string place(int number) const { return fmt::format("{}:{}", file_name_, number); }

 private:
  std::string_view rest_;
  std::string file_name_;
  int number_ = 0;
};

/// The next word of a line, which is cut from it; empty at the end.
std::string_view next_word(std::string_view& line) {
  constexpr std::string_view space = " \t\r\v\f";
  line.remove_prefix(std::min(line.find_first_not_of(space), line.size()));
  const std::string_view word = line.substr(0, line.find_first_of(space));
  line.remove_prefix(word.size());
  return word;
}

template <class Number>
std::optional<Number> parsed(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  Number value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return value;
}

// ---- what every format shares

/// A fan about the first point.
void add_polygon(TriangleMesh& mesh, const std::vector<int>& points) {
  for (std::size_t i = 2; i < points.size(); ++i) {
    mesh.triangles.push_back({points[0], points[i - 1], points[i]});
  }
}

void require_mesh(const TriangleMesh& mesh, const std::string& file_name) {
  if (mesh.triangles.empty()) refuse(file_name, "the file holds no triangles");
}

// ---- OBJ

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
    require_mesh(mesh_, file_name_);
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

  Lines lines_;
  std::string file_name_, joined_;
  TriangleMesh mesh_;
  std::vector<int> corners_;
  std::int64_t largest_ = -1;
  int line_of_largest_ = 0;
};

// ---- the header of PLY

enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

std::optional<PlyType> ply_type(std::string_view word) {
  constexpr std::array<std::array<std::string_view, 2>, 8> names{{{"char", "int8"},
                                                                  {"uchar", "uint8"},
                                                                  {"short", "int16"},
                                                                  {"ushort", "uint16"},
                                                                  {"int", "int32"},
                                                                  {"uint", "uint32"},
                                                                  {"float", "float32"},
                                                                  {"double", "float64"}}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (word == names[i][0] || word == names[i][1]) return static_cast<PlyType>(i);
  }
  return std::nullopt;
}

bool is_whole(PlyType type) { return type != PlyType::float32 && type != PlyType::float64; }

struct PlyProperty {
  std::string name;
  PlyType type{};
  std::optional<PlyType> count = {};  ///< of a list
};

struct PlyElement {
  std::string name;
  std::int64_t count = 0;
  std::vector<PlyProperty> properties;
};

enum class PlyFormat { ascii, little, big };

struct PlyHeader {
  std::optional<PlyFormat> format;
  std::vector<PlyElement> elements;
};

class PlyHeaderReader {
 public:
  explicit PlyHeaderReader(Lines& lines) : lines_(lines) {}

  PlyHeader read() {
    lines_.next();
    while (true) {
      const auto line = lines_.next();
      if (!line) refuse(lines_.place(), "the header of a PLY file ends with 'end_header', but the file ends before it");
      std::string_view rest = *line;
      const std::string_view key = next_word(rest);
      if (key == "end_header") break;
      if (key == "format") {
        read_format(rest);
      } else if (key == "element") {
        read_element(rest);
      } else if (key == "property") {
        read_property(rest);
      } else if (key != "comment" && key != "obj_info" && !key.empty()) {
        wrong(*line, "format, element, property or end_header");
      }
    }
    if (!header_.format) refuse(lines_.place(), "the header of the PLY file has no 'format'");
    for (const PlyElement& element : header_.elements) {
      // Without them an element takes no room in the file, and there is no end to them.
      if (element.properties.empty()) {
        refuse(lines_.place(), fmt::format("element '{}' has no properties", printable(element.name)));
      }
    }
    return std::move(header_);
  }

 private:
  [[noreturn]] void wrong(std::string_view got, std::string_view expected) const {
    refuse(lines_.place(), fmt::format("expected {} in the header of a PLY file, got '{}'", expected, printable(got)));
  }

  void read_format(std::string_view rest) {
    const std::string_view word = next_word(rest);
    if (word == "ascii") {
      header_.format = PlyFormat::ascii;
    } else if (word == "binary_little_endian") {
      header_.format = PlyFormat::little;
    } else if (word == "binary_big_endian") {
      header_.format = PlyFormat::big;
    } else {
      wrong(word, "ascii, binary_little_endian or binary_big_endian");
    }
  }

  void read_element(std::string_view rest) {
    PlyElement element;
    element.name = next_word(rest);
    const std::string_view word = next_word(rest);
    const auto count = parsed<std::int64_t>(word);
    if (!count || *count < 0) wrong(word, "the number of elements");
    element.count = *count;
    header_.elements.push_back(std::move(element));
  }

  void read_property(std::string_view rest) {
    if (header_.elements.empty()) refuse(lines_.place(), "a property of a PLY file comes after its element");
    PlyProperty property;
    std::string_view word = next_word(rest);
    if (word == "list") {
      property.count = type_of(next_word(rest));
      if (!is_whole(*property.count)) refuse(lines_.place(), "the length of a list is of a whole type");
      word = next_word(rest);
    }
    property.type = type_of(word);
    property.name = next_word(rest);
    header_.elements.back().properties.push_back(std::move(property));
  }

  PlyType type_of(std::string_view word) const {
    const auto type = ply_type(word);
    if (!type) wrong(word, "a type (char to double, int8 to float64)");
    return *type;
  }

  Lines& lines_;
  PlyHeader header_;
};

// ---- the body of PLY: numbers one after another, as text or as bytes

/// An element a line.
class AsciiBody {
 public:
  explicit AsciiBody(const Lines& lines) : lines_(lines) {}

  void begin_element() {
    do {
      const auto line = lines_.next();
      if (!line) refuse(lines_.place(), "the file ends before all that its header promises");
      rest_ = *line;
    } while (rest_.find_first_not_of(" \t") == std::string_view::npos);
  }
  double next(PlyType type) {
    const std::string_view word = next_word(rest_);
    if (word.empty()) refuse(place(), "the line ends before all that the header promises");
    const auto value = parsed<double>(word);
    if (!value || (is_whole(type) && *value != std::floor(*value))) {
      refuse(place(),
             fmt::format("expected a {} number, got '{}'", is_whole(type) ? "whole" : "decimal", printable(word)));
    }
    return *value;
  }
  void end_element() {
    const std::string_view word = next_word(rest_);
    if (!word.empty()) refuse(place(), fmt::format("'{}' is more than the header promises", printable(word)));
  }
  std::string place() const { return lines_.place(); }

 private:
  Lines lines_;
  std::string_view rest_;
};

class BinaryBody {
 public:
  BinaryBody(std::string_view file, std::size_t start, bool big, const std::string& file_name)
      : file_(file), at_(start), big_(big), file_name_(file_name) {}

  void begin_element() {}
  void end_element() {}
  double next(PlyType type) {
    switch (type) {
      case PlyType::int8:
        return number<std::int8_t>();
      case PlyType::uint8:
        return number<std::uint8_t>();
      case PlyType::int16:
        return number<std::int16_t>();
      case PlyType::uint16:
        return number<std::uint16_t>();
      case PlyType::int32:
        return number<std::int32_t>();
      case PlyType::uint32:
        return number<std::uint32_t>();
      case PlyType::float32:
        return static_cast<double>(number<float>());
      case PlyType::float64:
        return number<double>();
    }
    bug("a number has a type", __FILE__, __LINE__);
  }
  std::string place() const { return fmt::format("{}: byte {}", file_name_, at_); }

 private:
  template <class Number>
  Number number() {
    static_assert(std::endian::native == std::endian::little);
    std::array<char, sizeof(Number)> bytes;
    if (file_.size() - at_ < bytes.size()) refuse(place(), "the file ends before all that its header promises");
    std::copy_n(file_.data() + at_, bytes.size(), bytes.data());
    at_ += bytes.size();
    if (big_) std::reverse(bytes.begin(), bytes.end());
    return std::bit_cast<Number>(bytes);
  }

  std::string_view file_;
  std::size_t at_;
  bool big_;
  std::string file_name_;
};

template <class Body>
class PlyReader {
 public:
  PlyReader(const PlyHeader& header, Body body, const std::string& file_name)
      : header_(header), body_(std::move(body)), file_name_(file_name) {}

  TriangleMesh read() {
    n_points_ = element("vertex").count;
    if (n_points_ > kMostPoints) refuse(file_name_, fmt::format("{} points are too many", n_points_));
    for (const char* name : {"x", "y", "z"}) require_property("vertex", name, false);
    require_property("face", "vertex_indices", true);
    for (const PlyElement& kind : header_.elements) {
      for (std::int64_t i = 0; i < kind.count; ++i) read_element(kind);
    }
    require_mesh(mesh_, file_name_);
    return std::move(mesh_);
  }

 private:
  const PlyElement& element(const std::string& name) const {
    const auto has_name = [&](const PlyElement& kind) { return kind.name == name; };
    const auto n = std::count_if(header_.elements.begin(), header_.elements.end(), has_name);
    if (n != 1) refuse(file_name_, fmt::format("the PLY file has {} elements named '{}', not one", n, name));
    return *std::find_if(header_.elements.begin(), header_.elements.end(), has_name);
  }

  static bool is_named(const PlyProperty& property, const std::string& name) {
    return property.name == name || (name == "vertex_indices" && property.name == "vertex_index");
  }

  void require_property(const std::string& of, const std::string& name, bool list) const {
    const std::vector<PlyProperty>& all = element(of).properties;
    const auto fits = [&](const PlyProperty& p) { return is_named(p, name) && p.count.has_value() == list; };
    if (std::count_if(all.begin(), all.end(), fits) != 1) {
      refuse(file_name_,
             fmt::format("element '{}' of the PLY file has one {} '{}'", of, list ? "list" : "number", name));
    }
  }

  void read_element(const PlyElement& kind) {
    const bool point = kind.name == "vertex", face = kind.name == "face";
    Vector3d x = Vector3d::Zero();
    body_.begin_element();
    for (const PlyProperty& property : kind.properties) {
      if (property.count) {
        read_list(property, face && is_named(property, "vertex_indices"));
        continue;
      }
      const double value = body_.next(property.type);
      if (!point || property.name.size() != 1 || property.name[0] < 'x' || property.name[0] > 'z') continue;
      if (!std::isfinite(value)) refuse(body_.place(), fmt::format("a coordinate is {}, not a finite number", value));
      x[property.name[0] - 'x'] = value;
    }
    body_.end_element();
    if (point) mesh_.points.push_back(x);
  }

  void read_list(const PlyProperty& property, bool is_face) {
    const double n = body_.next(*property.count);
    if (n < 0 || (is_face && n < 3)) {
      refuse(body_.place(), is_face ? fmt::format("a face has at least three corners, not {}", n)
                                    : fmt::format("a list has {} numbers", n));
    }
    corners_.clear();
    for (double i = 0; i < n; ++i) {
      const double value = body_.next(property.type);
      if (is_face) corners_.push_back(corner(value));
    }
    add_polygon(mesh_, corners_);
  }

  int corner(double value) const {
    if (!(value >= 0 && value < static_cast<double>(n_points_) && value == std::floor(value))) {
      refuse(body_.place(),
             fmt::format("a face has point {}, but points are numbered from 0 to {}", value, n_points_ - 1));
    }
    return static_cast<int>(value);
  }

  const PlyHeader& header_;
  Body body_;
  std::string file_name_;
  TriangleMesh mesh_;
  std::int64_t n_points_ = 0;
  std::vector<int> corners_;
};

TriangleMesh mesh_of_ply(std::string_view bytes, const std::string& file_name) {
  Lines lines(bytes, file_name);
  const PlyHeader header = PlyHeaderReader(lines).read();
  if (header.format == PlyFormat::ascii) return PlyReader(header, AsciiBody(lines), file_name).read();
  const std::size_t start = bytes.size() - lines.rest().size();
  return PlyReader(header, BinaryBody(bytes, start, header.format == PlyFormat::big, file_name), file_name).read();
}

bool is_ply(std::string_view bytes) { return bytes.starts_with("ply\n") || bytes.starts_with("ply\r\n"); }

/// What is written can be read: a wrong number in a mesh of ours is a bug.
void ensure_sound(const TriangleMesh& mesh) {
  for (const Vector3d& x : mesh.points) ENSURE(x.allFinite());
  for (const std::array<int, 3>& triangle : mesh.triangles) {
    for (const int point : triangle) ENSURE(point >= 0 && static_cast<std::size_t>(point) < mesh.points.size());
  }
}

}  // namespace

TriangleMesh mesh_of_bytes(std::string_view bytes, const std::string& file_name) {
  // The mark of UTF-8 would hide the first word.
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  if (bytes.empty()) refuse(file_name, "the file is empty");
  return is_ply(bytes) ? mesh_of_ply(bytes, file_name) : ObjReader(bytes, file_name).read();
}

TriangleMesh read_mesh(const std::filesystem::path& path) {
  const auto bytes = read_all(path);
  if (!bytes) cannot("read", path);
  return mesh_of_bytes(*bytes, path.string());
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

std::string ply_of_mesh(const TriangleMesh& mesh) {
  ensure_sound(mesh);
  std::string bytes = fmt::format(
      "ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty double x\nproperty double y\n"
      "property double z\nelement face {}\nproperty list uchar int vertex_indices\nend_header\n",
      mesh.points.size(), mesh.triangles.size());
  for (const Vector3d& x : mesh.points) append_bytes(bytes, std::span<const double>(x.data(), 3));
  for (const std::array<int, 3>& triangle : mesh.triangles) {
    append_bytes(bytes, std::uint8_t{3});
    append_bytes(bytes, std::span<const int>(triangle));
  }
  return bytes;
}

void write_mesh(const std::filesystem::path& path, const TriangleMesh& mesh) {
  const std::string extension = path.extension().string();
  if (extension != ".obj" && extension != ".ply") {
    refuse(path.string(), "a mesh is written to a file that ends in .obj or .ply");
  }
  replace_file(path, extension == ".obj" ? obj_of_mesh(mesh) : ply_of_mesh(mesh));
}

}  // namespace plumb
