#include <plumb/scene/text/numeric_keys.h>

#include <string_view>

namespace plumb {
namespace {

/// In a scene that was read without complaint, text that begins like a number is one with a unit.
bool is_numeric(const toml::node& node) {
  if (node.is_number()) return true;
  const std::string text = node.value_or<std::string>("");
  const std::size_t first = text.find_first_not_of(' ');
  return first != std::string::npos && std::string_view("0123456789.+-").find(text[first]) != std::string_view::npos;
}

void collect(const toml::node& node, const std::string& keys, std::vector<std::string>& found);

void collect(const toml::array& array, const std::string& keys, std::vector<std::string>& found) {
  for (std::size_t i = 0; i < array.size(); ++i) {
    const toml::table* table = array.get(i)->as_table();
    const std::string name = table == nullptr ? "" : (*table)["name"].value_or<std::string>("");
    const std::string which = keys + "." + (name.empty() ? std::to_string(i) : name);
    collect(*array.get(i), array.size() == 1 && table != nullptr ? keys : which, found);
  }
}

void collect(const toml::node& node, const std::string& keys, std::vector<std::string>& found) {
  if (const toml::table* table = node.as_table()) {
    for (const auto& [key, child] : *table) {
      collect(child, keys.empty() ? std::string(key.str()) : keys + "." + std::string(key.str()), found);
    }
  } else if (const toml::array* array = node.as_array()) {
    collect(*array, keys, found);
  } else if (is_numeric(node)) {
    found.push_back(keys);
  }
}

}  // namespace

std::vector<std::string> numeric_keys(toml::table file) {
  file.erase("title");
  std::vector<std::string> keys;
  collect(file, "", keys);
  return keys;
}

}  // namespace plumb
