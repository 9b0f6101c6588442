r"""ARCSim's scene of a clamped strip under its weight: a JSON file, one of the material, and the mesh.

What ARCSim 0.2.1 is told, per area of the plate:

    density     rho h
    bending     ke = factor D in all of the table, D = E h^3 / (12 (1 - nu^2)). Its hinge energy is
                ke l^2 theta^2 / (8 (A0 + A1)), which bends equilateral triangles into a cylinder as a plate of ke/4
                does. Factor 1 is ARCSim's own (Bridson's) constant, 4 bends a strip right, 12 is the paper's Discrete
                Shell: 3 in the place of 1/4.
    stretching  [Y, nu Y, Y, (1 - nu) Y] / 2, Y = E h / (1 - nu^2): ARCSim doubles what its files say
    handles     springs on each held node, stiff enough for the clamp to turn by 1e-4 of the angle of the tip
    damping     none, by the material or by the air: the strip comes to rest because backward Euler damps. ARCSim's
                damping is proportional to its stiffness matrix. A strip that turns by dphi in a step is seen stretched
                by dphi^2/2, which makes that matrix far too large: with c = 1/omega the strip creeps.

omega is about the lowest frequency, of the clamped beam and of the pendulum together. Times are in units of 1/omega.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

from strip_mesh import Mesh, write_obj

PLATE_OF_HINGES = 1 / 4  # D of the plate that hinges of ke = 1 make
STEPS_PER_FRAME = 10  # ARCSim writes, and remeshes, once per frame
NOT_NEEDED = ["proximity", "collision", "separation", "strainlimiting", "plasticity"]


@dataclass(frozen=True)
class Strip:
    """A plate and its load; SI units."""

    length: float
    width: float
    thickness: float
    young: float
    nu: float
    density: float
    gamma: float  # rho A g L^3 / (E I)
    factor: float  # of the bending stiffness

    @property
    def hinge(self) -> float:
        """ke, N m."""
        return self.factor * self.young * self.thickness**3 / (12 * (1 - self.nu**2))

    @property
    def mass(self) -> float:
        """rho h, kg/m^2."""
        return self.density * self.thickness

    @property
    def gravity(self) -> float:
        """m/s^2."""
        return self.gamma * self.young * self.thickness**2 / (12 * self.density * self.length**3)

    @property
    def frequency(self) -> float:
        """omega, 1/s."""
        beam = 3.516**2 * PLATE_OF_HINGES * self.hinge / (self.mass * self.length**4)
        return math.sqrt(beam + 1.5 * self.gravity / self.length)


@dataclass(frozen=True)
class Course:
    """How the strip comes to rest."""

    dt: float = 0.5  # in units of 1/omega
    frames: int = 60  # ARCSim ends after so many
    remeshing: bool = False
    popfilter: bool = True


def material(strip: Strip) -> dict[str, object]:
    """Tables over strain, curvature and direction, all of equal numbers: a linear isotropic plate."""
    membrane = strip.young * strip.thickness / (1 - strip.nu**2)
    stretching = [membrane / 2, strip.nu * membrane / 2, membrane / 2, (1 - strip.nu) * membrane / 2]
    return {"density": strip.mass, "stretching": [stretching] * 6, "bending": [[strip.hinge] * 5] * 3}


def handle_stiffness(strip: Strip) -> float:
    """N/m, for each held node: 1e8 times the larger of weight and bending force, over the length."""
    weight = strip.mass * strip.width * strip.length * strip.gravity
    return 1e8 * max(weight, strip.hinge * strip.width / strip.length**2) / strip.length


def remeshing(strip: Strip, n: int) -> dict[str, object]:
    """The numbers of most of ARCSim's examples, which are for a metre and our gravity; the smallest edge is a cell."""
    return {
        "refine_angle": 0.3,
        "refine_compression": 0.005,
        "refine_velocity": 0.16 * strip.frequency * strip.length,
        "size": [strip.length / (n + 0.5), 0.2 * strip.length],
        "aspect_min": 0.2,
    }


def scene(strip: Strip, mesh: Mesh, n: int, course: Course) -> dict[str, object]:
    frame_time = STEPS_PER_FRAME * course.dt / strip.frequency
    disabled = NOT_NEEDED + ["remeshing"] * (not course.remeshing) + ["popfilter"] * (not course.popfilter)
    return {
        "frame_time": frame_time,
        "frame_steps": STEPS_PER_FRAME,
        "end_frame": course.frames,
        "cloths": [{
            "mesh": "strip.obj",
            "materials": [{"data": "material.json"}],
            "remeshing": remeshing(strip, n),
        }],
        "handles": [{"nodes": list(range(mesh.held))}],
        "gravity": [0.0, 0.0, -strip.gravity],
        "wind": {"density": 0.0},
        "disable": disabled,
        "magic": {"handle_stiffness": handle_stiffness(strip)},
    }


def write_scene(folder: Path, strip: Strip, mesh: Mesh, n: int, course: Course) -> None:
    """scene.json, material.json and strip.obj; ARCSim is to run in this folder."""
    (folder / "scene.json").write_text(json.dumps(scene(strip, mesh, n, course), indent=1))
    (folder / "material.json").write_text(json.dumps(material(strip), indent=1))
    write_obj(mesh, folder / "strip.obj")
