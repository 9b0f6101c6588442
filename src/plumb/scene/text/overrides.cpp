#include <plumb/scene/text/overrides.h>

#include <charconv>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/scene/text/entry.h>
#include <plumb/scene/text/plain_toml.h>

namespace plumb {
namespace {

/// The value as TOML where it is TOML (0.3, [0, 0, 1], "12 cm"); otherwise the text itself (12 cm).
toml::table parsed(const std::string& value) {
  const std::string line = "value = " + value;
  if (!not_plain(line)) {
    try {
      toml::table table = toml::parse(std::string_view(line));
      if (table.size() == 1) return table;
    } catch (const toml::parse_error&) {  // text, then
    }
  }
  return toml::table{{"value", value}};
}

std::vector<std::string> names_in(const toml::array& array) {
  std::vector<std::string> names;
  for (const toml::node& node : array) {
    const toml::table* table = node.as_table();
    const toml::node* name = table == nullptr ? nullptr : table->get("name");
    names.push_back(name == nullptr ? "" : name->value_or<std::string>(""));
  }
  return names;
}

std::optional<std::size_t> as_index(std::string_view word) {
  std::size_t index = 0;
  const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), index);
  if (error != std::errc() || rest != word.data() + word.size()) return std::nullopt;
  return index;
}

/// Follows the keys of one override down the tables.
class Path {
 public:
  Path(const Override& override, const std::string& file_name) : override_(override), file_name_(file_name) {
    std::string_view rest = override.key;
    while (true) {
      const std::size_t dot = rest.find('.');
      words_.push_back(rest.substr(0, dot));
      if (words_.back().empty()) refuse("a key is words joined by dots, as rod.length");
      if (dot == std::string_view::npos) break;
      rest.remove_prefix(dot + 1);
    }
    if (words_.size() > 16) refuse("no key of a scene has so many parts");
  }

  void write(toml::table& file) {
    toml::node* node = &file;
    while (next_ < words_.size()) node = step(*node);
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw UserError(
        on_one_line(fmt::format("{}, given on the command line: {}: {}", file_name_, quotable(override_.key), why)));
  }

  std::string so_far() const {
    const std::size_t length = static_cast<std::size_t>(words_[next_].data() - override_.key.data());
    return quotable(std::string_view(override_.key).substr(0, length == 0 ? 0 : length - 1));
  }

  toml::node* step(toml::node& node) {
    if (toml::table* table = node.as_table()) return step(*table);
    if (toml::array* array = node.as_array()) return step(*array);
    refuse(fmt::format("{} has no parts", so_far()));
  }

  toml::node* step(toml::table& table) {
    const std::string_view key = words_[next_++];
    // A rod that is alone may be called by its name too.
    if (next_ < words_.size() && !table.contains(key) && table["name"].value_or<std::string>("") == key) return &table;
    const toml::table value = parsed(override_.value);
    if (next_ == words_.size()) {
      table.insert_or_assign(key, *value.get("value"));
    } else if (!table.contains(key)) {
      if (as_index(words_[next_])) refuse(fmt::format("the file has no list {0}; set {0} as a whole", so_far()));
      table.insert(key, toml::table{});
    }
    return table.get(key);
  }

  toml::node* step(toml::array& array) {
    const std::size_t i = index_in(array);
    if (next_ == words_.size()) {
      const toml::table value = parsed(override_.value);
      const auto place = array.begin() + static_cast<std::ptrdiff_t>(i);
      array.insert(array.erase(place), *value.get("value"));
    }
    return array.get(i);
  }

  /// An entry of a list is meant by its name, by its number from 0, or by nothing where it is alone.
  std::size_t index_in(const toml::array& array) {
    const std::string_view word = words_[next_];
    const std::vector<std::string> names = names_in(array);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == word) return ++next_, i;
    }
    if (const auto i = as_index(word)) {
      if (*i >= array.size()) refuse(fmt::format("no such entry; {} has {}, counted from 0", so_far(), array.size()));
      return ++next_, *i;
    }
    if (array.size() == 1 && array[0].is_table()) return 0;
    if (!names.empty() && !names[0].empty()) refuse(unknown(fmt::format("name '{}'", quotable(word)), word, names));
    refuse(fmt::format("{} has {} entries; say which by its number from 0, as {}.0", so_far(), array.size(), so_far()));
  }

  const Override& override_;
  const std::string& file_name_;
  std::vector<std::string_view> words_;
  std::size_t next_ = 0;
};

}  // namespace

void apply(const std::vector<Override>& overrides, toml::table& file, const std::string& file_name) {
  for (const Override& override : overrides) Path(override, file_name).write(file);
}

}  // namespace plumb
