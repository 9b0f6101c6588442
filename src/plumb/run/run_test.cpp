#include <plumb/run/run.h>

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <plumb/core/budget.h>
#include <plumb/core/disk.h>
#include <plumb/core/fresh_folder_for_test.h>
#include <plumb/run/sweep.h>
#include <plumb/scene/arch_for_test.h>
#include <plumb/scene/bodies_for_test.h>
#include <plumb/scene/hostile_scenes_for_test.h>

namespace plumb {
namespace {

namespace fs = std::filesystem;

const char* const kSwing = R"(title = "A swing"
[solve]
method = "bdf2"
duration = "0.2 s"
frames = 8
tolerance = 1e-4
[rod]
model = "discrete-elastic-rod"
n = 8
length = "20 cm"
material = { E = "1 MPa", nu = 0.5, rho = "1000 kg/m^3" }
section = { shape = "circle", r = "2 mm" }
[[rod.clamp]]
at = "start"
turn = { axis = [0, 0, 1], angle = "0.3 turns" }
)";

const char* const kHang = R"(title = "A strip"
[rod]
model = "super-clothoid"
n = 5
length = "10 cm"
material = { E = "1 MPa", nu = 0.5, rho = "1000 kg/m^3" }
section = { shape = "rectangle", width = "1 cm", height = "1 mm" }
[[rod.clamp]]
at = "start"
)";

const std::string kSnap = arch({.solve = "method = \"arc-length\"\nlongest_step = 0.03\nframes = 80", .n_turn = 2});

const char* const kHinges = R"(title = "Hinges"
[solve]
duration = 1
frames = 3
[plate]
mesh = { shape = "rectangle", length = 0.1, width = 0.05, nx = 2, ny = 2 }
thickness = 0.001
bending = "hinge"
material = { E = 1e6, nu = 0.35, rho = 1000 }
[[plate.support]]
where = "left"
hold = "clamped"
move = { by = [0, 0, 0.001] }
)";

class Run : public testing::Test {
 protected:
  fs::path fresh(const std::string& name) {
    const fs::path dir = fresh_folder(name);
    fs::remove_all(dir);
    return dir;
  }
  static std::map<std::string, std::string> bytes(const fs::path& dir) {
    auto all = contents(dir);
    all.erase("lock");
    return all;
  }
};

TEST_F(Run, stopped_and_resumed_leaves_the_same_bytes_as_one_that_was_not) {
  const SceneSource source{kSwing, "swing.toml", {}};
  const fs::path whole = fresh("whole"), parts = fresh("parts");
  EXPECT_EQ(run(source, {.dir = whole}).n_frames, 9);

  std::atomic<bool> stop = false;
  RunOptions options{.dir = parts, .stop = &stop};
  options.on_frame = [&](int done, int, const FrameOutcome&) { stop = done == 4; };
  const RunOutcome first = run(source, options);
  EXPECT_TRUE(first.interrupted);
  EXPECT_EQ(first.n_frames, 4);
  const RunOutcome second = run(source, {.dir = parts, .resume = true});
  EXPECT_EQ(second.n_resumed, 4);
  EXPECT_EQ(second.n_frames, 9);
  EXPECT_EQ(bytes(whole), bytes(parts));
}

// Frames of a path are equilibria on the way; it ends before its frames are used up.
TEST_F(Run, so_does_a_path_of_a_plate) {
  const SceneSource source{kSnap, "snap.toml", {}};
  const fs::path whole = fresh("whole"), parts = fresh("parts");
  const RunOutcome all = run(source, {.dir = whole});
  EXPECT_EQ(all.last.status, Status::ok);
  EXPECT_LT(all.n_frames, 80);
  EXPECT_EQ(all.final.observables[all.final.observables.size() - 2].name, "load factor");
  EXPECT_EQ(all.final.observables[all.final.observables.size() - 2].value, 1);
  EXPECT_TRUE(fs::exists(whole / "surfaces.csv"));
  EXPECT_FALSE(fs::exists(whole / "curves.csv"));

  std::atomic<bool> stop = false;
  RunOptions options{.dir = parts, .stop = &stop};
  options.on_frame = [&](int done, int, const FrameOutcome&) { stop = done == 4; };
  EXPECT_TRUE(run(source, options).interrupted);
  EXPECT_EQ(run(source, {.dir = parts, .resume = true}).n_resumed, 4);
  EXPECT_EQ(bytes(whole), bytes(parts));
  // A finished one has nothing left to do.
  EXPECT_EQ(run(source, {.dir = parts, .resume = true}).n_resumed, all.n_frames);
  EXPECT_EQ(bytes(whole), bytes(parts));
}

TEST_F(Run, a_frame_that_takes_too_long_is_not_kept_and_more_time_gives_the_same_bytes) {
  const SceneSource source{kSnap, "snap.toml", {}};
  const fs::path whole = fresh("whole"), parts = fresh("parts");
  run(source, {.dir = whole});
  const RunOutcome hurried = run(source, {.dir = parts, .time_limit = 1e-9});
  EXPECT_EQ(hurried.last.status, Status::out_of_time);
  EXPECT_EQ(hurried.n_frames, 0);
  EXPECT_EQ(run(source, {.dir = parts, .resume = true}).last.status, Status::ok);
  EXPECT_EQ(bytes(whole), bytes(parts));
}

// In the middle of a frame, not between two.
TEST_F(Run, a_frame_that_is_interrupted_goes_on_from_the_last_one_to_the_same_bits) {
  const Scene scene = SceneSource{kSnap, "snap.toml", {}}.read();
  Simulation whole(scene), parts(scene);
  for (int i = 0; i < 4; ++i) ASSERT_EQ(whole.advance_to(i).status, Status::ok);
  for (int i = 0; i < 3; ++i) ASSERT_EQ(parts.advance_to(i).status, Status::ok);
  const std::string last = parts.save();
  {
    std::atomic<bool> stop = true;
    const Budget budget(&stop);
    EXPECT_EQ(parts.advance_to(3).status, Status::interrupted);
  }
  parts.load(last);
  ASSERT_EQ(parts.advance_to(3).status, Status::ok);
  EXPECT_EQ(parts.save(), whole.save());
}

TEST_F(Run, a_sweep_is_ended_before_its_first_value_by_a_stop_and_by_its_time_limit) {
  const SceneSource source{kHang, "hang.toml", {}};
  const Sweep sweep = parse_sweep("rod.length=5 cm:25 cm:9");
  std::atomic<bool> stop = true;
  const SweepOutcome stopped = run_sweep(source, sweep, {.dir = fresh("stopped"), .stop = &stop});
  EXPECT_TRUE(stopped.interrupted);
  EXPECT_EQ(stopped.n_done, 0);
  const SweepOutcome hurried = run_sweep(source, sweep, {.dir = fresh("hurried"), .time_limit = 1e-9});
  EXPECT_TRUE(hurried.out_of_time);
  EXPECT_EQ(hurried.n_done, 0);
}

TEST_F(Run, warnings_reach_the_page_and_are_told_again_when_resumed) {
  const SceneSource source{kHinges, "hinges.toml", {}};
  const fs::path dir = fresh("run");
  std::atomic<bool> stop = false;
  RunOptions options{.dir = dir, .stop = &stop};
  std::vector<std::size_t> told;
  options.on_frame = [&](int done, int, const FrameOutcome& at) {
    told.push_back(at.warnings.size());
    stop = done == 2;
  };
  const RunOutcome first = run(source, options);
  EXPECT_EQ(told, (std::vector<std::size_t>{1, 1})) << "once for all frames";
  ASSERT_EQ(first.last.warnings.size(), 1u);
  EXPECT_EQ(first.last.warnings[0].kind, "bending");
  EXPECT_TRUE(text(first.last.warnings[0]).starts_with("plate: ")) << text(first.last.warnings[0]);
  EXPECT_NE(read_all(dir / "index.html").value().find("<li>plate: its bending is &quot;hinge&quot;"),
            std::string::npos);

  const RunOutcome second = run(source, {.dir = dir, .resume = true});
  EXPECT_EQ(second.last.warnings, first.last.warnings);
  EXPECT_EQ(run(source, {.dir = dir, .resume = true}).last.warnings, first.last.warnings) << "nothing left to do";
}

TEST_F(Run, a_saved_frame_holds_its_warnings) {
  Simulation simulation(read_scene(kHinges, "hinges.toml"));
  simulation.advance_to(0);
  ASSERT_EQ(simulation.warnings().size(), 1u);
  const std::string bytes = simulation.save();
  Simulation other(read_scene(kHinges, "hinges.toml"));
  other.load(bytes);
  EXPECT_EQ(other.warnings(), simulation.warnings());
  for (const std::size_t n : {1u, 9u, 100u}) EXPECT_THROW(other.load(bytes.substr(0, bytes.size() - n)), UserError);
}

TEST_F(Run, a_sweep_counts_the_warnings_of_each_value) {
  const SweepOutcome outcome =
      run_sweep({kHinges, "hinges.toml", {}}, parse_sweep("plate.thickness=1 mm:2 mm:2"), {.dir = fresh("sweep")});
  ASSERT_EQ(outcome.warnings.size(), 2u);
  EXPECT_TRUE(text(outcome.warnings[1]).starts_with("plate.thickness = 2 mm: plate: its bending"));
  const std::string table = read_all(outcome.table).value();
  EXPECT_TRUE(table.substr(0, table.find('\n')).ends_with(",warnings")) << table;
  EXPECT_TRUE(table.ends_with(",1\n")) << table;
}

// Also a state that is whole, but of another frame or of another run.
TEST_F(Run, a_state_that_is_not_this_frames_is_named_and_computed_again) {
  const SceneSource source{kSwing, "swing.toml", {}};
  const fs::path dir = fresh("run"), other = fresh("other"), states = dir / "states";
  run(source, {.dir = dir});
  run({kSwing, "swing.toml", {{"rod.length", "21 cm"}}}, {.dir = other});
  const auto before = bytes(dir);
  const std::string fifth = read_all(states / "00005.state").value(), sixth = read_all(states / "00006.state").value();
  std::string flipped = fifth;
  flipped[flipped.size() / 2] = static_cast<char>(flipped[flipped.size() / 2] ^ 1);
  const std::string of_another_run = read_all(other / "states" / "00005.state").value();

  for (const auto& [text, complaint] : {std::pair(flipped, "is damaged"),
                                        {fifth.substr(0, fifth.size() / 2), "is damaged"},
                                        {"", "is damaged"},
                                        {sixth, "is that of frame 6"},
                                        {of_another_run, "is of another run"}}) {
    replace_file(states / "00005.state", text);
    std::vector<std::string> told;
    const RunOutcome outcome =
        run(source,
            {.dir = dir, .resume = true, .on_notice = [&](const std::string& sentence) { told.push_back(sentence); }});
    EXPECT_EQ(outcome.n_resumed, 8);
    EXPECT_EQ(bytes(dir), before);
    ASSERT_EQ(told.size(), 1u) << complaint;
    EXPECT_EQ(told[0], fmt::format("'{}' {}; frame 5 is computed again from frame 4", (states / "00005.state").string(),
                                   complaint));
  }
}

TEST_F(Run, no_two_states_can_be_swapped) {
  const SceneSource source{kSwing, "swing.toml", {}};
  const fs::path dir = fresh("run"), states = dir / "states";
  run(source, {.dir = dir});
  const auto before = bytes(dir);
  const auto name = [&](int i) { return states / fmt::format("{:05}.state", i); };
  for (int i = 0; i < 9; ++i) {
    for (int k = i + 1; k < 9; ++k) {
      const std::string first = read_all(name(i)).value(), second = read_all(name(k)).value();
      replace_file(name(i), second);
      replace_file(name(k), first);
      int n_told = 0;
      run(source, {.dir = dir, .resume = true, .on_notice = [&](const std::string&) { ++n_told; }});
      EXPECT_EQ(n_told, 2) << i << ' ' << k;
      ASSERT_EQ(bytes(dir), before) << i << ' ' << k;
    }
  }
}

TEST_F(Run, whatever_is_damaged_is_mended_on_resuming) {
  const SceneSource source{kSwing, "swing.toml", {}};
  const fs::path dir = fresh("run");
  run(source, {.dir = dir});
  const auto before = bytes(dir);
  for (const auto& [name, text] : before) {
    if (name == "plumb.json") continue;
    replace_file(dir / name, text.substr(0, text.size() / 2));
    int n_told = 0;
    run(source, {.dir = dir, .resume = true, .on_notice = [&](const std::string&) { ++n_told; }});
    EXPECT_EQ(bytes(dir), before) << name;
    const bool is_made_from_states = !name.ends_with(".state") && name != "scene.toml";
    EXPECT_EQ(n_told, is_made_from_states ? 0 : 1) << name;
  }
}

TEST_F(Run, a_folder_of_somebody_else_is_left_alone) {
  const SceneSource source{kHang, "hang.toml", {}};
  const fs::path dir = fresh("mine");
  for (const char* name : {"run/thesis.txt", "states/00000.state", "lock", "index.html"}) {
    make_room_for(dir / name);
    replace_file(dir / name, "mine");
  }
  const auto before = bytes(dir);
  for (const RunOptions& options :
       {RunOptions{.dir = dir}, RunOptions{.dir = dir, .resume = true}, RunOptions{.dir = dir, .overwrite = true}}) {
    EXPECT_THROW(run(source, options), UserError);
    EXPECT_THROW(run_sweep(source, parse_sweep("rod.length=5 cm:25 cm:9"), options), UserError);
    EXPECT_EQ(bytes(dir), before);
    EXPECT_EQ(read_all(dir / "lock"), "mine");
  }
}

TEST_F(Run, an_earlier_run_is_kept_unless_it_is_to_be_replaced) {
  const fs::path dir = fresh("run");
  run({kSwing, "swing.toml", {}}, {.dir = dir});
  replace_file(dir / "run" / "thesis.txt", "mine");
  const auto before = bytes(dir);
  EXPECT_THROW(run({kHang, "hang.toml", {}}, {.dir = dir}), UserError);
  EXPECT_EQ(bytes(dir), before);
  EXPECT_EQ(run({kHang, "hang.toml", {}}, {.dir = dir, .overwrite = true}).last.status, Status::ok);
  EXPECT_EQ(read_all(dir / "run" / "thesis.txt"), "mine");
  EXPECT_FALSE(fs::exists(dir / "states" / "00008.state"));
  EXPECT_FALSE(fs::exists(dir / "run" / "00008.vtp"));
}

TEST_F(Run, files_are_there_as_soon_as_frames_are) {
  const fs::path dir = fresh("run");
  RunOptions options{.dir = dir};
  options.on_frame = [&](int done, int, const FrameOutcome&) {
    const std::string table = read_all(dir / "frames.csv").value(), collection = read_all(dir / "run.pvd").value();
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), done + 1);
    EXPECT_NE(collection.find(fmt::format("{:05}.vtp", done - 1)), std::string::npos);
    EXPECT_TRUE(collection.ends_with("</VTKFile>\n"));
    EXPECT_TRUE(fs::exists(dir / "index.html"));
    EXPECT_TRUE(fs::exists(dir / "curves.csv"));
  };
  EXPECT_EQ(run({kSwing, "swing.toml", {}}, options).n_frames, 9);
}

TEST_F(Run, another_scene_is_not_resumed) {
  const fs::path dir = fresh("run");
  run({kHang, "hang.toml", {}}, {.dir = dir});
  EXPECT_THROW(run({kSwing, "swing.toml", {}}, {.dir = dir, .resume = true}), UserError);
  EXPECT_THROW(run({kHang, "hang.toml", {{"rod.length", "12 cm"}}}, {.dir = dir, .resume = true}), UserError);
  EXPECT_THROW(run({kHang, "hang.toml", {}}, {.dir = dir, .resume = true, .program = "another"}), UserError);
  EXPECT_THROW(run({kHang, "hang.toml", {}}, {.dir = fresh("nothing"), .resume = true}), UserError);
  // Not even where the scene that was run can no longer be read.
  replace_file(dir / "scene.toml", "half a sce");
  EXPECT_THROW(run({kSwing, "swing.toml", {}}, {.dir = dir, .resume = true}), UserError);
  EXPECT_EQ(run({kHang, "hang.toml", {}}, {.dir = dir, .resume = true}).n_resumed, 1);
}

TEST_F(Run, a_sweep_is_a_table_and_resumes) {
  const SceneSource source{kHang, "hang.toml", {}};
  const Sweep sweep = parse_sweep("rod.length=5 cm:25 cm:9");
  const fs::path whole = fresh("whole"), parts = fresh("parts");
  const SweepOutcome all = run_sweep(source, sweep, {.dir = whole});
  EXPECT_EQ(all.n_done, 9);
  EXPECT_TRUE(all.failed.empty());

  std::atomic<bool> stop = false;
  RunOptions options{.dir = parts, .stop = &stop};
  options.on_frame = [&](int done, int, const FrameOutcome&) { stop = done == 4; };
  EXPECT_TRUE(run_sweep(source, sweep, options).interrupted);
  EXPECT_EQ(run_sweep(source, sweep, {.dir = parts, .resume = true}).n_resumed, 4);
  EXPECT_EQ(read_all(whole / "sweep.csv"), read_all(parts / "sweep.csv"));
  // Each value gives what a run of its own gives.
  RunOutcome alone = run({kHang, "hang.toml", {{"rod.length", "15 cm"}}}, {.dir = fresh("alone")});
  const std::string table = read_all(whole / "sweep.csv").value();
  const auto row = table.find("\"15 cm\"");
  ASSERT_NE(row, std::string::npos) << table;
  const double tip_x = std::stod(table.substr(table.find(',', table.find(',', row) + 1) + 1));
  EXPECT_NEAR(tip_x, alone.final.observables[0].value, 1e-9);
}

// Nothing but the same scene, keys, meshes, values and program continues a sweep.
TEST_F(Run, another_sweep_is_not_resumed) {
  const SceneSource source{kHang, "hang.toml", {}};
  const Sweep sweep = parse_sweep("rod.length=5 cm:25 cm:3");
  const fs::path dir = fresh("sweep");
  run_sweep(source, sweep, {.dir = dir});
  const auto before = bytes(dir);
  SceneSource stiffer = source, other_text = source;
  stiffer.overrides.push_back({"rod.material.E", "2 MPa"});
  other_text.text += "# a remark\n";
  const RunOptions resume{.dir = dir, .resume = true};
  EXPECT_THROW(run_sweep(stiffer, sweep, resume), UserError);
  EXPECT_THROW(run_sweep(other_text, sweep, resume), UserError);
  for (const char* other : {"rod.length=5 cm:25 cm:4", "rod.length=5 cm:26 cm:3", "rod.length=4 cm:25 cm:3",
                            "rod.length=5 mm:25 mm:3", "rod.material.rho=900:1000:3"}) {
    EXPECT_THROW(run_sweep(source, parse_sweep(other), resume), UserError) << other;
  }
  EXPECT_THROW(run_sweep(source, sweep, {.dir = dir, .resume = true, .program = "another"}), UserError);
  EXPECT_THROW(run_sweep(source, sweep, {.dir = dir}), UserError) << "an earlier one is kept";
  EXPECT_EQ(bytes(dir), before);
  EXPECT_EQ(run_sweep(source, sweep, resume).n_resumed, 3);
}

TEST_F(Run, a_new_sweep_that_was_killed_at_once_does_not_tell_the_old_ones_results) {
  const SceneSource source{kHang, "hang.toml", {}};
  const fs::path dir = fresh("sweep");
  run_sweep(source, parse_sweep("rod.length=5 cm:25 cm:3"), {.dir = dir});
  // Whatever was removed of the old sweep when the new one was killed: its table is never told as the new one's.
  for (const char* removed : {"sweep.csv", "sweep.jsonl", "sweep.state", "sweep.toml"}) {
    fs::remove(dir / removed);
    try {
      const SweepOutcome outcome =
          run_sweep(source, parse_sweep("rod.length=6 cm:26 cm:3"), {.dir = dir, .resume = true});
      EXPECT_EQ(outcome.n_resumed, 0) << removed;
      return;
    } catch (const UserError& error) {
      EXPECT_NE(std::string(error.what()).find("another sweep"), std::string::npos) << error.what();
    }
  }
  ADD_FAILURE() << "a folder without records can be used";
}

TEST_F(Run, values_that_failed_are_remembered) {
  // An explicit method explodes in long steps.
  const SceneSource source{kSwing, "swing.toml", {{"solve.method", "symplectic-euler"}, {"solve.dt", "1 ms"}}};
  const Sweep sweep = parse_sweep("solve.dt=0.05 ms:50 ms:2");
  const fs::path dir = fresh("sweep");
  const SweepOutcome first = run_sweep(source, sweep, {.dir = dir});
  EXPECT_EQ(first.failed, std::vector<int>{1});
  const auto before = bytes(dir);
  const SweepOutcome second = run_sweep(source, sweep, {.dir = dir, .resume = true});
  EXPECT_EQ(second.n_resumed, 2);
  EXPECT_EQ(second.failed, first.failed);
  EXPECT_EQ(bytes(dir), before);
}

TEST_F(Run, damage_of_any_file_of_a_sweep_is_found_and_mended) {
  const SceneSource source{kHang, "hang.toml", {}};
  const Sweep sweep = parse_sweep("rod.length=5 cm:25 cm:4");
  const fs::path dir = fresh("sweep");
  run_sweep(source, sweep, {.dir = dir});
  const auto before = bytes(dir);
  unsigned seed = 7;
  for (const auto& [name, text] : before) {
    if (name == "plumb.json") continue;
    for (int i = 0; i < 12; ++i) {
      seed = seed * 1664525 + 1013904223;
      const std::size_t at = (seed >> 8) % text.size();
      std::string damaged = text;
      if (i % 3 == 0) damaged.resize(at);
      if (i % 3 != 0) damaged[at] = static_cast<char>(damaged[at] ^ (1 << i % 8));
      replace_file(dir / name, damaged);
      std::vector<std::string> told;
      const SweepOutcome outcome = run_sweep(
          source, sweep,
          {.dir = dir, .resume = true, .on_notice = [&](const std::string& sentence) { told.push_back(sentence); }});
      ASSERT_EQ(bytes(dir), before) << name << " at " << at;
      // The table and the scene are made from the records and from the command; they are never read.
      const bool is_record = name.ends_with(".jsonl") || name.ends_with(".state");
      ASSERT_EQ(told.size(), is_record ? 1u : 0u) << name << " at " << at;
      EXPECT_TRUE(!is_record || told[0].find(name) != std::string::npos) << told[0];
      EXPECT_EQ(outcome.n_resumed, is_record ? 0 : 4) << name;
    }
  }
}

TEST_F(Run, a_sweep_that_is_mistyped_is_a_sentence) {
  for (const char* text : {"", "rod.length", "=1:2:3", "rod.length=1:2", "rod.length=a:2:3", "rod.length=1:b:3",
                           "rod.length=1 cm:2 m:3", "rod.length=1:2:0", "rod.length=1:2:x", "rod.length=1:2:3:4"}) {
    EXPECT_THROW(parse_sweep(text), UserError) << text;
  }
  EXPECT_THROW(run_sweep({kHang, "hang.toml", {}}, parse_sweep("rod.lenght=1:2:3"), {.dir = fresh("sweep")}),
               UserError);
  EXPECT_THROW(run_sweep({kHang, "hang.toml", {}}, parse_sweep("rod.length=1:-2:3"), {.dir = fresh("sweep")}),
               UserError);
}

// Whatever a spoilt scene that still reads asks for: it ends, and every number that is written is one.
TEST_F(Run, hostile_scenes_leave_no_number_that_is_none) {
  int n_run = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    Scene scene;
    try {
      scene = read_scene(hostile_scene(seed), "hostile.toml");
    } catch (const UserError&) {
      continue;
    }
    int n = 0;
    const OpenScene open = opened(scene);
    for (const SceneRod& rod : open.rods) n += rod.n;
    for (const ScenePlate& plate : open.plates) n += static_cast<int>(plate.rest.triangles.size());
    for (const SceneSolid& solid : open.solids) n += static_cast<int>(solid.rest.tetrahedra.size());
    if (n > 200) continue;  // as hostile as the others, and slower
    const bool has_mesh = !open.plates.empty() || !open.solids.empty();
    if (has_mesh && seed % 16 != 0) continue;  // a few: a hopeless one takes its time
    scene.solve.n_frames = std::min(scene.solve.n_frames, 2);
    // A long motion in tiny steps is no mistake: a few of them will do.
    if (scene.solve.dt > 0) scene.solve.duration = std::min(scene.solve.duration, 40 * scene.solve.dt);
    if (scene.solve.dt == 0 && scene.solve.method != Method::static_) {
      scene.solve.dt = scene.solve.duration / 20;
      scene.solve.tolerance = 0;
    }
    Simulation simulation(scene);
    ++n_run;
    for (int frame = 0; frame <= simulation.n_frames(); ++frame) {
      if (simulation.advance_to(frame).status != Status::ok) break;
      for (const Observable& o : simulation.look().observables) {
        EXPECT_TRUE(std::isfinite(o.value)) << o.name << ", seed " << seed;
      }
    }
  }
  EXPECT_GT(n_run, 200);
}

}  // namespace
}  // namespace plumb
