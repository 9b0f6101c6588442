#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include <plumb/core/units.h>
#include <plumb/scene/text/toml_text.h>

namespace plumb {

/// A value of a scene file, or the place of one that is missing, with the keys that lead to it: "rod.clamp.0.at". It
/// reads itself as what is asked for, or throws a UserError that begins with file, line and keys.
class Entry {
 public:
  /// `node` none: missing.
  Entry(const std::string& file_name, std::string keys, const toml::node* node);

  const std::string& keys() const { return keys_; }
  /// Overrides are copied into the file's tables, and copies have no line.
  bool from_command_line() const;
  Entry child(std::string_view key, const toml::node* node) const;
  /// The same value under other keys.
  Entry called(std::string keys) const { return {*file_name_, std::move(keys), node_}; }

  [[noreturn]] void refuse(std::string_view why) const;

  /// A number that is SI, or a text with a unit. Finite, and neither absurdly large nor absurdly small.
  double quantity(Dimension dimension) const;
  double positive(Dimension dimension) const;
  double not_negative(Dimension dimension) const;
  int whole_number(int least, int most) const;
  /// A text on one line.
  std::string text() const;
  /// The index of the text among the names.
  std::size_t choice(const std::vector<std::string>& names) const;
  bool yes_or_no() const;
  Eigen::Vector3d vector(Dimension dimension) const;

  bool is_list() const { return node_->is_array(); }
  bool is_word() const { return node_->is_string(); }
  std::vector<Entry> list(std::string_view expected) const;
  const toml::table& table(std::string_view expected) const;

 private:
  std::string place() const;
  double any_quantity(Dimension dimension) const;
  [[noreturn]] void refuse_type(std::string_view expected) const;

  const std::string* file_name_;
  std::string keys_;
  const toml::node* node_;
};

/// A table of the file, all of whose keys are known; others are refused with the nearest known one.
class Keys {
 public:
  Keys(const Entry& entry, std::vector<std::string> known);
  /// A table that may be missing: then it has no keys.
  static Keys maybe(const Keys& parent, std::string_view key, std::vector<std::string> known);

  const Entry& entry() const { return entry_; }
  bool has(std::string_view key) const { return find(key).has_value(); }
  std::optional<Entry> find(std::string_view key) const;
  /// `how` says how to mend it where it is missing: "give it, as n = 100".
  Entry need(std::string_view key, std::string_view how) const;
  /// The tables that each begin with this header, "[[rod.clamp]]"; none where there is no such key.
  std::vector<Entry> tables(std::string_view key, std::string_view header) const;

 private:
  Entry entry_;
  const toml::table* table_ = nullptr;
};

/// The sentence about an unknown word: the nearest of the known ones, or all where none is near.
std::string unknown(std::string_view what, std::string_view word, const std::vector<std::string>& known);

}  // namespace plumb
