#include <plumb/io/playback.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <span>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <plumb/core/markup.h>
#include <plumb/core/status.h>
#include <plumb/io/bytes.h>
#include <plumb/io/playback_files.h>

namespace plumb {
namespace {

using Json = nlohmann::json;

void append_float(std::string& bytes, double value) {
  // Beyond what a float holds there is nothing to see any more.
  constexpr double largest = std::numeric_limits<float>::max();
  append_bytes(bytes, static_cast<float>(std::clamp(value, -largest, largest)));
}

/// Floats in base64, frame by frame: half as long as digits, and ready for the graphics card.
void write_floats(const FrameSpool& frames, FrameSpool::Quantity quantity, const Sink& out) {
  out("\"");
  Base64Writer digits(out);
  std::string bytes;
  frames.each(quantity, [&](std::span<const double> numbers) {
    bytes.clear();
    for (const double x : numbers) append_float(bytes, x);
    digits.write(bytes);
  });
  digits.end();
  out("\"");
}

/// A list of numbers with all their digits, one per frame.
void write_numbers(const FrameSpool& frames, FrameSpool::Quantity quantity, const Sink& out) {
  const char* before = "[";
  frames.each(quantity, [&](std::span<const double> numbers) {
    out(before + Json(numbers.front()).dump());
    before = ",";
  });
  out("]");
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

/// A mesh that begins at a frame; names and sizes are those of the first one.
Json mesh_from(std::size_t frame, const Shape& mesh, std::size_t n_points) {
  Json curves = Json::array(), surfaces = Json::array();
  for (const Shape::Curve& curve : mesh.curves) curves.push_back({{"first", curve.first}});
  for (const Shape::Surface& surface : mesh.surfaces) {
    surfaces.push_back({{"first", surface.first}, {"n", surface.n_points}, {"triangles", triangles(surface)}});
  }
  return {{"frame", frame}, {"n_points", n_points}, {"curves", curves}, {"surfaces", surfaces}};
}

/// JSON as the content of a <script>.
std::string safe(const Json& json) { return script_escaped(json.dump(-1, ' ', false, Json::error_handler_t::replace)); }

/// An object with one member more, whose value is still to be written; the brace that ends it, too.
std::string open_member(const Json& object, const char* name) {
  std::string text = safe(object);
  text.pop_back();
  return fmt::format("{},\"{}\":", text, name);
}

void write_arrays(const FrameSpool& frames, const Sink& out) {
  const auto& arrays = frames.first().shape.arrays;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const PointArray& array = arrays[i];
    const Json head{{"name", array.name}, {"unit", array.unit}, {"n_components", array.n_components}};
    out((i == 0 ? "" : ",") + open_member(head, "values"));
    write_floats(frames, frames.array(i), out);
    out("}");
  }
}

void write_observables(const FrameSpool& frames, const Sink& out) {
  const auto& observables = frames.first().observables;
  for (std::size_t i = 0; i < observables.size(); ++i) {
    const Json head{{"name", observables[i].name}, {"unit", observables[i].unit}};
    out((i == 0 ? "" : ",") + open_member(head, "values"));
    write_numbers(frames, frames.observable(i), out);
    out("}");
  }
}

/// Every mesh of the run after the first.
void write_meshes(const FrameSpool& frames, const Sink& out) {
  std::size_t frame = 0;
  const char* before = "";
  frames.each_mesh([&](const Shape& mesh, std::size_t n_points, bool is_new) {
    if (is_new && frame > 0) {
      out(before + safe(mesh_from(frame, mesh, n_points)));
      before = ",";
    }
    ++frame;
  });
}

/// What solids look like in their own frames; a plane has no triangles.
Json solids(const Frame& frame) {
  Json list = Json::array();
  for (const Solid& solid : frame.solids) {
    std::string places, corners;
    for (const Eigen::Vector3d& point : solid.outline->points) {
      for (const double x : point) append_float(places, x);
    }
    for (const auto& triangle : solid.outline->triangles) {
      for (const int corner : triangle) append_bytes(corners, std::int32_t{corner});
    }
    list.push_back({{"name", solid.outline->name}, {"points", base64(places)}, {"triangles", base64(corners)}});
  }
  return list;
}

/// How many contacts each frame has, then of each its place, its force and 1 if it sticks.
void write_contacts(const FrameSpool& frames, const Sink& out) {
  const char* before = "{\"counts\":[";
  frames.each_contacts([&](std::span<const double> numbers) {
    out(before + std::to_string(numbers.size() / FrameSpool::kContact));
    before = ",";
  });
  out("],\"numbers\":\"");
  Base64Writer digits(out);
  std::string bytes;
  frames.each_contacts([&](std::span<const double> numbers) {
    bytes.clear();
    for (std::size_t i = 0; i < numbers.size(); i += FrameSpool::kContact) {
      for (const auto& part : {FrameSpool::kPlace, FrameSpool::kForce, FrameSpool::kSticks}) {
        for (const double x : numbers.subspan(i + part.first, part.n)) append_float(bytes, x);
      }
    }
    digits.write(bytes);
  });
  digits.end();
  out("\"}");
}

void write_surroundings(const FrameSpool& frames, const Sink& out) {
  if (!frames.first().solids.empty()) {
    out(",\"solids\":" + safe(solids(frames.first())) + ",\"poses\":");
    write_floats(frames, frames.poses(), out);
  }
  if (frames.has_contacts()) {
    out(",\"contacts\":");
    write_contacts(frames, out);
  }
}

void write_data(const FrameSpool& frames, const Sink& out) {
  const Shape& shape = frames.first().shape;
  const Json head{{"n_points", shape.points.size()}, {"curves", curves(shape)}, {"surfaces", surfaces(shape)}};
  if (frames.mesh_changes()) {
    out(open_member(head, "meshes") + "[");
    write_meshes(frames, out);
    out("],\"times\":");
  } else {
    out(open_member(head, "times"));
  }
  write_numbers(frames, FrameSpool::time(), out);
  out(",\"positions\":");
  write_floats(frames, frames.positions(), out);
  write_surroundings(frames, out);
  out(",\"arrays\":[");
  write_arrays(frames, out);
  out("],\"observables\":[");
  write_observables(frames, out);
  out("]}");
}

/// Writes a form with {{name}} filled in. What is filled in is not looked at again, whatever it contains.
void fill(std::string_view form, const std::map<std::string_view, std::function<void()>>& parts, const Sink& out) {
  while (true) {
    const std::size_t open = form.find("{{");
    out(form.substr(0, open));
    if (open == std::string_view::npos) return;
    const std::size_t close = form.find("}}", open);
    ENSURE(close != std::string_view::npos);
    parts.at(form.substr(open + 2, close - open - 2))();
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

void write_playback_page(const std::string& title, const FrameSpool& frames, const std::vector<std::string>& warnings,
                         const Sink& out) {
  ENSURE(frames.n_frames() > 0);
  const auto text = [&out](std::string_view (*file)()) { return [&out, file] { out(file()); }; };
  fill(playback_html(),
       {{"title", [&] { out(markup_escaped(title)); }},
        {"warnings", [&] { out(warning_list(warnings)); }},
        {"data", [&] { write_data(frames, out); }},
        {"playback.css", text(playback_css)},
        {"three.min.js", text(three_min_js)},
        {"numbers.js", text(numbers_js)},
        {"run.js", text(run_js)},
        {"tubes.js", text(tubes_js)},
        {"surfaces.js", text(surfaces_js)},
        {"solids.js", text(solids_js)},
        {"arrows.js", text(arrows_js)},
        {"orbit.js", text(orbit_js)},
        {"view.js", text(view_js)},
        {"plot.js", text(plot_js)},
        {"playback.js", text(playback_js)}},
       out);
}

}  // namespace plumb
