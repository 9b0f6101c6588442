// Every mistake has its sentence: file, line, keys, what is wrong, how to mend it.
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/scene/read_scene.h>
#include <plumb/scene/strip_for_test.h>

namespace plumb {
namespace {

using testing::HasSubstr;

TEST(SceneMistakes, the_strip_itself_is_right) { EXPECT_EQ(sentence(kStrip), "read"); }

struct Mistake {
  const char *from, *to, *sentence;
};

/// The strip's material and section.
constexpr char kMaterial[] = R"(material = { E = "1.08 MPa", nu = 0.5, rho = "1200 kg/m^3" }
section = { shape = "rectangle", width = "1 cm", height = "1 mm" })";

const Mistake kMistakes[] = {
    {"title =", "titel =", "strip.toml:1: titel: unknown key; did you mean 'title'?"},
    {"[world]", "[wrold]", "strip.toml:2: wrold: unknown key; did you mean 'world'?"},
    {"gravity =", "gravty =", "strip.toml:3: world.gravty: unknown key; did you mean 'gravity'?"},
    {"method =", "methods =", "strip.toml:5: solve.methods: unknown key; did you mean 'method'?"},
    {"method =", "time_limit = \"0 s\"\nmethod =", "strip.toml:5: solve.time_limit: must be positive, got 0 s"},
    {"method =", "time_limit = \"1 m\"\nmethod =", "strip.toml:5: solve.time_limit = '1 m': expected a unit like s"},
    {"length =", "lenght =", "strip.toml:9: rod.lenght: unknown key; did you mean 'length'?"},
    {R"(E = "1.08 MPa", nu)", R"(E = "1.08 MPa", Nu)",
     "strip.toml:10: rod.material.Nu: unknown key; did you mean 'nu'?"},
    {"nu = 0.5", "poisson = 0.5", "strip.toml:10: rod.material.poisson: unknown key; known are E, nu and rho"},
    {"width =", "wdith =", "strip.toml:11: rod.section.wdith: unknown key; did you mean 'width'?"},
    {R"(width = "1 cm")", R"(r = "1 cm")",
     "strip.toml:11: rod.section.r: unknown key; known are shape, width and height"},
    {R"(at = "start")", "at = \"start\"\npositon = [0, 0, 0]",
     "strip.toml:14: rod.clamp.0.positon: unknown key; did you mean 'position'?"},
    {R"(at = "start")", "at = \"start\"\nmove = { bye = [0, 0, 1] }",
     "strip.toml:14: rod.clamp.0.move.bye: unknown key; did you mean 'by'?"},
    {R"(at = "start")", "at = \"start\"\nturn = { axes = [0, 0, 1] }",
     "strip.toml:14: rod.clamp.0.turn.axes: unknown key; did you mean 'axis'?"},
    {R"(at = "start")", "at = \"start\"\n[[rod.force]]\nat = \"end\"\nforec = [0, 0, 1]",
     "strip.toml:16: rod.force.0.forec: unknown key; did you mean 'force'?"},
    {"n = 10", "n = 10\nstart = { tangents = [1, 0, 0] }",
     "strip.toml:9: rod.start.tangents: unknown key; did you mean 'tangent'?"},
    {"n = 10", "n = 10\nnatural = { curvatures = 1 }",
     "strip.toml:9: rod.natural.curvatures: unknown key; did you mean 'curvature'?"},
    {"n = 10", "n = 10\nnatural = { helix = { raduis = 1 } }",
     "strip.toml:9: rod.natural.helix.raduis: unknown key; did you mean 'radius'?"},
    {kMaterial, "stiffness = { EJ = 1 }",
     "strip.toml:10: rod.stiffness.EJ: unknown key; known are EI, GJ, EA, mass, GA and spin"},
    {kMaterial, "stiffness = { EI = 1, GJ = 1, mass = 1 }",
     R"(strip.toml:10: rod.stiffness.EA: missing; against stretching, as EA = "10 N")"},
    {kMaterial, "stiffness = { EI = [1, 1, 1] }",
     "strip.toml:10: rod.stiffness.EI: expected one number or a pair [EI_1, EI_2], got 3"},
    {kMaterial, R"(stiffness = { EI = "1 N*m" })",
     "strip.toml:10: rod.stiffness.EI = '1 N*m': expected a unit like N*m^2"},
    {kMaterial, "stiffness = { EI = 1e-90, GJ = 1e-90, EA = 1, mass = 1e-100, GA = 1, spin = 0 }",
     "strip.toml:10: rod.stiffness.spin: must be positive, got 0 kg*m"},
    {R"(title = "A strip")", "title = 3", "strip.toml:1: title: expected text in quotes, got the number 3"},
    {R"("A strip")", "\"A\\nstrip\"", "strip.toml:1: title: expected text on one line, without control characters"},
    {R"([0, 0, "-9.81 m/s^2"])", R"("-9.81 m/s^2")",
     "strip.toml:3: world.gravity: expected a list of three numbers [x, y, z], got the text '-9.81 m/s^2'"},
    {R"([0, 0, "-9.81 m/s^2"])", R"([0, "-9.81 m/s^2"])",
     "strip.toml:3: world.gravity: expected a list of three numbers [x, y, z], got 2 of them"},
    {"n = 10", R"(n = "ten")", "strip.toml:8: rod.n = 'ten': expected a number, as 0.35"},
    {"n = 10", "n = 10.5", "strip.toml:8: rod.n: expected a whole number, got 10.5"},
    {"n = 10", "n = true", "strip.toml:8: rod.n: expected a number, as 0.5, got true"},
    {R"(length = "20 cm")", "length = [1]",
     R"(strip.toml:9: rod.length: expected a number, or text with a unit as "1.5 m", got a list)"},
    {R"(length = "20 cm")", "length = 2020-01-01",
     R"(strip.toml:9: rod.length: expected a number, or text with a unit as "1.5 m", got a date or time of day)"},
    {R"(method = "static")", "method = 3", "strip.toml:5: solve.method: expected text in quotes, got the number 3"},
    {"[[rod.clamp]]", "[rod.clamp]",
     "strip.toml:12: rod.clamp: expected tables that begin with [[rod.clamp]], got a table"},
    {"material = {", "material = 3 #{",
     "strip.toml:10: rod.material: expected a table with the keys E, nu and rho, got the number 3"},
    {"[world]\ngravity = [0, 0, \"-9.81 m/s^2\"]", "world = 3",
     "strip.toml:2: world: expected a table with the keys gravity and gravity_scale, got the number 3"},
    {R"("20 cm")", R"("20 kg")", "strip.toml:9: rod.length = '20 kg': expected a unit like m"},
    {R"("20 cm")", R"("20 furlong")",
     "strip.toml:9: rod.length = '20 furlong': unknown unit 'furlong'; known are m, g, s, min, h, N, Pa, J, Hz, rad, "
     "deg, "
     "turn, % with the prefixes n, u, m, c, k, M, G"},
    {R"("20 cm")", R"("long")", "strip.toml:9: rod.length = 'long': expected a number with a unit, as 1.5 m"},
    {R"("-9.81 m/s^2")", R"("-9.81 m/s")", "strip.toml:3: world.gravity.2 = '-9.81 m/s': expected a unit like m/s^2"},
    {R"("1.08 MPa")", R"("1.08 m")", "strip.toml:10: rod.material.E = '1.08 m': expected a unit like Pa"},
    {R"("1200 kg/m^3")", R"("1200 kg")", "strip.toml:10: rod.material.rho = '1200 kg': expected a unit like kg/m^3"},
    {R"("20 cm")", R"("1e300 km")",
     "strip.toml:9: rod.length: 1e+303 is beyond computing; a number is 0 or between 1e-100 and 1e+100"},
    {R"("static")", R"("newmrk")", "strip.toml:5: solve.method: unknown name 'newmrk'; did you mean 'newmark'?"},
    {R"("discrete-elastic-rod")", R"("discrete-elastic-rods")",
     "strip.toml:7: rod.model: unknown name 'discrete-elastic-rods'; did you mean 'discrete-elastic-rod'?"},
    {R"("discrete-elastic-rod")", R"("spring")",
     "strip.toml:7: rod.model: unknown name 'spring'; known are discrete-elastic-rod, super-helix, super-clothoid, "
     "super-ribbon and timoshenko-beam"},
    {R"("rectangle")", R"("rectangel")",
     "strip.toml:11: rod.section.shape: unknown name 'rectangel'; did you mean 'rectangle'?"},
    {"n = 10", "n = 10\nname = \"my strip\"",
     "strip.toml:9: rod.name: a name has letters, digits, '-' and '_', a letter first, at most 40 in all; got 'my "
     "strip'"},
    {"n = 10", "n = 10\nname = \"7\"",
     "strip.toml:9: rod.name: a name has letters, digits, '-' and '_', a letter first, at most 40 in all; got '7'"},
    {"model = \"discrete-elastic-rod\"\n", "",
     R"(strip.toml:6: rod.model: missing; give it, as model = "discrete-elastic-rod")"},
    {"n = 10\n", "", "strip.toml:6: rod.n: missing; the number of elements, as n = 100"},
    {"length = \"20 cm\"\n", "", R"(strip.toml:6: rod.length: missing; give it, as length = "20 cm")"},
    {"material = {", "#", "strip.toml:6: rod.material: missing; give material and section, or stiffness"},
    {"section = {", "#", "strip.toml:6: rod.section: missing; give material and section, or stiffness"},
    {R"(shape = "rectangle", )", "", "strip.toml:11: rod.section.shape: missing; one of circle, ellipse and rectangle"},
    {R"(, height = "1 mm")", "",
     R"(strip.toml:11: rod.section.height: missing; a rectangle needs it, as height = "1 mm")"},
    {R"(E = "1.08 MPa", )", "", R"(strip.toml:10: rod.material.E: missing; Young's modulus, as E = "1 MPa")"},
    {"nu = 0.5, ", "", "strip.toml:10: rod.material.nu: missing; Poisson's ratio, as nu = 0.5"},
    {R"(, rho = "1200 kg/m^3")", "",
     R"(strip.toml:10: rod.material.rho: missing; the density, as rho = "1200 kg/m^3")"},
    {R"(at = "start")", "",
     R"(strip.toml:12: rod.clamp.0.at: missing; say where, as "start", "end" or an arc length as "5 cm")"},
    {"[rod]", "[[rood]]", "strip.toml:6: rood: unknown key; did you mean 'rod'?"},
    {R"("20 cm")", "0", "strip.toml:9: rod.length: must be positive, got 0 m"},
    {R"("20 cm")", R"("-20 cm")", "strip.toml:9: rod.length: must be positive, got -200 mm"},
    {R"("20 cm")", "inf", "strip.toml:9: rod.length: inf is not a finite number"},
    {R"("20 cm")", "nan", "strip.toml:9: rod.length: nan is not a finite number"},
    {R"("20 cm")", "1e-300",
     "strip.toml:9: rod.length: 1e-300 is beyond computing; a number is 0 or between 1e-100 and 1e+100"},
    {R"("20 cm")", "1e200",
     "strip.toml:9: rod.length: 1e+200 is beyond computing; a number is 0 or between 1e-100 and 1e+100"},
    {R"("1.08 MPa")", "0", "strip.toml:10: rod.material.E: must be positive, got 0 Pa"},
    {R"("1 mm")", R"("-1 mm")", "strip.toml:11: rod.section.height: must be positive, got -1 mm"},
    {R"("1200 kg/m^3")", "0", "strip.toml:10: rod.material.rho: must be positive, got 0 kg/m^3"},
    {"n = 10", "n = 0", "strip.toml:8: rod.n: must be at least 1, got 0"},
    {"n = 10", "n = -3", "strip.toml:8: rod.n: must be at least 1, got -3"},
    {"n = 10", "n = 1000000", "strip.toml:8: rod.n: must be at most 100000, got 1000000"},
    {"nu = 0.5", "nu = 0.6", "strip.toml:10: rod.material.nu: must be above -1 and at most 0.5, got 0.6"},
    {"nu = 0.5", "nu = -1", "strip.toml:10: rod.material.nu: must be above -1 and at most 0.5, got -1"},
    {"n = 10", "n = 10\ndamping = \"-1 s\"", "strip.toml:9: rod.damping: must not be negative, got -1 s"},
    {"\"discrete-elastic-rod\"\nn = 10", "\"super-helix\"\nn = 501",
     "strip.toml:8: rod.n: must be at most 500, got 501"},
    {R"(width = "1 cm", height = "1 mm")", "width = 1e99, height = 1e99",
     "strip.toml:11: rod.section: its EI_1 comes out as inf, which cannot be computed with; are the units right?"},
    {R"(width = "1 cm", height = "1 mm")", "width = 1e-90, height = 1e-90",
     "strip.toml:11: rod.section: its EI_1 comes out as 0, which cannot be computed with; are the units right?"},
    {R"(method = "static")", R"(method = "newmark")",
     R"(strip.toml:4: solve.duration: missing; newmark follows a motion, so say how long, as duration = "1 s")"},
    {R"(method = "static")", "duration = 0", "strip.toml:5: solve.duration: must be positive, got 0 s"},
    {R"(method = "static")", "method = \"newmark\"\nduration = \"1 s\"\ndt = \"2 s\"",
     "strip.toml:7: solve.dt: 2 s is longer than the duration, 1 s"},
    {R"(method = "static")", "method = \"newmark\"\nduration = \"1 s\"\ndt = \"1 ms\"\ntolerance = 1e-6",
     "strip.toml:8: solve.tolerance: dt fixes the step and tolerance controls it; give one of them"},
    {R"(method = "static")", "method = \"newmark\"\nduration = \"1 s\"\ndt = 0",
     "strip.toml:7: solve.dt: must be positive, got 0 s"},
    {R"(method = "static")", "method = \"newmark\"\nduration = \"1 s\"\ndt = 1e-12",
     "strip.toml:7: solve.dt: 1e+12 such steps make up the duration; at most 1e+09 are taken"},
    {R"(method = "static")", "method = \"newmark\"\nduration = \"1 s\"\ntolerance = 0",
     "strip.toml:7: solve.tolerance: a tolerance is between 1e-12 and 0.1, got 0"},
    {R"(method = "static")", "method = \"newmark\"\nduration = \"1 s\"\ntolerance = 2",
     "strip.toml:7: solve.tolerance: a tolerance is between 1e-12 and 0.1, got 2"},
    {R"(method = "static")", R"(dt = "1 ms")",
     "strip.toml:5: solve.dt: a static scene takes no time steps; leave it out, or choose another method"},
    {R"(method = "static")", "method = \"newmark\"\nduration = \"1 s\"\nframes = 0",
     "strip.toml:7: solve.frames: must be at least 1, got 0"},
    {R"(method = "static")", "method = \"newmark\"\nduration = \"1 s\"\nframes = 1000000",
     "strip.toml:7: solve.frames: must be at most 100000, got 1000000"},
    {R"(method = "static")", "frames = 50",
     "strip.toml:5: solve.frames: nothing changes in this scene: it has one frame; leave it out"},
    {R"(at = "start")", "at = \"start\"\nmove = { by = [0, 0, 1] }",
     R"(strip.toml:4: solve.duration: missing; a clamp of 'rod' moves, so say how long, as duration = "1 s")"},
    {"[world]", "[world]\ngravity_scale = [[0, 0], [1, 1]]",
     R"(strip.toml:5: solve.duration: missing; gravity changes, so say how long, as duration = "1 s")"},
    {"[world]", "[world]\ngravity_scale = [[\"0 s\", 0], [\"2 s\", 1], [\"1 s\", 2]]",
     "strip.toml:3: world.gravity_scale.2: times must increase, but 1 s comes after 2 s"},
    {"[world]", "[world]\ngravity_scale = [[0, 0], [0, 1]]",
     "strip.toml:3: world.gravity_scale.1: times must increase, but 0 s comes after 0 s"},
    {"[world]", "[world]\ngravity_scale = []",
     R"(strip.toml:3: world.gravity_scale: expected a list of pairs [time, factor], as [["0 s", 0], ["1 s", 1]], got none)"},
    {"[world]", "[world]\ngravity_scale = [[0, 0, 1]]",
     "strip.toml:3: world.gravity_scale.0: expected a pair [time, factor], got 3 numbers"},
    {"[world]", "[world]\ngravity_scale = [0, 1]",
     R"(strip.toml:3: world.gravity_scale.0: expected a pair [time, factor], as ["1 s", 0.5], got the number 0)"},
    {"[world]", "[world]\ngravity_scale = [[-1, 0]]",
     "strip.toml:3: world.gravity_scale.0.0: must not be negative, got -1 s"},
    {"[world]", "[world]\ngravity_scale = 0.5",
     R"(strip.toml:3: world.gravity_scale: expected a list of pairs [time, factor], as [["0 s", 0], ["1 s", 1]], got the number 0.5)"},
    {"[world]", "[world]\ngravity_scale = [[0, 1e7]]",
     "strip.toml:3: world.gravity_scale.0.1: a factor is at most 1000000"},
    {"[world]", "[world]\ngravity_scale = [[\"0 m\", 1]]",
     "strip.toml:3: world.gravity_scale.0.0 = '0 m': expected a unit like s"},
    {R"(at = "start")", R"(at = "middle")",
     R"(strip.toml:13: rod.clamp.0.at: expected "start", "end" or an arc length as "5 cm", got 'middle')"},
    {R"(at = "start")", R"(at = "21 cm")",
     "strip.toml:13: rod.clamp.0.at: 210 mm is beyond the end of the rod, whose length is 200 mm"},
    {R"(at = "start")", R"(at = "-1 cm")", "strip.toml:13: rod.clamp.0.at: must not be negative, got -10 mm"},
    {"[[rod.clamp]]\nat = \"start\"\n", "",
     R"(strip.toml:6: rod.clamp: missing; nothing holds the rod, so it has no equilibrium; add [[rod.clamp]] at = "start")"},
    {"[[rod.clamp]]\nat = \"start\"\n", "[[rod.clamp]]\nat = \"start\"\n[[rod.clamp]]\nat = \"start\"\n",
     "strip.toml:14: rod.clamp.1: holds the same place as rod.clamp.0; leave one of them out"},
    {"[[rod.clamp]]\nat = \"start\"\n", "[[rod.clamp]]\nat = \"start\"\n[[rod.clamp]]\nat = \"2 cm\"\n",
     "strip.toml:14: rod.clamp.1: 20 mm from rod.clamp.0: clamps are at least 2 elements apart, so n must be at least "
     "20"},
    {"n = 10", "n = 1",
     "strip.toml:8: rod.n: each clamp holds an element and none is left to move; n must be at least 2"},
    {R"(at = "start")", "at = \"start\"\ntangent = [1, 0, 0]",
     "strip.toml:12: rod.clamp.0.position: missing; a clamp that is told where it stands needs position, tangent and "
     "director together"},
    {R"(at = "start")", "at = \"start\"\nposition = [0, 0, 0]\ndirector = [0, 1, 0]",
     "strip.toml:12: rod.clamp.0.tangent: missing; a clamp that is told where it stands needs position, tangent and "
     "director together"},
    {R"(at = "start")", "at = \"start\"\nturn = { axis = [0, 0, 0], angle = 1 }",
     "strip.toml:14: rod.clamp.0.turn.axis: a direction must not be zero"},
    {R"(at = "start")", "at = \"start\"\nturn = { axis = [0, 0, 1] }",
     R"(strip.toml:14: rod.clamp.0.turn.angle: missing; how far, as angle = "3 turns")"},
    {R"(at = "start")", "at = \"start\"\nturn = { axis = [0, 0, 1], angle = 1e7 }",
     "strip.toml:14: rod.clamp.0.turn.angle: at most 1000000 rad, got 10000000"},
    {R"(at = "start")", "at = \"start\"\nmove = { by = [0, 0, 1], when = [[0, 1], [1, 0]] }",
     "strip.toml:14: rod.clamp.0.move.when: at time zero nothing has moved yet: the factor must begin at 0"},
    {R"(at = "start")", "at = \"start\"\nmove = { by = [0, 0, 1e10] }",
     "strip.toml:14: rod.clamp.0.move.by: 10 Gm is more than 1000000 times the length of the rod; its shape would be "
     "lost in rounding"},
    {"n = 10", "n = 10\nstart = { tangent = [0, 1, 0], director = [0, 2, 0] }",
     "strip.toml:9: rod.start.director: parallel to the tangent; it must point across it"},
    {"n = 10", "n = 10\nstart = { tangent = [0, 0, 0] }",
     "strip.toml:9: rod.start.tangent: a direction must not be zero"},
    {"n = 10", "n = 10\nstart = { position = [1e10, 0, 0] }",
     "strip.toml:9: rod.start.position: 10 Gm is more than 1000000 times the length of the rod; its shape would be "
     "lost in rounding"},
    {"n = 10", "n = 10\ninitial = { curvature = \"100 1/m\" }",
     "strip.toml:9: rod.initial: turns by 2 rad along each element, at most 1 rad can be resolved; n must be at least "
     "20"},
    {"n = 10", "n = 10\nnatural = { twist = \"1e9 1/m\" }",
     "strip.toml:9: rod.natural: turns by 2e+07 rad along each element, at most 1 rad can be resolved; n = 2e+08 would "
     "do, more than the 100000 allowed"},
    {"n = 10", "n = 10\nnatural = { curvature = [1, 2, 3] }",
     "strip.toml:9: rod.natural.curvature: expected one number or a pair [kappa_1, kappa_2], got 3"},
    {"n = 10", "n = 10\nnatural = { twist = 1, helix = { radius = 1, pitch = 1 } }",
     "strip.toml:9: rod.natural.helix: a helix gives curvature and twist already; leave it or them out"},
    {"n = 10", "n = 10\nnatural = { helix = { radius = 1, pitch = 1, hand = \"rigth\" } }",
     "strip.toml:9: rod.natural.helix.hand: unknown name 'rigth'; did you mean 'right'?"},
    {"n = 10", "n = 10\nnatural = { helix = { pitch = 1 } }",
     R"(strip.toml:9: rod.natural.helix.radius: missing; of the helix, as radius = "1 cm")"},
    {"n = 10", "n = 10\nstiffness = { EI = 1, GJ = 1, EA = 1, mass = 1 }",
     "strip.toml:9: rod.stiffness: material and section give the stiffness already; leave it or them out"},
    {R"(at = "start")", "at = \"start\"\n[[rod.force]]\nat = \"end\"",
     R"(strip.toml:14: rod.force.0.force: missing; give force or moment, as force = ["1 N", 0, 0])"},
    {R"("20 cm")", "20 cm",
     R"(strip.toml:9: not TOML: expected a comment or whitespace, saw 'c'; a number with a unit stands in quotes, as length = "20 cm")"},
    {R"("static")", "static",
     R"(strip.toml:5: not TOML: could not determine value type; text stands in quotes, as method = "static")"},
    {"[rod]", "[rod", "strip.toml:6: not TOML: expected ']', saw '\\n'"},
    {"n = 10", "n = 10\nn = 11", "strip.toml:9: not TOML: cannot redefine existing integer 'n'"},
    {R"("20 cm")", "99999999999999999999",
     "strip.toml:9: not TOML: '99999999999999999999' is not representable in 64 bits"},
    {"n = 10", "n =", "strip.toml:8: not TOML: expected value, saw '\\n'"},
};

TEST(SceneMistakes, each_has_its_sentence) {
  for (const Mistake& mistake : kMistakes) {
    EXPECT_EQ(sentence(changed(kStrip, mistake.from, mistake.to)), mistake.sentence);
  }
}

TEST(SceneMistakes, a_file_without_keys_is_empty) {
  const std::string empty = "strip.toml: the file is empty; a scene has at least one [rod], [plate] or [solid]";
  EXPECT_EQ(sentence(""), empty);
  EXPECT_EQ(sentence("\n# nothing\n"), empty);
  EXPECT_EQ(sentence("\xEF\xBB\xBF"), empty);
  EXPECT_EQ(sentence("title = \"no rod\""),
            "strip.toml: rod: missing; a scene has at least one [rod], [plate] or [solid]");
}

TEST(SceneMistakes, text_that_is_no_utf8_is_told_with_its_line) {
  EXPECT_EQ(sentence("title = 'a'\n# \xFF\n"), "strip.toml:2: byte 0xff is not UTF-8; save the file as UTF-8 text");
  EXPECT_EQ(sentence("title = 'gr\xFC\xDF'"), "strip.toml:1: byte 0xfc is not UTF-8; save the file as UTF-8 text");
  EXPECT_THAT(sentence("\xFF\xFEr\0o\0"), HasSubstr("strip.toml:1: byte 0xff is not UTF-8"));
  for (const char* no_character : {"\x80", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
                                   "\xF4\x90\x80\x80", "\xE2\x82", "\xF5"}) {
    EXPECT_THAT(sentence(fmt::format("# {}", no_character)), HasSubstr("is not UTF-8"));
  }
  EXPECT_EQ(sentence("# \xC3\xBC \xE2\x82\xAC \xF0\x9F\xA7\xB5\n" + kStrip), "read");
}

TEST(SceneMistakes, toml_that_no_scene_needs_is_refused_before_it_is_parsed) {
  std::string keys = "a", brackets(100000, '[');
  for (int i = 0; i < 100000; ++i) keys += ".a";
  EXPECT_EQ(sentence("\n[" + keys + "]"), "strip.toml:2: nested too deeply for a scene");
  EXPECT_EQ(sentence("x = " + brackets), "strip.toml:1: nested too deeply for a scene");
  EXPECT_EQ(sentence("\nl\xC3\xA4nge = 1"), "strip.toml:2: letters other than ASCII must stand in quotes");
  EXPECT_EQ(sentence("title = \"\"\"\na\"\"\""), "strip.toml:1: text must stand on one line, in one pair of quotes");
  EXPECT_EQ(sentence(kStrip, {{"rod.n", brackets}}).substr(0, 40), "strip.toml, given on the command line: r");
}

TEST(SceneMistakes, a_file_of_more_than_a_mebibyte_is_refused) {
  const std::string comment = "#" + std::string((1 << 20) - kStrip.size() - 1, '.');
  EXPECT_EQ(sentence(kStrip + comment), "read");
  EXPECT_EQ(sentence(kStrip + comment + "."), "strip.toml: a scene file has at most 1 MiB, this one has 1048577 bytes");
}

TEST(SceneMistakes, clamps_must_leave_something_to_move) {
  const std::string both = kStrip + "[[rod.clamp]]\nat = \"end\"\n";
  EXPECT_EQ(sentence(changed(both, "n = 10", "n = 3")), "read");
  EXPECT_EQ(sentence(changed(both, "n = 10", "n = 2")),
            "strip.toml:8: rod.n: each clamp holds an element and none is left to move; n must be at least 3");
  const std::string beam = changed(both, "discrete-elastic-rod", "timoshenko-beam");
  EXPECT_EQ(sentence(changed(beam, "n = 10", "n = 2")), "read");
  EXPECT_THAT(sentence(changed(beam, "n = 10", "n = 1")), HasSubstr("n must be at least 2"));
}

TEST(SceneMistakes, clamps_too_close_are_found_in_any_order) {
  const std::string two = kStrip + "[[rod.clamp]]\nat = \"end\"\n[[rod.clamp]]\nat = \"3 cm\"\n";
  EXPECT_EQ(sentence(two),
            "strip.toml:16: rod.clamp.2: 30 mm from rod.clamp.0: clamps are at least 2 elements apart, so n must be at "
            "least 14");
  EXPECT_EQ(sentence(changed(two, "n = 10", "n = 14")), "read");
  EXPECT_THAT(sentence(changed(two, "n = 10", "n = 13")), HasSubstr("at least 14"));
}

TEST(SceneMistakes, rods_of_curvatures_hold_their_start_only) {
  for (const char* model : {"super-helix", "super-clothoid"}) {
    const std::string curl = changed(kStrip, "discrete-elastic-rod", model);
    EXPECT_EQ(sentence(curl), "read");
    const std::string why = fmt::format(
        "a {} is held at its start and nowhere else: it needs one [[rod.clamp]] at = \"start\"; a "
        "discrete-elastic-rod or a timoshenko-beam can be held anywhere",
        model);
    EXPECT_EQ(sentence(changed(curl, "start", "end")), "strip.toml:12: rod.clamp.0: " + why);
    EXPECT_EQ(sentence(curl + "[[rod.clamp]]\nat = \"end\"\n"), "strip.toml:14: rod.clamp.1: " + why);
    EXPECT_EQ(sentence(changed(curl, "[[rod.clamp]]\nat = \"start\"\n", "")),
              "strip.toml:6: rod.clamp: missing; " + why);
    EXPECT_EQ(sentence(curl + "[[rod.force]]\nat = \"7 cm\"\nforce = [0, 0, 1]\n"), "read");
    EXPECT_EQ(sentence(changed(curl, "n = 10", "n = 1\nnatural = { curvature = 400 }")), "read");
    EXPECT_THAT(sentence(changed(curl, "n = 10", "n = 1\nnatural = { curvature = 600 }")),
                HasSubstr("n must be at least 2"));
  }
}

TEST(SceneMistakes, what_moves_freely_needs_no_clamp) {
  const std::string free = changed(kStrip, "[[rod.clamp]]\nat = \"start\"\n", "");
  EXPECT_EQ(sentence(changed(free, "\"static\"", "\"newmark\"\nduration = 1")), "read");
}

TEST(SceneMistakes, a_start_told_twice_is_refused) {
  const std::string posed = kStrip + "position = [0, 0, 1]\ntangent = [0, 0, 1]\ndirector = [0, 1, 0]\n";
  EXPECT_EQ(sentence(posed), "read");
  EXPECT_EQ(sentence(changed(posed, "n = 10", "n = 10\nstart = { position = [0, 0, 0] }")),
            "strip.toml:9: rod.start: the clamp at the start says already where it is; leave one of them out");
}

/// The strip as one of several.
std::string named(const std::string& name) {
  const std::string rod = kStrip.substr(kStrip.find("[rod]"));
  return changed(rod, "[rod]", "[[rod]]\n" + (name.empty() ? "#" : "name = \"" + name + "\""));
}

TEST(SceneMistakes, several_rods_go_by_their_names) {
  EXPECT_EQ(sentence(named("left") + named("right")), "read");
  EXPECT_EQ(sentence(named("left") + changed(named("right"), "20 cm", "20 s")),
            "strip.toml:14: rod.right.length = '20 s': expected a unit like m");
  EXPECT_EQ(sentence(named("left") + changed(named(""), "20 cm", "20 s")),
            "strip.toml:14: rod.1.length = '20 s': expected a unit like m");
  EXPECT_EQ(sentence(changed(named("left"), "20 cm", "20 s")),
            "strip.toml:5: rod.length = '20 s': expected a unit like m");
}

TEST(SceneMistakes, rods_of_the_same_name_are_refused) {
  EXPECT_EQ(sentence(named("twin") + named("twin")),
            "strip.toml:10: rod.twin: another one is called 'twin' too; give each a name of its own");
  EXPECT_EQ(sentence(named("") + named("")),
            "strip.toml:10: rod.1: another one is called 'rod' too; give each a name of its own");
}

TEST(SceneMistakes, more_than_a_hundred_rods_are_refused) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += named(fmt::format("r{}", i));
  EXPECT_EQ(sentence(text), "read");
  EXPECT_EQ(sentence(text + named("last")), "strip.toml:1: rod: at most 100 rods, got 101");
}

TEST(SceneMistakes, words_of_the_file_cannot_break_the_line) {
  EXPECT_EQ(sentence(kStrip + "\"a\\nb\" = 1\n"),
            "strip.toml:14: rod.clamp.0.a b: unknown key; known are at, position, tangent, director, move and turn");
  EXPECT_EQ(sentence(changed(kStrip, "20 cm", "20\\ncm")).find('\n'), std::string::npos);
  const std::string endless = sentence(changed(kStrip, "20 cm", std::string(100000, 'x')));
  EXPECT_LT(endless.size(), 300u) << endless;
}

}  // namespace
}  // namespace plumb
