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

constexpr const char* type_name(double) { return "<f8"; }
constexpr const char* type_name(std::int64_t) { return "<i8"; }

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

Entry append_file(std::string& zip, const std::string& name, const std::string& bytes) {
  Entry entry{name, as_32_bits(bytes.size()), crc32(bytes), as_32_bits(zip.size())};
  zip += "PK\x03\x04";
  append_description(zip, entry);
  zip += entry.name;
  zip += bytes;
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

void append_end(std::string& zip, std::size_t n_entries, std::size_t directory) {
  const std::size_t size = zip.size() - directory;
  zip += std::string("PK\x05\x06\0\0\0\0", 8);  // the only disk
  append_bytes(zip, as_16_bits(n_entries));
  append_bytes(zip, as_16_bits(n_entries));
  append_bytes(zip, as_32_bits(size));
  append_bytes(zip, as_32_bits(directory));
  append_bytes(zip, std::uint16_t{0});  // no comment
}

}  // namespace

std::string npy(const NpyArray& array) {
  const std::size_t n = std::accumulate(array.shape.begin(), array.shape.end(), std::size_t{1}, std::multiplies<>());
  return std::visit(
      [&]<class Number>(const std::vector<Number>& values) {
        ENSURE(values.size() == n);
        std::string bytes = npy_header(type_name(Number{}), array.shape);
        append_bytes(bytes, std::span<const Number>(values));
        return bytes;
      },
      array.values);
}

std::string npz(const std::vector<NpyArray>& arrays) {
  std::string zip;
  std::vector<Entry> entries;
  for (const NpyArray& array : arrays) entries.push_back(append_file(zip, array.name + ".npy", npy(array)));
  const std::size_t directory = zip.size();
  for (const Entry& entry : entries) append_directory_entry(zip, entry);
  append_end(zip, entries.size(), directory);
  return zip;
}

}  // namespace plumb
