#include <judge/question/tunable.h>

#include <fmt/format.h>

#include <plumb/core/nearest_name.h>

namespace judge {

std::vector<Parameter> parameters_of(const Code& code) {
  const auto* tunable = dynamic_cast<const Tunable*>(&code);
  return tunable == nullptr ? std::vector<Parameter>() : tunable->parameters();
}

Parameter find_parameter(const Code& code, const std::string& name) {
  std::vector<std::string> names;
  for (const Parameter& parameter : parameters_of(code)) {
    if (parameter.name == name) return parameter;
    names.push_back(parameter.name);
  }
  const std::string near = plumb::nearest_name(name, names);
  throw plumb::UserError(fmt::format("{} has no parameter '{}'{}", code.describe().name, name,
                                     names.empty()  ? "; it has none"
                                     : near.empty() ? fmt::format("; it has {}", fmt::join(names, ", "))
                                                    : fmt::format("; did you mean '{}'?", near)));
}

std::unique_ptr<Code> tuned(const Code& code, const std::string& parameter, double value) {
  const Parameter found = find_parameter(code, parameter);
  if (!(value >= found.least && value <= found.most)) {
    throw plumb::UserError(fmt::format("{} of {} is between {} and {}, not {}", parameter, code.describe().name,
                                       found.least, found.most, value));
  }
  return dynamic_cast<const Tunable&>(code).with(parameter, value);
}

}  // namespace judge
