r"""A clamped strip pushed against rough ground: a planar elastica, with Coulomb's law at its tip.

    plumb validate --external 'python3 examples/foreign_stick_slip/clamped_elastica.py'

      clamp        theta_i  angle of edge i with the downward vertical, at the middle of the edge: n unknowns
        |          P, Q     normal and tangential force of the tip on the ground: the Lagrange multipliers of
       (             height = h sum cos theta_i = (1 - eps_y) L   and   place = h sum sin theta_i = d
        \
     ____\____     energy = sum_i EI/2 (theta_i - theta_(i-1))^2 / span_i,   span_i = h, but span_0 = h/2
         d         grad energy + P grad height + Q grad place = 0

The clamp is the plane where the first edge starts, half an edge from its middle. The straight strip leaves along its
first buckling mode, always to the same side; no imperfection is needed.

The tip sticks at d while |Q| <= mu P. Where Q is larger, the tip moves on in the direction of Q and stops at the first
equilibrium with |Q| = mu P, as if the slide were slow. A real strip snaps and may stop elsewhere; whether it slips, and
when, is the same. Having stopped, the tip sticks again. Only the tip can touch the ground: when a sticking tip lies
flat on it, the code says that it knows no more. It pushes and never pulls back.
"""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from plumb_judge import Code, Failed, Scenario, serve  # noqa: E402

LONGEST_PUSH = 0.02  # of eps_y, from one equilibrium to the next
SLIDES_PER_WIDTH = 30  # the width of the buckled strip is about sqrt(eps_y) L
HALVINGS = 20  # of the last slide, to find where it stops
MOST_ITERATIONS = 30
ACCURACY = 1e-9  # of the largest angle: the Newton step after it would be at the level of rounding

# Buckling of the clamped and pinned strip: theta = r (1 - cos(k (1 - s)) / cos k), tan k = k, P = k^2, Q = r P, eps_y =
# (r k / 2)^2, in units of EI/L^2 and L.
BUCKLING_K = 4.493409457909064


def dot(a: list[float], b: list[float]) -> float:
    return sum(x * y for x, y in zip(a, b))


class Tridiagonal:
    """A symmetric tridiagonal matrix, factored as L D L^T without pivoting."""

    def __init__(self, diagonal: list[float], beside: list[float]) -> None:
        self.pivots, self.factors = [diagonal[0]], []
        for d, b in zip(diagonal[1:], beside):
            self.factors.append(b / self.pivots[-1])
            self.pivots.append(d - self.factors[-1] * b)

    def solve(self, right: list[float]) -> list[float]:
        x = right[:1]
        for r, factor in zip(right[1:], self.factors):
            x.append(r - factor * x[-1])
        x = [value / pivot for value, pivot in zip(x, self.pivots)]
        for i in range(len(x) - 2, -1, -1):
            x[i] -= self.factors[i] * x[i + 1]
        return x


@dataclass
class Shape:
    """An equilibrium of the strip with its tip held at `tip` (m), and the forces that hold it (N)."""

    theta: list[float]
    P: float = 0.0
    Q: float = 0.0
    eps_y: float = 0.0
    tip: float = 0.0
    negative_modes: int = 0

    def excess(self, direction: float, mu: float) -> float:
        """How much Q is more than friction can hold in this direction; the ground does not pull."""
        return direction * self.Q - mu * max(self.P, 0.0)


class ClampedElastica(Code):
    name = "clamped-elastica"
    title = "CLAMPED ELASTICA"
    kind = "Rod"
    summary = "Inextensible planar strip: the angles of its edges and the two forces that hold its tip. Pure Python."
    protocols = {"stick-slip": {"n": 100}}
    tells = ["normal_force", "tangential_force"]  # N

    def __init__(self, friction: float = 1.0) -> None:
        self.friction = friction  # factor on the friction coefficient: 1 is right

    def open(self, scenario: Scenario) -> None:
        regime, self.length, self.n = scenario.regime, scenario.scales.length, scenario.knobs.n
        inertia = regime["width"] * regime["thickness"] ** 3 / 12 * self.length**4
        self.stiffness = scenario.scales.young * inertia
        self.edge = self.length / self.n
        self.springs = [2 * self.stiffness / self.edge] + [self.stiffness / self.edge] * (self.n - 1) + [0.0]
        self.mu = self.friction * regime["mu"]
        self.shape = self.straight()

    def advance(self, load: dict[str, float]) -> dict[str, int]:
        if load.get("reset"):
            self.shape = self.straight()
        target, start = load["eps_y"], self.shape.eps_y
        if target < start:
            raise Failed("outside_domain", "this code does not pull the strip back")
        self.iterations = 0
        pushes = math.ceil((target - start) / LONGEST_PUSH)
        for i in range(1, pushes + 1):
            self.push(target if i == pushes else start + (target - start) * i / pushes)
        return {"iterations": self.iterations, "negative_modes": self.shape.negative_modes}

    def push(self, eps_y: float) -> None:
        guess = self.shape if self.shape.eps_y > 0 else self.buckled(eps_y)
        shape = self.equilibrium(guess, eps_y, self.shape.tip)
        direction = math.copysign(1.0, shape.Q)
        if shape.excess(direction, self.mu) > 0:
            shape = self.slide(shape, direction)
        elif shape.theta[-1] >= math.pi / 2:
            raise Failed("outside_domain", f"at eps_y = {eps_y:.4g} the tip lies flat on the ground")
        self.shape = shape

    def slide(self, shape: Shape, direction: float) -> Shape:
        """Onward to the first equilibrium that friction can hold."""
        step = direction * math.sqrt(shape.eps_y) * self.length / SLIDES_PER_WIDTH
        held = self.equilibrium(shape, shape.eps_y, shape.tip + step)
        while held.excess(direction, self.mu) > 0:
            shape, held = held, self.equilibrium(held, shape.eps_y, held.tip + step)
        for _ in range(HALVINGS):
            middle = self.equilibrium(held, held.eps_y, (shape.tip + held.tip) / 2)
            if middle.excess(direction, self.mu) > 0:
                shape = middle
            else:
                held = middle
        return held

    def straight(self) -> Shape:
        return Shape([0.0] * self.n)

    def buckled(self, eps_y: float) -> Shape:
        """The strip just after buckling, a guess for what is further."""
        k, r = BUCKLING_K, 2 * math.sqrt(eps_y) / BUCKLING_K
        theta = [r * (1 - math.cos(k * (1 - (i + 0.5) / self.n)) / math.cos(k)) for i in range(self.n)]
        P = k**2 * self.stiffness / self.length**2
        return Shape(theta, P, r * P)

    def equilibrium(self, guess: Shape, eps_y: float, tip: float) -> Shape:
        """Newton on the angles and the two forces: three tridiagonal solves and a system of two for each step."""
        theta, P, Q, h = guess.theta, guess.P, guess.Q, self.edge
        beside = [-k for k in self.springs[1:-1]]
        for _ in range(MOST_ITERATIONS):
            self.iterations += 1
            cos, sin = [math.cos(t) for t in theta], [math.sin(t) for t in theta]
            moments = [k * (b - a) for k, a, b in zip(self.springs, [0.0] + theta, theta)] + [0.0]
            torque = [m_next - m + h * (P * s - Q * c) for m, m_next, c, s in zip(moments, moments[1:], cos, sin)]
            hessian = Tridiagonal([k + k_next - h * (P * c + Q * s)
                                   for k, k_next, c, s in zip(self.springs, self.springs[1:], cos, sin)], beside)
            grad_height, grad_place = [-h * s for s in sin], [h * c for c in cos]
            free, by_P, by_Q = hessian.solve(torque), hessian.solve(grad_height), hessian.solve(grad_place)
            # The changes of P and Q bring height and place to where they are held.
            a, b, c = dot(grad_height, by_P), dot(grad_height, by_Q), dot(grad_place, by_Q)
            height = h * sum(cos) - (1 - eps_y) * self.length + dot(grad_height, free)
            place = h * sum(sin) - tip + dot(grad_place, free)
            determinant = a * c - b * b
            dP, dQ = (c * height - b * place) / determinant, (a * place - b * height) / determinant
            change = [f - p * dP - q * dQ for f, p, q in zip(free, by_P, by_Q)]
            theta, P, Q = [t + d for t, d in zip(theta, change)], P + dP, Q + dQ
            if not max(map(abs, theta)) < math.pi:
                break
            if max(map(abs, change)) <= ACCURACY * max(map(abs, theta)):
                # Sylvester: of the negative eigenvalues of the whole system, two belong to the constraints.
                of_constraints = 1 if determinant < 0 else 2 if a > 0 else 0
                negative_modes = sum(pivot < 0 for pivot in hessian.pivots) + of_constraints - 2
                return Shape(theta, P, Q, eps_y, tip, negative_modes)
        place = f"eps_y = {eps_y:.4g} with the tip at {tip / self.length:.4g} L"
        raise Failed("not_converged", f"no equilibrium found at {place}")

    def observe(self) -> dict[str, float]:
        return {"tip_shift": self.shape.tip / self.length,
                "normal_force": self.shape.P, "tangential_force": self.shape.Q}

    def save(self) -> dict[str, object]:
        return asdict(self.shape)

    def load(self, state: dict[str, object]) -> None:
        self.shape = Shape(**state)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A clamped strip on rough ground that Plumb can judge.")
    parser.add_argument("--friction", type=float, default=1.0, metavar="FACTOR",
                        help="multiply the friction coefficient, and see that Plumb finds it")
    serve(ClampedElastica, friction=parser.parse_args().friction)
