r"""Triangle meshes of a clamped strip, and the OBJ files in which ARCSim takes and gives them.

    y
    |_ _______________     The strip lies in the plane z = 0. Columns of nodes run across it. The first two columns are
    | |   /\  /\  /\  |    held, and the plane of the clamp, x = 0, is halfway between them: the hinge on the second one
    |_|__/__\/__\/__\_| x  then stands for half a cell on either side of it, and the scheme is of second order.
      x = 0           L

ARCSim writes `vt` (a rest position), `v` (a position), `nv` (the velocity of the last `v`, if it moves) and `f` with
pairs node/rest. Its numbers have six digits.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path

Point = tuple[float, ...]


@dataclass
class Mesh:
    """Nodes with rest positions in the plane, positions and velocities in space; triangles of node numbers."""

    rest: list[Point] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    velocities: list[Point] = field(default_factory=list)
    triangles: list[tuple[int, int, int]] = field(default_factory=list)
    held: int = 0  # the first so many nodes are held by the clamp

    def speed(self) -> float:
        """The largest speed of a node, m/s."""
        return max(math.hypot(*v) for v in self.velocities)

    def shift(self) -> float:
        """The largest distance of a node from its place in the horizontal strip, m."""
        return max(math.dist((*u, 0.0), x) for u, x in zip(self.rest, self.points))

    def tip(self, length: float, width: float) -> Point:
        """The middle of the free edge: its node there, or the mean of those that are nearest to it."""
        distances = [math.dist(u, (length, width / 2)) for u in self.rest]
        near = [x for x, d in zip(self.points, distances) if d < 1.01 * min(distances) + 1e-9 * length]
        return tuple(sum(x) / len(near) for x in zip(*near))


def strip(columns: list[tuple[float, list[float]]]) -> Mesh:
    """The flat mesh of columns (x, list of y), rising; the triangles between two columns have short diagonals."""
    mesh, before = Mesh(), range(0)
    for x, ys in columns:
        column = range(len(mesh.rest), len(mesh.rest) + len(ys))
        mesh.rest += [(x, y) for y in ys]
        mesh.triangles += joined(mesh.rest, before, column)
        before = column
    mesh.points = [(x, y, 0.0) for x, y in mesh.rest]
    mesh.velocities = [(0.0, 0.0, 0.0)] * len(mesh.rest)
    mesh.held = sum(len(ys) for _, ys in columns[:2])
    return mesh


def joined(rest: list[Point], left: range, right: range) -> list[tuple[int, int, int]]:
    """Counter-clockwise triangles between two columns of nodes that rise in y."""
    triangles, i, j = [], 0, 0
    while left and (i + 1 < len(left) or j + 1 < len(right)):
        up_left = math.dist(rest[left[i + 1]], rest[right[j]]) if i + 1 < len(left) else math.inf
        up_right = math.dist(rest[left[i]], rest[right[j + 1]]) if j + 1 < len(right) else math.inf
        if up_left < up_right:
            triangles.append((left[i], right[j], left[i + 1]))
            i += 1
        else:
            triangles.append((left[i], right[j], right[j + 1]))
            j += 1
    return triangles


def uniform_strip(length: float, width: float, n: int) -> Mesh:
    """Nearly equilateral triangles, n cells along the length: every other column is shifted by half a cell."""
    step = length / (n + 0.5)
    across = max(2, round(width * math.sqrt(3) / (2 * step)))
    straight = [width * j / across for j in range(across + 1)]
    shifted = [0.0] + [width * (j + 0.5) / across for j in range(across)] + [width]
    return strip([((i - 0.5) * step, shifted if i % 2 else straight) for i in range(n + 2)])


def coarse_strip(length: float, width: float, n: int) -> Mesh:
    """The start of an adaptive run: cells as wide as the strip, except at the clamp. There the edges have the length of
    the smallest that remeshing may make, so that it never splits them: a node between two held ones would be free."""
    step = length / (n + 0.5)
    across = max(2, math.ceil(width / step))
    fine = [width * j / across for j in range(across + 1)]
    cells = max(1, round(length / width))
    rest = [(step / 2 + (length - step / 2) * i / cells, [0.0, width]) for i in range(1, cells + 1)]
    return strip([(-step / 2, fine), (step / 2, fine)] + rest)


def write_obj(mesh: Mesh, path: Path) -> None:
    """A flat mesh at rest: without `vt`, ARCSim takes x and y for the rest position."""
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in mesh.points]
    lines += ["f " + " ".join(str(node + 1) for node in triangle) for triangle in mesh.triangles]
    path.write_text("\n".join(lines) + "\n")


def read_obj(path: Path) -> Mesh:
    """What ARCSim wrote: `vt` and `v` are numbered on their own, and the triangles say which belong together."""
    mesh, rest, rest_of = Mesh(), [], {}
    for line in path.read_text().splitlines():
        word, *values = line.split()
        if word == "vt":
            rest.append(tuple(map(float, values)))
        elif word == "v":
            mesh.points.append(tuple(map(float, values)))
            mesh.velocities.append((0.0, 0.0, 0.0))
        elif word == "nv":
            mesh.velocities[-1] = tuple(map(float, values))
        elif word == "f":
            corners = [tuple(int(number) - 1 for number in pair.split("/")) for pair in values]
            rest_of |= dict(corners)
            mesh.triangles.append(tuple(node for node, _ in corners))
    mesh.rest = [rest[rest_of[node]] for node in range(len(mesh.points))]
    return mesh
