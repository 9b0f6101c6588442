#pragma once

// Reads the XML that tests meet: elements, attributes in double quotes, text, the five named entities. Whatever is not
// well formed throws.

#include <cctype>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace plumb {

struct Element {
  std::string name, text;
  std::map<std::string, std::string> attributes;
  std::vector<Element> children;

  const Element& child(const std::string& wanted) const {
    for (const Element& element : children) {
      if (element.name == wanted) return element;
    }
    throw std::runtime_error("no <" + wanted + "> in <" + name + ">");
  }
};

class XmlReader {
 public:
  explicit XmlReader(std::string text) : text_(std::move(text)) {}

  Element document() {
    if (at("<?xml")) up_to("?>");
    space();
    Element root = element();
    space();
    if (place_ != text_.size()) fail("the end");
    return root;
  }

 private:
  [[noreturn]] void fail(const std::string& wanted) {
    throw std::runtime_error("expected " + wanted + " at '" + text_.substr(place_, 30) + "'");
  }
  bool at(const std::string& token) const { return text_.compare(place_, token.size(), token) == 0; }
  void skip(const std::string& token) {
    if (!at(token)) fail(token);
    place_ += token.size();
  }
  void space() {
    while (place_ < text_.size() && std::string(" \n\t").find(text_[place_]) != std::string::npos) ++place_;
  }
  std::string up_to(const std::string& token) {
    const std::size_t end = text_.find(token, place_);
    if (end == std::string::npos) fail(token);
    std::string found = text_.substr(place_, end - place_);
    place_ = end + token.size();
    return found;
  }
  std::string word() {
    std::string found;
    while (std::isalpha(static_cast<unsigned char>(text_[place_])) || text_[place_] == '_') found += text_[place_++];
    if (found.empty()) fail("a name");
    return found;
  }

  std::string unescaped(const std::string& raw) {
    static const std::map<std::string, char> entities{
        {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"#39", '\''}};
    std::string plain;
    for (std::size_t i = 0; i < raw.size(); ++i) {
      if (raw[i] == '<') fail("no < in text");
      if (raw[i] != '&') {
        plain += raw[i];
      } else {
        const std::size_t end = raw.find(';', i);
        plain += entities.at(raw.substr(i + 1, end - i - 1));
        i = end;
      }
    }
    return plain;
  }

  Element element() {
    Element result;
    skip("<");
    result.name = word();
    for (space(); !at(">") && !at("/>"); space()) {
      const std::string name = word();
      skip("=\"");
      if (!result.attributes.emplace(name, unescaped(up_to("\""))).second) fail("each attribute once");
    }
    if (at("/>")) {
      skip("/>");
      return result;
    }
    skip(">");
    while (!at("</")) {
      if (at("<")) {
        result.children.push_back(element());
      } else {
        const std::size_t next = text_.find('<', place_);
        if (next == std::string::npos) fail("</");
        result.text += unescaped(text_.substr(place_, next - place_));
        place_ = next;
      }
    }
    skip("</" + result.name + ">");
    return result;
  }

  std::string text_;
  std::size_t place_ = 0;
};

inline Element read_xml(const std::string& text) { return XmlReader(text).document(); }

}  // namespace plumb
