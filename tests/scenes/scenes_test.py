"""Runs every example scene as its head says and compares what it expects; kills a run and resumes it.

The head of a scene has lines
  # run: plumb simulate examples/scenes/NAME.toml [options]
  # expect: OBSERVABLE = VALUE UNIT within N %          (of the last frame; or: within N UNIT)
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
                              "two_grippers"}, names)

    def test_every_scene_does_what_its_head_expects(self):
        for scene in SCENES:
            lines = scene.read_text().splitlines()
            commands = [line[len("# run: plumb "):] for line in lines if line.startswith("# run: plumb ")]
            expected = [line for line in lines if line.startswith("# expect: ")]
            self.assertTrue(commands and expected, f"{scene.name} needs '# run:' and '# expect:' lines")
            with self.subTest(scene=scene.name), tempfile.TemporaryDirectory() as out:
                result = told(run([*shlex.split(commands[0]), "--out", out, "--json"]))
                for line in expected:
                    match = EXPECT.match(line)
                    self.assertTrue(match, f"{scene.name}: not of the form in this file's head: {line}")
                    name, value, unit, margin, margin_unit = match.groups()
                    seen = result["observables"][name]
                    self.assertEqual(seen["unit"], unit.strip(), line)
                    width = float(margin) * (abs(float(value)) / 100 if margin_unit == "%" else 1)
                    self.assertLessEqual(abs(seen["value"] - float(value)), width, f"{line}, but it is {seen['value']}")
                for file in ["index.html", "frames.csv", "curves.csv", "run.npz", "run.pvd"]:
                    self.assertGreater(os.path.getsize(pathlib.Path(out) / file), 100, file)


class Killed(unittest.TestCase):
    def test_a_run_that_was_killed_resumes_to_the_same_bytes(self):
        scene = str(ROOT / "examples" / "scenes" / "pendulum_rod.toml")
        command = ["simulate", scene, "--frames", "400"]
        with tempfile.TemporaryDirectory() as folder:
            whole, parts = pathlib.Path(folder) / "whole", pathlib.Path(folder) / "parts"
            self.assertEqual(run([*command, "--out", str(whole)]).returncode, 0)
            process = subprocess.Popen([PLUMB, *command, "--out", str(parts)], stderr=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL)
            while not (parts / "states" / "00020.state").exists():
                self.assertIsNone(process.poll(), "it ended before it could be killed")
            process.send_signal(signal.SIGKILL)
            process.wait()
            self.assertFalse((parts / "index.html").exists())
            resumed = told(run([*command, "--out", str(parts), "--resume", "--json"]))
            self.assertGreaterEqual(resumed["resumed"], 20)
            self.assertEqual(resumed["frames"], 401)
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

    def test_a_sweep_is_one_table(self):
        with tempfile.TemporaryDirectory() as out:
            result = told(run(["simulate", self.SCENE, "--sweep", "rod.length=5 cm:25 cm:5", "--out", out, "--json"]))
            self.assertEqual((result["values"], result["failed"]), (5, []))
            self.assertEqual(len((pathlib.Path(out) / "sweep.csv").read_text().splitlines()), 6)


if __name__ == "__main__":
    unittest.main()
