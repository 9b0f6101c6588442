r"""A real ARCSim, judged by Plumb: this program writes its scenes, runs it and reads what it wrote.

    plumb validate --timeout 600 --external 'python3 examples/foreign_arcsim/arcsim.py --program PATH/arcsim --fixed'

ARCSim (Narain, Samii and O'Brien 2012; Narain, Pfaff and O'Brien 2013) is no part of Plumb: build it yourself, and name
it with --program or in the environment variable ARCSIM. Version 0.2.1 is meant; only its mode `simulateoffline` is
used. scene.py says which numbers it is told.

Each load is a run of its own from the horizontal strip: ARCSim first relaxes any other start towards the flat shape,
without gravity and without handles. The strip falls until it is at rest: until in three frames, one after the other, no
node is faster than omega times `tol` of the largest shift. With remeshing this may never be: the popfilter lifts the
strip at the end of each frame. Then it is enough that the tip is in the same place, within `tol`, at the end of eight
frames; and if not even that happens, the last frame is the answer, and the note says how widely the tip hovered.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from plumb_judge import Code, Failed, Scenario, serve  # noqa: E402
from scene import STEPS_PER_FRAME, Course, Strip, write_scene  # noqa: E402
from strip_mesh import Mesh, Point, coarse_strip, read_obj, uniform_strip  # noqa: E402

QUIET_FRAMES = 3  # at the turning point of a swing the strip is slow for a moment only
STILL_FRAMES = 8  # so long no swing stays in one place
HOVERING = 0.1  # of the largest shift: how far the tip may move in the second half of a run without rest
POLL = 0.02  # s


def frames(program: str, folder: Path) -> Iterator[Mesh]:
    """The meshes that ARCSim writes, as it writes them. It is ended when nobody asks for more."""
    (folder / "out").mkdir()
    with open(folder / "words", "wb") as words, subprocess.Popen(
            [os.path.abspath(program), "simulateoffline", "scene.json", "out"], cwd=folder, stdin=subprocess.DEVNULL,
            stdout=words, stderr=subprocess.STDOUT) as process:
        try:
            yield from written(process, folder / "out")
        finally:
            process.kill()
    if process.returncode != 0:
        last = (folder / "words").read_text(errors="replace").split("\n")[-2:]
        raise Failed("not_converged", f"ARCSim ended with code {process.returncode}: {' '.join(last).strip()}")


def written(process: subprocess.Popen[bytes], out: Path) -> Iterator[Mesh]:
    """A frame is complete when the next one has begun, or when ARCSim has ended."""
    frame = 0
    while True:
        ended = process.poll() is not None
        this, following = (out / f"{number:04d}_00.obj" for number in (frame, frame + 1))
        if following.exists() or (ended and this.exists()):
            yield read_obj(this)
            frame += 1
        elif ended:
            return
        else:
            time.sleep(POLL)


class Rest:
    """Looks at one frame after the other and says whether the strip is at rest."""

    def __init__(self, strip: Strip, tol: float) -> None:
        self.strip, self.tol = strip, tol
        self.tips: list[Point] = []
        self.quiet = 0

    def reached(self, mesh: Mesh) -> bool:
        self.mesh = mesh
        self.tips.append(mesh.tip(self.strip.length, self.strip.width))
        self.quiet = self.quiet + 1 if 0 < mesh.speed() <= self.tol * self.strip.frequency * mesh.shift() else 0
        return self.quiet == QUIET_FRAMES or (len(self.tips) > STILL_FRAMES and self.hover(STILL_FRAMES) <= self.tol)

    def hover(self, count: int) -> float:
        """How far the tip was from its last place in the last frames, in units of the largest shift of a node."""
        shift = self.mesh.shift()
        return max(math.dist(tip, self.tips[-1]) for tip in self.tips[-count:]) / shift if shift > 0 else math.inf


def settled(meshes: Iterator[Mesh], rest: Rest) -> str:
    """Leads `rest` through the run; a note on how it ended."""
    for mesh in meshes:
        if rest.reached(mesh):
            return f"{len(mesh.points)} nodes"
    hover = rest.hover(len(rest.tips) // 2)
    if hover > HOVERING:
        raise Failed("not_converged", f"in the second half of the run the tip moved by {hover:.2g} of its way")
    return f"{len(rest.mesh.points)} nodes; never at rest, hovers within {hover:.2g} of its way"


class ArcSim(Code):
    name = "arcsim-program"
    title = "ARCSIM, THE PROGRAM"
    kind = "Plate"
    paper = "Narain, Samii and O'Brien 2012"
    summary = "ARCSim itself, run by a script: scenes in, OBJ files out. Each load settles from the horizontal strip."
    protocols = {name: {"n": 30, "dt": 0.5, "tol": 1e-5} for name in ("cantilever", "cantilever/redundant")}

    def __init__(self, program: str, fixed: bool = False, bending: float = 1.0, popfilter: bool = True) -> None:
        self.program, self.fixed, self.bending, self.popfilter = program, fixed, bending, popfilter

    def open(self, scenario: Scenario) -> None:
        if not os.access(self.program, os.X_OK):
            raise Failed("outside_domain", f"'{self.program}' is not a program: name ARCSim with --program or ARCSIM")
        self.scenario = scenario

    def strip(self, load: dict[str, float]) -> Strip:
        regime, scales = self.scenario.regime, self.scenario.scales
        return Strip(scales.length, regime["width"] * scales.length, regime["thickness"] * scales.length,
                     load.get("young", scales.young), regime["nu"], scales.density, load["gamma"], self.bending)

    def advance(self, load: dict[str, float]) -> dict[str, object]:
        strip, knobs = self.strip(load), self.scenario.knobs
        make = uniform_strip if self.fixed else coarse_strip
        course = Course(dt=knobs.dt, remeshing=not self.fixed, popfilter=self.popfilter)
        rest = Rest(strip, knobs.tol)
        with tempfile.TemporaryDirectory() as folder:
            write_scene(Path(folder), strip, make(strip.length, strip.width, knobs.n), knobs.n, course)
            note = settled(frames(self.program, Path(folder)), rest)
        x, _, z = rest.tips[-1]
        self.seen = {"drop": -z / strip.length, "reach": x / strip.length}
        return {"iterations": STEPS_PER_FRAME * (len(rest.tips) - 1), "note": note}

    def observe(self) -> dict[str, float]:
        return self.seen


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="ARCSim, judged by Plumb.")
    parser.add_argument("--program", default=os.environ.get("ARCSIM", "arcsim"), help="ARCSim's path (or set ARCSIM)")
    parser.add_argument("--fixed", action="store_true", help="without remeshing: equal triangles")
    parser.add_argument("--bending", type=float, default=1.0, metavar="FACTOR", help="of ARCSim's ke = D (1)")
    parser.add_argument("--no-popfilter", action="store_true", help="leave out the filter that follows remeshing")
    options = parser.parse_args()
    serve(ArcSim, program=options.program, fixed=options.fixed, bending=options.bending,
          popfilter=not options.no_popfilter)
