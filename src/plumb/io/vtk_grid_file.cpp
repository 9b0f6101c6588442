#include <plumb/io/vtk_grid_file.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include <plumb/io/mesh_rules.h>
#include <plumb/io/text_lines.h>

namespace plumb {
namespace {

constexpr std::string_view kMagic = "# vtk DataFile";
constexpr std::int64_t kTetrahedron = 10;  // VTK's number of a kind of cell

/// Kinds of numbers in binary files, whose highest byte comes first.
enum class Kind { float32, float64, integer, natural };
struct NumberType {
  std::string_view name;
  Kind kind;
  int size;
};
constexpr NumberType kTypes[] = {
    {"float", Kind::float32, 4},        {"double", Kind::float64, 8},        {"int", Kind::integer, 4},
    {"long", Kind::integer, 8},         {"vtkIdType", Kind::integer, 4},     {"vtktypeint64", Kind::integer, 8},
    {"vtktypeint32", Kind::integer, 4}, {"short", Kind::integer, 2},         {"char", Kind::integer, 1},
    {"unsigned_int", Kind::natural, 4}, {"unsigned_long", Kind::natural, 8}, {"unsigned_short", Kind::natural, 2},
    {"unsigned_char", Kind::natural, 1}};
constexpr NumberType kInt = kTypes[2];

/// Words and numbers of a legacy file, one after the other; numbers may be bytes.
class VtkText {
 public:
  VtkText(std::string_view bytes, const std::string& file_name) : all_(bytes), file_name_(file_name) {}

  std::string_view line() {
    const std::size_t end = std::min(all_.find('\n', at_), all_.size());
    std::string_view one = all_.substr(at_, end - at_);
    at_ = std::min(end + 1, all_.size());
    if (one.ends_with('\r')) one.remove_suffix(1);
    return one;
  }

  /// Empty at the end of the file.
  std::string_view word() {
    std::string_view rest = all_.substr(at_);
    const std::string_view next = next_token(rest);
    at_ = all_.size() - rest.size();
    began_ = at_ - next.size();
    return next;
  }

  std::int64_t whole(std::string_view what) {
    const std::string_view next = word();
    const auto value = parsed<std::int64_t>(next);
    if (!value || *value < 0) refuse_here(fmt::format("expected {}, got '{}'", what, printable(next)));
    return *value;
  }

  const NumberType& type() {
    const std::string_view next = word();
    for (const NumberType& one : kTypes) {
      if (one.name == next) return one;
    }
    refuse_here(fmt::format("'{}' is no type of numbers that is read here", printable(next)));
  }

  /// Begins to read numbers: those of a binary file stand behind the end of the line.
  void begin_numbers(bool binary, std::int64_t n, const NumberType& type) {
    binary_ = binary;
    type_ = &type;
    if (!binary) return;
    line();
    if (n > static_cast<std::int64_t>((all_.size() - at_) / static_cast<std::size_t>(type.size))) {
      began_ = at_;
      refuse_here("the file ends in the middle");
    }
  }

  double number() {
    if (!binary_) {
      const std::string_view next = word();
      if (next.empty()) refuse_here("the file ends in the middle");
      const auto value = parsed<double>(next);
      if (!value) refuse_here(fmt::format("expected a number, got '{}'", printable(next)));
      return *value;
    }
    return of_bytes();
  }

  std::int64_t integer(std::string_view what) {
    const double value = number();
    if (!(value >= 0 && value <= kMostPoints) || value != std::floor(value)) {
      refuse_here(fmt::format("expected {}, got {}", what, value));
    }
    return static_cast<std::int64_t>(value);
  }

  [[noreturn]] void refuse_here(const std::string& why) const {
    if (binary_) refuse(fmt::format("{}: byte {}", file_name_, began_), why);
    const auto line = 1 + std::count(all_.begin(), all_.begin() + static_cast<std::ptrdiff_t>(began_), '\n');
    refuse(fmt::format("{}:{}", file_name_, line), why);
  }

 private:
  static std::string_view next_token(std::string_view& rest) {
    constexpr std::string_view space = " \t\r\n\v\f";
    rest.remove_prefix(std::min(rest.find_first_not_of(space), rest.size()));
    const std::string_view token = rest.substr(0, rest.find_first_of(space));
    rest.remove_prefix(token.size());
    return token;
  }

  double of_bytes() {
    const auto size = static_cast<std::size_t>(type_->size);
    began_ = at_;
    if (all_.size() - at_ < size) refuse_here("the file ends in the middle");
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < size; ++i) bits = bits << 8 | static_cast<unsigned char>(all_[at_ + i]);
    at_ += size;
    switch (type_->kind) {
      case Kind::float32:
        return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
      case Kind::float64:
        return std::bit_cast<double>(bits);
      case Kind::integer: {
        const int unused = 64 - 8 * type_->size;
        return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
      }
      case Kind::natural:
        break;
    }
    return static_cast<double>(bits);
  }

  std::string_view all_;
  std::string file_name_;
  std::size_t at_ = 0, began_ = 0;  ///< `began_`: of what was read last
  bool binary_ = false;
  const NumberType* type_ = &kInt;
};

class VtkReader {
 public:
  VtkReader(std::string_view bytes, const std::string& file_name) : text_(bytes, file_name), file_name_(file_name) {}

  TetrahedralMesh read() {
    read_head();
    for (std::string_view word = text_.word(); !word.empty(); word = text_.word()) {
      if (word == "POINTS") {
        read_points();
      } else if (word == "CELLS") {
        read_cells();
      } else if (word == "CELL_TYPES") {
        read_types();
      } else if (word == "METADATA") {
        text_.line();
        while (!text_.line().empty()) {
        }
      } else if (word == "FIELD") {
        skip_field();
      } else if (word == "POINT_DATA" || word == "CELL_DATA") {
        break;
      } else {
        text_.refuse_here(fmt::format("expected POINTS, CELLS or CELL_TYPES, got '{}'", printable(word)));
      }
    }
    return assembled();
  }

 private:
  void read_head() {
    std::string_view magic = text_.line().substr(kMagic.size());
    const std::string_view version = next_word(magic), word = version == "Version" ? next_word(magic) : version;
    const auto number = parsed<double>(word);
    if (!number || !(*number >= 1 && *number < 6)) {
      refuse(file_name_ + ":1", fmt::format("expected a version from 1.0 to 5.1, got '{}'", printable(word)));
    }
    offsets_ = *number >= 5;
    text_.line();  // the title
    const std::string_view format = text_.word();
    if (format != "ASCII" && format != "BINARY") {
      text_.refuse_here(fmt::format("expected ASCII or BINARY, got '{}'", printable(format)));
    }
    binary_ = format == "BINARY";
    const std::string_view dataset = text_.word(), kind = text_.word();
    if (dataset != "DATASET" || kind != "UNSTRUCTURED_GRID") {
      text_.refuse_here(fmt::format("expected DATASET UNSTRUCTURED_GRID, got '{}'", printable(kind)));
    }
  }

  /// Returns how many there are.
  std::int64_t count(std::string_view what) {
    const std::int64_t n = text_.whole(what);
    if (n > kMostPoints) text_.refuse_here(fmt::format("{} is too many", n));
    return n;
  }

  void read_points() {
    const std::int64_t n = count("the number of points");
    const NumberType& type = text_.type();
    text_.begin_numbers(binary_, 3 * n, type);
    for (std::int64_t i = 0; i < n; ++i) {
      Eigen::Vector3d x;
      for (double& coordinate : x) {
        coordinate = text_.number();
        if (!std::isfinite(coordinate)) text_.refuse_here("a point has three finite coordinates, but one is none");
      }
      mesh_.points.push_back(x);
    }
  }

  void read_cells() {
    if (offsets_) return read_offsets();
    const std::int64_t n = count("the number of cells"), size = count("the number of numbers that tell them");
    text_.begin_numbers(binary_, size, kInt);
    for (std::int64_t cell = 0, read = 0; cell < n; ++cell) {
      const std::int64_t n_corners = text_.integer("how many points a cell has");
      read += n_corners + 1;
      if (read > size) text_.refuse_here(fmt::format("the cells have more than the {} numbers told above", size));
      begin_.push_back(corners_.size());
      for (std::int64_t i = 0; i < n_corners; ++i) corners_.push_back(text_.integer("the number of a point"));
    }
    begin_.push_back(corners_.size());
  }

  void read_offsets() {
    const std::int64_t n = count("the number of offsets"), n_corners = count("the number of points of all cells");
    const auto begin = [&](std::string_view name, std::int64_t numbers) {
      const std::string_view word = text_.word();
      if (word != name) text_.refuse_here(fmt::format("expected {}, got '{}'", name, printable(word)));
      text_.begin_numbers(binary_, numbers, text_.type());
    };
    begin("OFFSETS", n);
    for (std::int64_t i = 0; i < n; ++i) {
      begin_.push_back(static_cast<std::size_t>(text_.integer("an offset")));
      if (begin_.back() > static_cast<std::size_t>(n_corners) || (i > 0 && begin_[begin_.size() - 2] > begin_.back())) {
        text_.refuse_here("offsets rise from 0 to the number of points of all cells");
      }
    }
    begin("CONNECTIVITY", n_corners);
    for (std::int64_t i = 0; i < n_corners; ++i) corners_.push_back(text_.integer("the number of a point"));
  }

  void read_types() {
    const std::int64_t n = count("the number of cells");
    text_.begin_numbers(binary_, n, kInt);
    for (std::int64_t i = 0; i < n; ++i) types_.push_back(text_.integer("the type of a cell"));
  }

  /// Arrays before the points: each has a name, its sizes and a type.
  void skip_field() {
    text_.word();
    const std::int64_t n = text_.whole("how many arrays the field has");
    for (std::int64_t i = 0; i < n; ++i) {
      text_.word();
      const std::int64_t numbers = count("how many numbers an entry has") * count("how many entries an array has");
      const NumberType& type = text_.type();
      text_.begin_numbers(binary_, numbers, type);
      for (std::int64_t k = 0; k < numbers; ++k) text_.number();
    }
  }

  TetrahedralMesh assembled() {
    const std::size_t n_cells = begin_.empty() ? 0 : begin_.size() - 1;
    if (types_.size() != n_cells) {
      refuse(file_name_, fmt::format("the file has {} cells, but {} types of cells", n_cells, types_.size()));
    }
    for (std::size_t cell = 0; cell < n_cells; ++cell) {
      if (types_[cell] != kTetrahedron) continue;
      if (begin_[cell + 1] - begin_[cell] != 4) {
        refuse(file_name_, fmt::format("cell {} (counted from 0) is a tetrahedron of {} points", cell,
                                       begin_[cell + 1] - begin_[cell]));
      }
      std::array<int, 4> t{};
      for (std::size_t i = 0; i < 4; ++i) {
        const std::int64_t point = corners_[begin_[cell] + i];
        if (point >= static_cast<std::int64_t>(mesh_.points.size())) {
          refuse(file_name_, fmt::format("cell {} (counted from 0) has point {}, but the file has the points 0 to {}",
                                         cell, point, static_cast<std::int64_t>(mesh_.points.size()) - 1));
        }
        t[i] = static_cast<int>(point);
      }
      mesh_.tetrahedra.push_back(t);
    }
    if (mesh_.tetrahedra.empty()) {
      refuse(file_name_, "no tetrahedra in it: expected cells of type 10 in an unstructured grid");
    }
    keep_used_points(mesh_);
    orient(mesh_);
    return std::move(mesh_);
  }

  VtkText text_;
  std::string file_name_;
  bool binary_ = false, offsets_ = false;
  TetrahedralMesh mesh_;
  std::vector<std::size_t> begin_;  ///< of the corners of each cell, and the end of the last
  std::vector<std::int64_t> corners_, types_;
};

}  // namespace

bool is_vtk(std::string_view bytes) { return bytes.starts_with(kMagic); }

TetrahedralMesh mesh_of_vtk(std::string_view bytes, const std::string& file_name) {
  if (!is_vtk(bytes)) refuse(file_name, fmt::format("expected a file that begins with '{}'", kMagic));
  return VtkReader(bytes, file_name).read();
}

std::string vtk_of_mesh(const TetrahedralMesh& mesh) {
  const std::size_t n = mesh.tetrahedra.size();
  std::string text = fmt::format("{} Version 3.0\ntetrahedra\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS {} double\n",
                                 kMagic, mesh.points.size());
  for (const auto& x : mesh.points) text += fmt::format("{} {} {}\n", x[0], x[1], x[2]);
  text += fmt::format("CELLS {} {}\n", n, 5 * n);
  for (const auto& [a, b, c, d] : mesh.tetrahedra) text += fmt::format("4 {} {} {} {}\n", a, b, c, d);
  text += fmt::format("CELL_TYPES {}\n", n);
  for (std::size_t i = 0; i < n; ++i) text += fmt::format("{}\n", kTetrahedron);
  return text;
}

}  // namespace plumb
