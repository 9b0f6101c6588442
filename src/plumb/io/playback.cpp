#include <plumb/io/playback.h>

#include <algorithm>
#include <limits>
#include <map>
#include <span>

#include <nlohmann/json.hpp>

#include <plumb/core/markup.h>
#include <plumb/core/status.h>
#include <plumb/io/bytes.h>
#include <plumb/io/frame_rules.h>
#include <plumb/io/playback_files.h>

namespace plumb {
namespace {

using Json = nlohmann::json;

void append_float(std::string& bytes, double value) {
  // Beyond what a float holds there is nothing to see any more.
  constexpr double largest = std::numeric_limits<float>::max();
  append_bytes(bytes, static_cast<float>(std::clamp(value, -largest, largest)));
}

/// Three floats a point, frame by frame, in base64: half as long as digits, and ready for the graphics card.
std::string positions(const std::vector<Frame>& frames) {
  std::string bytes;
  for (const Frame& frame : frames) {
    for (const Eigen::Vector3d& point : frame.shape.points) {
      for (const double coordinate : point) append_float(bytes, coordinate);
    }
  }
  return base64(bytes);
}

std::string array_values(const std::vector<Frame>& frames, std::size_t index) {
  std::string bytes;
  for (const Frame& frame : frames) {
    for (const double value : frame.shape.arrays[index].values) append_float(bytes, value);
  }
  return base64(bytes);
}

Json curves(const Shape& shape) {
  Json list = Json::array();
  for (const Shape::Curve& curve : shape.curves) {
    list.push_back({{"name", curve.name}, {"first", curve.first}, {"n", curve.n_points}, {"radius", curve.radius}});
  }
  return list;
}

std::string triangles(const Shape::Surface& surface) {
  std::string bytes;
  for (const auto& triangle : surface.triangles) {
    for (const int corner : triangle) append_bytes(bytes, std::int32_t{corner});
  }
  return base64(bytes);
}

Json surfaces(const Shape& shape) {
  Json list = Json::array();
  for (const Shape::Surface& surface : shape.surfaces) {
    list.push_back({{"name", surface.name},
                    {"first", surface.first},
                    {"n", surface.n_points},
                    {"thickness", surface.thickness},
                    {"triangles", triangles(surface)}});
  }
  return list;
}

Json arrays(const std::vector<Frame>& frames) {
  Json list = Json::array();
  for (const PointArray& array : frames.front().shape.arrays) {
    list.push_back({{"name", array.name},
                    {"unit", array.unit},
                    {"n_components", array.n_components},
                    {"values", array_values(frames, list.size())}});
  }
  return list;
}

Json observables(const std::vector<Frame>& frames) {
  Json list = Json::array();
  for (const Observable& observable : frames.front().observables) {
    Json values = Json::array();
    for (const Frame& frame : frames) values.push_back(frame.observables[list.size()].value);
    list.push_back({{"name", observable.name}, {"unit", observable.unit}, {"values", std::move(values)}});
  }
  return list;
}

/// As the content of a <script>, where the only way out is a '<'.
std::string script_data(const std::vector<Frame>& frames) {
  Json times = Json::array();
  for (const Frame& frame : frames) times.push_back(frame.time);
  const Json run{{"times", std::move(times)},
                 {"n_points", frames.front().shape.points.size()},
                 {"positions", positions(frames)},
                 {"curves", curves(frames.front().shape)},
                 {"surfaces", surfaces(frames.front().shape)},
                 {"arrays", arrays(frames)},
                 {"observables", observables(frames)}};
  const std::string text = run.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

/// Fills in {{name}}. What is filled in is not looked at again, whatever it contains.
std::string filled(std::string_view form, const std::map<std::string_view, std::string_view>& parts) {
  std::string out;
  while (true) {
    const std::size_t open = form.find("{{");
    out += form.substr(0, open);
    if (open == std::string_view::npos) return out;
    const std::size_t close = form.find("}}", open);
    ENSURE(close != std::string_view::npos);
    out += parts.at(form.substr(open + 2, close - open - 2));
    form.remove_prefix(close + 2);
  }
}

/// A list above everything else; nothing where there is no warning.
std::string warning_list(const std::vector<std::string>& warnings) {
  if (warnings.empty()) return {};
  std::string items;
  for (const std::string& warning : warnings) items += "<li>" + markup_escaped(warning) + "</li>\n";
  return "<ul id=\"warnings\" aria-label=\"Warnings\">\n" + items + "</ul>\n";
}

}  // namespace

std::string playback_page(const std::string& title, const std::vector<Frame>& frames,
                          const std::vector<std::string>& warnings) {
  ENSURE(!frames.empty());
  require_one_layout(frames, "a page");
  const std::string escaped_title = markup_escaped(title);
  const std::string data = script_data(frames);
  const std::string list = warning_list(warnings);
  return filled(playback_html(), {{"title", escaped_title},
                                  {"warnings", list},
                                  {"data", data},
                                  {"playback.css", playback_css()},
                                  {"three.min.js", three_min_js()},
                                  {"numbers.js", numbers_js()},
                                  {"run.js", run_js()},
                                  {"tubes.js", tubes_js()},
                                  {"surfaces.js", surfaces_js()},
                                  {"orbit.js", orbit_js()},
                                  {"view.js", view_js()},
                                  {"plot.js", plot_js()},
                                  {"playback.js", playback_js()}});
}

}  // namespace plumb
