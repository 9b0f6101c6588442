#pragma once

#include <memory>
#include <string>
#include <vector>

#include <judge/question/code.h>

namespace judge {

/// A number of a code that may be chosen within a range, which is positive.
struct Parameter {
  std::string name;
  double value = 0;  ///< of the card
  std::string unit;  ///< "1" for a pure number
  double least = 0, most = 0;
  std::string meaning;  ///< one clause
};

/// What a code with parameters is beside a Code. A code with another value is another code: its name stays, and its
/// fingerprint tells the value, so that nobody continues its records with another one.
class Tunable {
 public:
  virtual ~Tunable() = default;
  virtual std::vector<Parameter> parameters() const = 0;
  /// Returns this code with another value of a parameter that it has, in its range.
  virtual std::unique_ptr<Code> with(const std::string& parameter, double value) const = 0;
};

/// Returns the parameters of a code; none if it is not tunable.
std::vector<Parameter> parameters_of(const Code& code);

/// Returns the parameter of that name. Throws plumb::UserError, with the nearest name, if the code has none.
Parameter find_parameter(const Code& code, const std::string& name);

/// Returns `code` with another value of a parameter. Throws plumb::UserError for an unknown name, and for a value
/// outside the range.
std::unique_ptr<Code> tuned(const Code& code, const std::string& parameter, double value);

}  // namespace judge
