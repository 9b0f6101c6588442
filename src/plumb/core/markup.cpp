#include <plumb/core/markup.h>

namespace plumb {

std::string markup_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += static_cast<unsigned char>(c) < ' ' || c == 0x7f ? ' ' : c;
    }
  }
  return out;
}

std::string script_escaped(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  // Outside of strings JSON has no '<', and inside it may be written so.
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace plumb
