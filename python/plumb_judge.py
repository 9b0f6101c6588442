"""Let Plumb judge a simulator that is written in Python, or that Python can call. Standard library only.

    from plumb_judge import Code, serve

    class MyRod(Code):
        name = "my-rod"
        protocols = {"cantilever": {"n": 100}}

        def open(self, scenario):         # prepare one branch of a protocol
            self.n, self.young = scenario.knobs.n, scenario.si["young"]
        def advance(self, load):          # go to the next load, from where the last one ended
            self.gamma = load["gamma"]    # or, as an experimenter, self.g = load["g"]
        def observe(self):                # what the protocol compares, in units of L
            return {"drop": self.gamma / 8, "reach": 1.0}

    serve(MyRod)

Plumb starts the program and asks; `serve` answers, one JSON object per line, until the input ends. What is printed
meanwhile goes to standard error. An exception becomes an answer with one sentence: in `advance` that load has failed
and the next one is asked, elsewhere the branch ends. docs/foreign-codes.md describes messages and protocols.
"""

from __future__ import annotations

import json
import math
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, BinaryIO

FAILURES = ("outside_domain", "not_converged", "singular", "unstable", "snaps")


@dataclass(frozen=True)
class Scales:
    """One dimensional statement of the regime. Another triple states the same one and must give the same answers."""

    length: float  # L, m
    young: float  # E, Pa
    density: float  # kg/m^3


@dataclass(frozen=True)
class Knobs:
    """What refines the answers, as declared in `Code.protocols`; 0: not declared."""

    n: int = 0  # elements along the length
    dt: float = 0.0  # time step
    tol: float = 0.0  # tolerance of the solver


@dataclass(frozen=True)
class Scenario:
    """What a code needs to prepare one branch of a protocol."""

    protocol: str  # "cantilever"
    branch: str  # "sweep"
    sampling: str  # "quick" or "full"; a code need not care
    regime: dict[str, float]  # dimensionless, lengths in units of L: radius, thickness, width, nu, mu, ...
    scales: Scales
    knobs: Knobs
    si: dict[str, float] = field(default_factory=dict)  # the same in SI units: length, young, density, width, ...
    place: dict[str, float] = field(default_factory=dict)  # azimuth (rad), mirror, shift (L), if the code says `places`


class Failed(Exception):
    """Raise it in `advance` where there is no equilibrium to show: a status, and a sentence for the report.

    outside_domain: the model says nothing there; not_converged: iterations are used up; singular: a matrix could not be
    factored; unstable: an equilibrium was found, but not one that lasts; snaps: on the way there nothing holds any longer.
    """

    def __init__(self, status: str, note: str = "") -> None:
        if status not in FAILURES:
            raise ValueError(f"unknown status '{status}'; expected one of {', '.join(FAILURES)}")
        super().__init__(note or status)
        self.status = status


class Code:
    """A simulator. Each branch gets a fresh object; `open` comes first, then `advance` and `observe` by turns."""

    name = ""  # lower case letters, digits and dashes
    title = kind = paper = summary = ""  # optional, for the report; kind is Rod, Ribbon, Plate, ...
    protocols: dict[str, dict[str, Any]] = {}  # name -> any of the knobs, {"n": 100, "dt": 1e-3, "tol": 1e-8}
    places: list[str] = []  # which of "turn", "mirror", "shift" (`scenario.place`) and "curvature" (below 0) it can be told
    tells: list[str] = []  # what else `observe` knows and Plumb may ask for: "normal_force", "tangential_force" (N), ...

    def open(self, scenario: Scenario) -> None:
        """Prepare a branch: rest shape, material, mesh."""
        raise NotImplementedError("open is to be written")

    def advance(self, load: dict[str, float]) -> dict[str, Any] | None:
        """Go to this load: load["gamma"] and its like, and in SI units load["g"] (m/s^2), load["push"] (m)
        or load["time"] (s, of a motion). May return any of iterations, residual, negative_modes and note."""
        raise NotImplementedError("advance is to be written")

    def observe(self) -> dict[str, float]:
        """The quantities of the protocol at this load. More than it compares is no fault."""
        raise NotImplementedError("observe is to be written")

    def save(self) -> Any:
        """Optional, with `load`: the whole state, as a value that JSON can hold. Floats come back to the last bit."""
        raise NotImplementedError("save is to be written")

    def load(self, state: Any) -> None:
        """Comes right after `open`. From here on the answers are, bit by bit, those of a run that never stopped."""
        raise NotImplementedError("load is to be written")


# What no load can cause: a mistake in the program, which ends the branch.
PROGRAM_FAULTS = (NameError, AttributeError, TypeError, LookupError, ImportError, SyntaxError, NotImplementedError)


class _Fault(Exception):
    """A message or an answer that is not as agreed, in a sentence."""


def _get(given: Any, key: str, where: str) -> Any:
    if not isinstance(given, dict) or key not in given:
        raise _Fault(f"{where} has no '{key}'")
    return given[key]


def _finite(value: Any, name: str) -> float:
    try:
        number = math.nan if isinstance(value, str) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise _Fault(f"{name} is {value!r}, not a finite number")
    return number


def _scenario(given: Any) -> Scenario:
    words = {key: _get(given, key, "the scenario") for key in ("protocol", "branch", "sampling", "regime")}
    scales = {key: _get(given.get("scales"), key, "scales of the scenario") for key in ("length", "young", "density")}
    knobs = {key: _get(given.get("knobs"), key, "knobs of the scenario") for key in ("n", "dt", "tol")}
    return Scenario(**words, scales=Scales(**scales), knobs=Knobs(**knobs), si=given.get("si", {}), place=given.get("place", {}))


class _Session:
    """One method per message: the message in, the answer out."""

    def __init__(self, code: type[Code], options: dict[str, Any]) -> None:
        self.code, self.options = code, options
        self.trial: Code | None = None

    def answer(self, line: bytes) -> str:
        try:
            return json.dumps(self.reply(line), allow_nan=False)
        except (_Fault, Failed) as failure:
            sentence = str(failure)
        except Exception as exception:  # of the author's code: Plumb gets a sentence, the author the traceback
            traceback.print_exc()
            sentence = f"{type(exception).__name__}: {exception}"
            if isinstance(exception, PROGRAM_FAULTS):
                return json.dumps({"error": " ".join(sentence.split()), "fault": "program"})
        return json.dumps({"error": " ".join(sentence.split())})

    def reply(self, line: bytes) -> dict[str, Any]:
        try:
            message = json.loads(line)
        except ValueError as error:
            raise _Fault(f"this line is not JSON: {error}") from None
        word = _get(message, "message", "the line")
        if word not in ("describe", "open", "advance", "observe", "save", "load"):
            raise _Fault(f"unknown message '{word}'; expected describe, open, advance, observe, save or load")
        if self.trial is None and word not in ("describe", "open"):
            raise _Fault(f"the message '{word}' came before 'open'")
        return getattr(self, word)(message)

    def describe(self, _message: dict[str, Any]) -> dict[str, Any]:
        keys = ("name", "title", "kind", "paper", "summary", "protocols", "tells", "places")
        saves = self.code.save is not Code.save and self.code.load is not Code.load
        return {key: getattr(self.code, key) for key in keys if getattr(self.code, key)} | {"saves": saves}

    def open(self, message: dict[str, Any]) -> dict[str, Any]:
        scenario = _scenario(_get(message, "scenario", "the message 'open'"))
        self.trial = None  # until the new one is open
        trial = self.code(**self.options)
        trial.open(scenario)
        self.trial = trial
        return {}

    def advance(self, message: dict[str, Any]) -> dict[str, Any]:
        load = _get(message, "load", "the message 'advance'")
        try:
            told = self.trial.advance(load) or {}
        except Failed as failure:
            return {"status": failure.status, "note": str(failure)}
        answer: dict[str, Any] = {"status": "ok"}
        for key in ("iterations", "residual", "negative_modes"):
            if key in told:
                number = _finite(told[key], f"{key} of advance")
                answer[key] = number if key == "residual" else int(number)
        return answer | ({"note": str(told["note"])} if "note" in told else {})

    def observe(self, message: dict[str, Any]) -> dict[str, Any]:
        names, seen = _get(message, "names", "the message 'observe'"), self.trial.observe()
        return {"observed": {name: _finite(_get(seen, name, "the value of observe"), name) for name in names}}

    def save(self, _message: dict[str, Any]) -> dict[str, Any]:
        state = self.trial.save()
        try:
            json.dumps(state, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise _Fault(f"the state of save does not fit into JSON: {error}") from None
        return {"state": state}

    def load(self, message: dict[str, Any]) -> dict[str, Any]:
        self.trial.load(_get(message, "state", "the message 'load'"))
        return {}


@contextmanager
def _answers() -> Iterator[BinaryIO]:
    """Standard output, for answers only: what else is written there, by a library too, goes to standard error."""
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)
        sys.stdout.reconfigure(line_buffering=True)
        try:
            yield answers
        finally:
            sys.stdout.flush()
            os.dup2(answers.fileno(), 1)


def serve(code: type[Code], **options: Any) -> None:
    """Answer Plumb until its messages end. `options` go to the constructor of `code`."""
    if sys.stdin.isatty():
        print("This program waits for messages of Plumb. To see some: plumb try 'COMMAND'", file=sys.stderr)
    session = _Session(code, options)
    with _answers() as answers:
        for line in sys.stdin.buffer:
            answers.write(session.answer(line).encode() + b"\n")
            answers.flush()
