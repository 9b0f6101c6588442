// The layout of NumPy's and zip's bytes: numpy.lib.format, version 1.0, and PKWARE's APPNOTE 4.3.

#include <functional>
#include <limits>
#include <numeric>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <plumb/core/status.h>
#include <plumb/io/bytes.h>
#include <plumb/io/npz.h>

namespace plumb {
namespace {

constexpr const char* type_name(const std::vector<double>&) { return "<f8"; }
constexpr const char* type_name(const std::vector<std::int64_t>&) { return "<i8"; }
constexpr const char* type_name(const NpyArray::Spooled&) { return "<f8"; }
constexpr const char* type_name(const NpyArray::Integers&) { return "<i8"; }
constexpr const char* type_name(const NpyArray::Doubles&) { return "<f8"; }

std::size_t n_values(const NpyArray::Spooled& values) { return values.frames->n_values(values.quantity); }
template <class Number>
std::size_t n_values(const NpyArray::Pieces<Number>& values) {
  return values.n;
}
template <class Number>
std::size_t n_values(const std::vector<Number>& values) {
  return values.size();
}

template <class Number>
std::string_view as_bytes(std::span<const Number> numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

void write_values(const NpyArray::Spooled& values, const Sink& out) {
  values.frames->each(values.quantity, [&](std::span<const double> numbers) { out(as_bytes(numbers)); });
}
template <class Number>
void write_values(const NpyArray::Pieces<Number>& values, const Sink& out) {
  values.each([&](std::span<const Number> numbers) { out(as_bytes(numbers)); });
}
template <class Number>
void write_values(const std::vector<Number>& values, const Sink& out) {
  out(as_bytes(std::span<const Number>(values)));
}

/// As Python writes a tuple: (), (3,), (3, 4).
std::string tuple(const std::vector<std::size_t>& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

/// Magic, version, the length of what follows, and the dictionary; spaces and a line break fill up 64 bytes.
std::string npy_header(const char* type, const std::vector<std::size_t>& shape) {
  std::string header("\x93NUMPY\x01\x00", 8);
  std::string dictionary = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type, tuple(shape));
  const std::size_t used = header.size() + 2 + dictionary.size() + 1;
  dictionary.append((64 - used % 64) % 64, ' ');
  dictionary += '\n';
  append_bytes(header, static_cast<std::uint16_t>(dictionary.size()));
  return header + dictionary;
}

std::string npy_header(const NpyArray& array) {
  return std::visit([&](const auto& values) { return npy_header(type_name(values), array.shape); }, array.values);
}

std::size_t npy_size(const NpyArray& array) {
  const auto n = std::visit([](const auto& values) { return n_values(values); }, array.values);
  static_assert(sizeof(double) == sizeof(std::int64_t));
  return npy_header(array).size() + n * sizeof(double);
}

/// What the archive says of one of its files.
struct Entry {
  std::string name;
  std::uint32_t size, checksum, offset;
};

std::uint32_t as_32_bits(std::size_t size) {
  if (size >= std::numeric_limits<std::uint32_t>::max()) {
    throw UserError("the run does not fit into an .npz file, which holds up to 4 GiB; keep fewer frames or points");
  }
  return static_cast<std::uint32_t>(size);
}

std::uint16_t as_16_bits(std::size_t size) {
  ENSURE(size < std::numeric_limits<std::uint16_t>::max());
  return static_cast<std::uint16_t>(size);
}

/// What the header before a file and the directory at the end have in common.
void append_description(std::string& zip, const Entry& entry) {
  constexpr std::uint16_t version = 20, names_are_utf8 = 1 << 11, stored = 0, midnight = 0, first_of_1980 = 0x21;
  for (const std::uint16_t field : {version, names_are_utf8, stored, midnight, first_of_1980}) append_bytes(zip, field);
  append_bytes(zip, entry.checksum);
  append_bytes(zip, entry.size);  // compressed
  append_bytes(zip, entry.size);
  append_bytes(zip, as_16_bits(entry.name.size()));
  append_bytes(zip, std::uint16_t{0});  // no extra field
}

constexpr std::size_t local_header_size = 30, directory_entry_size = 46, end_size = 22;  // without names

std::string file_name(const NpyArray& array) { return array.name + ".npy"; }

/// Reads the values twice: the checksum stands before them.
Entry write_file(const NpyArray& array, std::size_t offset, const Sink& out) {
  Entry entry{file_name(array), as_32_bits(npy_size(array)), 0, as_32_bits(offset)};
  write_npy(array, [&](std::string_view bytes) { entry.checksum = crc32(bytes, entry.checksum); });
  std::string head = "PK\x03\x04";
  append_description(head, entry);
  out(head + entry.name);
  write_npy(array, out);
  return entry;
}

void append_directory_entry(std::string& zip, const Entry& entry) {
  zip += "PK\x01\x02";
  append_bytes(zip, std::uint16_t{20});  // made by version 2.0
  append_description(zip, entry);
  for (int field = 0; field < 3; ++field) append_bytes(zip, std::uint16_t{0});  // comment, disk, text or not
  append_bytes(zip, std::uint32_t{0});                                          // no attributes
  append_bytes(zip, entry.offset);
  zip += entry.name;
}

void append_end(std::string& zip, std::size_t n_entries, std::size_t directory, std::size_t size) {
  zip += std::string("PK\x05\x06\0\0\0\0", 8);  // the only disk
  append_bytes(zip, as_16_bits(n_entries));
  append_bytes(zip, as_16_bits(n_entries));
  append_bytes(zip, as_32_bits(size));
  append_bytes(zip, as_32_bits(directory));
  append_bytes(zip, std::uint16_t{0});  // no comment
}

}  // namespace

void write_npy(const NpyArray& array, const Sink& out) {
  const std::size_t n = std::accumulate(array.shape.begin(), array.shape.end(), std::size_t{1}, std::multiplies<>());
  out(npy_header(array));
  std::visit(
      [&](const auto& values) {
        ENSURE(n_values(values) == n);
        write_values(values, out);
      },
      array.values);
}

void write_npz(const std::vector<NpyArray>& arrays, const Sink& out) {
  std::size_t size = end_size;
  for (const NpyArray& array : arrays) {
    size += npy_size(array) + local_header_size + directory_entry_size + 2 * file_name(array).size();
  }
  as_32_bits(size);

  std::size_t offset = 0;
  std::vector<Entry> entries;
  for (const NpyArray& array : arrays) {
    entries.push_back(write_file(array, offset, out));
    offset += local_header_size + entries.back().name.size() + entries.back().size;
  }
  std::string directory;
  for (const Entry& entry : entries) append_directory_entry(directory, entry);
  append_end(directory, entries.size(), offset, directory.size());
  out(directory);
}

}  // namespace plumb
