#include <plumb/scene/text/entry.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <plumb/core/nearest_name.h>
#include <plumb/core/status.h>

namespace plumb {
namespace {

/// So that a product of a few numbers neither overflows nor vanishes.
constexpr double kSmallest = 1e-100, kLargest = 1e100;

std::string type_name(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::none:
      return "nothing";
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "a list";
    case toml::node_type::string:
      return fmt::format("the text '{}'", quotable(node.ref<std::string>()));
    case toml::node_type::integer:
      return fmt::format("the number {}", node.ref<std::int64_t>());
    case toml::node_type::floating_point:
      return fmt::format("the number {}", node.ref<double>());
    case toml::node_type::boolean:
      return node.ref<bool>() ? "true" : "false";
    case toml::node_type::date:
    case toml::node_type::time:
    case toml::node_type::date_time:
      return "a date or time of day";
  }
  bug("a node has a type", __FILE__, __LINE__);
}

std::string joined(const std::string& keys, std::string_view key) {
  return keys.empty() ? quotable(key) : fmt::format("{}.{}", keys, quotable(key));
}

std::string lowered(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

/// So few slips that the one was surely meant for the other.
bool near(const std::string& typed, const std::string& name) {
  const std::string a = lowered(typed), b = lowered(name);
  return 2 * edit_distance(a, b) < static_cast<int>(std::max(a.size(), b.size()));
}

std::string listed(const std::vector<std::string>& words) {
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) list += i + 1 == words.size() ? " and " : ", ";
    list += words[i];
  }
  return list;
}

}  // namespace

std::string unknown(std::string_view what, std::string_view word, const std::vector<std::string>& known) {
  const std::string typed = quotable(word), nearest = nearest_name(typed, known);
  if (near(typed, nearest)) return fmt::format("unknown {}; did you mean '{}'?", what, nearest);
  return fmt::format("unknown {}; known are {}", what, listed(known));
}

Entry::Entry(const std::string& file_name, std::string keys, const toml::node* node)
    : file_name_(&file_name), keys_(std::move(keys)), node_(node) {}

bool Entry::from_command_line() const { return node_ != nullptr && !node_->source().begin; }

Entry Entry::child(std::string_view key, const toml::node* node) const {
  return {*file_name_, joined(keys_, key), node};
}

std::string Entry::place() const {
  if (from_command_line()) return *file_name_ + ", given on the command line";
  return node_ == nullptr ? *file_name_ : fmt::format("{}:{}", *file_name_, node_->source().begin.line);
}

void Entry::refuse(std::string_view why) const {
  throw UserError(on_one_line(fmt::format("{}: {}: {}", place(), keys_, why)));
}

void Entry::refuse_type(std::string_view expected) const {
  refuse(fmt::format("expected {}, got {}", expected, type_name(*node_)));
}

double Entry::quantity(Dimension dimension) const {
  const double value = any_quantity(dimension);
  if (!std::isfinite(value)) refuse(fmt::format("{} is not a finite number", value));
  if (value != 0 && !(std::abs(value) >= kSmallest && std::abs(value) <= kLargest)) {
    refuse(fmt::format("{:.3g} is beyond computing; a number is 0 or between {} and {}", value, kSmallest, kLargest));
  }
  return value;
}

double Entry::any_quantity(Dimension dimension) const {
  const std::string unit = unit_name(dimension);
  const std::string expected =
      unit.empty() ? "a number, as 0.5" : fmt::format("a number, or text with a unit as \"1.5 {}\"", unit);
  if (const auto* text = node_->as_string()) {
    if (text->get().size() > 100) refuse_type(expected);
    try {
      return parse_quantity(text->get(), dimension, keys_);
    } catch (const UserError& error) {
      throw UserError(on_one_line(fmt::format("{}: {}", place(), error.what())));
    }
  }
  if (!node_->is_number()) refuse_type(expected);
  return *node_->value<double>();
}

double Entry::positive(Dimension dimension) const {
  const double value = quantity(dimension);
  if (!(value > 0)) refuse(fmt::format("must be positive, got {}", format_quantity(value, dimension)));
  return value;
}

double Entry::not_negative(Dimension dimension) const {
  const double value = quantity(dimension);
  if (value < 0) refuse(fmt::format("must not be negative, got {}", format_quantity(value, dimension)));
  return value;
}

int Entry::whole_number(int least, int most) const {
  const double value = quantity(dimension::none);
  if (value != std::floor(value)) refuse(fmt::format("expected a whole number, got {}", value));
  if (value < least) refuse(fmt::format("must be at least {}, got {}", least, value));
  if (value > most) refuse(fmt::format("must be at most {}, got {}", most, value));
  return static_cast<int>(value);
}

std::string Entry::text() const {
  const auto* text = node_->as_string();
  if (text == nullptr) refuse_type("text in quotes");
  if (on_one_line(text->get()) != text->get()) refuse("expected text on one line, without control characters");
  return text->get();
}

std::size_t Entry::choice(const std::vector<std::string>& names) const {
  const std::string word = text();
  const auto found = std::find(names.begin(), names.end(), word);
  if (found == names.end()) refuse(unknown(fmt::format("name '{}'", quotable(word)), word, names));
  return static_cast<std::size_t>(found - names.begin());
}

bool Entry::yes_or_no() const {
  if (!node_->is_boolean()) refuse_type("true or false");
  return node_->ref<bool>();
}

Eigen::Vector3d Entry::vector(Dimension dimension) const {
  constexpr std::string_view kExpected = "a list of three numbers [x, y, z]";
  const std::vector<Entry> numbers = list(kExpected);
  if (numbers.size() != 3) refuse(fmt::format("expected {}, got {} of them", kExpected, numbers.size()));
  return {numbers[0].quantity(dimension), numbers[1].quantity(dimension), numbers[2].quantity(dimension)};
}

std::vector<Entry> Entry::list(std::string_view expected) const {
  const toml::array* array = node_->as_array();
  if (array == nullptr) refuse_type(expected);
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < array->size(); ++i) entries.push_back(child(std::to_string(i), array->get(i)));
  return entries;
}

const toml::table& Entry::table(std::string_view expected) const {
  const toml::table* table = node_->as_table();
  if (table == nullptr) refuse_type(expected);
  return *table;
}

Keys::Keys(const Entry& entry, std::vector<std::string> known)
    : entry_(entry), table_(&entry.table(fmt::format("a table with the keys {}", listed(known)))) {
  for (const auto& [key, node] : *table_) {
    if (std::find(known.begin(), known.end(), key.str()) == known.end()) {
      entry_.child(key.str(), &node).refuse(unknown("key", key.str(), known));
    }
  }
}

Keys Keys::maybe(const Keys& parent, std::string_view key, std::vector<std::string> known) {
  static const toml::table kEmpty;
  if (const auto entry = parent.find(key)) return {*entry, std::move(known)};
  Keys missing({parent.entry_.child(key, &kEmpty)}, std::move(known));
  missing.entry_ = parent.entry_.child(key, nullptr);
  return missing;
}

std::optional<Entry> Keys::find(std::string_view key) const {
  const toml::node* node = table_->get(key);
  if (node == nullptr) return std::nullopt;
  return entry_.child(key, node);
}

Entry Keys::need(std::string_view key, std::string_view how) const {
  if (auto entry = find(key)) return *entry;
  // The table's own line is the nearest place; one that was made by an override has none.
  Entry place = entry_.called(joined(entry_.keys(), key));
  if (entry_.from_command_line() || entry_.keys().empty()) place = entry_.child(key, nullptr);
  place.refuse(fmt::format("missing; {}", how));
}

std::vector<Entry> Keys::tables(std::string_view key, std::string_view header) const {
  const auto entry = find(key);
  return entry ? entry->list(fmt::format("tables that begin with {}", header)) : std::vector<Entry>{};
}

}  // namespace plumb
