#include <plumb/io/ply_file.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/io/bytes.h>
#include <plumb/io/mesh_rules.h>
#include <plumb/io/text_lines.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

// ---- the header

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
  explicit PlyHeaderReader(TextLines& lines) : lines_(lines) {}

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

  TextLines& lines_;
  PlyHeader header_;
};

// ---- the body: numbers one after another, as text or as bytes

/// An element a line.
class AsciiBody {
 public:
  explicit AsciiBody(const TextLines& lines) : lines_(lines) {}

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
  TextLines lines_;
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
    require_triangles(mesh_, file_name_);
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

}  // namespace

bool is_ply(std::string_view bytes) { return bytes.starts_with("ply\n") || bytes.starts_with("ply\r\n"); }

TriangleMesh mesh_of_ply(std::string_view bytes, const std::string& file_name) {
  TextLines lines(bytes, file_name);
  const PlyHeader header = PlyHeaderReader(lines).read();
  if (header.format == PlyFormat::ascii) return PlyReader(header, AsciiBody(lines), file_name).read();
  const std::size_t start = bytes.size() - lines.rest().size();
  return PlyReader(header, BinaryBody(bytes, start, header.format == PlyFormat::big, file_name), file_name).read();
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

}  // namespace plumb
