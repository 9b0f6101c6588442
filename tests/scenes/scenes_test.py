"""Runs every example scene as its head says and compares what it expects; kills a run and resumes it.

  scenes_test.py PLUMB [Examples.test_hanging_strip | Killed | ...]

The head of a scene has lines
  # run: plumb simulate examples/scenes/NAME.toml [options]
  # expect: OBSERVABLE = VALUE UNIT within N %          (of the last frame; or: within N UNIT)
  # warns: WORDS                                        (of a warning; a scene without such a line does not warn)
"""

import filecmp
import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCENES = sorted((ROOT / "examples" / "scenes").glob("*.toml"))
PLUMB = os.path.abspath(sys.argv.pop(1))
EXPECT = re.compile(r"# expect: (.+) = (\S+) (.*)within (\S+) (.+)$")


def run(arguments, cwd=ROOT):
    return subprocess.run([PLUMB, *arguments], cwd=cwd, capture_output=True, text=True)


def told(result):
    if result.returncode != 0:
        raise AssertionError(f"exit code {result.returncode}: {result.stderr}")
    return json.loads(result.stdout)


class Examples(unittest.TestCase):
    def test_there_are_those_that_the_documentation_names(self):
        names = {scene.stem for scene in SCENES}
        self.assertLessEqual({"hanging_strip", "curly_hair", "twisted_ring", "pendulum_rod", "telephone_cord",
                              "two_grippers", "plate_cantilever", "rolled_plate", "pressurised_square", "slit_annulus",
                              "snapping_roof", "sideways_strip", "springing_plate", "wrinkling_sheet", "dropped_rod", "draped_sheet", "pushed_block",
                              "strip_on_drum", "card_house", "overhand_knot", "hank_in_bowl", "twisted_bar", "dropped_ball",
                              "scrambled_cube", "pinned_cloth"},
                             names)

    def does_what_its_head_expects(self, scene):
        lines = scene.read_text().splitlines()
        commands = [line[len("# run: plumb "):] for line in lines if line.startswith("# run: plumb ")]
        expected = [line for line in lines if line.startswith("# expect: ")]
        self.assertTrue(commands and expected, f"{scene.name} needs '# run:' and '# expect:' lines")
        with tempfile.TemporaryDirectory() as out:
            result = told(run([*shlex.split(commands[0]), "--out", out, "--json"]))
            for line in expected:
                match = EXPECT.match(line)
                self.assertTrue(match, f"{scene.name}: not of the form in this file's head: {line}")
                name, value, unit, margin, margin_unit = match.groups()
                seen = result["observables"][name]
                self.assertEqual(seen["unit"], unit.strip(), line)
                width = float(margin) * (abs(float(value)) / 100 if margin_unit == "%" else 1)
                self.assertLessEqual(abs(seen["value"] - float(value)), width, f"{line}, but it is {seen['value']}")
            warns = [line[len("# warns: "):] for line in lines if line.startswith("# warns: ")]
            self.assertEqual(len(result["warnings"]), len(warns), result["warnings"])
            for words, warning in zip(warns, result["warnings"]):
                self.assertIn(words, warning)
            has_mesh = any(f"[{kind}]" in lines or f"[[{kind}]]" in lines for kind in ("plate", "solid"))
            bodies = "surfaces.csv" if has_mesh else "curves.csv"
            for file in ["index.html", "frames.csv", bodies, "run.npz", "run.pvd"]:
                self.assertGreater(os.path.getsize(pathlib.Path(out) / file), 100, file)


# A test for each scene, so that they run side by side.
for scene in SCENES:
    setattr(Examples, f"test_{scene.stem}", lambda self, scene=scene: self.does_what_its_head_expects(scene))


class Documentation(unittest.TestCase):
    def test_every_complete_scene_in_it_runs(self):
        scenes = re.findall(r"```toml\n(.*?)```", (ROOT / "docs" / "scenes.md").read_text(), re.DOTALL)
        self.assertGreaterEqual(len(scenes), 2)
        for scene in scenes:
            with self.subTest(scene=scene), tempfile.TemporaryDirectory() as folder:
                (pathlib.Path(folder) / "scene.toml").write_text(scene)
                told(run(["simulate", "scene.toml", "--json"], cwd=folder))


class Killed(unittest.TestCase):
    def test_a_rod_that_was_killed_resumes_to_the_same_bytes(self):
        self.kill_and_resume("pendulum_rod", 400, 20)

    def test_a_plate_that_was_killed_resumes_to_the_same_bytes(self):
        self.kill_and_resume("springing_plate", 120, 10)

    def test_a_plate_whose_mesh_changes_resumes_to_the_same_bytes(self):
        self.kill_and_resume("wrinkling_sheet", 80, 20)

    def test_a_rod_that_was_killed_in_contact_resumes_to_the_same_bytes(self):
        self.kill_and_resume("dropped_rod", 300, 120)

    def test_a_solid_that_was_killed_in_contact_resumes_to_the_same_bytes(self):
        self.kill_and_resume("dropped_ball", 40, 10)

    def kill_and_resume(self, name, n_frames, n_before):
        scene = str(ROOT / "examples" / "scenes" / f"{name}.toml")
        command = ["simulate", scene, "--frames", str(n_frames)]
        with tempfile.TemporaryDirectory() as folder:
            whole, parts = pathlib.Path(folder) / "whole", pathlib.Path(folder) / "parts"
            self.assertEqual(run([*command, "--out", str(whole)]).returncode, 0)
            process = subprocess.Popen([PLUMB, *command, "--out", str(parts)], stderr=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL)
            while not (parts / "states" / f"{n_before:05}.state").exists():
                self.assertIsNone(process.poll(), "it ended before it could be killed")
            process.send_signal(signal.SIGKILL)
            process.wait()
            self.assertTrue((parts / "index.html").exists(), "a page of the frames there were")
            self.assertTrue((parts / "run.pvd").read_text().endswith("</VTKFile>\n"))
            resumed = told(run([*command, "--out", str(parts), "--resume", "--json"]))
            self.assertGreaterEqual(resumed["resumed"], n_before)
            self.assertEqual(resumed["frames"], n_frames + 1)
            files = sorted(str(f.relative_to(whole)) for f in whole.rglob("*") if f.is_file() and f.name != "lock")
            _, different, missing = filecmp.cmpfiles(whole, parts, files, shallow=False)
            self.assertEqual((different, missing), ([], []))


class CommandLine(unittest.TestCase):
    SCENE = str(ROOT / "examples" / "scenes" / "hanging_strip.toml")

    def test_mistakes_are_one_sentence_and_exit_code_2(self):
        for arguments, words in [(["simulate", "nowhere.toml"], "nowhere.toml"),
                                 (["simulate", self.SCENE, "--set", "rod.lenght=1"], "length"),
                                 (["simulate", self.SCENE, "--set", "rod.length=1 kg"], "rod.length"),
                                 (["simulate", self.SCENE, "--sweep", "rod.length=1:2"], "expected key=from:to:n"),
                                 (["modes", self.SCENE, "-n", "0"], "-n")]:
            with self.subTest(arguments=arguments), tempfile.TemporaryDirectory() as out:
                result = run(arguments, cwd=out)
                self.assertEqual(result.returncode, 2, result.stderr)
                self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)
                self.assertIn(words, result.stderr)

    def test_a_motion_that_cannot_be_followed_is_exit_code_3(self):
        scene = str(ROOT / "examples" / "scenes" / "pendulum_rod.toml")
        with tempfile.TemporaryDirectory() as out:
            result = run(["simulate", scene, "--out", out, "--set", "solve.method=symplectic-euler", "--set",
                          "solve.dt=10 ms"])
            self.assertEqual(result.returncode, 3, result.stderr)
            self.assertIn("lower dt", result.stderr)
            self.assertNotIn("nan", (pathlib.Path(out) / "frames.csv").read_text())

    def test_modes_of_a_straight_rod_are_those_of_euler_and_bernoulli(self):
        scene = str(ROOT / "examples" / "scenes" / "pendulum_rod.toml")
        with tempfile.TemporaryDirectory() as out:
            result = told(run(["modes", scene, "-n", "3", "--json", "--out", out, "--set", "world.gravity=[0,0,0]"]))
            self.assertTrue((pathlib.Path(out) / "modes.html").exists())
        radius, length, young, density = 0.5e-3, 0.5, 200e9, 7800
        first = 1.8751 ** 2 / length ** 2 * (young / density) ** 0.5 * radius / 2 / 6.283185307
        self.assertAlmostEqual(result["pendulum"]["frequencies [Hz]"][0] / first, 1, delta=0.005)

    def test_modes_of_a_narrow_plate_are_those_of_a_beam(self):
        scene = str(ROOT / "examples" / "scenes" / "rolled_plate.toml")
        with tempfile.TemporaryDirectory() as out:
            result = told(run(["modes", scene, "-n", "2", "--json", "--out", out, "--set", "plate.force.0.moment=[0,0,0]"]))
            self.assertTrue((pathlib.Path(out) / "modes.html").exists())
        thickness, length, young, density = 1e-3, 0.12, 10e6, 1100
        first = 1.8751 ** 2 / length ** 2 * (young / density / 12) ** 0.5 * thickness / 6.283185307
        self.assertAlmostEqual(result["plate"]["frequencies [Hz]"][0] / first, 1, delta=0.01)

    def test_a_plate_may_come_from_a_file_beside_its_scene(self):
        mesh = "v 0 0 0\nv 0.1 0 0\nv 0.1 0.05 0\nv 0 0.05 0\nv 0.2 0 0\nv 0.2 0.05 0\nf 1 2 3 4\nf 2 5 6 3\n"
        scene = ('[plate]\nmesh = { file = "sail.obj" }\nthickness = "2 mm"\n'
                 'material = { E = "1 MPa", nu = 0.3, rho = "1000 kg/m^3" }\n'
                 '[[plate.support]]\nwhere = { min = [0, 0, 0], max = [0, 1, 0] }\nhold = "clamped"\n')
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "sail.toml").write_text(scene)
            missing = run(["simulate", "sail.toml"], cwd=folder)
            self.assertEqual(missing.returncode, 2, missing.stderr)
            self.assertIn("sail.toml:2: plate.mesh.file:", missing.stderr)
            (pathlib.Path(folder) / "sail.obj").write_text(mesh)
            self.assertLess(told(run(["simulate", "sail.toml", "--json"], cwd=folder))["observables"]["lowest z"]["value"], 0)
            # Another mesh is another run.
            (pathlib.Path(folder) / "sail.obj").write_text(mesh.replace("0.05", "0.06"))
            self.assertEqual(run(["simulate", "sail.toml", "--resume"], cwd=folder).returncode, 2)

    def test_a_sweep_is_one_table(self):
        with tempfile.TemporaryDirectory() as out:
            result = told(run(["simulate", self.SCENE, "--sweep", "rod.length=5 cm:25 cm:5", "--out", out, "--json"]))
            self.assertEqual((result["values"], result["failed"]), (5, []))
            self.assertEqual(len((pathlib.Path(out) / "sweep.csv").read_text().splitlines()), 6)

    def test_a_plate_is_swept_too(self):
        scene = str(ROOT / "examples" / "scenes" / "plate_cantilever.toml")
        with tempfile.TemporaryDirectory() as out:
            result = told(run(["simulate", scene, "--sweep", "plate.thickness=1 mm:3 mm:3", "--out", out, "--json"]))
            self.assertEqual((result["values"], result["failed"]), (3, []))
            header, *rows = [line.split(",") for line in (pathlib.Path(out) / "sweep.csv").read_text().splitlines()]
            lowest = [float(row[header.index("lowest z [m]")]) for row in rows]
            self.assertEqual(lowest, sorted(lowest))


if __name__ == "__main__":
    unittest.main()
