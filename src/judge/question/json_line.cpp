#include <judge/question/json_line.h>

namespace judge {

bool is_too_deep(const std::string& line) {
  constexpr int deepest = 500;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '\\') {
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '[' || c == '{')) {
      if (++depth > deepest) return true;
    } else if (!quoted && (c == ']' || c == '}')) {
      --depth;
    }
  }
  return false;
}

nlohmann::json parse_line(const std::string& line) {
  if (is_too_deep(line)) return nlohmann::json(nlohmann::json::value_t::discarded);
  return nlohmann::json::parse(line, nullptr, false);
}

}  // namespace judge
