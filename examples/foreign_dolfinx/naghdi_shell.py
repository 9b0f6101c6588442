r"""A nonlinear Naghdi shell in DOLFINx, judged from outside.

    apt-get install python3-dolfinx
    plumb validate --timeout 300 --external '/usr/bin/python3 examples/foreign_dolfinx/naghdi_shell.py'

A flat plate (x along its length, y across) with displacements u and a director d(b) of two angles b,

    phi = x + u,   d = (sin b2 cos b1, -sin b1, cos b2 cos b1),
    membrane e = (grad phi^T grad phi - 1)/2,   bending k = sym(grad phi^T grad d),   shear g = grad phi^T d,
    energy = integral of  h psi(e) + h^3/12 psi(k) + 5/6 mu h |g|^2 / 2 - rho h g . u,
    psi(e) = E/(2(1 - nu^2)) [(1 - nu) e:e + nu tr(e)^2].

Quadratic quadrilaterals. Membrane and shear are integrated at two by two points but for a share of (h/cell)^2, so that a
thin plate does not lock. Newton's method takes the exact Hessian; MUMPS counts its negative pivots.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import ufl
from dolfinx import fem, mesh
from dolfinx.fem import petsc
from mpi4py import MPI
from petsc4py import PETSc

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from plumb_judge import Code, Failed, Scenario, serve  # noqa: E402

MOST_ITERATIONS = 40
SMALLEST_STEP = 1e-5  # of a load
ACCURACY = 1e-9  # of the largest unknown: the Newton step after it would be rounding
FULL, REDUCED = {"quadrature_degree": 6}, {"quadrature_degree": 3}
LEAN = 0.2  # of the weight: what pushes a plate out of its plane before it is asked whether it stays out


class NaghdiShell(Code):
    name = "dolfinx-naghdi"
    title = "NAGHDI SHELL IN DOLFINX"
    kind = "Plate"
    summary = "Nonlinear Naghdi shell, quadratic quadrilaterals with partly reduced integration, in DOLFINx."
    protocols = {"cantilever": {"n": 30}, "lateral-buckling": {"n": 8}}

    def open(self, scenario: Scenario) -> None:
        si = scenario.si
        self.length, width, thickness = si["length"], si["width"], si["thickness"]
        self.stands = scenario.protocol.startswith("lateral-buckling")
        n = scenario.knobs.n
        across = max(2, round((1 if self.stands else 0.5) * n * width / self.length))
        domain = mesh.create_rectangle(
            MPI.COMM_SELF, [np.array([0.0, -width / 2]), np.array([self.length, width / 2])], [n, across],
            mesh.CellType.quadrilateral)
        if not self.stands:  # cells crowd at the clamp
            x = domain.geometry.x
            x[:, 0] = self.length * (x[:, 0] / self.length) ** 2
        quadratic = ufl.VectorElement("Q", domain.ufl_cell(), 2, dim=3), ufl.VectorElement("Q", domain.ufl_cell(), 2, dim=2)
        space = fem.FunctionSpace(domain, ufl.MixedElement(*quadratic))
        self.q, self.step = fem.Function(space), fem.Function(space)
        self.gravity = fem.Constant(domain, PETSc.ScalarType((0.0, 0.0, 0.0)))
        energy = self.energy(domain, si["young"], si["nu"], thickness, si["density"], n)
        force = ufl.derivative(energy, self.q, ufl.TestFunction(space))
        self.force = fem.form(force)
        self.hessian = fem.form(ufl.derivative(force, self.q, ufl.TrialFunction(space)))
        near = 1e-9 * self.length
        self.bcs = []
        for i in range(2):  # displacements and director angles vanish at the clamp
            part, _ = space.sub(i).collapse()
            held = fem.locate_dofs_geometrical((space.sub(i), part), lambda x: x[0] < near)
            self.bcs.append(fem.dirichletbc(fem.Function(part), held, space.sub(i)))
        self.tip = []
        for i in range(3):
            part, _ = space.sub(0).sub(i).collapse()
            at = fem.locate_dofs_geometrical(
                (space.sub(0).sub(i), part),
                lambda x: np.logical_and(np.abs(x[0] - self.length) < near, np.abs(x[1]) < width / across / 3))
            self.tip.append(at[0])
        self.matrix = petsc.create_matrix(self.hessian)
        self.solver = PETSc.KSP().create(MPI.COMM_SELF)
        self.solver.setOperators(self.matrix)
        self.solver.setType("preonly")
        self.solver.getPC().setType("cholesky")
        self.solver.getPC().setFactorSolverType("mumps")
        self.solver.getPC().setFactorSetUpSolverType()
        self.solver.getPC().getFactorMatrix().setMumpsIcntl(24, 1)  # or it does not count pivots
        self.pull = self.lean = 0.0  # g that is on, m/s^2, and the share of it that pushes a plate aside
        self.scale = np.where(self.is_angle(space), 1.0, self.length)

    def is_angle(self, space: Any) -> Any:
        _, dofs = space.sub(1).collapse()
        flags = np.zeros(self.q.x.array.size, dtype=bool)
        flags[dofs] = True
        return flags

    def energy(self, domain: Any, young: float, nu: float, h: float, density: float, n: int) -> Any:
        u, b = ufl.split(self.q)
        x = ufl.SpatialCoordinate(domain)
        phi = ufl.as_vector((x[0] + u[0], x[1] + u[1], u[2]))
        d = ufl.as_vector((ufl.sin(b[1]) * ufl.cos(b[0]), -ufl.sin(b[0]), ufl.cos(b[1]) * ufl.cos(b[0])))
        F = ufl.grad(phi)
        membrane = (F.T * F - ufl.Identity(2)) / 2
        bending = ufl.sym(F.T * ufl.grad(d))
        shear = F.T * d
        E, poisson, thick, rho = (fem.Constant(domain, PETSc.ScalarType(v)) for v in (young, nu, h, density))
        # The share of full integration: more of it locks, none of it leaves modes without energy.
        share = fem.Constant(domain, PETSc.ScalarType(min(1.0, (h * n / self.length) ** 2)))

        def psi(e: Any) -> Any:
            return E / (2 * (1 - poisson**2)) * ((1 - poisson) * ufl.inner(e, e) + poisson * ufl.tr(e) ** 2)

        stiff = thick * psi(membrane) + 5 / 6 * thick * E / (4 * (1 + poisson)) * ufl.inner(shear, shear)
        soft = thick**3 / 12 * psi(bending) - rho * thick * ufl.inner(self.gravity, u)
        full, reduced = ufl.dx(domain, metadata=FULL), ufl.dx(domain, metadata=REDUCED)
        return (1 - share) * stiff * reduced + share * stiff * full + soft * full

    def advance(self, load: dict[str, float]) -> dict[str, float]:
        if not self.stands:
            return self.go_to(load["g"], 0.0)
        # The first weight is put on while the plate leans; later ones follow. From a saddle nothing leads aside: the way is
        # begun again without weight.
        iterations = self.go_to(load["g"], LEAN)["iterations"] if self.pull == 0 else 0
        found = self.go_to(load["g"], 0.0)
        if found["negative_modes"] > 0:
            for pull, lean in ((0.0, LEAN), (load["g"], LEAN)):
                iterations += self.go_to(pull, lean)["iterations"]
            found = self.go_to(load["g"], 0.0)
        return {"iterations": iterations + found["iterations"], "negative_modes": found["negative_modes"]}

    def go_to(self, target: float, lean: float) -> dict[str, float]:
        """Newton from the last load; where it fails, by smaller steps of the load."""
        start, done, step, iterations = (self.pull, self.lean), 0.0, 1.0, 0
        while done < 1:
            share = min(1.0, done + step)
            pull, leaning = ((1 - share) * a + share * b for a, b in zip(start, (target, lean)))
            kept = self.q.x.array.copy()
            found = self.equilibrium(pull, leaning)
            if found is None:
                self.q.x.array[:] = kept
                step /= 2
                if step < SMALLEST_STEP:
                    raise Failed("not_converged", f"no equilibrium beyond g = {self.pull:.4g} m/s^2")
                continue
            self.pull, self.lean, iterations, negative = pull, leaning, iterations + found[0], found[1]
            done, step = share, 2 * step
        return {"iterations": iterations, "negative_modes": negative}

    def equilibrium(self, pull: float, lean: float) -> tuple[int, int] | None:
        # A plate that stands has its width along the vertical; one that lies has its normal there.
        self.gravity.value = (0.0, -pull, lean * pull) if self.stands else (0.0, 0.0, -pull)
        for iteration in range(1, MOST_ITERATIONS + 1):
            self.matrix.zeroEntries()
            petsc.assemble_matrix(self.matrix, self.hessian, self.bcs)
            self.matrix.assemble()
            residual = petsc.assemble_vector(self.force)
            petsc.set_bc(residual, self.bcs, self.q.vector, -1.0)
            self.solver.solve(residual, self.step.vector)
            change = self.step.x.array / self.scale
            if not np.all(np.isfinite(change)) or np.max(np.abs(change)) > math.pi:
                return None
            self.q.x.array[:] -= self.step.x.array
            size = np.max(np.abs(self.q.x.array / self.scale))
            if np.max(np.abs(change)) <= ACCURACY * max(size, 1e-6):
                return iteration, self.solver.getPC().getFactorMatrix().getInertia()[0]
        return None

    def observe(self) -> dict[str, float]:
        ux, uy, uz = (float(self.q.x.array[i][0]) / self.length for i in self.tip)
        if self.stands:
            return {"lateral": uz, "drop": -uy, "reach": 1 + ux}
        return {"drop": -uz, "reach": 1 + ux}

    def save(self) -> Any:
        return {"q": self.q.x.array.tolist(), "pull": self.pull, "lean": self.lean}

    def load(self, state: Any) -> None:
        self.q.x.array[:] = state["q"]
        self.pull, self.lean = state["pull"], state["lean"]


if __name__ == "__main__":
    serve(NaghdiShell)
