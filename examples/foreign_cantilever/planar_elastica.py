r"""A planar elastica that shares nothing with Plumb but six messages.

    plumb validate --external 'python3 examples/foreign_cantilever/planar_elastica.py'

    |______           theta_i  angle of edge i below the horizontal, at the middle of the edge: n unknowns
    |      \___       h_i      its length, (2i + 1) / n^2 of L: short at the clamp, where a heavy strip bends
    clamp      \      w_i      the weight it carries: half its own and all beyond

    energy = sum_i EI/2 (theta_i - theta_(i-1))^2 / span_i  -  sum_i w_i h_i sin theta_i

Springs join the middles of neighbours: span_i = (h_(i-1) + h_i)/2. The clamp is the plane where the first edge starts:
theta_(-1) = 0 there, half an edge from the first middle, so span_0 = h_0/2. This makes the scheme of second order; with
a whole edge in place of the half it would be of first. Weight adds only a diagonal to the Hessian, so a Newton step is
one tridiagonal solve. Inextensible, planar: it knows of no stretching and of no mode out of its plane.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from plumb_judge import Code, Failed, Scenario, serve  # noqa: E402

MOST_ITERATIONS = 30
SMALLEST_STEP = 1e-6  # of a load
ACCURACY = 1e-9  # of the largest angle: the Newton step after it would be at the level of rounding


def section(regime: dict[str, float], length: float) -> tuple[float, float]:
    """Area (m^2) and second moment of area (m^4) of the circle where the regime has a radius, else of the rectangle."""
    if "radius" in regime:
        radius = regime["radius"] * length
        return math.pi * radius**2, math.pi * radius**4 / 4
    thickness, width = regime["thickness"] * length, regime["width"] * length
    return width * thickness, width * thickness**3 / 12


def solve_tridiagonal(diagonal: list[float], beside: list[float], right: list[float]) -> tuple[list[float], int]:
    """Thomas' elimination of a symmetric matrix, `beside` its off-diagonal; and how many pivots are negative, which
    is how many negative eigenvalues the matrix has."""
    pivots, x = [diagonal[0]], [right[0]]
    for d, b, r in zip(diagonal[1:], beside, right[1:]):
        factor = b / pivots[-1]
        pivots.append(d - factor * b)
        x.append(r - factor * x[-1])
    x[-1] /= pivots[-1]
    for i in range(len(x) - 2, -1, -1):
        x[i] = (x[i] - beside[i] * x[i + 1]) / pivots[i]
    return x, sum(pivot < 0 for pivot in pivots)


class PlanarElastica(Code):
    name = "planar-elastica"
    title = "PLANAR ELASTICA"
    kind = "Rod"
    summary = "Inextensible planar rod: the angles of its edges, on a mesh graded towards the clamp. Pure Python."
    protocols = {"cantilever": {"n": 100}, "cantilever/redundant": {"n": 100}}

    def __init__(self, bending: float = 1.0) -> None:
        self.bending = bending  # factor on the stiffness of the simulated rod: 1 is right

    def open(self, scenario: Scenario) -> None:
        n = scenario.knobs.n
        self.length, self.young, self.density = (
            scenario.scales.length, scenario.scales.young, scenario.scales.density)
        self.area, self.inertia = section(scenario.regime, self.length)
        self.edges = [self.length * (2 * i + 1) / n**2 for i in range(n)]
        self.spans = [self.edges[0] / 2] + [(a + b) / 2 for a, b in zip(self.edges, self.edges[1:])]
        # Length of what hangs on each edge.
        self.beyond, rest = [], 0.0
        for edge in reversed(self.edges):
            self.beyond.append(rest + edge / 2)
            rest += edge
        self.beyond.reverse()
        self.theta, self.gamma = [0.0] * n, 0.0

    def advance(self, load: dict[str, float]) -> dict[str, float]:
        """Newton from the last load; where it fails, by smaller steps of the load."""
        stiffness = load.get("young", self.young) * self.inertia
        start, target = self.gamma, load["gamma"]
        done, step, iterations = 0.0, 1.0, 0
        while done < 1:
            gamma = target if done + step >= 1 else start + (target - start) * (done + step)
            found = self.equilibrium(gamma, stiffness)
            if found is None:
                step /= 2
                if step < SMALLEST_STEP:
                    raise Failed("not_converged", f"no equilibrium beyond Gamma = {self.gamma:.4g}")
                continue
            self.theta, steps, negative_modes = found
            self.gamma, iterations = gamma, iterations + steps
            done, step = done + step, 2 * step
        return {"iterations": iterations, "negative_modes": negative_modes}

    def equilibrium(self, gamma: float, stiffness: float) -> tuple[list[float], int, int] | None:
        """Angles, iterations and negative modes; None where Newton does not converge."""
        mass = self.density * self.area  # per length
        self.gravity = gamma * stiffness / (mass * self.length**3)
        springs = [self.bending * stiffness / span for span in self.spans] + [0.0]
        levers = [mass * self.gravity * beyond * edge for beyond, edge in zip(self.beyond, self.edges)]
        theta = self.theta
        for iteration in range(1, MOST_ITERATIONS + 1):
            moments = [k * (b - a) for k, a, b in zip(springs, [0.0] + theta, theta)] + [0.0]
            # Minus the gradient, and the Hessian.
            torque = [lever * math.cos(t) - m + m_next
                      for lever, t, m, m_next in zip(levers, theta, moments, moments[1:])]
            diagonal = [k + k_next + lever * math.sin(t)
                        for k, k_next, lever, t in zip(springs, springs[1:], levers, theta)]
            change, negative_modes = solve_tridiagonal(diagonal, [-k for k in springs[1:-1]], torque)
            theta = [t + c for t, c in zip(theta, change)]
            if not max(map(abs, theta)) < math.pi:
                return None
            if max(map(abs, change)) <= ACCURACY * max(map(abs, theta)):
                return theta, iteration, negative_modes
        return None

    def observe(self) -> dict[str, float]:
        return {
            "drop": sum(h * math.sin(t) for h, t in zip(self.edges, self.theta)) / self.length,
            "reach": sum(h * math.cos(t) for h, t in zip(self.edges, self.theta)) / self.length,
        }

    def save(self) -> dict[str, object]:
        return {"theta": self.theta, "gamma": self.gamma}

    def load(self, state: dict[str, object]) -> None:
        self.theta, self.gamma = state["theta"], state["gamma"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A planar elastica that Plumb can judge.")
    parser.add_argument("--bending", type=float, default=1.0, metavar="FACTOR",
                        help="multiply the bending stiffness, and see that Plumb finds it")
    serve(PlanarElastica, bending=parser.parse_args().bending)
