// make_pages FOLDER: the pages that the browser test opens. helix.html: two coils that wind up and swing; still.html:
// their first frame; sheet.html: a sheet that rolls up beside a mast; remeshed.html: the same with a mesh that gets
// finer on the way; contacts.html: a bar on a plane that a ball pushes along; hostile.html: every text an attack on the
// page.

#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>

#include <fmt/format.h>

#include <plumb/core/disk.h>
#include <plumb/core/status.h>
#include <plumb/io/playback.h>

namespace {

constexpr int n_frames = 120, n_points = 160;

/// Hangs from `top`, winds up to `turns` turns of radius `radius`, and leans by `lean` radians.
void add_coil(plumb::Frame& frame, const std::string& name, double top_x, double turns, double radius, double lean) {
  plumb::Shape& shape = frame.shape;
  shape.curves.push_back({name, static_cast<int>(shape.points.size()), n_points, 0.004});
  for (int i = 0; i < n_points; ++i) {
    const double s = static_cast<double>(i) / (n_points - 1), angle = 2 * M_PI * turns * s,
                 wide = radius * std::sqrt(s);
    const double along = 0.6 * s, out = wide * std::cos(angle);
    shape.points.push_back({top_x + out * std::cos(lean) + along * std::sin(lean), wide * std::sin(angle),
                            0.75 - along * std::cos(lean) + out * std::sin(lean)});
    shape.arrays[0].values.push_back(radius * std::pow(2 * M_PI * turns, 2) * s * (1 + 0.3 * std::sin(9 * s)));
    shape.arrays[1].values.insert(shape.arrays[1].values.end(), {0.01 * s, -0.02 * lean * s, 0.3 * (1 - s)});
  }
}

plumb::Frame coils(int k) {
  plumb::Frame frame;
  frame.time = 0.025 * k;
  frame.shape.arrays = {{"curvature", "1/m", 1, {}}, {"tension", "N", 3, {}}};
  const double decay = std::exp(-0.5 * frame.time), swing = 0.35 * decay * std::cos(5 * frame.time);
  const double kinetic = 2.1e-3 * decay * decay * std::pow(std::sin(5 * frame.time), 2);
  const double elastic = 4.5e-3 * (1 - std::exp(-2 * frame.time)) + 2.1e-3 * decay * decay - kinetic;
  add_coil(frame, "left", -0.2, 3 + 2 * std::exp(-frame.time), 0.06 + 0.03 * frame.time / 3, swing);
  add_coil(frame, "right", 0.2, 5 - 2 * std::exp(-frame.time), 0.08, -0.6 * swing);
  const Eigen::Vector3d& tip = frame.shape.points[n_points - 1];
  frame.observables = {{"tip x", "m", tip.x()},
                       {"tip y", "m", tip.y()},
                       {"tip z", "m", tip.z()},
                       {"kinetic energy", "J", kinetic},
                       {"elastic energy", "J", elastic},
                       {"total energy", "J", kinetic + elastic},
                       {"largest strain", "", 1e-7 * (1 + swing)}};
  return frame;
}

/// A rectangle of triangles, rolled about the y axis to the curvature `curvature`.
void add_sheet(plumb::Frame& frame, double curvature, int nx = 30) {
  constexpr int ny = 10;
  plumb::Shape::Surface sheet{"sheet", static_cast<int>(frame.shape.points.size()), (nx + 1) * (ny + 1), 0.002, {}};
  for (int i = 0; i <= nx; ++i) {
    for (int j = 0; j <= ny; ++j) {
      const double x = 0.9 * i / nx, y = 0.3 * j / ny, angle = curvature * x;
      const bool flat = curvature < 1e-9;
      frame.shape.points.push_back(
          {flat ? x : std::sin(angle) / curvature, y, 0.1 + (flat ? 0 : (1 - std::cos(angle)) / curvature)});
      frame.shape.arrays[0].values.push_back(0.5 * curvature * (1 + x));
      if (i < nx && j < ny) {
        const int a = i * (ny + 1) + j, b = a + ny + 1;
        sheet.triangles.push_back({a, b, b + 1});
        sheet.triangles.push_back({a, b + 1, a + 1});
      }
    }
  }
  frame.shape.surfaces.push_back(std::move(sheet));
}

/// The mast stands behind the sheet in the order of points, so that it moves there when the mesh changes.
plumb::Frame remeshed_sheet(int k) {
  plumb::Frame frame;
  frame.time = 0.025 * k;
  frame.shape.arrays = {{"mean curvature", "1/m", 1, {}}};
  add_sheet(frame, 6.0 * k / (n_frames - 1), 30 + 10 * (k / 40));
  frame.shape.curves.push_back({"mast", static_cast<int>(frame.shape.points.size()), 20, 0.01});
  for (int i = 0; i < 20; ++i) {
    frame.shape.points.push_back({-0.1, 0.15, 0.03 * i});
    frame.shape.arrays[0].values.push_back(0);
  }
  frame.observables = {{"points", "", static_cast<double>(frame.shape.points.size())}};
  return frame;
}

plumb::Frame sheet_and_mast(int k) {
  plumb::Frame frame;
  frame.time = 0.025 * k;
  frame.shape.arrays = {{"mean curvature", "1/m", 1, {}}};
  frame.shape.curves.push_back({"mast", 0, 20, 0.01});
  for (int i = 0; i < 20; ++i) {
    frame.shape.points.push_back({-0.1, 0.15, 0.03 * i});
    frame.shape.arrays[0].values.push_back(0);
  }
  add_sheet(frame, 6.0 * k / (n_frames - 1));
  frame.observables = {{"tip z", "m", frame.shape.points.back().z()}};
  return frame;
}

/// The first half sticks to the ground, the second half is pushed by a ball and slides.
plumb::Frame touching_bar(int k) {
  static const auto ground = std::make_shared<const plumb::Solid::Outline>(plumb::Solid::Outline{"ground"});
  static const auto ball = std::make_shared<const plumb::Solid::Outline>(
      plumb::Solid::Outline{"ball",
                            {{0.1, 0, 0}, {-0.1, 0, 0}, {0, 0.1, 0}, {0, -0.1, 0}, {0, 0, 0.1}, {0, 0, -0.1}},
                            {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}});
  plumb::Frame frame;
  frame.time = 0.025 * k;
  const double pushed = std::max(0.0, 0.004 * (k - 60));
  frame.shape.curves.push_back({"bar", 0, 20, 0.01});
  for (int i = 0; i < 20; ++i) frame.shape.points.push_back({pushed, 0.04 * i, 0.01});
  plumb::Pose of_ball;
  of_ball.position = {-0.35 + 0.004 * k, 0.4, 0.1};
  frame.solids = {{ground}, {ball, of_ball}};
  frame.contacts.emplace();
  for (int i = 0; i < 20; i += 2) {
    frame.contacts->push_back({{pushed, 0.04 * i, 0}, {0, 0, 1}, {k < 60 ? 0.0 : -0.2, 0, 1}, 0, k < 60, 0, 1});
  }
  frame.observables = {{"contacts", "", 10}};
  return frame;
}

void write_page(const std::filesystem::path& path, const std::string& title, const std::vector<plumb::Frame>& frames) {
  plumb::FrameSpool spool;
  for (const plumb::Frame& frame : frames) spool.add(frame);
  plumb::FreshFile file(path);
  plumb::write_playback_page(title, spool, {}, [&](std::string_view bytes) { file.write(bytes); });
  file.put_in_place();
}

void make_pages(const std::filesystem::path& folder) {
  std::vector<plumb::Frame> frames;
  for (int k = 0; k < n_frames; ++k) frames.push_back(coils(k));
  plumb::make_room_for(folder / "helix.html");
  write_page(folder / "helix.html", "Two coils, wound up and let go", frames);
  write_page(folder / "still.html", "Two coils at rest", {frames.front()});

  std::vector<plumb::Frame> sheets;
  for (int k = 0; k < n_frames; ++k) sheets.push_back(sheet_and_mast(k));
  write_page(folder / "sheet.html", "A sheet that rolls up", sheets);

  std::vector<plumb::Frame> remeshed;
  for (int k = 0; k < n_frames; ++k) remeshed.push_back(remeshed_sheet(k));
  write_page(folder / "remeshed.html", "A sheet whose mesh gets finer", remeshed);

  std::vector<plumb::Frame> touching;
  for (int k = 0; k < n_frames; ++k) touching.push_back(touching_bar(k));
  write_page(folder / "contacts.html", "A bar that is pushed", touching);

  const std::string attack =
      "</script></title><script>window.attacked = 1</script><img src=x onerror='attacked=1'>{{data}}";
  for (plumb::Frame& frame : frames) {
    frame.solids = {{std::make_shared<const plumb::Solid::Outline>(plumb::Solid::Outline{attack})}};
    frame.shape.surfaces = {{attack, 0, 3, 0.001, {{0, 1, 2}}}};
    frame.shape.curves[0].name = frame.shape.arrays[0].name = frame.observables[0].name = attack;
    frame.shape.arrays[0].unit = frame.observables[0].unit = "<b onclick='attacked=1'>m</b>";
  }
  write_page(folder / "hostile.html", attack, frames);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 2) throw plumb::UserError("usage: make_pages FOLDER");
    make_pages(argv[1]);
    return 0;
  } catch (const plumb::UserError& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
