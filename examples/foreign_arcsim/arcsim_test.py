"""Tests of the driver of ARCSim, against a stand-in for it: python3 examples/foreign_arcsim/arcsim_test.py

The stand-in takes the same files and knows no more than they say. It bends the strip as a light beam of stiffness ke/4
does, and so a wrong number in a file is a wrong drop.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "python")]
from arcsim import ArcSim  # noqa: E402
from plumb_judge import Failed, Knobs, Scales, Scenario  # noqa: E402
from scene import Course, Strip, material, scene  # noqa: E402
from strip_mesh import Mesh, coarse_strip, read_obj, uniform_strip, write_obj  # noqa: E402

STAND_IN = '''#!{python}
import json, sys, time
from pathlib import Path
mode, conf, out = sys.argv[1:]
assert mode == "simulateoffline"
conf, fault = json.loads(Path(conf).read_text()), Path({fault!r}).read_text()
cloth = conf["cloths"][0]
material = json.loads(Path(cloth["materials"][0]["data"]).read_text())
words = [line.split() for line in Path(cloth["mesh"]).read_text().splitlines()]
nodes = [tuple(map(float, w[1:])) for w in words if w[0] == "v"]
faces = [[int(i) for i in w[1:]] for w in words if w[0] == "f"]
held = conf["handles"][0]["nodes"]
clamp = (min(nodes[i][0] for i in held) + max(nodes[i][0] for i in held)) / 2
L = max(x for x, y, z in nodes) - clamp
q = material["density"] * conf["gravity"][2] / (material["bending"][0][0] / 4)
w = lambda x: q * x * x * (6 * L * L - 4 * L * x + x * x) / 24 if x > 0 else 0.0
if fault == "dies":
    print("TAUCS failed", file=sys.stderr)
    sys.exit(3)
for frame in range(conf["end_frame"] + 1):
    left = {{"swings": frame % 2, "hovers": 0.01 * (frame % 2), "lifted": 0.25}}.get(fault, 0.1 ** frame)
    with open(f"{{out}}/{{frame:04d}}_00.obj", "w") as file:
        for x, y, z in nodes:
            file.write(f"vt {{x:.6g}} {{y:.6g}}\\n")
        for i, (x, y, z) in enumerate(reversed(nodes)):
            file.write(f"v {{x:.6g}} {{y:.6g}} {{w(x - clamp) * (1 - left):.6g}}\\n")
            if w(x - clamp):
                file.write(f"nv 0 0 {{w(x - clamp) * left / conf['frame_time']:.6g}}\\n")
        n = len(nodes)
        for face in faces:
            file.write("f " + " ".join(f"{{n + 1 - i}}/{{i}}" for i in face) + "\\n")
'''

STRIP = {"thickness": 1e-3, "width": 0.1, "nu": 0.0}
UNIT_BENDING = Scales(1.0, 12 / 1e-9, 1 / 1e-3)
IN_METRES = Scales(0.8, 2.1e9, 1287.0)


def area(mesh: Mesh, triangle: tuple[int, int, int]) -> float:
    (x0, y0), (x1, y1), (x2, y2) = (mesh.rest[node] for node in triangle)
    return ((x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)) / 2


class Meshes(unittest.TestCase):
    def test_they_cover_the_strip_and_half_a_cell_behind_the_clamp(self) -> None:
        for make in (uniform_strip, coarse_strip):
            mesh = make(2.0, 0.3, 30)
            areas = [area(mesh, triangle) for triangle in mesh.triangles]
            self.assertGreater(min(areas), 0, "counter-clockwise")
            self.assertAlmostEqual(sum(areas), 0.3 * (2.0 + 1 / 30.5))
            self.assertAlmostEqual(max(x for x, _ in mesh.rest), 2.0)
            held = {round(x, 12) for x, _ in mesh.rest[:mesh.held]}
            self.assertEqual(held, {round(-1 / 30.5, 12), round(1 / 30.5, 12)}, "columns on either side of the clamp")
            self.assertGreater(mesh.rest[mesh.held][0], 1.01 / 30.5)

    def test_equal_triangles_are_nearly_equilateral(self) -> None:
        mesh = uniform_strip(1.0, 0.1, 120)
        inner = [t for t in mesh.triangles if all(1e-9 < mesh.rest[node][1] < 0.1 - 1e-9 for node in t)]
        for a, b, c in inner:
            sides = [math.dist(mesh.rest[i], mesh.rest[j]) for i, j in ((a, b), (b, c), (c, a))]
            self.assertLess(max(sides) / min(sides), 1.1)

    def test_remeshing_has_no_cause_to_split_an_edge_between_held_nodes(self) -> None:
        mesh = coarse_strip(1.0, 0.1, 60)
        cloth = scene(Strip(1, 0.1, 1e-3, 1e9, 0, 1e3, 1, 1), mesh, 60, Course())["cloths"][0]
        smallest, _ = cloth["remeshing"]["size"]
        for column in range(2):
            ys = [y for _, y in mesh.rest[:mesh.held]][column * mesh.held // 2:(column + 1) * mesh.held // 2]
            self.assertLessEqual(max(b - a for a, b in zip(ys, ys[1:])), smallest * (1 + 1e-12))

    def test_an_obj_comes_back(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.obj"
            path.write_text("vt 1 0\nvt 0 0\nvt 0 1\nv 0 0 0\nv 1 0 -2\nnv 0 3 4\nv 0 1 0\nf 1/2 2/1 3/3\n")
            mesh = read_obj(path)
            self.assertEqual(mesh.rest, [(0, 0), (1, 0), (0, 1)])
            self.assertEqual((mesh.speed(), mesh.shift()), (5, 2))
            self.assertEqual(mesh.triangles, [(0, 1, 2)])
            write_obj(mesh, path)
            self.assertIn("v 1.0 0.0 -2.0\n", path.read_text())

    def test_the_tip_is_the_middle_of_the_free_edge(self) -> None:
        rest = [(0.0, 0.0), (1.0, 0.0), (1.0, 0.25), (1.0, 0.75), (1.0, 1.0)]
        mesh = Mesh(rest=rest, points=[(x, y, 10 * y) for x, y in rest])
        self.assertEqual(mesh.tip(1.0, 1.0), (1.0, 0.5, 5.0))
        self.assertEqual(mesh.tip(1.0, 0.5), (1.0, 0.25, 2.5))


class Scenes(unittest.TestCase):
    def test_stretching_is_half_of_the_membrane_and_poissons_ratio_is_kept(self) -> None:
        told = material(Strip(1, 0.1, 0.01, 3e6, 0.25, 1e3, 1, 1))
        membrane = 3e4 / (1 - 0.25**2)
        for row in told["stretching"]:
            for value, expected in zip(row, (0.5, 0.125, 0.5, 0.375)):
                self.assertAlmostEqual(value, expected * membrane)

    def test_the_fixed_mesh_is_not_remeshed(self) -> None:
        strip, mesh = Strip(1, 0.1, 1e-3, 1e9, 0, 1e3, 1, 1), uniform_strip(1, 0.1, 10)
        self.assertIn("remeshing", scene(strip, mesh, 10, Course())["disable"])
        self.assertNotIn("remeshing", scene(strip, mesh, 10, Course(remeshing=True))["disable"])
        self.assertIn("popfilter", scene(strip, mesh, 10, Course(popfilter=False))["disable"])


class Driver(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.fault, self.program = Path(folder.name) / "fault", Path(folder.name) / "arcsim"
        self.fault.write_text("")
        self.program.write_text(STAND_IN.format(python=sys.executable, fault=str(self.fault)))
        self.program.chmod(0o755)

    def opened(self, scales: Scales = UNIT_BENDING, tol: float = 1e-5, **options: object) -> ArcSim:
        code = ArcSim(str(self.program), **options)
        code.open(Scenario("cantilever", "sweep", "quick", STRIP, scales, Knobs(8, 0.1, tol)))
        return code

    def hung(self, load: dict[str, float], *args: object, **options: object) -> dict[str, float]:
        code = self.opened(*args, **options)
        self.told = code.advance(load)
        return code.observe()

    def test_a_light_strip_is_a_beam_of_a_quarter_of_the_stiffness(self) -> None:
        for factor in (1, 4, 12):
            for fixed in (False, True):
                seen = self.hung({"gamma": 1e-3}, bending=factor, fixed=fixed)
                self.assertAlmostEqual(seen["drop"] / (1e-3 / 8 * 4 / factor), 1, delta=1e-4)
                self.assertAlmostEqual(seen["reach"], 1)

    def test_scales_do_not_matter(self) -> None:
        seen = self.hung({"gamma": 2e-3}, fixed=True)["drop"]
        self.assertAlmostEqual(self.hung({"gamma": 2e-3}, IN_METRES, fixed=True)["drop"] / seen, 1, delta=1e-4)

    def test_young_of_the_load_comes_before_that_of_the_scales(self) -> None:
        # rho g h L^3 / D with L = 0.8 m, h = 0.8 mm, E = 1 MPa, at 9.81 m/s^2.
        load = {"gamma": 12 * 1287 * 9.81 * 0.8**3 / (1e6 * 0.8e-3**2), "young": 1e6}
        self.assertAlmostEqual(self.opened(IN_METRES).strip(load).gravity, 9.81)
        soft, stiff = (self.hung({"gamma": 2e-3} | more, IN_METRES, fixed=True) for more in ({"young": 1e6}, {}))
        self.assertAlmostEqual(soft["drop"] / stiff["drop"], 1, delta=1e-4)

    def test_it_waits_until_the_strip_is_at_rest(self) -> None:
        for tol in (1e-2, 1e-6):
            error = abs(self.hung({"gamma": 1e-3}, tol=tol, fixed=True)["drop"] / (1e-3 / 2) - 1)
            self.assertLess(error, tol)
            steps = self.told["iterations"]
        self.assertGreater(steps, 70)

    def test_a_strip_that_is_lifted_in_each_frame_rests_where_it_is_found(self) -> None:
        self.fault.write_text("lifted")
        self.assertAlmostEqual(self.hung({"gamma": 1e-3}, fixed=True)["drop"] / (1e-3 / 2), 0.75, delta=1e-4)
        self.assertLess(self.told["iterations"], 200)

    def test_a_strip_that_never_rests_is_not_converged(self) -> None:
        self.fault.write_text("swings")
        with self.assertRaises(Failed) as caught:
            self.hung({"gamma": 1e-3}, fixed=True)
        self.assertEqual(caught.exception.status, "not_converged")

    def test_a_strip_that_hovers_is_taken_as_it_is_and_said_to_hover(self) -> None:
        self.fault.write_text("hovers")
        self.assertAlmostEqual(self.hung({"gamma": 1e-3}, fixed=True)["drop"] / (1e-3 / 2), 1, delta=0.011)
        self.assertIn("never at rest, hovers within 0.01 of its way", self.told["note"])

    def test_a_program_that_dies_is_quoted(self) -> None:
        self.fault.write_text("dies")
        with self.assertRaisesRegex(Failed, "code 3: TAUCS failed"):
            self.hung({"gamma": 1e-3})

    def test_no_program_is_one_sentence_that_says_how_to_name_it(self) -> None:
        message = {"message": "open", "scenario": {
            "protocol": "cantilever", "branch": "sweep", "sampling": "quick", "regime": STRIP,
            "scales": {"length": 1, "young": 1e9, "density": 1e3}, "knobs": {"n": 20, "dt": 0.1, "tol": 1e-5}}}
        done = subprocess.run([sys.executable, HERE / "arcsim.py"], input=json.dumps(message) + "\n", text=True,
                              capture_output=True, timeout=60, env=os.environ | {"ARCSIM": "/nowhere"})
        self.assertIn("--program or ARCSIM", json.loads(done.stdout)["error"])


if __name__ == "__main__":
    unittest.main()
