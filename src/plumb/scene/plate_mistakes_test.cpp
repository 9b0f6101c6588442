// Every mistake in a plate has its sentence: file, line, keys, what is wrong, how to mend it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/scene/plate_for_test.h>
#include <plumb/scene/strip_for_test.h>

namespace plumb {
namespace {

using testing::HasSubstr;

TEST(PlateMistakes, the_plate_itself_is_right) { EXPECT_EQ(sentence(kPlate), "read"); }

struct Mistake {
  const char *from, *to, *sentence;
};

constexpr char kMesh[] = R"({ shape = "rectangle", length = "20 cm", width = "10 cm", nx = 4, ny = 2 })";
constexpr char kHold[] = "where = \"left\"\nhold = \"clamped\"\n";

const Mistake kMistakes[] = {
    {"[plate]", "[plates]", "strip.toml:4: plates: unknown key; did you mean 'plate'?"},
    {"thickness =", "thicknes =", "strip.toml:6: plate.thicknes: unknown key; did you mean 'thickness'?"},
    {"thickness = \"1 mm\"\n", "", "strip.toml:4: plate.thickness: missing; give it, as thickness = \"1 mm\""},
    {R"("1 mm")", "0", "strip.toml:6: plate.thickness: must be positive, got 0 m"},
    {R"("1 mm")", "nan", "strip.toml:6: plate.thickness: nan is not a finite number"},
    {R"("1 mm")", "1e-80",
     "strip.toml:6: plate.thickness: its bending stiffness comes out as 9.16e-236, which cannot be computed with; are "
     "the units right?"},
    {"nu = 0.3", "nu = 0.6", "strip.toml:7: plate.material.nu: must be above -1 and at most 0.5, got 0.6"},
    {"thickness", "bending = \"tam\"\nthickness",
     "strip.toml:6: plate.bending: unknown name 'tam'; did you mean 'tan'?"},
    {"thickness", "membrane = \"rubber\"\nthickness",
     "strip.toml:6: plate.membrane: unknown name 'rubber'; known are stvk, neo-hookean and principal-stretch"},
    {"thickness", "weave = { warp = 1e6, weft = 1e6 }\nthickness",
     "strip.toml:6: plate.weave: give one of shear, the modulus between the threads, and bias, Young's modulus at 45 "
     "degrees to them"},
    {"thickness", "weave = { warp = 1e6, weft = 1e6, bias = 5e6 }\nthickness",
     "strip.toml:6: plate.weave.bias: no fabric with this warp, weft and nu is so stiff along the bias, whatever its "
     "shear"},
    {"thickness", "weave = { warp = 1e6, weft = 4e6, shear = 1e5, nu = 0.6 }\nthickness",
     "strip.toml:6: plate.weave: no material has such a nu: its square must be below warp over weft"},
    {"thickness", "membrane = \"neo-hookean\"\nweave = { warp = 1e6, weft = 1e6, shear = 1e5 }\nthickness",
     "strip.toml:7: plate.weave: only membrane = \"stvk\" can be woven; leave membrane out"},
    {"thickness", "weave = { warp = 1e6, weft = 1e6, shear = 1e5, direction = [0, 0, 1] }\nthickness",
     "strip.toml:4: plate: the warp is perpendicular to triangle 0 of the rest shape, or nearly so"},
    {"thickness", "bending = \"quadratic\"\nrest = { curvature = 2 }\nthickness",
     "strip.toml:4: plate: quadratic bending is that of a sheet which is flat at rest, and two triangles are not"},
    {kHold, "where = \"left\"\nhold = \"clamped\"\n[[plate.spring]]\nwhere = \"right\"\nstiffness = 1\n",
     "strip.toml:11: plate.spring.0: give one of to, a place in space, and other, a point of the plate as { near = [0, "
     "0, 0] }"},
    {kHold, "where = \"left\"\nhold = \"clamped\"\n[[plate.spring]]\nwhere = \"right\"\nto = [1, 0, 0]\n",
     "strip.toml:11: plate.spring.0.stiffness: missing; force over length, as stiffness = \"100 N/m\""},
    {kMesh, "3",
     R"(strip.toml:5: plate.mesh: expected a table as { shape = "rectangle", ... } or { file = "plate.obj" }, got the number 3)"},
    {kMesh, "{ }", "strip.toml:5: plate.mesh.shape: missing; give shape or file"},
    {R"(shape = "rectangle")", R"(shape = "rectangel")",
     "strip.toml:5: plate.mesh.shape: unknown name 'rectangel'; did you mean 'rectangle'?"},
    {"nx = 4", "n_x = 4", "strip.toml:5: plate.mesh.n_x: unknown key; did you mean 'nx'?"},
    {", nx = 4", "", "strip.toml:5: plate.mesh.nx: missing; a rectangle needs it, as nx = 10"},
    {"nx = 4", "nx = 0", "strip.toml:5: plate.mesh.nx: must be at least 1, got 0"},
    {"nx = 4, ny = 2", "nx = 2000, ny = 2000",
     "strip.toml:5: plate.mesh: has 8e+06 triangles, at most 1000000 are allowed"},
    {"10 cm", "1e-9 cm",
     "strip.toml:5: plate.mesh: triangle 0 (points 0, 3 and 4, counted from 0) of the mesh is flat: its points lie on "
     "one line, or nearly"},
    {"ny = 2", "ny = 2, pattern = \"crosed\"",
     "strip.toml:5: plate.mesh.pattern: unknown name 'crosed'; did you mean 'crossed'?"},
    {"ny = 2", "ny = 2, jitter = 0.7", "strip.toml:5: plate.mesh.jitter: at most 0.5 of a cell, got 0.7"},
    {"ny = 2", "ny = 2, jitter = nan", "strip.toml:5: plate.mesh.jitter: nan is not a finite number"},
    {kMesh, R"({ shape = "annulus", inner = 2, outer = 1, n_turn = 9, n_radius = 2 })",
     "strip.toml:5: plate.mesh.outer: must be larger than inner"},
    {kMesh, R"({ shape = "cylinder", radius = 1, length = 1, end = 7, n_turn = 9, n_length = 2 })",
     "strip.toml:5: plate.mesh: the turn of a mesh is at most a full one, 2 pi, not 7 rad"},
    {kMesh, R"({ shape = "annulus", inner = 1, outer = 2, n_turn = 9, n_radius = 2, slit = 1 })",
     "strip.toml:5: plate.mesh.slit: expected true or false, got the number 1"},
    {kMesh, R"({ file = "plate.obj" })", "strip.toml:5: plate.mesh.file: mesh files are not read here"},
    {"thickness", "rest = { scale = 1.1, curvature = 2 }\nthickness",
     "strip.toml:6: plate.rest: give one of mesh, scale and curvature"},
    {"thickness", "rest = { curvature = \"50 1/m\" }\nthickness",
     "strip.toml:6: plate.rest.curvature: turns by 2.5 rad along a triangle, at most 1 rad can be resolved; make the "
     "mesh finer"},
    {"thickness", "rest = { mesh = { shape = \"rectangle\", length = 1, width = 1, nx = 3, ny = 2 } }\nthickness",
     "strip.toml:6: plate.rest.mesh: must have the points and triangles of plate.mesh in other places, but has 12 "
     "points and 12 triangles, numbered otherwise"},
    {"thickness", "place = { position = [1e9, 0, 0] }\nthickness",
     "strip.toml:6: plate.place.position: 1 Gm is more than 1000000 times the size of the plate; its shape would be "
     "lost in rounding"},
    {R"("left")", R"("lefft")", "strip.toml:9: plate.support.0.where: unknown name 'lefft'; did you mean 'left'?"},
    {R"(where = "left")", "",
     "strip.toml:8: plate.support.0.where: missing; say where, as \"left\", { min = [...], max = [...] } or { near = "
     "[...] }"},
    {R"("left")", "{ min = [1, 0, 0], max = [2, 1, 0] }",
     "strip.toml:9: plate.support.0.where: none of the 15 points is in this box"},
    {R"("left")", "{ min = [1, 0, 0], max = [0, 1, 0] }",
     "strip.toml:9: plate.support.0.where.max: must not be below min"},
    {R"("clamped")", R"("clampt")",
     "strip.toml:10: plate.support.0.hold: unknown name 'clampt'; did you mean 'clamped'?"},
    {kHold, "where = \"all\"\nhold = \"clamped\"\n",
     "strip.toml:8: plate.support: all points are held and none is left to move"},
    {"[[plate.support]]\nwhere = \"left\"\nhold = \"clamped\"\n", "",
     "strip.toml:4: plate.support: missing; nothing keeps the plate from moving as a rigid body, so it has no "
     "equilibrium; add [[plate.support]] where = \"left\", hold = \"clamped\", or hold = [\"z\"] for a single axis"},
    {R"("clamped")", R"("hinged")",
     "strip.toml:8: plate.support: nothing keeps the plate from turning about a line along y, so it has no "
     "equilibrium; "
     "add [[plate.support]] where = \"left\", hold = \"clamped\", or hold = [\"z\"] for a single axis"},
    {kHold, "where = { near = [0, 0, 0] }\nhold = \"clamped\"\n",
     "strip.toml:8: plate.support: nothing keeps the plate from turning, so it has no equilibrium; add "
     "[[plate.support]] where = \"left\", hold = \"clamped\", or hold = [\"z\"] for a single axis"},
    {kHold, "where = \"left\"\nhold = \"symmetric\"\nmove = { by = [1, 0, 0] }\n",
     "strip.toml:11: plate.support.0.move: a plane of symmetry stays where it is; leave it out"},
    {"[[plate.support]]", "[[plate.support]]\nwhere = \"boundary\"\nhold = \"symmetric\"\n[[plate.support]]",
     "strip.toml:8: plate.support.0: is no mirror: its points 0 and 14 are 100 mm apart along y in the rest shape, but "
     "a "
     "plane of symmetry is normal to x, y or z and has all of them (its edge faces y); choose other points, turn the "
     "plate with place, or say normal = [...]"},
    {"method = \"static\"", "method = \"arc-length\"\nduration = 1",
     "strip.toml:3: solve.method: arc-length goes from the loads at time zero to those at the end, but none changes; "
     "give one a when, as when = [[\"0 s\", 0], [\"1 s\", 1]]"},
    {"method = \"static\"", "longest_step = 0.1",
     "strip.toml:3: solve.longest_step: only the method arc-length has it; leave it out"},
};

TEST(PlateMistakes, each_has_its_sentence) {
  for (const Mistake& mistake : kMistakes) {
    EXPECT_EQ(sentence(changed(kPlate, mistake.from, mistake.to)), mistake.sentence);
  }
}

TEST(PlateMistakes, supports_that_pull_at_the_same_point_are_told) {
  const std::string moving = changed(kPlate, "method", "duration = 1\nmethod") +
                             "[[plate.support]]\nwhere = \"bottom\"\nhold = \"hinged\"\nmove = { by = [0, 0, 1] }\n";
  EXPECT_EQ(sentence(moving),
            "strip.toml:12: plate.support.1: holds point 0 (counted from 0), which plate.support.0 holds too and moves "
            "otherwise; choose other points with where = { min, max }");
  EXPECT_EQ(sentence(changed(moving, R"("bottom")", R"("right")")), "read");
  // In a plane of symmetry it may slide.
  const std::string sliding =
      changed(changed(changed(moving, R"("clamped")", R"("symmetric")"), "[0, 0, 1]", "[0, 1, 0]"), R"("hinged")",
              R"("clamped")");
  EXPECT_EQ(sentence(sliding), "read");
  EXPECT_THAT(sentence(changed(sliding, "[0, 1, 0]", "[1, 0, 0]")), HasSubstr("moves otherwise"));
}

TEST(PlateMistakes, a_moment_needs_an_edge_of_the_boundary) {
  const std::string loaded = kPlate + "[[plate.force]]\nwhere = \"right\"\nmoment = [0, 1, 0]\n";
  EXPECT_EQ(sentence(loaded), "read");
  EXPECT_EQ(sentence(changed(loaded, R"("right")", "{ near = [0.2, 0, 0] }")),
            "strip.toml:13: plate.force.0.moment: a moment acts on edges of the boundary, and there is none between "
            "these points");
  EXPECT_EQ(sentence(kPlate + "[[plate.force]]\nwhere = \"right\"\n"),
            "strip.toml:11: plate.force.0.force: missing; give force or moment, as force = [\"1 N\", 0, 0]");
}

TEST(PlateMistakes, a_path_follows_one_body_whose_supports_stay) {
  const std::string path = changed(kPlate, "\"static\"", "\"arc-length\"\nduration = 1") +
                           "[plate.pressure]\nvalue = 1\nwhen = [[0, 0], [1, 1]]\n";
  EXPECT_EQ(sentence(path), "read");
  EXPECT_THAT(sentence(changed(path, "hold =", "move = { by = [0, 0, 1] }\nhold =")),
              HasSubstr("strip.toml:3: solve.method: arc-length follows loads, but here a clamp moves"));
  EXPECT_THAT(sentence(changed(path, "duration = 1", "duration = 1\nlongest_step = 2")), HasSubstr("got 2"));
  const std::string rod = kStrip.substr(kStrip.find("[rod]"));
  EXPECT_THAT(sentence(path + rod), HasSubstr("arc-length follows one body, but there are 2"));
}

TEST(PlateMistakes, names_are_told_apart_across_rods_and_plates) {
  const std::string rod = kStrip.substr(kStrip.find("[rod]"));
  EXPECT_EQ(sentence(kPlate + rod), "read");
  EXPECT_EQ(sentence(changed(kPlate, "thickness", "name = \"rod\"\nthickness") + rod),
            "strip.toml:4: plate: another one is called 'rod' too; give each a name of its own");
}

TEST(PlateMistakes, a_bad_mesh_file_is_told_with_its_own_words) {
  const std::string text = changed(kPlate, kMesh, R"({ file = "bad.obj" })");
  const auto answer = [&](const MeshReader& reader) -> std::string {
    try {
      read_scene(text, "strip.toml", {}, reader);
    } catch (const UserError& error) {
      return error.what();
    }
    return "read";
  };
  EXPECT_EQ(answer({[](const std::string& file) -> TriangleMesh { throw UserError(file + ":7: no"); }}),
            "strip.toml:5: plate.mesh.file: bad.obj:7: no");
  const TriangleMesh flat{{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1, 2}}};
  EXPECT_THAT(answer({[&](const std::string&) { return flat; }}), HasSubstr("strip.toml:5: plate.mesh: "));
  const TriangleMesh lonely{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 5, 5}}, {{0, 1, 2}}};
  EXPECT_EQ(answer({[&](const std::string&) { return lonely; }}),
            "strip.toml:5: plate.mesh: point 3 (counted from 0) is in no triangle");
  const TriangleMesh fin{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, 0}}, {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}}};
  EXPECT_THAT(answer({[&](const std::string&) { return fin; }}), HasSubstr("strip.toml:5: plate.mesh: "));
}

}  // namespace
}  // namespace plumb
