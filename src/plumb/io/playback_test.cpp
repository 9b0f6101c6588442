#include <plumb/io/playback.h>

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <plumb/core/status.h>
#include <plumb/io/base64_test.h>
#include <plumb/io/playback_files.h>
#include <plumb/io/sample_frames_test.h>

namespace plumb {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string playback_page(const std::string& title, const std::vector<Frame>& frames,
                          const std::vector<std::string>& warnings = {}) {
  return collected([&](const Sink& out) { write_playback_page(title, spooled(frames), warnings, out); });
}

/// What stands between two texts, the first of each.
std::string between(const std::string& page, const std::string& open, const std::string& close) {
  const std::size_t from = page.find(open) + open.size();
  return page.substr(from, page.find(close, from) - from);
}

nlohmann::json data_of(const std::string& page) {
  return nlohmann::json::parse(between(page, "<script type=\"application/json\" id=\"run\">", "</script>"));
}

std::vector<float> floats(const nlohmann::json& text) {
  return numbers_of_bytes<float>(bytes_of_base64(text.get<std::string>()));
}

TEST(Playback, files_are_embedded_whole) {
  EXPECT_THAT(std::string(playback_html()), testing::StartsWith("<!doctype html>"));
  EXPECT_THAT(std::string(playback_html()), testing::EndsWith("</html>\n"));
  EXPECT_THAT(std::string(three_min_js()), HasSubstr("REVISION=\"111\""));
}

// A script ends where the parser of HTML first reads its end, wherever that stands.
TEST(Playback, no_embedded_script_ends_early) {
  for (const std::string_view script : {three_min_js(), numbers_js(), run_js(), tubes_js(), surfaces_js(), solids_js(),
                                        arrows_js(), orbit_js(), view_js(), plot_js(), playback_js()}) {
    EXPECT_EQ(script.find("</script"), std::string_view::npos);
    EXPECT_EQ(script.find("<!--"), std::string_view::npos);
  }
}

TEST(Playback, the_page_holds_the_run) {
  const std::vector<Frame> frames = sample_run(3);
  const nlohmann::json data = data_of(playback_page("run", frames));
  EXPECT_EQ(data["times"], (std::vector<double>{0, 1.0 / 3, 2.0 / 3}));
  EXPECT_EQ(data["n_points"], 5);
  EXPECT_EQ(data["curves"][1]["name"], "right");
  EXPECT_EQ(data["curves"][1]["first"], 3);
  EXPECT_EQ(data["curves"][1]["n"], 2);
  EXPECT_EQ(data["curves"][1]["radius"], 0.02);
  EXPECT_EQ(data["observables"][1]["name"], "energy, total");
  EXPECT_EQ(data["observables"][1]["unit"], "J");
  EXPECT_EQ(data["observables"][1]["values"][2], frames[2].observables[1].value);
}

TEST(Playback, positions_and_arrays_are_floats_frame_by_frame) {
  const std::vector<Frame> frames = sample_run(3);
  const nlohmann::json data = data_of(playback_page("run", frames));
  const std::vector<float> positions = floats(data["positions"]);
  ASSERT_EQ(positions.size(), 3u * 5u * 3u);
  EXPECT_EQ(positions[(2 * 5 + 4) * 3 + 1], static_cast<float>(frames[2].shape.points[4].y()));
  ASSERT_EQ(data["arrays"].size(), 3u);
  EXPECT_EQ(data["arrays"][1]["n_components"], 3);
  const std::vector<float> force = floats(data["arrays"][1]["values"]);
  EXPECT_EQ(force[(1 * 5 + 3) * 3 + 2], static_cast<float>(frames[1].shape.arrays[1].values[11]));
}

TEST(Playback, surfaces_bring_their_triangles) {
  const nlohmann::json data = data_of(playback_page("run", {sample_frame_with_surface(0)}));
  ASSERT_EQ(data["surfaces"].size(), 1u);
  const nlohmann::json& surface = data["surfaces"][0];
  EXPECT_EQ(surface["name"], "plate");
  EXPECT_EQ(surface["first"], 1);
  EXPECT_EQ(surface["n"], 4);
  EXPECT_EQ(surface["thickness"], 0.03);
  EXPECT_EQ(numbers_of_bytes<std::int32_t>(bytes_of_base64(surface["triangles"].get<std::string>())),
            (std::vector<std::int32_t>{0, 1, 2, 2, 1, 3}));
}

TEST(Playback, a_mesh_stands_where_it_begins) {
  const std::vector<Frame> frames{sample_frame_with_surface(0), sample_frame_with_surface(1),
                                  sample_frame_with_changed_surface(2), sample_frame_with_changed_surface(3)};
  const nlohmann::json data = data_of(playback_page("run", frames));
  EXPECT_EQ(data["n_points"], 5);
  EXPECT_EQ(data["surfaces"][0]["n"], 4);
  ASSERT_EQ(data["meshes"].size(), 1u);
  const nlohmann::json& mesh = data["meshes"][0];
  EXPECT_EQ(mesh["frame"], 2);
  EXPECT_EQ(mesh["n_points"], 6);
  EXPECT_EQ(mesh["curves"][0]["first"], 5);
  EXPECT_EQ(mesh["surfaces"][0]["n"], 5);
  EXPECT_EQ(numbers_of_bytes<std::int32_t>(bytes_of_base64(mesh["surfaces"][0]["triangles"].get<std::string>())).size(),
            12u);
  const std::vector<float> positions = floats(data["positions"]);
  ASSERT_EQ(positions.size(), 3u * (5 + 5 + 6 + 6));
  EXPECT_EQ(positions[3 * (5 + 5 + 6 + 5)], static_cast<float>(frames[3].shape.points[5].x()));
  EXPECT_EQ(floats(data["arrays"][0]["values"]).size(), 22u);
}

TEST(Playback, a_mesh_that_stays_is_told_once) {
  EXPECT_FALSE(
      data_of(playback_page("run", {sample_frame_with_surface(0), sample_frame_with_surface(1)})).contains("meshes"));
}

TEST(Playback, what_no_float_can_hold_is_as_large_as_a_float_can_be) {
  const nlohmann::json data = data_of(playback_page("run", {sample_frame(0)}));
  EXPECT_EQ(floats(data["arrays"][0]["values"])[2], std::numeric_limits<float>::max());
}

TEST(Playback, texts_stay_texts) {
  Frame frame = sample_frame(0);
  frame.shape.curves[0].name = "</script><script>attack()</script>";
  const std::string page = playback_page("</title></script><script>attack()</script>{{data}}", {frame});
  EXPECT_THAT(page, Not(HasSubstr("<script>attack")));
  EXPECT_EQ(between(page, "<title>", "</title>"),
            "&lt;/title&gt;&lt;/script&gt;&lt;script&gt;attack()&lt;/script&gt;{{data}}");
  EXPECT_EQ(data_of(page)["curves"][0]["name"], "</script><script>attack()</script>");
}

TEST(Playback, warnings_stand_above_and_stay_texts) {
  const std::string page =
      playback_page("run", {sample_frame(0)}, {"rod: snapped", "<script>attack()</script>{{data}}"});
  EXPECT_EQ(between(page, "<ul id=\"warnings\" aria-label=\"Warnings\">", "</ul>"),
            "\n<li>rod: snapped</li>\n<li>&lt;script&gt;attack()&lt;/script&gt;{{data}}</li>\n");
  EXPECT_LT(page.find("id=\"warnings\""), page.find("<main>"));
  EXPECT_THAT(playback_page("run", {sample_frame(0)}), Not(HasSubstr("id=\"warnings\"")));
}

TEST(Playback, a_name_that_is_no_utf_8_does_not_stop_it) {
  Frame frame = sample_frame(0);
  frame.observables[0].name = "tip \xff";
  EXPECT_EQ(data_of(playback_page("run", {frame}))["observables"][0]["name"], "tip \xef\xbf\xbd");
}

TEST(Playback, frames_of_several_layouts_are_refused) {
  std::vector<Frame> frames = sample_run(2);
  frames[1].shape.points.pop_back();
  for (PointArray& array : frames[1].shape.arrays) array.values.resize(4 * std::size_t(array.n_components));
  frames[1].shape.curves[1].n_points = 1;
  EXPECT_THROW(playback_page("run", frames), UserError);
}

TEST(Playback, the_page_holds_obstacles_and_contacts) {
  const nlohmann::json data =
      data_of(playback_page("run", {sample_frame_with_contacts(2), sample_frame_with_contacts(1)}));
  EXPECT_EQ(data["solids"][0]["name"], "ground");
  EXPECT_EQ(data["solids"][0]["triangles"], "");
  EXPECT_EQ(floats(data["solids"][1]["points"]).size(), 9u);
  EXPECT_EQ(floats(data["poses"]).size(), 2u * 2u * 9u);
  EXPECT_EQ(data["contacts"]["counts"], (std::vector<int>{2, 1}));
  EXPECT_EQ(floats(data["contacts"]["numbers"]),
            (std::vector<float>{0, 0, 2, 0.25f, 0, 1, 1, 1.0f / 3, 0, 2, 0.25f, 0, 2, 0, 0, 0, 1, 0.25f, 0, 1, 1}));
  EXPECT_FALSE(data_of(playback_page("run", {sample_frame(0)})).contains("contacts"));
}

}  // namespace
}  // namespace plumb
