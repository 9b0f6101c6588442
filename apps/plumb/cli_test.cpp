// The command line as its users meet it. SYNTHETIC_BINARY is the same program with codes whose fate is known.

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

struct Ended {
  int code = -1;
  std::string out;
  std::string err;
};

std::string content(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// A folder of this process, removed when it ends.
struct ProcessFolder {
  std::filesystem::path path = std::filesystem::path(testing::TempDir()) / ("plumb_cli_" + std::to_string(getpid()));
  ~ProcessFolder() { std::filesystem::remove_all(path); }
};

/// An empty folder of the running test.
std::filesystem::path folder() {
  static const ProcessFolder process;
  const auto path = process.path / testing::UnitTest::GetInstance()->current_test_info()->name();
  std::filesystem::remove_all(path);
  std::filesystem::create_directories(path);
  return path;
}

Ended run(const std::string& binary, const std::filesystem::path& dir, const std::string& arguments) {
  const std::string command = "cd '" + dir.string() + "' && '" + binary + "' " + arguments + " >out.txt 2>err.txt";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(dir / "out.txt"), content(dir / "err.txt")};
}

Ended plumb(const std::string& arguments) { return run(PLUMB_BINARY, folder(), arguments); }
Ended synthetic(const std::filesystem::path& dir, const std::string& arguments) {
  return run(SYNTHETIC_BINARY, dir, arguments);
}

TEST(CommandLine, helps) {
  EXPECT_EQ(plumb("").code, 0);
  const Ended help = plumb("validate --help");
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.out, HasSubstr("Examples:"));
  EXPECT_THAT(help.err, IsEmpty());
}

TEST(CommandLine, names_the_nearest_verb_option_code_and_protocol) {
  const auto dir = folder();
  const std::pair<const char*, const char*> mistakes[] = {
      {"valdate", "did you mean 'validate'?"},
      {"validate --qick", "did you mean '--quick'?"},
      {"validate exact-rid", "unknown code 'exact-rid'; did you mean 'exact-rod'?"},
      {"validate --protocol cantilver", "unknown protocol 'cantilver'; did you mean 'cantilever'?"},
      {"validate --quick --full", "--full"},
      {"validate --jobs 0", "--jobs"},
      {"validate --jobs two", "--jobs"},
      {"report", "DIR"},
      {"report nowhere", "'nowhere' is not the folder of a run"},
      {"list nonsense", "unknown argument 'nonsense'"},
  };
  for (const auto& [arguments, sentence] : mistakes) {
    const Ended ended = synthetic(dir, arguments);
    EXPECT_EQ(ended.code, 2) << arguments;
    EXPECT_THAT(ended.err, StartsWith("plumb: ")) << arguments;
    EXPECT_THAT(ended.err, HasSubstr(sentence)) << arguments;
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
    EXPECT_THAT(ended.out, IsEmpty()) << arguments;
  }
  EXPECT_FALSE(exists(dir / "out"));
}

TEST(CommandLine, validates_and_writes_the_folder) {
  const auto dir = folder();
  const Ended ended = synthetic(dir, "validate exact-rod soft-plate --protocol cantilever");
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("Report: out/validate/index.html"));
  EXPECT_THAT(ended.out, HasSubstr("paper OK (300 elts)"));
  for (const char* file : {"index.html", "results.json", "log.jsonl", "points/exact-rod/cantilever.csv",
                           "records/exact-rod/cantilever/sweep.jsonl"}) {
    EXPECT_TRUE(exists(dir / "out/validate" / file)) << file;
  }
  EXPECT_THAT(content(dir / "out/validate/points/exact-rod/cantilever.csv"),
              StartsWith("gamma,aspect\n0.001,0.00012499"));
}

TEST(CommandLine, full_is_longer_and_agrees) {
  const auto dir = folder();
  ASSERT_EQ(synthetic(dir, "validate coarse-rod exact-rod --full --jobs 2 --out full").code, 0);
  ASSERT_EQ(synthetic(dir, "validate coarse-rod exact-rod --quick --jobs 1 --out quick").code, 0);
  const auto full = nlohmann::json::parse(content(dir / "full/results.json"));
  const auto quick = nlohmann::json::parse(content(dir / "quick/results.json"));
  ASSERT_EQ(full.size(), 4u);
  for (std::size_t i = 0; i < full.size(); ++i) {
    for (const char* key : {"code", "protocol", "verdict", "strict"}) EXPECT_EQ(full[i][key], quick[i][key]) << i;
  }
  const std::string csv = content(dir / "full/points/exact-rod/cantilever.csv");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 282);
}

TEST(CommandLine, json_is_the_file_and_nothing_else) {
  const auto dir = folder();
  const Ended ended = synthetic(dir, "validate exact-rod --out run --json");
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.out, content(dir / "run/results.json"));
  EXPECT_EQ(nlohmann::json::parse(ended.out).size(), 2u);
}

TEST(CommandLine, shows_what_was_asked_for_and_report_shows_all) {
  const auto dir = folder();
  ASSERT_EQ(synthetic(dir, "validate overrated-plate --protocol cantilever --out run").code, 1);
  const Ended second = synthetic(dir, "validate exact-rod --protocol cantilever --out run --json");
  EXPECT_EQ(second.code, 0) << "an earlier verdict is not this run's";
  EXPECT_EQ(nlohmann::json::parse(second.out).size(), 1u);
  ASSERT_EQ(synthetic(dir, "report run").code, 0);
  EXPECT_EQ(nlohmann::json::parse(content(dir / "run/results.json")).size(), 2u);
}

TEST(CommandLine, a_verdict_that_nobody_expected_is_1) {
  EXPECT_EQ(synthetic(folder(), "validate overrated-plate").code, 1);
}

TEST(CommandLine, failed_loads_are_3_and_leave_no_nan) {
  const auto dir = folder();
  const Ended ended = synthetic(dir, "validate failing-plate --protocol cantilever --out run");
  EXPECT_EQ(ended.code, 3);
  EXPECT_THAT(ended.out, HasSubstr("loads failed"));
  for (const auto& entry : std::filesystem::recursive_directory_iterator(dir / "run")) {
    if (!entry.is_regular_file()) continue;
    EXPECT_EQ(content(entry.path()).find("nan"), std::string::npos) << entry.path();
  }
}

TEST(CommandLine, ctrl_c_is_4_and_the_same_command_continues_to_the_same_bytes) {
  const auto dir = folder();
  const std::string records = "records/interrupted-rod/cantilever/sweep.jsonl";
  Ended ended = synthetic(dir, "validate interrupted-rod --protocol cantilever --full --out run");
  EXPECT_EQ(ended.code, 4);
  EXPECT_THAT(ended.err, HasSubstr("stopping..."));
  EXPECT_THAT(ended.err, HasSubstr("the same command continues"));
  EXPECT_FALSE(exists(dir / "run/results.json"));
  const std::string half = content(dir / "run" / records);
  ended = synthetic(dir, "validate interrupted-rod --protocol cantilever --full --out run");
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_THAT(content(dir / "run" / records), StartsWith(half));
}

TEST(CommandLine, report_is_made_again_from_records) {
  const auto dir = folder();
  ASSERT_EQ(synthetic(dir, "validate exact-rod --out run").code, 0);
  const std::string page = content(dir / "run/index.html");
  std::filesystem::remove(dir / "run/index.html");
  std::filesystem::remove(dir / "run/results.json");
  const Ended ended = synthetic(dir, "report run");
  EXPECT_EQ(ended.code, 0);
  EXPECT_THAT(ended.out, HasSubstr("Report: run/index.html"));
  EXPECT_EQ(content(dir / "run/index.html"), page);
  EXPECT_TRUE(exists(dir / "run/results.json"));
}

TEST(CommandLine, records_are_the_same_in_every_run) {
  const auto dir = folder();
  ASSERT_EQ(synthetic(dir, "validate exact-rod --out a --jobs 1").code, 0);
  ASSERT_EQ(synthetic(dir, "validate exact-rod --out b --jobs 4").code, 0);
  EXPECT_EQ(run("/usr/bin/diff", dir, "-r a/records b/records").code, 0);
}

TEST(CommandLine, lists_what_there_is) {
  const auto list = nlohmann::json::parse(plumb("list --json").out);
  ASSERT_TRUE(list.at("protocols").is_array());
  std::vector<std::string> names;
  for (const auto& protocol : list["protocols"]) names.push_back(protocol["name"]);
  EXPECT_THAT(names, testing::IsSupersetOf({"cantilever", "cantilever/redundant"}));
  EXPECT_THAT(plumb("list").out, HasSubstr("cantilever/redundant"));
}

TEST(CommandLine, cannot_write_is_the_users_mistake) {
  const auto dir = folder();
  std::ofstream(dir / "file") << "x";
  const Ended ended = synthetic(dir, "validate exact-rod --out file/run");
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.err, HasSubstr("cannot make the folder 'file/run'"));
}

/// Runs a line of the shell, where $PLUMB is the program.
Ended shell(const std::filesystem::path& dir, const std::string& line) {
  std::ofstream(dir / "line.sh") << line;
  return run("/bin/sh", dir, std::string("-c 'PLUMB=" PLUMB_BINARY "; . ./line.sh'"));
}

/// One sentence, and nothing else.
void expect_sentence(const Ended& ended, int code, const std::string& words) {
  EXPECT_EQ(ended.code, code) << ended.err;
  EXPECT_THAT(ended.err, StartsWith("plumb: "));
  EXPECT_THAT(ended.err, HasSubstr(words));
  EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
}

TEST(CommandLine, fit_names_the_nearest_code_parameter_and_protocol_and_keeps_to_the_range) {
  const std::string known = "fit discrete-shell hinge-factor --protocol cantilever";
  expect_sentence(plumb("fit discrete-shel hinge-factor --protocol cantilever"), 2, "did you mean 'discrete-shell'?");
  expect_sentence(plumb("fit discrete-shell hinge-facter --protocol cantilever"), 2, "did you mean 'hinge-factor'?");
  expect_sentence(plumb("fit discrete-shell hinge-factor --protocol cantilver"), 2, "did you mean 'cantilever'?");
  expect_sentence(plumb("fit discrete-shell hinge-factor --protocol bend-twist"), 2, "does not take bend-twist");
  expect_sentence(plumb("fit super-helix hinge-factor --protocol cantilever"), 2, "it has none");
  expect_sentence(plumb(known + " --from 2 --to 1"), 2, "is sought within 0.05 to 20");
}

TEST(CommandLine, output_that_is_not_written_is_5) {
  const auto dir = folder();
  for (const char* arguments : {"curve cantilever --at 1", "list", "list --json", "--help", "validate --help", "",
                                "measure stick-slip --eps-y 0.1", "check-derivatives gravity"}) {
    expect_sentence(shell(dir, std::string("$PLUMB ") + arguments + " > /dev/full"), 5,
                    "cannot write to standard output: No space left on device");
  }
  expect_sentence(shell(dir, "$PLUMB list >&-"), 5, "cannot write to standard output");
  expect_sentence(shell(dir, "$PLUMB curve cantilever --at 1 --csv /dev/full"), 5, "cannot write '/dev/full'");
}

TEST(CommandLine, a_reader_that_went_away_ends_it_without_a_word) {
  const auto dir = folder();
  EXPECT_THAT(shell(dir, "$PLUMB list --json | true").err, IsEmpty());
  EXPECT_THAT(shell(dir, "trap '' PIPE; $PLUMB list --json | sleep 0").err, IsEmpty());
}

const char* const kStrip = R"([rod]
model = "discrete-elastic-rod"
n = 10
length = "10 cm"
material = { E = "1 MPa", nu = 0.5, rho = "1000 kg/m^3" }
section = { shape = "circle", r = "2 mm" }
[[rod.clamp]]
at = "start"
)";

TEST(CommandLine, a_folder_that_cannot_be_made_is_the_users_mistake) {
  const auto dir = folder();
  std::ofstream(dir / "file") << "x";
  std::ofstream(dir / "strip.toml") << kStrip;
  for (const char* out : {"file/run", "file", "/proc/nothing/run", "/sys/run"}) {
    const std::string at = std::string(" --out ") + out;
    expect_sentence(shell(dir, "$PLUMB simulate strip.toml" + at), 2, out);
    expect_sentence(shell(dir, "$PLUMB modes strip.toml >modes.txt" + at), 2, out);
    expect_sentence(shell(dir, "$PLUMB simulate strip.toml --sweep rod.length=0.1:0.2:3" + at), 2, out);
    expect_sentence(shell(dir, "$PLUMB validate super-helix --protocol cantilever" + at), 2, out);
  }
}

#ifndef PLUMB_SANITIZED
TEST(CommandLine, a_machine_without_memory_or_descriptors_is_5) {
  const auto dir = folder();
  std::ofstream(dir / "strip.toml") << kStrip;
  std::ofstream(dir / "plate.toml") << R"([plate]
mesh = { shape = "rectangle", length = 1, width = 1, nx = 300, ny = 300 }
thickness = "1 mm"
material = { E = "1 MPa", nu = 0.3, rho = "1000 kg/m^3" }
[[plate.support]]
where = "left"
hold = "clamped"
)";
  expect_sentence(shell(dir, "ulimit -v 300000; $PLUMB simulate plate.toml"), 5, "not enough memory");
  // What the test itself was started with counts among the four.
  const std::string four = "exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; ulimit -n 4; ";
  expect_sentence(shell(dir, four + "$PLUMB simulate strip.toml"), 5, "Too many open files");
  expect_sentence(shell(dir, four + "$PLUMB validate super-helix --protocol cantilever"), 5, "");
}
#endif

TEST(CommandLine, sizes_beyond_computing_are_a_sentence) {
  const auto dir = folder();
  const auto refused = [&](const std::string& code, const std::string& n) {
    expect_sentence(run(PLUMB_BINARY, dir, "validate --protocol cantilever --n " + n + " " + code), 2, "elements");
  };
  for (const char* code :
       {"spline-shell", "naghdi-p23", "s8r", "libshell/stvk-tan", "discrete-shell", "super-helix", "super-clothoid"}) {
    refused(code, "1000000");
  }
  for (const char* code : {"spline-shell", "discrete-elastic-rod", "timoshenko-beam"}) refused(code, "2000000000");
  for (const char* code : {"spline-shell", "discrete-elastic-rod"}) refused(code, "1");
}

TEST(CommandLine, a_time_limit_that_is_used_up_is_3_and_says_how_to_raise_it) {
  const auto dir = folder();
  std::ofstream(dir / "strip.toml") << kStrip;
  const Ended hurried = run(PLUMB_BINARY, dir, "simulate strip.toml --time-limit '1 ns'");
  expect_sentence(hurried, 3, "--time-limit");
  expect_sentence(run(PLUMB_BINARY, dir, "simulate strip.toml --time-limit '1 m'"), 2, "expected a unit like s");
  EXPECT_EQ(run(PLUMB_BINARY, dir, "simulate strip.toml --resume").code, 0);
  const Ended judged = run(PLUMB_BINARY, dir, "validate super-helix --protocol cantilever --time-limit '1 ns'");
  EXPECT_EQ(judged.code, 3) << judged.err;
  EXPECT_THAT(judged.out, HasSubstr("--time-limit"));
}

TEST(CommandLine, measures_what_the_paper_measured) {
  const Ended rod =
      plumb("measure cantilever --length 15cm --drop 13.3cm --reach 4.5cm --density 1200 --section circle:2mm --json");
  ASSERT_EQ(rod.code, 0) << rod.err;
  EXPECT_NEAR(nlohmann::json::parse(rod.out).at("young").get<double>(), 1.08e6, 0.02e6);
  const Ended ribbon = plumb(
      "measure cantilever --length 20cm --drop 14.1cm --reach 13.1cm --density '1.3 g/cm^3' --section "
      "rectangle:3cmx0.17mm");
  EXPECT_THAT(ribbon.out, HasSubstr("GPa +- 2 %"));
  EXPECT_THAT(ribbon.out, HasSubstr("D "));
  const Ended friction = plumb("measure stick-slip --eps-y 0.1 --json");
  EXPECT_NEAR(nlohmann::json::parse(friction.out).at("mu").get<double>(), 0.1528, 1e-4);
}

TEST(CommandLine, refuses_impossible_measurements) {
  const std::string rest = " --density 1200 --section circle:2mm";
  for (const std::string& arguments :
       {"cantilever --length 15cm --drop 13.3cm --reach 13cm" + rest,
        "cantilever --length 15kg --drop 1cm --reach 1cm" + rest,
        "cantilever --length 15cm --drop 0 --reach 1cm" + rest, "cantilever --length 15cm --drop 1cm" + rest,
        std::string("cantilever --length 15cm --drop 9cm --reach 9cm --density 1200 --section square:2mm"),
        std::string("stick-slip --eps-y 0.5"), std::string("stick-slip --eps-y ten"), std::string("stick-slip"),
        std::string()}) {
    const Ended ended = plumb("measure " + arguments);
    EXPECT_EQ(ended.code, 2) << arguments;
    EXPECT_THAT(ended.out, IsEmpty()) << arguments;
    EXPECT_THAT(ended.err, StartsWith("plumb: ")) << arguments;
  }
}

const std::string kElastica = "python3 " EXAMPLES "/foreign_cantilever/planar_elastica.py";
const std::string kFriction = "python3 " EXAMPLES "/foreign_stick_slip/clamped_elastica.py";

nlohmann::json judged(const std::string& command, const std::string& protocol) {
  const Ended ended = plumb("validate --external '" + command + "' --protocol " + protocol + " --json");
  const nlohmann::json cell = nlohmann::json::parse(ended.out).at(0);
  EXPECT_EQ(ended.code, cell.at("verdict") == "KO" ? 1 : 0) << ended.err;
  for (const char* check : {"units", "save", "history"}) {
    EXPECT_EQ(cell.at("checks").at(check).at("outcome"), "passed") << cell.at("checks").at(check);
  }
  return cell;
}

TEST(ForeignExamples, the_cantilever_is_right_and_with_softer_bending_it_is_not) {
  const auto right = judged(kElastica, "cantilever");
  EXPECT_EQ(right.at("verdict"), "OK");
  EXPECT_EQ(right.at("strict"), "OK");
  const auto soft = judged(kElastica + " --bending 0.6", "cantilever");
  EXPECT_EQ(soft.at("verdict"), "OK") << "5 % of six decades";
  EXPECT_EQ(soft.at("strict"), "KO");
  EXPECT_NEAR(soft.at("max_relative_error").get<double>(), 1 / 0.6 - 1, 0.01);
  const auto halved = judged(kElastica + " --bending 0.5", "cantilever");
  EXPECT_EQ(halved.at("strict"), "KO");
  EXPECT_NEAR(halved.at("hausdorff").get<double>(), std::log10(2.0) / 6, 1e-4) << "a hair beyond 5 %";
}

TEST(ForeignExamples, stick_slip_is_right_and_with_twice_the_friction_it_is_not) {
  const auto right = judged(kFriction, "stick-slip");
  EXPECT_EQ(right.at("verdict"), "OK");
  EXPECT_EQ(right.at("strict"), "OK");
  EXPECT_EQ(judged(kFriction + " --friction 2", "stick-slip").at("verdict"), "KO");
}

TEST(ForeignExamples, can_be_tried) {
  const Ended ended = plumb("try '" + kElastica + "'");
  EXPECT_EQ(ended.code, 0) << ended.err;
  for (const char* message : {"describe", "open", "advance", "observe", "save", "load"}) {
    EXPECT_THAT(ended.out, HasSubstr(std::string("> {\"message\":\"") + message));
  }
  EXPECT_THAT(ended.out, HasSubstr("aspect = 0.000125"));
  EXPECT_THAT(ended.out, HasSubstr("No fault."));
}

TEST(CommandLine, names_the_first_fault_of_a_program) {
  const auto dir = folder();
  std::ofstream(dir / "program.sh") << R"(while read x; do case $x in
*describe*) echo '{"name":"a","protocols":{"cantilever":{}}}' ;;
*open*) echo '{}' ;;
*) echo 'what?' ;;
esac; done)";
  const Ended ended = run(PLUMB_BINARY, dir, "try 'sh program.sh'");
  EXPECT_EQ(ended.code, 1) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("< what?\nFault: the program answered"));
  EXPECT_EQ(plumb("try 'exit 3'").code, 2);
  EXPECT_THAT(plumb("try 'exit 3'").err, HasSubstr("exit code 3"));
  EXPECT_EQ(plumb("validate --external 'echo hello'").code, 2);
  EXPECT_EQ(plumb("validate --external").code, 2);
  EXPECT_EQ(plumb("validate --rungs 4").code, 2) << "only with --ladder";
  EXPECT_EQ(plumb("validate --ladder --rungs 2").code, 2) << "three at least";
  EXPECT_EQ(plumb("validate --ladder --n 75").code, 2) << "a ladder has its own";
}

TEST(CommandLine, a_folder_is_for_one_run_at_a_time) {
  const auto dir = folder();
  ASSERT_EQ(synthetic(dir, "validate exact-rod --protocol cantilever --out run").code, 0);
  // The second run begins while the first one holds the folder: somebody else's lock stands for it.
  const Ended ended = run("/usr/bin/flock", dir,
                          std::string("--close run/lock '") + SYNTHETIC_BINARY + "' validate coarse-rod --out run");
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.err, HasSubstr("another run"));
  EXPECT_THAT(ended.err, HasSubstr("--out"));
  EXPECT_FALSE(exists(dir / "run/records/coarse-rod"));
}

TEST(CommandLine, a_folder_that_plumb_did_not_mark_is_left_alone) {
  const auto dir = folder();
  std::filesystem::create_directories(dir / "mine/records");
  for (const char* name : {"mine/index.html", "mine/lock", "mine/records/a.jsonl"}) std::ofstream(dir / name) << "mine";
  const std::string scene = std::string(EXAMPLES) + "/scenes/hanging_strip.toml";
  for (const std::string& verb : {"simulate " + scene, "simulate --overwrite " + scene, "simulate --resume " + scene,
                                  "simulate " + scene + " --sweep 'rod.length=5 cm:6 cm:2'",
                                  "modes --overwrite " + scene, std::string("validate discrete-elastic-rod")}) {
    const Ended ended = run(PLUMB_BINARY, dir, verb + " --out mine");
    EXPECT_EQ(ended.code, 2) << verb;
    EXPECT_THAT(ended.err, HasSubstr("'mine' is not a folder of Plumb's: it holds 'index.html', 'lock', 'records'"));
    EXPECT_THAT(ended.err, HasSubstr("--out"));
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
  }
  EXPECT_EQ(run(PLUMB_BINARY, dir, "report mine").code, 2);
  for (const char* name : {"mine/index.html", "mine/lock", "mine/records/a.jsonl"})
    EXPECT_EQ(content(dir / name), "mine");
}

TEST(CommandLine, an_earlier_simulation_is_kept_and_the_sentence_says_what_to_add) {
  const auto dir = folder();
  const std::string command = "simulate " + std::string(EXAMPLES) + "/scenes/hanging_strip.toml";
  ASSERT_EQ(run(PLUMB_BINARY, dir, command).code, 0);
  const Ended second = run(PLUMB_BINARY, dir, command);
  EXPECT_EQ(second.code, 2);
  EXPECT_EQ(
      second.err,
      "plumb: 'out/hanging_strip' holds an earlier run; add --resume to go on with it, --overwrite to replace it, "
      "or choose another --out\n");
  EXPECT_EQ(run(PLUMB_BINARY, dir, command + " --resume").code, 0);
  EXPECT_EQ(run(PLUMB_BINARY, dir, command + " --overwrite --set 'rod.length=16 cm'").code, 0);
  // A sweep has a folder of its own.
  EXPECT_EQ(run(PLUMB_BINARY, dir, command + " --sweep 'rod.length=5 cm:6 cm:2'").code, 0);
  EXPECT_TRUE(exists(dir / "out/hanging_strip_sweep/sweep.csv"));
}

TEST(CommandLine, a_folder_from_before_there_were_marks_is_adopted) {
  const auto dir = folder();
  ASSERT_EQ(synthetic(dir, "validate exact-rod --protocol cantilever --out run").code, 0);
  std::filesystem::remove(dir / "run/plumb.json");
  EXPECT_EQ(synthetic(dir, "report run").code, 0);
  std::filesystem::remove(dir / "run/plumb.json");
  EXPECT_EQ(synthetic(dir, "validate exact-rod --protocol cantilever --out run").code, 0);
  EXPECT_TRUE(exists(dir / "run/plumb.json"));
}

TEST(CommandLine, a_pipe_is_no_scene) {
  const auto dir = folder();
  ASSERT_EQ(::mkfifo((dir / "scene.toml").c_str(), 0600), 0);
  const Ended ended = run(PLUMB_BINARY, dir, "simulate scene.toml");
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.err, HasSubstr("'scene.toml': it is a pipe"));
}

TEST(CommandLine, failed_values_of_a_sweep_are_3_on_resuming_too) {
  const auto dir = folder();
  const std::string command = "simulate " + std::string(EXAMPLES) +
                              "/scenes/pendulum_rod.toml --frames 1 --set solve.method=symplectic-euler --set "
                              "'solve.duration=10 ms' --sweep 'solve.dt=0.001 ms:10 ms:2' --json";
  const Ended first = run(PLUMB_BINARY, dir, command);
  EXPECT_EQ(first.code, 3) << first.err;
  const Ended second = run(PLUMB_BINARY, dir, command + " --resume");
  EXPECT_EQ(second.code, 3) << second.err;
  EXPECT_EQ(nlohmann::json::parse(second.out).at("failed"), nlohmann::json::parse(first.out).at("failed"));
}

TEST(CommandLine, climbs_a_ladder) {
  const auto dir = folder();
  const Ended ended = synthetic(dir, "validate coarse-rod --protocol cantilever --ladder --out run --json");
  ASSERT_EQ(ended.code, 0) << ended.err;
  const auto result = nlohmann::json::parse(ended.out).at(0);
  EXPECT_EQ(result.at("verdict"), "OK");
  EXPECT_EQ(result.at("n"), 75) << "n*, a quarter of the card's";
  EXPECT_EQ(result.at("strict"), "KO") << "2 % too soft however fine";
  EXPECT_EQ(result.at("ladder").at("rungs").size(), 6u);
  EXPECT_THAT(result.at("ladder").at("strict").at("reason").get<std::string>(), HasSubstr("Rung +3"));
  ASSERT_EQ(synthetic(dir, "report run").code, 0);
  EXPECT_EQ(nlohmann::json::parse(content(dir / "run/results.json")).at(0), result) << "from the records alone";
}

TEST(CommandLine, damage_is_told_and_mended) {
  const auto dir = folder();
  const auto file = dir / "run/records/exact-rod/cantilever/sweep.jsonl";
  ASSERT_EQ(synthetic(dir, "validate exact-rod --protocol cantilever --out run").code, 0);
  const std::string whole = content(file);
  std::string damaged = whole;
  damaged[whole.size() / 2] ^= 1;
  std::ofstream(file, std::ios::binary) << damaged;
  EXPECT_THAT(synthetic(dir, "report run").err, HasSubstr("sweep.jsonl' is damaged"));
  const Ended ended = synthetic(dir, "validate exact-rod --protocol cantilever --out run");
  EXPECT_EQ(ended.code, 0);
  EXPECT_THAT(ended.err, HasSubstr("sweep.jsonl' is damaged; its branch is computed again"));
  EXPECT_EQ(content(file), whole);
}

TEST(CommandLine, a_doubtful_run_warns_on_the_terminal_and_in_json) {
  const auto dir = folder();
  std::ofstream(dir / "hinges.toml") << R"([plate]
mesh = { shape = "rectangle", length = 0.1, width = 0.05, nx = 2, ny = 2 }
thickness = 0.001
bending = "hinge"
material = { E = 1e6, nu = 0.35, rho = 1000 }
[[plate.support]]
where = "left"
hold = "clamped"
)";
  const Ended hinges = run(PLUMB_BINARY, dir, "simulate hinges.toml --json --out hinges");
  EXPECT_EQ(hinges.code, 0) << hinges.err;
  const std::string told = nlohmann::json::parse(hinges.out).at("warnings").at(0);
  EXPECT_THAT(told, StartsWith("plate: its bending is \"hinge\""));
  const std::size_t first = hinges.err.find("plumb: warning: " + told + "\n");
  ASSERT_NE(first, std::string::npos) << hinges.err;
  EXPECT_EQ(hinges.err.find("plumb: warning:", first + 1), std::string::npos) << "a short run tells it once";
  const Ended tan = run(PLUMB_BINARY, dir, "simulate hinges.toml --set plate.bending=tan --json --out tan");
  EXPECT_THAT(tan.err, testing::Not(HasSubstr("warning")));
  EXPECT_THAT(nlohmann::json::parse(tan.out).at("warnings"), IsEmpty());
}

TEST(CommandLine, draws_master_curves_for_another_poisson_ratio) {
  const Ended ended = plumb("curve lateral-buckling --nu 0.2 --at 0");
  ASSERT_EQ(ended.code, 0) << ended.err;
  const std::string row = ended.out.substr(ended.out.rfind("0,") + 2);
  EXPECT_NEAR(std::stod(row), 18.178 * 0.8 * std::sqrt(1.2), 0.05) << ended.out;
  EXPECT_EQ(plumb("curve lateral-buckling --nu 0.7").code, 2);
  EXPECT_EQ(plumb("curve cantilever --nu 0.2").code, 2);
}

TEST(Cli, no_name_paints_the_terminal) {
  const Ended end = plumb("simulate \"$(printf '\\033[2J')\"");
  EXPECT_EQ(end.code, 2);
  EXPECT_THAT(end.err, testing::AllOf(HasSubstr("[2J"), testing::Not(HasSubstr("\x1b"))));
}

TEST(Cli, a_time_to_wait_is_a_time) {
  for (const std::string seconds : {"nan", "inf", "-inf", "-1", "0", "1e300", "1e-9", "5x", "''"}) {
    for (const std::string verb : {"validate --external true --timeout ", "try true --timeout "}) {
      const Ended end = plumb(verb + seconds);
      EXPECT_EQ(end.code, 2) << verb << seconds;
      EXPECT_THAT(end.err, HasSubstr("--timeout")) << verb << seconds;
    }
  }
}

}  // namespace
