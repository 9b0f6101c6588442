"use strict";
// Tubes around the curves of a run: one mesh, whose vertices move from frame to frame.
//
// A tube is a row of rings. A ring sits at a point of the curve, counted along it, `along` radii further on the tangent, and is `wide`
// radii wide: (0, 1) on the tube itself, and a few narrower ones round its ends off.

const CAP = [[1, 0], [0.87, 0.5], [0.5, 0.87]].map(([along, wide]) => ({ along, wide }));

function ringsOf(curve) {
  return [...CAP.map(({ along, wide }) => ({ point: 0, along: -along, wide })),
    ...Array.from({ length: curve.n }, (_, i) => ({ point: i, along: 0, wide: 1 })),
    ...[...CAP].reverse().map(({ along, wide }) => ({ point: curve.n - 1, along, wide }))];
}

/** Writes the unit vector from one point to another; leaves `out` where they coincide. */
function direction(points, from, to, out) {
  const x = points[3 * to] - points[3 * from], y = points[3 * to + 1] - points[3 * from + 1];
  const z = points[3 * to + 2] - points[3 * from + 2], length = Math.sqrt(x * x + y * y + z * z);
  if (length > 0) [out[0], out[1], out[2]] = [x / length, y / length, z / length];
}

/** Null for a vector too short to have a direction. */
function unit(v) {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return length > 1e-6 ? [v[0] / length, v[1] / length, v[2] / length] : null;
}

function cross(a, b) {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function anyNormal(tangent) {
  const sizes = tangent.map(Math.abs), least = sizes.indexOf(Math.min(...sizes));
  return unit(cross(tangent, [0, 1, 2].map((k) => (k === least ? 1 : 0))));
}

/** The old normal, made normal to a new tangent: the rings do not twist. */
function carried(normal, tangent) {
  const along = normal[0] * tangent[0] + normal[1] * tangent[1] + normal[2] * tangent[2];
  const rest = [normal[0] - along * tangent[0], normal[1] - along * tangent[1], normal[2] - along * tangent[2]];
  return unit(rest) ?? anyNormal(tangent);
}

class Tubes {
  /** `thickness` scales the curves' own radii, which are often too thin to be seen. */
  constructor(run, thickness) {
    this.run = run;
    this.thickness = thickness;
    const { nPoints } = run.meshes[0];
    this.sides = nPoints > 10000 ? 6 : nPoints > 3000 ? 8 : 14;
    this.curves = run.curves.map((curve, index) => ({ ...curve, index, rings: ringsOf(curve) }))
      .filter((curve) => curve.n > 0);
    const angles = Array.from({ length: this.sides }, (_, side) => 2 * Math.PI * side / this.sides);
    [this.cosines, this.sines] = [angles.map(Math.cos), angles.map(Math.sin)];

    const nVertices = this.sides * this.curves.reduce((sum, curve) => sum + curve.rings.length, 0);
    this.geometry = new THREE.BufferGeometry();
    for (const name of ["position", "normal", "color"]) {
      this.geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(3 * nVertices), 3));
    }
    this.geometry.setIndex(new THREE.BufferAttribute(this.triangles(), 1));
  }

  triangles() {
    const index = [], n = this.sides;
    let ring = 0;
    for (const curve of this.curves) {
      for (let k = 0; k + 1 < curve.rings.length; ++k) {
        for (let s = 0; s < n; ++s) {
          const a = (ring + k) * n + s, b = (ring + k) * n + (s + 1) % n;
          index.push(a, b, a + n, b, b + n, a + n);
        }
      }
      ring += curve.rings.length;
    }
    return new Uint32Array(index);
  }

  place(frame) {
    const points = this.run.positionsAt(frame);
    let vertex = 0;
    for (const curve of this.curves) {
      curve.first = this.run.meshAt(frame).curves[curve.index].first;
      vertex = this.placeCurve(points.subarray(3 * curve.first), curve, vertex);
    }
    this.geometry.attributes.position.needsUpdate = true;
    this.geometry.attributes.normal.needsUpdate = true;
  }

  placeCurve(points, curve, vertex) {
    const position = this.geometry.attributes.position.array, normals = this.geometry.attributes.normal.array;
    const radius = curve.radius * this.thickness, last = curve.n - 1;
    const before = [0, 0, 1], after = [0, 0, 1];
    if (curve.n > 1) direction(points, 0, 1, before);
    let normal = anyNormal(before), point = -1, tangent, binormal;
    for (const ring of curve.rings) {
      if (ring.point !== point) {
        point = ring.point;
        if (point < last) direction(points, point, point + 1, after);
        tangent = unit([before[0] + after[0], before[1] + after[1], before[2] + after[2]]) ?? [...after];
        normal = carried(normal, tangent);
        binormal = cross(tangent, normal);
        for (let k = 0; k < 3; ++k) before[k] = after[k];
      }
      for (let side = 0; side < this.sides; ++side) {
        const c = ring.wide * this.cosines[side], s = ring.wide * this.sines[side];
        for (let k = 0; k < 3; ++k) {
          const outward = c * normal[k] + s * binormal[k] + ring.along * tangent[k];
          position[vertex] = points[3 * point + k] + radius * outward;
          normals[vertex++] = outward;
        }
      }
    }
    return vertex;
  }

  /** `colourOf(point, curve)` gives red, green and blue. */
  paint(colourOf) {
    const colours = this.geometry.attributes.color.array;
    let vertex = 0;
    this.curves.forEach((curve, index) => {
      for (const ring of curve.rings) {
        const [red, green, blue] = colourOf(curve.first + ring.point, index);
        for (let s = 0; s < this.sides; ++s) {
          colours[vertex++] = red;
          colours[vertex++] = green;
          colours[vertex++] = blue;
        }
      }
    });
    this.geometry.attributes.color.needsUpdate = true;
  }
}
