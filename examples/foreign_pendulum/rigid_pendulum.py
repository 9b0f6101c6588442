r"""A rigid pendulum that shares nothing with Plumb but six messages.

    plumb validate --external 'python3 examples/foreign_pendulum/rigid_pendulum.py'

    hinge                       theta      angle from hanging straight down
      |\                        I theta'' = -m g L/2 sin theta,  I = m L^2/3
      | \  theta                steps of velocity Verlet: second order, and the energy only swings a little
      |  \
          \ end                 reach = L sin theta, drop = L cos theta

What it is told it reads in SI units: `g`, `length` and `angle` when a branch is opened, `time` with each load. The knob
dt is in units of sqrt(L/g). `--method euler` is explicit Euler, which gains energy; `--inertia 1` puts the whole mass at the end.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from plumb_judge import Code, Scenario, serve  # noqa: E402


class RigidPendulum(Code):
    name = "rigid-pendulum"
    title = "RIGID PENDULUM"
    kind = "Rod"
    summary = "A rigid rod on a hinge, by velocity Verlet. Pure Python."
    protocols = {"pendulum": {"dt": 0.05}}

    def __init__(self, method: str = "verlet", inertia: float = 1 / 3) -> None:
        self.method, self.inertia = method, inertia  # of m L^2

    def open(self, scenario: Scenario) -> None:
        self.length, self.g = scenario.si["length"], scenario.si["g"]
        self.dt = scenario.knobs.dt * math.sqrt(self.length / self.g)
        self.time, self.theta, self.rate = 0.0, scenario.si["angle"], 0.0

    def acceleration(self) -> float:
        return -self.g / (2 * self.inertia * self.length) * math.sin(self.theta)

    def step(self, h: float) -> None:
        if self.method == "euler":
            acceleration = self.acceleration()
            self.theta += h * self.rate
            self.rate += h * acceleration
            return
        self.rate += h / 2 * self.acceleration()
        self.theta += h * self.rate
        self.rate += h / 2 * self.acceleration()

    def advance(self, load: dict[str, float]) -> dict[str, object]:
        # Whole steps of about dt that end where the state is asked for.
        n = max(1, round((load["time"] - self.time) / self.dt))
        h = (load["time"] - self.time) / n
        for _ in range(n):
            self.step(h)
        self.time = load["time"]
        return {"status": "ok", "iterations": n}

    def observe(self) -> dict[str, float]:
        return {"reach": math.sin(self.theta), "drop": math.cos(self.theta)}

    def save(self) -> list[float]:
        return [self.time, self.theta, self.rate]

    def load(self, state: list[float]) -> None:
        self.time, self.theta, self.rate = state


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A rigid pendulum that Plumb can judge.")
    parser.add_argument("--method", choices=("verlet", "euler"), default="verlet")
    parser.add_argument("--inertia", type=float, default=1 / 3, help="over m L^2; 1/3 is right")
    chosen = parser.parse_args()
    serve(RigidPendulum, method=chosen.method, inertia=chosen.inertia)
