"""Tests of plumb_judge and of the three examples: python3 python/plumb_judge_test.py"""

from __future__ import annotations

import json
import math
import select
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("python", "examples/foreign_cantilever", "examples/foreign_stick_slip", "examples/foreign_pendulum")
sys.path[:0] = [str(ROOT / folder) for folder in FOLDERS]
from clamped_elastica import ClampedElastica  # noqa: E402
from planar_elastica import PlanarElastica  # noqa: E402
from plumb_judge import Failed, Knobs, Scales, Scenario  # noqa: E402
from rigid_pendulum import RigidPendulum  # noqa: E402

CANTILEVER = {"radius": 5e-4, "thickness": 1e-3, "width": 0.1, "nu": 0.0}
STRIP = {"thickness": 1e-3, "width": 0.1, "nu": 0.0}
UNIT_BENDING = Scales(1.0, 12 / (1e-9 * 0.1), 1 / (1e-3 * 0.1))
IN_METRES = Scales(0.35, 2.1e9, 1287.0)

OPEN = {"message": "open",
        "scenario": {"protocol": "cantilever", "branch": "sweep", "sampling": "quick", "regime": {"mu": 0.25},
                     "scales": {"length": 2.0, "young": 3.0, "density": 4.0},
                     "knobs": {"n": 7, "dt": 0.5, "tol": 0.125}}}

TINY = '''
import os, sys
sys.path.insert(0, {folder!r})
from plumb_judge import Code, Failed, serve

class Tiny(Code):
    name = "tiny"
    protocols = {{"cantilever": {{"n": 7}}}}

    def __init__(self, factor=1.0):
        self.factor, self.sum = factor, 0.0

    def open(self, scenario):
        if scenario.branch == "none":
            raise Failed("outside_domain", "no such branch")
        s, k = scenario.scales, scenario.knobs
        self.seen = {{"mu": scenario.regime["mu"], "L": s.length, "E": s.young, "rho": s.density, "n": k.n, "dt": k.dt,
                     "tol": k.tol}}

    def advance(self, load):
        print("a word of the author")
        os.write(1, b"a word of a library\\n")
        if "bad" in load:
            raise ValueError("two\\nlines")
        if "far" in load:
            raise Failed("outside_domain", "too far")
        if "why" in load:
            raise Failed("because")
        self.sum += self.factor * load["gamma"]
        return {{"iterations": 3, "residual": 1e300 * self.sum, "negative_modes": 0, "note": "a note"}}

    def observe(self):
        return self.seen | {{"sum": self.sum, "root": self.sum * 1e300, "word": "1", "extra": None}}

    def save(self):
        return self.sum if self.sum < 1e100 else float("inf")

    def load(self, state):
        self.sum = state

serve(Tiny, factor=2.0)
print("said after serving", file=sys.stderr)
'''


class Loop(unittest.TestCase):
    """The messages, through the pipes of a real process."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.program = Path(folder.name) / "tiny.py"
        self.program.write_text(TINY.format(folder=str(ROOT / "python")))

    def talk(self, *messages: Any) -> list[dict[str, Any]]:
        """The answers; a message that is a string is sent as it is. All of standard output must be answers."""
        lines = [m if isinstance(m, str) else json.dumps(m) for m in messages]
        done = subprocess.run([sys.executable, self.program], input="".join(line + "\n" for line in lines),
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.errors = done.stderr
        answers = [json.loads(line, parse_constant=self.fail) for line in done.stdout.splitlines()]
        self.assertEqual(len(answers), len(messages))
        return answers

    def error(self, *messages: Any) -> str:
        answer = self.talk(*messages)[-1]
        self.assertEqual(list(answer), ["error"])
        return answer["error"]

    def test_describe(self) -> None:
        expected = {"name": "tiny", "protocols": {"cantilever": {"n": 7}}, "saves": True}
        self.assertEqual(self.talk({"message": "describe"}), [expected])

    def test_answers_at_once(self) -> None:
        with subprocess.Popen([sys.executable, self.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            process.stdin.write(b'{"message": "describe"}\n')
            process.stdin.flush()
            ready, _, _ = select.select([process.stdout], [], [], 30)
            self.assertTrue(ready, "nothing within half a minute")
            process.stdin.close()

    def test_a_knob_without_end(self) -> None:
        self.program.write_text(self.program.read_text().replace('"n": 7', '"dt": float("inf")'))
        self.assertIn("ValueError", self.error({"message": "describe"}))

    def test_without_load_it_does_not_save(self) -> None:
        self.program.write_text(self.program.read_text().replace("def load(", "def unload("))
        self.assertIs(self.talk({"message": "describe"})[0]["saves"], False)

    def test_open_advance_observe(self) -> None:
        answers = self.talk(OPEN, {"message": "advance", "load": {"gamma": 0.25}},
                            {"message": "observe", "names": ["sum", "mu", "L", "E", "rho", "n", "dt", "tol"]})
        self.assertEqual(answers, [
            {}, {"status": "ok", "iterations": 3, "residual": 5e299, "negative_modes": 0, "note": "a note"},
            {"observed": {"sum": 0.5, "mu": 0.25, "L": 2, "E": 3, "rho": 4, "n": 7, "dt": 0.5, "tol": 0.125}}])

    def test_every_open_starts_anew(self) -> None:
        advance, observe = {"message": "advance", "load": {"gamma": 1}}, {"message": "observe", "names": ["sum"]}
        answers = self.talk(OPEN, advance, advance, observe, OPEN, observe)
        self.assertEqual([a["observed"]["sum"] for a in answers if "observed" in a], [4, 0])

    def test_save_and_load(self) -> None:
        state = {"state": 0.1 + 0.2}
        answers = self.talk(OPEN, {"message": "load"} | state, {"message": "save"})
        self.assertEqual(answers[1:], [{}, state])

    def test_a_mistake_in_the_program_says_so(self) -> None:
        self.program.write_text(self.program.read_text().replace('load["gamma"]', 'load["gama"]'))
        answer = self.talk(OPEN, {"message": "advance", "load": {"gamma": 1}})[-1]
        self.assertEqual(answer, {"error": "KeyError: 'gama'", "fault": "program"})

    def test_what_is_stated_in_si_units_arrives(self) -> None:
        self.program.write_text(self.program.read_text().replace('"L": s.length', '"L": scenario.si["length"]'))
        told = {"message": "open", "scenario": OPEN["scenario"] | {"si": {"length": 7.0}}}
        answer = self.talk(told, {"message": "observe", "names": ["L"]})[-1]
        self.assertEqual(answer, {"observed": {"L": 7.0}})

    def test_prints_go_to_standard_error(self) -> None:
        self.talk(OPEN, {"message": "advance", "load": {"gamma": 1}})
        for words in ("of the author", "of a library", "said after"):
            self.assertIn(words, self.errors)

    def test_the_end_of_input_is_the_end(self) -> None:
        self.assertEqual(self.talk(), [])

    def test_a_status_and_its_sentence(self) -> None:
        answers = self.talk(OPEN, {"message": "advance", "load": {"far": 1}})
        self.assertEqual(answers[1], {"status": "outside_domain", "note": "too far"})

    def test_failed_to_open(self) -> None:
        other = {"message": "open", "scenario": OPEN["scenario"] | {"branch": "none"}}
        self.assertEqual(self.error(other), "no such branch")
        self.assertIn("before 'open'", self.error(OPEN, other, {"message": "save"}))

    def test_an_unknown_status_is_the_authors_mistake(self) -> None:
        self.assertIn("unknown status 'because'", self.error(OPEN, {"message": "advance", "load": {"why": 1}}))

    def test_an_exception_is_one_line_and_the_next_load_counts(self) -> None:
        answers = self.talk(OPEN, {"message": "advance", "load": {"bad": 1}},
                            {"message": "advance", "load": {"gamma": 1}})
        self.assertEqual(answers[1], {"error": "ValueError: two lines"})
        self.assertEqual(answers[2]["status"], "ok")
        self.assertIn("Traceback", self.errors)

    def test_what_is_no_finite_number(self) -> None:
        observe = {"message": "observe", "names": ["sum", "root"]}
        far = {"message": "load", "state": 1e99}
        self.assertEqual(self.error(OPEN, far, observe), "root is inf, not a finite number")
        self.assertEqual(self.error(OPEN, far, {"message": "advance", "load": {"gamma": 1}}),
                         "residual of advance is inf, not a finite number")
        self.assertIn("state", self.error(OPEN, {"message": "load", "state": 1e101}, {"message": "save"}))
        self.assertIn("word", self.error(OPEN, {"message": "observe", "names": ["word"]}))
        self.assertIn("extra", self.error(OPEN, {"message": "observe", "names": ["extra"]}))

    def test_what_is_missing_is_named(self) -> None:
        self.assertIn("'drop'", self.error(OPEN, {"message": "observe", "names": ["drop"]}))
        self.assertIn("'scenario'", self.error({"message": "open"}))
        self.assertIn("'load'", self.error(OPEN, {"message": "advance"}))
        self.assertIn("'names'", self.error(OPEN, {"message": "observe"}))
        self.assertIn("'state'", self.error(OPEN, {"message": "load"}))
        for key in OPEN["scenario"]:
            less = {k: v for k, v in OPEN["scenario"].items() if k != key}
            self.assertIn(key, self.error({"message": "open", "scenario": less}))

    def test_what_is_no_message(self) -> None:
        self.assertIn("not JSON", self.error("garbage"))
        self.assertIn("'message'", self.error("[1]"))
        self.assertIn("unknown message 'dance'", self.error({"message": "dance"}))
        self.assertIn("before 'open'", self.error({"message": "observe", "names": []}))


def hung(gammas: list[float], n: int = 100, bending: float = 1.0, scales: Scales = IN_METRES,
         regime: dict[str, float] = CANTILEVER) -> PlanarElastica:
    code = PlanarElastica(bending)
    code.open(Scenario("cantilever", "sweep", "full", regime, scales, Knobs(n)))
    for gamma in gammas:
        code.advance({"gamma": gamma})
    return code


def aspect(code: PlanarElastica) -> float:
    seen = code.observe()
    return seen["drop"] / seen["reach"]


class Cantilever(unittest.TestCase):
    def test_a_light_strip_is_a_beam(self) -> None:
        self.assertAlmostEqual(aspect(hung([1e-3])) / (1e-3 / 8), 1, delta=2e-4)

    def test_points_of_the_master_curve(self) -> None:
        # plumb curve cantilever --at 1 100 10000
        for gamma, expected in ((1, 0.1245617664), (100, 5.888104623), (1e4, 69.70882958)):
            self.assertAlmostEqual(aspect(hung([gamma])) / expected, 1, delta=2.5e-3)

    def test_second_order(self) -> None:
        errors = [aspect(hung([1e4], n)) / 69.70882958 - 1 for n in (50, 100, 200)]
        for coarse, fine in zip(errors, errors[1:]):
            self.assertAlmostEqual(coarse / fine, 4, delta=0.05)

    def test_a_restatement_changes_nothing(self) -> None:
        for gamma in (1e-3, 10.0):
            self.assertAlmostEqual(aspect(hung([gamma])) / aspect(hung([gamma], scales=UNIT_BENDING)), 1, delta=1e-9)

    def test_gravity_in_metres_and_kilograms(self) -> None:
        # A/I is 4/r^2 for the circle and 12/h^2 for the rectangle.
        L, E, rho = IN_METRES.length, IN_METRES.young, IN_METRES.density
        rod = hung([rho * 9.81 * L**3 / E * 4 / (5e-4 * L) ** 2])
        self.assertAlmostEqual(rod.gravity, 9.81, delta=1e-9)
        strip = hung([], regime=STRIP)
        strip.advance({"gamma": rho * 9.81 * L**3 / 1e8 * 12 / (1e-3 * L) ** 2, "young": 1e8})
        self.assertAlmostEqual(strip.gravity, 9.81, delta=1e-9)

    def test_half_as_stiff_is_twice_as_heavy(self) -> None:
        self.assertAlmostEqual(aspect(hung([5.0], bending=0.5)) / aspect(hung([10.0])), 1, delta=1e-9)

    def test_resumed_with_the_same_bits(self) -> None:
        whole = hung([1e-3, 1.0, 1e4])
        resumed = hung([])
        resumed.load(json.loads(json.dumps(hung([1e-3, 1.0]).save())))
        resumed.advance({"gamma": 1e4})
        self.assertEqual(resumed.save(), whole.save())
        self.assertNotEqual(hung([1e4]).save(), whole.save(), "the path leaves its trace in the last bits")


def pushed(mu: float, loads: list[dict[str, float]], n: int = 100, friction: float = 1.0,
           scales: Scales = UNIT_BENDING) -> ClampedElastica:
    code = ClampedElastica(friction)
    code.open(Scenario("stick-slip", "mu", "full", STRIP | {"mu": mu}, scales, Knobs(n)))
    for load in loads:
        code.advance(load)
    return code


def shift(code: ClampedElastica) -> float:
    return code.observe()["tip_shift"]


class StickSlip(unittest.TestCase):
    def test_forces_of_the_master_curve(self) -> None:
        # plumb curve stick-slip --at 0.01 0.1 0.3
        for eps_y, P, Q in ((0.01, 20.26679938, 0.9090408972), (0.1, 20.95864221, 3.2023245),
                            (0.3, 22.41772466, 7.319192385)):
            shape = pushed(1.0, [{"eps_y": eps_y}]).shape
            self.assertAlmostEqual(shape.P / P, 1, delta=3e-4)
            self.assertAlmostEqual(shape.Q / Q, 1, delta=3e-4)
            self.assertEqual(shape.negative_modes, 0)

    def test_second_order(self) -> None:
        errors = [pushed(1.0, [{"eps_y": 0.3}], n).shape.P / 22.41772466 - 1 for n in (50, 100, 200)]
        for coarse, fine in zip(errors, errors[1:]):
            self.assertAlmostEqual(coarse / fine, 4, delta=0.05)

    def test_slips_where_the_curve_says(self) -> None:
        for scales in (UNIT_BENDING, IN_METRES):  # ratio 0.1527925554 at eps_y = 0.1
            self.assertEqual(shift(pushed(0.1531, [{"eps_y": 0.1}], scales=scales)), 0)
            self.assertGreater(shift(pushed(0.1525, [{"eps_y": 0.1}], scales=scales)), 0.3)

    def test_no_friction_slips_as_soon_as_it_buckles(self) -> None:
        code = pushed(0.0, [{"eps_y": 0.0}])
        self.assertEqual(shift(code), 0)
        code.advance({"eps_y": 1e-5})
        # The column with a free end: a quarter of a sine, 4/pi sqrt(eps_y) aside.
        self.assertAlmostEqual(shift(code) / (4 / math.pi * math.sqrt(1e-5)), 1, delta=1e-3)

    def test_stops_where_friction_holds(self) -> None:
        shape = pushed(0.1, [{"eps_y": 0.2}]).shape
        self.assertAlmostEqual(shape.Q / shape.P, 0.1, delta=1e-3)
        self.assertEqual(shape.negative_modes, 0)

    def test_reset_forgets_the_slip(self) -> None:
        code = pushed(0.2, [{"eps_y": 0.3}])
        self.assertNotEqual(shift(code), 0)
        code.advance({"eps_y": 0.1, "reset": 1})
        self.assertEqual(code.save(), pushed(0.2, [{"eps_y": 0.1}]).save())

    def test_friction_factor(self) -> None:
        self.assertEqual(shift(pushed(0.1, [{"eps_y": 0.1}], friction=2.0)), 0)
        self.assertNotEqual(shift(pushed(0.1, [{"eps_y": 0.1}])), 0)

    def test_what_it_does_not_know_it_says(self) -> None:
        for loads in ([{"eps_y": 0.34}], [{"eps_y": 0.2}, {"eps_y": 0.1}]):
            with self.assertRaises(Failed) as caught:
                pushed(1.0, loads)
            self.assertEqual(caught.exception.status, "outside_domain")

    def test_resumed_with_the_same_bits(self) -> None:
        path = [{"eps_y": eps_y} for eps_y in (0.05, 0.17, 0.21, 0.3)]
        whole = pushed(0.2, path)
        resumed = pushed(0.2, [])
        resumed.load(json.loads(json.dumps(pushed(0.2, path[:3]).save())))
        resumed.advance(path[3])
        self.assertEqual(resumed.save(), whole.save())
        self.assertNotEqual(shift(whole), 0)


class APendulum(unittest.TestCase):
    """The example against the closed forms of small swings and of the energy."""

    def swung(self, angle: float, until: float, dt: float, **options: Any) -> RigidPendulum:
        pendulum = RigidPendulum(**options)
        si = {"length": 0.4, "g": 2.5, "angle": angle}
        pendulum.open(Scenario("pendulum", "b", "quick", {}, Scales(0.4, 1.0, 1.0), Knobs(dt=dt), si))
        for i in range(1, 9):
            pendulum.advance({"t": until * i / 8, "time": until * i / 8 * math.sqrt(0.4 / 2.5)})
        return pendulum

    def test_comes_back_after_a_period(self) -> None:
        period = 2 * math.pi * math.sqrt(2 / 3)
        errors = [self.swung(1e-4, period / 4, dt).observe()["reach"] / 1e-4 for dt in (0.04, 0.02)]
        self.assertLess(abs(errors[0]), 1e-3)
        self.assertAlmostEqual(math.log2(errors[0] / errors[1]), 2, delta=0.1)

    def test_keeps_its_energy_or_not(self) -> None:
        def energy(pendulum: RigidPendulum) -> float:
            kinetic = pendulum.rate ** 2 * pendulum.length / (6 * pendulum.g)
            return kinetic - math.cos(pendulum.theta) / 2

        kept = energy(self.swung(2.0, 30.0, 0.05)) + math.cos(2.0) / 2
        gained = energy(self.swung(2.0, 30.0, 0.05, method="euler")) + math.cos(2.0) / 2
        self.assertLess(abs(kept), 1e-3)
        self.assertGreater(gained, 0.1)

    def test_goes_on_from_what_it_saved(self) -> None:
        whole, half = self.swung(1.0, 4.0, 0.05), self.swung(1.0, 2.0, 0.05)
        other = RigidPendulum()
        other.__dict__.update(half.__dict__)
        other.theta = other.rate = other.time = 0.0
        other.load(json.loads(json.dumps(half.save())))
        for i in range(5, 9):
            other.advance({"time": 0.5 * i * math.sqrt(0.4 / 2.5)})
        self.assertEqual(other.observe().keys(), whole.observe().keys())
        self.assertAlmostEqual(other.theta, whole.theta, delta=1e-3)


if __name__ == "__main__":
    unittest.main()
